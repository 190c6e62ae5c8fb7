import type { Filter } from '../ui/list/types.ts'
import { pickedBy } from './pickedBy.tsx'
import { SchoolPicker } from './SchoolPicker.tsx'

/** Of one school. */
export const schoolFilter: Filter<'schoolId'> = {
  name: 'schoolId',
  label: '驾校',
  kind: 'custom',
  render: pickedBy(SchoolPicker),
}
