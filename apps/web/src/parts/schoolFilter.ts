import type { Column, Filter } from '../ui/list/types.ts'
import { pickerControl } from './pickerControl.tsx'
import { SchoolPicker } from './SchoolPicker.tsx'

/** Of one school. */
export const schoolFilter: Filter<'schoolId'> = {
  name: 'schoolId',
  label: '驾校',
  kind: 'picker',
  render: pickerControl(SchoolPicker),
}

/** What a list has besides on the page of one school: that school alone, without the filter and the column that name it. */
export function ofSchool<Row, Name extends string>(
  embedded: string,
  schoolId: number,
  list: { columns: readonly Column<Row>[]; filters: readonly Filter<Name>[] },
) {
  return {
    embedded,
    fixed: { schoolId },
    columns: list.columns.filter(({ key }) => key !== 'schoolName'),
    filters: list.filters.filter(({ name }) => name !== schoolFilter.name),
  }
}
