import { pickedDay } from '../../ui/list/pickedDay.tsx'
import type { Filter } from '../../ui/list/types.ts'

/** The days of a log. */
export const dayFilters: Filter<'beginDate' | 'endDate'>[] = [
  { name: 'beginDate', label: '开始日期', kind: 'custom', render: pickedDay },
  { name: 'endDate', label: '结束日期', kind: 'custom', render: pickedDay },
]
