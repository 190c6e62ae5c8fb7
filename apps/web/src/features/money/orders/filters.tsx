import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import { dayControl } from '../../../ui/list/dayControl.tsx'
import type { Column, Filter } from '../../../ui/list/types.ts'
import { ClerkPicker } from './ClerkPicker.tsx'

/** A school with its service points, or one of those. */
export const organFilter: Filter<'organId'> = {
  name: 'organId',
  label: '机构',
  kind: 'picker',
  render: pickerControl(OrganisationPicker),
}

/** Who registered the order. */
export const clerkFilter: Filter<'clerkId'> = {
  name: 'clerkId',
  label: '经手人',
  kind: 'picker',
  more: true,
  render: pickerControl(ClerkPicker),
}

/** Days of orders: of payment, until then of creation. */
export const dayFilters: Filter<'beginDate' | 'endDate'>[] = [
  {
    name: 'beginDate',
    label: '日期从',
    kind: 'date',
    more: true,
    render: dayControl,
    range: { until: 'endDate', of: 'days' },
  },
  { name: 'endDate', label: '日期到', kind: 'date', more: true, render: dayControl },
]

/** What a list of orders has besides on the page of one school: its own and its service points', without the filter of them. */
export function ordersOfSchool<Row, Name extends string>(
  embedded: string,
  schoolId: number,
  list: { columns: readonly Column<Row>[]; filters: readonly Filter<Name>[] },
) {
  return {
    embedded,
    fixed: { organId: schoolId },
    columns: list.columns,
    filters: list.filters.filter(({ name }) => name !== organFilter.name),
  }
}
