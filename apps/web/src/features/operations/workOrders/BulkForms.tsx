import type { WorkOrderRow } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { closeReasonsOfMany, workOrderBulk } from '@drivesim/contract/operations/workOrders/workOrders'
import { Input, Select } from 'antd'
import { OpsStaffPicker } from '../../../parts/OpsPickers.tsx'
import { selectionOf, useBulk } from '../../../parts/useBulk.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { number } from '../../../ui/format.ts'
import type { SelectedRows } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { reopenHelp } from './orderForm.ts'
import { workOrderReads } from './reads.ts'

interface Props {
  selected: SelectedRows<WorkOrderRow>
  onStarted: () => void
  onClosed: () => void
}

const idOf = ({ orderId }: WorkOrderRow) => orderId

/** 批量派单, as a job: all to one person, or each to the person that the system would choose. */
export function DispatchMany({ selected, onStarted, onClosed }: Props) {
  const bulk = useBulk(workOrderReads, { quiet: true })
  const verb = (many: string) => `派单 ${many} 张`
  return (
    <DrawerForm
      title={verb(number(selected.count))}
      submitText="派单"
      schema={workOrderBulk.dispatch.input}
      initial={{}}
      loading={bulk.isPending}
      submitError={bulk.error}
      onSubmit={async input => {
        await bulk.start({
          kind: workOrderBulk.dispatch,
          selection: selectionOf(selected, idOf),
          input,
          verb,
        })
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

/** 批量关闭, without work, as a job. */
export function CloseMany({ selected, onStarted, onClosed }: Props) {
  const bulk = useBulk(workOrderReads, { quiet: true })
  const verb = (many: string) => `关闭 ${many} 张工单`
  return (
    <DrawerForm
      title={verb(number(selected.count))}
      submitText={verb(number(selected.count))}
      schema={workOrderBulk.close.input}
      initial={{}}
      loading={bulk.isPending}
      submitError={bulk.error}
      onSubmit={async input => {
        await bulk.start({ kind: workOrderBulk.close, selection: selectionOf(selected, idOf), input, verb })
        onStarted()
      }}
      onClosed={onClosed}
    >
      <p>
        不再派人处理。只有待派单和待接单的可以关闭，其他的会列为失败；重复的工单请逐张关闭，并选择合并到哪一张。
      </p>
      <Field name="reason">
        <Select placeholder="请选择原因" options={optionsOf(closeReasonsOfMany)} />
      </Field>
      <Field name="note" help={reopenHelp}>
        <Input.TextArea rows={3} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}
