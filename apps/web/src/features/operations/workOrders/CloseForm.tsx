import { closeReasons } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { query, useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { nothingToChoose, optionsOf } from '../../../ui/options.ts'
import { subjectOf } from './columns.tsx'
import { type OrderFormProps, reopenHelp } from './orderForm.ts'
import { workOrderReads } from './reads.ts'

/** 关闭, without work; a duplicate goes into the order that goes on. */
export function CloseForm({ order, onClosed }: OrderFormProps) {
  const { orderId, version, no } = order
  const close = useChange(workOrders.close, { invalidates: workOrderReads, quiet: true })
  return (
    <DrawerForm
      title={`关闭 ${no}`}
      submitText="关闭工单"
      schema={workOrders.close.input}
      initial={{ orderId, version }}
      loading={close.isPending}
      submitError={close.error}
      onSubmit={values => close.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="reason">
        <Select placeholder="请选择原因" options={optionsOf(closeReasons)} />
      </Field>
      <MergeField orderId={orderId} organId={order.organId} />
      <NoteField planned={order.source === 'plan'} />
    </DrawerForm>
  )
}

const useDuplicate = () => Form.useWatch('reason', Form.useFormInstance()) === 'duplicate'

function NoteField({ planned }: { planned: boolean }) {
  const duplicate = useDuplicate()
  const after = duplicate ? '合并后不能重新打开' : reopenHelp
  return (
    <Field name="note" help={planned ? `关闭即跳过这一次，下次到期重新算起；${after}` : after}>
      <Input.TextArea rows={3} maxLength={200} />
    </Field>
  )
}

/** Of a duplicate: the order that goes on, of the same organisation alone. */
function MergeField({ orderId, organId }: { orderId: number; organId: number }) {
  const duplicate = useDuplicate()
  const open = useQuery({
    ...query(workOrders.list, { organId, organAlone: 'yes', show: 'open', pageSize: 100 }, { quiet: true }),
    enabled: duplicate,
  })
  if (!duplicate) return null
  return (
    <Field name="mergedInto" required help="故障和上报次数并入所选工单">
      <Select
        placeholder="请选择要合并到的工单"
        notFoundContent={nothingToChoose(open, '该机构没有其他未完结工单')}
        loading={open.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        options={(open.data?.dataList ?? [])
          .filter(other => other.orderId !== orderId)
          .map(other => ({
            value: other.orderId,
            label: `${other.no} · ${subjectOf(other)} · ${other.componentName}`,
          }))}
      />
    </Field>
  )
}
