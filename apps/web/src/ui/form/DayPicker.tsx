import { DatePicker, dayFormat, dayOf } from './calendar.ts'
import { isWholeDay, readDay } from './typedDay.ts'
import { useTypedDay } from './useTypedDay.ts'

interface Props {
  id?: string
  /** As a filter, with its label inside. */
  innerLabel?: string
  /** The first and last day that may be chosen; a missing one sets no limit. */
  range?: { from?: string; to?: string }
  value?: string | null
  onChange?: (value: string | null) => void
  onBlur?: () => void
}

/** A business day as the contract writes it, `YYYY-MM-DD`. */
export function DayPicker({ innerLabel, range, value = null, onChange, onBlur, ...rest }: Props) {
  const isAllowed = (day: string) => day >= (range?.from ?? '') && day <= (range?.to ?? '9999')
  const { key, ...typed } = useTypedDay({
    value,
    read: readDay,
    isWhole: isWholeDay,
    isAllowed,
    onChange,
    onBlur,
  })
  return (
    <DatePicker
      key={key}
      {...rest}
      {...typed}
      className="ui-wide"
      {...(innerLabel && {
        'aria-label': innerLabel,
        prefix: <span className="ui-inner-label">{innerLabel}</span>,
        placeholder: '不限',
      })}
      {...(range && { disabledDate: day => !isAllowed(day.format(dayFormat)) })}
      value={dayOf(value)}
      onChange={picked => onChange?.(picked === null ? null : picked.format(dayFormat))}
    />
  )
}
