import { workOrderMachine } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { Input } from 'antd'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { useAddedMessage } from '../../../ui/useAddedMessage.tsx'
import type { OrderFormProps } from './orderForm.ts'
import { workOrderPath } from './paths.ts'
import { workOrderReads } from './reads.ts'

const helps = {
  reject: '工单退回待派单，24 小时内不再推荐给您',
  sendBack: '工单回到处理中，修复时限继续计时',
  rework: '会新建一张返修工单；已签字的工单不变',
} as const
type ReasonAct = keyof typeof helps

/** An act that needs nothing but its reason: 拒单, 退回, 返修. */
export function ReasonForm({
  act,
  order: { orderId, version, no },
  onClosed,
}: OrderFormProps & { act: ReasonAct }) {
  const made = useAddedMessage()
  const change = useChange(workOrders[act], { invalidates: workOrderReads, quiet: true })
  const { label } = workOrderMachine.actions[act]
  return (
    <DrawerForm
      title={`${label} ${no}`}
      submitText={label}
      schema={workOrders[act].input}
      initial={{ orderId, version }}
      loading={change.isPending}
      submitError={change.error}
      onSubmit={async values => {
        const outcome = await change.mutateAsync(values)
        if ('no' in outcome) made(`工单 ${outcome.no}`, workOrderPath(outcome))
      }}
      onClosed={onClosed}
    >
      <Field name="reason" help={helps[act]}>
        <Input.TextArea rows={3} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}
