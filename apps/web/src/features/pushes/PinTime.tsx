import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { dateTime } from '../../ui/format.ts'
import { instantOf } from './SendTime.tsx'

interface Props {
  id?: string
  value?: string | null | undefined
  onChange?: (value: string | null) => void
}

/** Until a minute of Asia/Shanghai wherever the browser stands, or not at all. */
export function PinTime({ id, value, onChange }: Props) {
  const today = dayjs(dateTime(Date.now()))
  return (
    <DatePicker
      {...(id && { id })}
      showTime={{ format: 'HH:mm', minuteStep: 5, defaultValue: dayjs('18:00', 'HH:mm') }}
      format="YYYY-MM-DD HH:mm"
      placeholder="不置顶"
      value={value ? dayjs(dateTime(value)) : null}
      disabledDate={day => day.isBefore(today, 'day')}
      onChange={picked => onChange?.(picked === null ? null : instantOf(picked))}
    />
  )
}
