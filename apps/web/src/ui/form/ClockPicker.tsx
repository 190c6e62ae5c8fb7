import { TimePicker } from 'antd'
import dayjs from 'dayjs'

interface Props {
  id?: string
  'aria-label'?: string
  value?: string | null | undefined
  onChange?: (value: string | undefined) => void
  onBlur?: () => void
}

/** A time of day as the contract writes it, `HH:mm`. */
export function ClockPicker({ value, onChange, ...rest }: Props) {
  // Any day will do: the picker wants a whole instant.
  const chosen = dayjs(`2000-01-01T${value ?? ''}`)
  return (
    <TimePicker
      {...rest}
      className="ui-wide"
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      value={value && chosen.isValid() ? chosen : null}
      onChange={picked => onChange?.(picked?.format('HH:mm'))}
    />
  )
}
