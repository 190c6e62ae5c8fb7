import { orders } from '@drivesim/contract/money/orders/orders'
import { App, Input } from 'antd'
import { useChange } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { FigureInput } from '../../../ui/form/FigureInput.tsx'
import { number } from '../../../ui/format.ts'
import { orderReads } from './reads.ts'

/** What one session used of an order. */
export interface Charge {
  recordId: number
  minutes: number
  moduleName: string
  startedAt: string
}

/** 补回分钟: a session that should not have cost as much. */
export function RestoreForm({ charge, onClosed }: { charge: Charge; onClosed: () => void }) {
  const { message } = App.useApp()
  const restore = useChange(orders.restoreMinutes, { invalidates: orderReads, quiet: true })
  return (
    <DrawerForm
      title="补回训练分钟"
      submitText="补回分钟"
      schema={orders.restoreMinutes.input}
      initial={{ recordId: charge.recordId, minutes: charge.minutes }}
      loading={restore.isPending}
      submitError={restore.error}
      onSubmit={async values => {
        await restore.mutateAsync(values)
        message.success(`已补回 ${number(values.minutes)} 分钟`)
      }}
      onClosed={onClosed}
    >
      <p>
        <DateTime at={charge.startedAt} /> 的训练“{charge.moduleName}”用了 {number(charge.minutes)} 分钟。
      </p>
      <Field name="minutes">
        <FigureInput min={1} max={charge.minutes} decimals={0} unit="分钟" />
      </Field>
      <Field name="reason">
        <Input.TextArea rows={3} maxLength={200} placeholder="如 设备故障，训练中断" />
      </Field>
    </DrawerForm>
  )
}
