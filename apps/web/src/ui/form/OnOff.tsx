import { Switch } from 'antd'

interface Props {
  id?: string
  value?: boolean
  onChange?: (on: boolean) => void
  disabled?: boolean
}

/** A switch as a form field. */
export function OnOff({ value = false, onChange, ...rest }: Props) {
  return (
    <Switch
      {...rest}
      checked={value}
      checkedChildren="是"
      unCheckedChildren="否"
      onChange={on => onChange?.(on)}
    />
  )
}
