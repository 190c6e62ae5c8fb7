import { DatePicker } from 'antd'
import dayjs from 'dayjs'

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
export function DayPicker({ innerLabel, range, value, onChange, ...rest }: Props) {
  const chosen = dayjs(value ?? Number.NaN)
  return (
    <DatePicker
      {...rest}
      className="ui-wide"
      {...(innerLabel && {
        'aria-label': innerLabel,
        prefix: <span className="ui-inner-label">{innerLabel}</span>,
        placeholder: '不限',
      })}
      {...(range && {
        disabledDate: day => {
          const chosen = day.format('YYYY-MM-DD')
          return chosen < (range.from ?? '') || chosen > (range.to ?? '9999')
        },
      })}
      value={chosen.isValid() ? chosen : null}
      onChange={picked => onChange?.(picked === null ? null : picked.format('YYYY-MM-DD'))}
    />
  )
}
