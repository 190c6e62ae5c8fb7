import { mayAct } from '@drivesim/contract/operations/workOrders/workOrderAccess'
import { workOrderErrors } from '@drivesim/contract/operations/workOrders/workOrderErrors'
import {
  workOrderMachine,
  workOrderPriorities,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { App, Form, Select } from 'antd'
import { z } from 'zod'
import { CallError } from '../../../api/callError.ts'
import { useChange } from '../../../api/query.ts'
import { ComponentPicker, FaultTypePicker } from '../../../parts/OpsPickers.tsx'
import { dialogProps } from '../../../ui/DraggableModal.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { optionsOf } from '../../../ui/options.ts'
import type { OrderFormProps } from './orderForm.ts'
import { workOrderReads } from './reads.ts'
import { useActor } from './useActor.ts'

/** The open order that stands in the way, as the refusal carries it. */
const other = z.object({ orderId: z.int(), no: z.string() })

/**
 * 归类. Where the component has an open order already, the way out is offered to who may close: merging, as long as nobody
 * works on this one.
 */
export function ClassifyForm({ order, onClosed }: OrderFormProps) {
  const { orderId, version, no, state, componentKindId, faultTypeId, priority } = order
  const classify = useChange(workOrders.classify, { invalidates: workOrderReads, quiet: true })
  const close = useChange(workOrders.close, { invalidates: workOrderReads })
  const actor = useActor()
  const closes = workOrderMachine.may('close', state) && mayAct('close', order, actor)
  const { modal } = App.useApp()
  const offerMerge = async (error: unknown) => {
    if (!(error instanceof CallError) || error.code !== workOrderErrors.workOrderOpen.code) throw error
    const found = other.safeParse(error.data)
    if (!found.success || !closes) throw error
    const merges = await modal.confirm({
      ...dialogProps,
      title: `并入工单 ${found.data.no}？`,
      content: `${error.message}。合并后 ${no} 关闭，故障和上报次数并入 ${found.data.no}。`,
      okText: '合并',
      cancelText: '返回修改',
    })
    if (!merges) throw error
    await close.mutateAsync({ orderId, version, reason: 'duplicate', mergedInto: found.data.orderId })
  }
  return (
    <DrawerForm
      title={`归类 ${no}`}
      submitText="保存归类"
      schema={workOrders.classify.input}
      initial={{ orderId, version, componentKindId, faultTypeId, priority }}
      loading={classify.isPending || close.isPending}
      submitError={classify.error}
      onSubmit={values => classify.mutateAsync(values).then(() => undefined, offerMerge)}
      onClosed={onClosed}
    >
      <FaultFields />
      <Field name="priority" help="优先级决定响应时限，故障类型决定修复时限；已用的时间保留">
        <Select options={optionsOf(workOrderPriorities)} />
      </Field>
    </DrawerForm>
  )
}

interface FaultFieldsProps {
  typeHelp?: string
  /** What they begin with, once it is known. */
  initial?: { componentKindId: number; faultTypeId: number } | undefined
}

/** Component and fault type; another component has other types. */
export function FaultFields({ typeHelp, initial }: FaultFieldsProps) {
  const form = Form.useFormInstance()
  const component: unknown = Form.useWatch('componentKindId', form)
  return (
    <>
      <Field name="componentKindId" initial={initial?.componentKindId}>
        <ComponentPicker onChange={() => form.setFieldValue('faultTypeId', undefined)} />
      </Field>
      <Field
        name="faultTypeId"
        initial={initial?.faultTypeId}
        {...(typeHelp !== undefined && { help: typeHelp })}
      >
        <FaultTypePicker componentKindId={typeof component === 'number' ? component : 0} />
      </Field>
    </>
  )
}
