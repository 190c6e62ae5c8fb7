import { Form } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { PickerProps } from './picker.ts'

interface Preset extends Omit<PickerProps, 'onChange'> {
  readonly onChange: PickerProps['onChange']
  /** All that can be chosen; none while they are not known. */
  readonly choices: readonly number[] | undefined
}

/** What must be chosen and can only be one thing is chosen already. In a form that is no change about which closing would ask. */
export function usePreset({ id, value, onChange, choices, ...field }: Preset): void {
  const form = Form.useFormInstance<Record<string, unknown>>()
  const [only, another] = choices ?? []
  const preset = field['aria-required'] && value === undefined && another === undefined ? only : undefined
  const choose = useEffectEvent((chosen: number) => {
    const isField = id !== undefined && form !== undefined && Object.hasOwn(form.getFieldsValue(), id)
    if (isField) form.setFields([{ name: id, value: chosen, touched: false }])
    else onChange?.(chosen)
  })
  useEffect(() => {
    if (preset !== undefined) choose(preset)
  }, [preset])
}
