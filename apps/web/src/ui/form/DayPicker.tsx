import { DatePicker } from 'antd'
import dayjs from 'dayjs'

interface Props {
  id?: string
  /** As a filter, with its label inside. */
  innerLabel?: string
  value?: string | null
  onChange?: (value: string | null) => void
  onBlur?: () => void
}

/** A business day as the contract writes it, `YYYY-MM-DD`. */
export function DayPicker({ innerLabel, value, onChange, ...rest }: Props) {
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
      value={chosen.isValid() ? chosen : null}
      onChange={picked => onChange?.(picked === null ? null : picked.format('YYYY-MM-DD'))}
    />
  )
}
