import { DayPicker } from '../form/DayPicker.tsx'
import type { FilterControl } from './types.ts'

/** The control of a filter that is a business day. */
export const dayControl = ({ id, label, value, onChange }: FilterControl) => (
  <DayPicker
    id={id}
    innerLabel={label}
    value={value ?? null}
    onChange={picked => onChange(picked ?? undefined)}
  />
)
