import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { pauseReasons } from '@drivesim/contract/workOrderShapes'
import { workOrders } from '@drivesim/contract/workOrders'
import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { useChange } from '../../api/query.ts'
import { DayPicker } from '../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../ui/form/DrawerForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { optionsOf } from '../../ui/options.ts'
import type { OrderFormProps } from './orderForm.ts'
import { workOrderReads } from './reads.ts'

/** 预约: the day on which somebody comes. */
export function PlanForm({ order: { orderId, version, no, plannedOn }, onClosed }: OrderFormProps) {
  const plan = useChange(workOrders.plan, { invalidates: workOrderReads, quiet: true })
  const today = businessDayOf(Date.now())
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

/** 挂起: why, and until when. */
export function PauseForm({ order: { orderId, version, no }, onClosed }: OrderFormProps) {
  const pause = useChange(workOrders.pause, { invalidates: workOrderReads, quiet: true })
  return (
    <DrawerForm
      title={`挂起 ${no}`}
      submitText="挂起"
      schema={workOrders.pause.input}
      initial={{ orderId, version, resumeBy: dayjs().add(1, 'day').startOf('hour').toISOString() }}
      loading={pause.isPending}
      submitError={pause.error}
      onSubmit={values => pause.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="reason">
        <Select placeholder="请选择原因" options={optionsOf(pauseReasons)} />
      </Field>
      <Field name="resumeBy" help={`到时自动恢复，最长 ${longestPause} 天；挂起期间修复时限不计时`}>
        <InstantPicker />
      </Field>
    </DrawerForm>
  )
}

interface InstantPickerProps {
  id?: string
  value?: string
  onChange?: (at: string | undefined) => void
  onBlur?: () => void
}

function InstantPicker({ value, onChange, ...rest }: InstantPickerProps) {
  const chosen = dayjs(value)
  return (
    <DatePicker
      {...rest}
      className="ui-wide"
      showTime={{ format: 'HH:mm', minuteStep: 10 }}
      format="YYYY-MM-DD HH:mm"
      value={chosen.isValid() ? chosen : null}
      disabledDate={day => day.isBefore(dayjs(), 'day') || day.isAfter(dayjs().add(longestPause, 'day'))}
      onChange={picked => onChange?.(picked?.second(0).millisecond(0).toISOString())}
    />
  )
}
