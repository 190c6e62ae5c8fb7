import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { Input } from 'antd'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { CandidatePicker } from './CandidatePicker.tsx'
import type { OrderFormProps } from './orderForm.ts'
import { workOrderReads } from './reads.ts'

/** 派单, to the person that the system would choose or to anybody else who is responsible for the place. */
export function DispatchForm({ order: { orderId, version, no }, onClosed }: OrderFormProps) {
  const dispatch = useChange(workOrders.dispatch, { invalidates: workOrderReads, quiet: true })
  return (
    <DrawerForm
      title={`派单 ${no}`}
      submitText="派单"
      schema={workOrders.dispatch.input}
      initial={{ orderId, version }}
      loading={dispatch.isPending}
      submitError={dispatch.error}
      onSubmit={values => dispatch.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="assigneeId" help="派单后由对方接单，拒单会退回待派单">
        <CandidatePicker orderId={orderId} />
      </Field>
    </DrawerForm>
  )
}

/** 改派, to another person or back to the dispatchers. */
export function ReassignForm({
  order: { orderId, version, no, assigneeId, state },
  onClosed,
}: OrderFormProps) {
  const reassign = useChange(workOrders.reassign, { invalidates: workOrderReads, quiet: true })
  return (
    <DrawerForm
      title={`改派 ${no}`}
      submitText="改派"
      schema={workOrders.reassign.input}
      initial={{ orderId, version }}
      loading={reassign.isPending}
      submitError={reassign.error}
      onSubmit={values => reassign.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field
        name="assigneeId"
        {...(state === 'handling' && { help: '改派会结束挂起和检修，现场记录留在工单里' })}
      >
        <CandidatePicker orderId={orderId} except={assigneeId} nobody="不指定，退回待派单" />
      </Field>
      <Field name="reason">
        <Input.TextArea rows={3} maxLength={200} />
      </Field>
    </DrawerForm>
  )
}
