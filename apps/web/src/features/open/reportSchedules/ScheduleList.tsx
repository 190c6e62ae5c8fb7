import {
  reportSchedules,
  type ScheduleOfOthers,
  scheduleList,
} from '@drivesim/contract/open/reportSchedules/reportSchedules'
import { scheduleMachine, scheduleStates } from '@drivesim/contract/open/reportSchedules/reportStates'
import { rhythmWords } from '@drivesim/contract/open/reportSchedules/reportTimes'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import Runs from './Runs.tsx'
import { ScheduleStateTag } from './ScheduleStateTag.tsx'

const columns = columnsOf(scheduleList, {
  state: row => <ScheduleStateTag state={row.state} />,
  when: row => rhythmWords(row),
})

const filters: Filter<'paramValue' | 'state'>[] = [
  { name: 'paramValue', label: '名称', kind: 'text', hint: '报表名称/所有者' },
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(scheduleStates) },
]

/** 定时报表 of 开放接口: those of all members in one's scope. */
export default function ScheduleList() {
  const [opened, open] = useState<ScheduleOfOthers | null>(null)
  const ask = useConfirm()
  const stop = useChange(reportSchedules.stop, { invalidates: [reportSchedules.list, reportSchedules.mine] })
  const stopping = ({ scheduleId, name, ownerName }: ScheduleOfOthers) =>
    ask({
      title: `停止定时报表“${name}”？`,
      consequence: `不再发送，也不能恢复；${ownerName} 会收到消息，需要时可重新建立。`,
      verb: '停止定时报表',
      danger: true,
      run: () => stop.mutateAsync({ scheduleId }),
    })
  return (
    <>
      <ListPage
        name="reportSchedules"
        title="定时报表"
        endpoint={reportSchedules.list}
        rowKey={row => row.scheduleId}
        columns={columns}
        filters={filters}
        actions={row => [
          { label: '发送记录', onAct: () => open(row) },
          {
            label: '停止',
            reason: scheduleMachine.reason('stop', row.state),
            removes: true,
            onAct: () => void stopping(row),
          },
        ]}
        empty={{ title: '还没有定时报表', hint: '成员在列表的“导出”旁建立的定时报表会出现在这里' }}
      />
      {opened !== null && <Runs key={opened.scheduleId} schedule={opened} onClosed={() => open(null)} />}
    </>
  )
}
