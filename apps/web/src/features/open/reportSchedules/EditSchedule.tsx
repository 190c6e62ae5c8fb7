import { type ReportSchedule, reportSchedules } from '@drivesim/contract/open/reportSchedules/reportSchedules'
import { App } from 'antd'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { PlanFields } from './PlanFields.tsx'

const formOf = ({ receivers, day, ...plan }: Pick<ReportSchedule, 'receivers' | 'day'>) => ({
  ...plan,
  day: day ?? null,
  receiverIds: receivers.map(({ memberId }) => memberId),
})

/** Changes when, to whom and for which days; what the file is of stays. */
export default function EditSchedule({
  schedule,
  onClosed,
}: {
  schedule: ReportSchedule
  onClosed: () => void
}) {
  const { message } = App.useApp()
  const modify = useChange(reportSchedules.modify, { invalidates: [reportSchedules.mine], quiet: true })
  return (
    <DrawerForm
      title="修改定时报表"
      submitText="保存"
      schema={reportSchedules.modify.input}
      initial={formOf(schedule)}
      loading={modify.isPending}
      submitError={modify.error}
      onSubmit={async plan => {
        await modify.mutateAsync(plan)
        message.success('已保存')
      }}
      onClosed={onClosed}
    >
      <PlanFields path={schedule.path} takesRange={schedule.takesRange} known={schedule.receivers} />
    </DrawerForm>
  )
}
