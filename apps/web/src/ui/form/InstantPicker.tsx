import { momentOf } from '@drivesim/contract/businessDay'
import dayjs from 'dayjs'
import { serverNow } from '../../api/serverClock.ts'
import { dateTime } from '../format.ts'
import { DatePicker } from './calendar.ts'

const format = 'YYYY-MM-DD HH:mm'

interface Props {
  id?: string
  'aria-label'?: string
  placeholder?: string
  /** Whether there may be none. */
  allowClear?: boolean
  /** No day more than so many days from today may be chosen. */
  withinDays?: number
  /** The time of a day that is chosen first. */
  timeOfDay?: string
  value?: string | null | undefined
  onChange?: (at: string | null) => void
  onBlur?: () => void
}

/** A minute that is to come, of Asia/Shanghai wherever the browser stands; as an instant, `2026-11-26T08:00:00.000Z`. */
export function InstantPicker({ withinDays, timeOfDay, value, onChange, ...rest }: Props) {
  const now = dayjs(dateTime(serverNow()))
  return (
    <DatePicker
      {...rest}
      className="ui-wide"
      showTime={{
        format: 'HH:mm',
        minuteStep: 5,
        ...(timeOfDay && { defaultValue: dayjs(timeOfDay, 'HH:mm') }),
      }}
      format={format}
      value={value ? dayjs(dateTime(value)) : null}
      disabledDate={day =>
        day.isBefore(now, 'day') || (withinDays !== undefined && day.isAfter(now.add(withinDays, 'day')))
      }
      onChange={picked =>
        onChange?.(picked === null ? null : new Date(momentOf(picked.format(format))).toISOString())
      }
    />
  )
}
