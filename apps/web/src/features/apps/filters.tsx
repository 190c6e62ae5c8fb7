import { asNumber, asText } from '../../parts/numbers.ts'
import { SchoolPicker } from '../../parts/SchoolPicker.tsx'
import type { Filter } from '../../ui/list/types.ts'

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
