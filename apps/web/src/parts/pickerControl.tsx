import type { ComponentType } from 'react'
import type { FilterControl } from '../ui/list/types.ts'
import { asNumber, asText } from './numbers.ts'
import type { PickerProps } from './picker.ts'

/** The control of a filter that is one of our pickers: it hands on an id, the address keeps text. */
export const pickerControl =
  (Picker: ComponentType<PickerProps>) =>
  ({ id, label, value, onChange }: FilterControl) => (
    <Picker
      id={id}
      aria-label={label}
      innerLabel={label}
      value={asNumber(value)}
      onChange={picked => onChange(asText(picked))}
    />
  )
