import { reportSchedules } from '@drivesim/contract/open/reportSchedules/reportSchedules'
import { takesRange } from '@drivesim/contract/open/reportSchedules/reportTimes'
import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { meQuery } from '../../../api/me.ts'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { type FileToSchedule, useScheduling } from '../../../ui/scheduling.ts'
import { PlanFields } from './PlanFields.tsx'

/** Has the file that a page shows sent by the clock. */
export default function ScheduleFile({ onClosed }: { onClosed: () => void }) {
  const { file } = useScheduling()
  const { data: me } = useQuery(meQuery)
  return file === null || me === undefined ? null : (
    <NewSchedule file={file} me={{ memberId: me.userId, memberName: me.userName }} onClosed={onClosed} />
  )
}

interface Props {
  file: FileToSchedule
  me: { memberId: number; memberName: string }
  onClosed: () => void
}

function NewSchedule({ file, me, onClosed }: Props) {
  const { endpoint, title } = file
  const { message } = App.useApp()
  const add = useChange(reportSchedules.add, { invalidates: [reportSchedules.mine], quiet: true })
  const ranged = takesRange(endpoint)
  // What an address leaves out is no condition.
  const input = Object.fromEntries(Object.entries(file.input).filter(([, value]) => value !== undefined))
  return (
    <DrawerForm
      title="定时发送"
      submitText="保存定时发送"
      schema={reportSchedules.add.input}
      initial={{
        name: `每周${title}`.slice(0, 50),
        path: endpoint.path,
        input,
        // Days that the list is limited to now mean those of the report; without any it has all, as the list has.
        range: ranged && ('beginDate' in input || 'beginMonth' in input) ? 'lastWeek' : null,
        every: 'weekly',
        day: 1,
        hour: 8,
        byMail: false,
        receiverIds: [me.memberId],
      }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={async plan => {
        await add.mutateAsync(plan)
        message.success('已保存，可在个人中心 › 定时报表查看')
      }}
      onClosed={onClosed}
    >
      <p className="ui-quiet">按“{title}”现在的查询条件和列，到时自动生成文件并发送。</p>
      <PlanFields path={endpoint.path} takesRange={ranged} known={[me]} />
    </DrawerForm>
  )
}
