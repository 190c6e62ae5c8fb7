import { DatePicker } from 'antd'
import dayjs from 'dayjs'

import type { FilterControl } from '../list/types.ts'

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
export function MonthPicker({ innerLabel, until, value, onChange, ...rest }: Props) {
  const chosen = dayjs(value ?? Number.NaN)
  return (
    <DatePicker
      {...rest}
      picker="month"
      className="ui-wide"
      {...(innerLabel && {
        'aria-label': innerLabel,
        prefix: <span className="ui-inner-label">{innerLabel}</span>,
        placeholder: '不限',
      })}
      {...(until && { disabledDate: (month: dayjs.Dayjs) => month.format('YYYY-MM') > until })}
      value={chosen.isValid() ? chosen : null}
      onChange={picked => onChange?.(picked === null ? null : picked.format('YYYY-MM'))}
    />
  )
}

/** The control of a filter that is a month. */
export const pickedMonth = ({ id, label, value, onChange }: FilterControl) => (
  <MonthPicker
    id={id}
    innerLabel={label}
    value={value ?? null}
    onChange={picked => onChange(picked ?? undefined)}
  />
)
