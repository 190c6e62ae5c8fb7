import { DayPicker } from '../form/DayPicker.tsx'
import type { Filter, FilterControl } from './types.ts'

const day = ({ id, label, value, onChange }: FilterControl) => (
  <DayPicker
    id={id}
    innerLabel={label}
    value={value ?? null}
    onChange={picked => onChange(picked ?? undefined)}
  />
)

/** The days of a list, by the names that its call gives them. */
export const dayFilters: Filter<'beginDate' | 'endDate'>[] = [
  { name: 'beginDate', label: '开始日期', kind: 'custom', render: day },
  { name: 'endDate', label: '结束日期', kind: 'custom', render: day },
]
