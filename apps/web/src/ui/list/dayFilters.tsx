import { dayControl } from './dayControl.tsx'
import type { Filter } from './types.ts'

/** The days of a list, by the names that its call gives them. */
export const dayFilters: Filter<'beginDate' | 'endDate'>[] = [
  {
    name: 'beginDate',
    label: '开始日期',
    kind: 'date',
    render: dayControl,
    range: { until: 'endDate', of: 'days' },
  },
  { name: 'endDate', label: '结束日期', kind: 'date', render: dayControl },
]
