import { addDays, businessDayOf, dayMilliseconds } from '@drivesim/contract/businessDay'
import { pauseReasons } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { InstantPicker } from '../../../ui/form/InstantPicker.tsx'
import { optionsOf } from '../../../ui/options.ts'
import type { OrderFormProps } from './orderForm.ts'
import { workOrderReads } from './reads.ts'

/** 预约: the day on which somebody comes. */
export function PlanForm({ order: { orderId, version, no, plannedOn }, onClosed }: OrderFormProps) {
  const plan = useChange(workOrders.plan, { invalidates: workOrderReads, quiet: true })
  const today = businessDayOf(serverNow())
  return (
    <DrawerForm
      title={`预约 ${no}`}
      submitText="预约"
      schema={workOrders.plan.input}
      initial={{ orderId, version, plannedOn: plannedOn ?? today }}
      loading={plan.isPending}
      submitError={plan.error}
      onSubmit={values => plan.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="plannedOn">
        <DayPicker range={{ from: today, to: addDays(today, 365) }} />
      </Field>
    </DrawerForm>
  )
}

/** Days that an order may rest. */
const longestPause = 30
const hour = 3_600_000
/** This time tomorrow, to the hour. */
const tomorrow = () => new Date(Math.floor(serverNow() / hour) * hour + dayMilliseconds).toISOString()

/** 挂起: why, and until when. */
export function PauseForm({ order: { orderId, version, no }, onClosed }: OrderFormProps) {
  const pause = useChange(workOrders.pause, { invalidates: workOrderReads, quiet: true })
  return (
    <DrawerForm
      title={`挂起 ${no}`}
      submitText="挂起"
      schema={workOrders.pause.input}
      initial={{ orderId, version, resumeBy: tomorrow() }}
      loading={pause.isPending}
      submitError={pause.error}
      onSubmit={values => pause.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="reason">
        <Select placeholder="请选择原因" options={optionsOf(pauseReasons)} />
      </Field>
      <Field name="resumeBy" help={`到时自动恢复，最长 ${longestPause} 天；挂起期间修复时限不计时`}>
        <InstantPicker withinDays={longestPause} />
      </Field>
    </DrawerForm>
  )
}
