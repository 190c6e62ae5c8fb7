import type { Filter } from '../ui/list/types.ts'
import { asNumber, asText } from './numbers.ts'
import { SchoolPicker } from './SchoolPicker.tsx'

/** Of one school. */
export const schoolFilter: Filter<'schoolId'> = {
  name: 'schoolId',
  label: '驾校',
  kind: 'custom',
  render: ({ id, label, value, onChange }) => (
    <SchoolPicker
      id={id}
      aria-label={label}
      innerLabel={label}
      value={asNumber(value)}
      onChange={picked => onChange(asText(picked))}
    />
  ),
}
