import type { FilterControl } from '../list/types.ts'
import { DatePicker, dayOf, monthFormat } from './calendar.ts'
import { isWholeMonth, readMonth } from './typedDay.ts'
import { useTypedDay } from './useTypedDay.ts'

interface Props {
  id?: string
  /** As a filter, with its label inside. */
  innerLabel?: string
  /** The last month that may be chosen, `2026-11`. */
  until?: string
  value?: string | null
  onChange?: (value: string | null) => void
  onBlur?: () => void
}

/** A month as the contract writes it, `2026-11`. */
export function MonthPicker({ innerLabel, until, value = null, onChange, onBlur, ...rest }: Props) {
  const isAllowed = (month: string) => month <= (until ?? '9999')
  const { key, ...typed } = useTypedDay({
    value,
    read: readMonth,
    isWhole: isWholeMonth,
    isAllowed,
    onChange,
    onBlur,
  })
  return (
    <DatePicker
      key={key}
      {...rest}
      {...typed}
      picker="month"
      className="ui-wide"
      {...(innerLabel && {
        'aria-label': innerLabel,
        prefix: <span className="ui-inner-label">{innerLabel}</span>,
        placeholder: '不限',
      })}
      {...(until && { disabledDate: month => !isAllowed(month.format(monthFormat)) })}
      value={dayOf(value)}
      onChange={picked => onChange?.(picked === null ? null : picked.format(monthFormat))}
    />
  )
}

/** The control of a filter that is a month. */
export const monthControl = ({ id, label, value, onChange }: FilterControl) => (
  <MonthPicker
    id={id}
    innerLabel={label}
    value={value ?? null}
    onChange={picked => onChange(picked ?? undefined)}
  />
)
