import { PlusOutlined } from '@ant-design/icons'
import type { WorkOrderInfo } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../../api/query.ts'
import { useOpsChoices } from '../../../../parts/opsChoices.ts'
import { clearable } from '../../../../ui/clearable.tsx'
import { DrawerForm } from '../../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { NumberField } from '../../../../ui/form/NumberField.tsx'
import { useConfirm } from '../../../../ui/form/useConfirm.ts'
import { YuanInput } from '../../../../ui/form/YuanInput.tsx'
import { money } from '../../../../ui/format.ts'
import { workOrderReads } from '../reads.ts'
import styles from './field.module.css'

/** 配件 that were used, each with its price as it was then; a mistake is voided, not edited. */
export function PartsWork({ order }: { order: WorkOrderInfo }) {
  const [adding, setAdding] = useState(false)
  const voidPart = useChange(workOrders.partVoid, { invalidates: workOrderReads })
  const ask = useConfirm()
  const { orderId, parts, partsFee } = order
  const used = parts.filter(({ voided }) => !voided)
  return (
    <>
      {used.length > 0 && (
        <ul className={styles.parts}>
          {used.map(({ partId, name, model, quantity, price, newSn }) => (
            <li key={partId}>
              <span>
                {name} {model} × {quantity}
                {newSn !== null && <span className="ui-quiet"> {newSn}</span>}
              </span>
              <span className="ui-digits">{money(price * quantity)}</span>
              <Button
                onClick={() =>
                  ask({
                    title: `作废配件 ${name}？`,
                    consequence: '作废后不计入费用，记录保留在工单里。',
                    verb: '作废配件',
                    danger: true,
                    run: () => voidPart.mutateAsync({ orderId, partId }),
                  })
                }
              >
                作废
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.partEnd}>
        <Button size="large" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          添加配件
        </Button>
        {used.length > 0 && <span className="ui-digits">合计 {money(partsFee)}</span>}
      </div>
      {adding && <PartForm order={order} onClosed={() => setAdding(false)} />}
    </>
  )
}

function PartForm({ order, onClosed }: { order: WorkOrderInfo; onClosed: () => void }) {
  const add = useChange(workOrders.partAdd, { invalidates: workOrderReads, quiet: true })
  return (
    <DrawerForm
      title="添加配件"
      submitText="添加配件"
      schema={workOrders.partAdd.input}
      initial={{ orderId: order.orderId, quantity: 1 }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={values => add.mutateAsync(values)}
      onClosed={onClosed}
    >
      <PartFields componentKindId={order.componentKindId} />
    </DrawerForm>
  )
}

/** Those of the order's component stand first; what is in no list is named and priced by hand. */
function PartFields({ componentKindId }: { componentKindId: number }) {
  const form = Form.useFormInstance()
  const chosen: unknown = Form.useWatch('sparePartId', form)
  const { components, isPending } = useOpsChoices()
  const own = components.filter(({ value }) => value === componentKindId)
  const others = components.filter(({ value }) => value !== componentKindId)
  const groups = [...own, ...others]
    .filter(({ parts }) => parts.length > 0)
    .map(({ label, parts }) => ({
      label,
      options: parts.map(part => ({ value: part.value, label: `${part.label} ${money(part.price)}` })),
    }))
  const listed = chosen !== undefined && chosen !== null
  return (
    <>
      <Field name="sparePartId" help="清单里没有的，在下面填写名称">
        <Select
          placeholder="请选择配件"
          loading={isPending}
          showSearch={{ optionFilterProp: 'label' }}
          allowClear={clearable}
          options={groups}
        />
      </Field>
      {!listed && (
        <>
          <Field name="name">
            <Input maxLength={50} />
          </Field>
          <Field name="price">
            <YuanInput />
          </Field>
        </>
      )}
      <NumberField name="quantity" />
      <Field name="oldSn">
        <Input maxLength={50} />
      </Field>
      <Field name="newSn">
        <Input maxLength={50} />
      </Field>
    </>
  )
}
