import { localTime } from '@drivesim/contract/businessDay'
import {
  actorInWords,
  type LogRow,
  logList,
  operationLog,
} from '@drivesim/contract/tools/operationLog/operationLog'
import { useState } from 'react'
import { SectionTabs } from '../../../parts/SectionTabs.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { dayFilters } from '../../../ui/list/dayFilters.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { useAddressId } from '../../../ui/useAddressParam.ts'
import { LogObjectLink } from './LogObjectLink.tsx'
import { KindFilter, ObjectFilter } from './ObjectPicker.tsx'
import { OperationDrawer } from './OperationDrawer.tsx'

const columns = (open: (row: LogRow) => void) =>
  columnsOf(logList, {
    at: row => (
      <OpenButton onOpen={() => open(row)}>
        <span className="ui-digits">{localTime(row.at)}</span>
      </OpenButton>
    ),
    userName: actorInWords,
    object: row => row.object && <LogObjectLink object={row.object} />,
  })

const filters: Filter<'paramValue' | 'label' | 'objectType' | 'objectId' | 'beginDate' | 'endDate'>[] = [
  { name: 'paramValue', label: '操作人', kind: 'text', hint: '名称或账号' },
  { name: 'label', label: '事项', kind: 'text', hint: '如 停用成员' },
  {
    name: 'objectType',
    label: '对象类型',
    kind: 'picker',
    clears: ['objectId'],
    render: control => <KindFilter {...control} />,
  },
  {
    name: 'objectId',
    label: '对象',
    kind: 'picker',
    reads: ['objectType'],
    render: control => <ObjectFilter {...control} />,
  },
  ...dayFilters,
]

/** 操作日志, and 安全日志 beside it. */
export default function OperationLogPage() {
  return (
    <SectionTabs
      page="operationLog"
      label="操作日志或安全日志"
      own={{ name: 'operations', title: '操作日志', content: <OperationList /> }}
      given={{}}
    />
  )
}

/** Who, when, from where, what, before and after. */
function OperationList() {
  const [opened, open] = useState<number | null>(null)
  useAddressId('operationId', open)
  return (
    <>
      <ListPage
        name="operationLog"
        title="操作日志"
        endpoint={operationLog.list}
        exportEndpoint={operationLog.export}
        rowKey={row => row.operationId}
        columns={columns(row => open(row.operationId))}
        filters={filters}
        actions={row => [{ label: '查看变更', onAct: () => open(row.operationId) }]}
        empty={{ title: '还没有操作记录', hint: '成员新增、修改、停用任何内容后，记录会出现在这里' }}
      />
      {opened !== null && <OperationDrawer key={opened} operationId={opened} onClosed={() => open(null)} />}
    </>
  )
}
