import { DatePicker } from 'antd'
import dayjs from 'dayjs'

interface Props {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
  onBlur?: () => void
}

/** A business day as the contract writes it, `YYYY-MM-DD`. */
export function DayPicker({ value, onChange, ...rest }: Props) {
  return (
    <DatePicker
      {...rest}
      className="ui-wide"
      value={value ? dayjs(value) : null}
      onChange={picked => onChange?.(picked === null ? null : picked.format('YYYY-MM-DD'))}
    />
  )
}
