import type { WorkOrderRow } from '@drivesim/contract/workOrderShapes'
import { workOrderBulk } from '@drivesim/contract/workOrders'
import { OpsStaffPicker } from '../../parts/OpsPickers.tsx'
import { useBulk } from '../../parts/useBulk.ts'
import { DrawerForm } from '../../ui/form/DrawerForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { workOrderReads } from './reads.ts'

interface Props {
  rows: readonly WorkOrderRow[]
  onStarted: () => void
  onClosed: () => void
}

/** 批量派单, as a job. */
export function DispatchMany({ rows, onStarted, onClosed }: Props) {
  const bulk = useBulk(workOrderReads, { quiet: true })
  return (
    <DrawerForm
      title={`派单 ${rows.length} 张`}
      submitText="派单"
      schema={workOrderBulk.dispatch.input}
      initial={{}}
      loading={bulk.isPending}
      submitError={bulk.error}
      onSubmit={async input => {
        await bulk.start({ kind: workOrderBulk.dispatch, ids: rows.map(({ orderId }) => orderId), input })
        onStarted()
      }}
      onClosed={onClosed}
    >
      <Field
        name="assigneeId"
        label="处理人"
        help="不选则每张工单派给系统推荐的第一个人。不是待派单的工单会列为失败"
      >
        <OpsStaffPicker />
      </Field>
    </DrawerForm>
  )
}
