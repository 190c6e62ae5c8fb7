import type { Sort } from './listUrl.ts'
import type { Column } from './types.ts'

interface Props {
  column: Pick<Column<never>, 'key' | 'title' | 'numeric' | 'sortable'>
  sort: Sort | undefined
  onSort: ((sort: Sort | undefined) => void) | undefined
}

const words = { ascend: 'ascending', descend: 'descending' } as const

/** The head of a column; pressed, it orders the rows upwards, downwards, and no longer. */
export function HeadCell({ column: { key, title, numeric, sortable }, sort, onSort }: Props) {
  const className = numeric ? 'ui-numeric' : ''
  if (!sortable || onSort === undefined) {
    return (
      <th className={className} scope="col">
        {title}
      </th>
    )
  }
  const order = sort?.field === key ? sort.order : undefined
  return (
    <th
      className={`${className} ${order === undefined ? '' : 'ui-sorted'}`}
      scope="col"
      aria-sort={order === undefined ? 'none' : words[order]}
    >
      <button type="button" className="ui-sort" onClick={() => onSort(next(key, order))}>
        <span>{title}</span>
        <svg className="ui-sort-mark" viewBox="0 0 12 20" aria-hidden="true">
          <path className={order === 'ascend' ? 'ui-sort-on' : ''} d="M2.3 8.2 6 3.9l3.7 4.3z" />
          <path className={order === 'descend' ? 'ui-sort-on' : ''} d="M2.3 12.2 6 16.5l3.7-4.3z" />
        </svg>
      </button>
    </th>
  )
}

function next(field: string, order: Sort['order'] | undefined): Sort | undefined {
  if (order === undefined) return { field, order: 'ascend' }
  return order === 'ascend' ? { field, order: 'descend' } : undefined
}
