import { Term } from '../help/Term.tsx'
import { dragEdge, dragHead } from './headDrag.ts'
import type { Sort } from './listUrl.ts'
import { placeOf } from './placeOf.ts'
import type { ColumnActs, ShownColumn } from './types.ts'

interface Props {
  column: ShownColumn<never>
  sort: Sort | undefined
  onSort: ((sort: Sort | undefined) => void) | undefined
  /** Without them the columns are settled. */
  acts: ColumnActs | undefined
}

const words = { ascend: 'ascending', descend: 'descending' } as const

/** The head of a column; pressed, it orders the rows upwards, downwards, and no longer. It and its edge can be dragged. */
export function HeadCell({ column, sort, onSort, acts }: Props) {
  const { key, title, sortable } = column
  const { className, style } = placeOf(column)
  const orders = sortable === true && onSort !== undefined
  const order = orders && sort?.field === key ? sort.order : undefined
  return (
    <th
      className={order === undefined ? className : `${className} ui-sorted`}
      style={style}
      scope="col"
      {...(acts && { 'data-column': key, onPointerDown: event => dragHead(event, acts.move) })}
      {...(orders && { 'aria-sort': order === undefined ? 'none' : words[order] })}
    >
      {orders ? (
        <button type="button" className="ui-sort" onClick={() => onSort(next(key, order))}>
          <span>
            <Term within>{title}</Term>
          </span>
          <svg className="ui-sort-mark" viewBox="0 0 12 20" aria-hidden="true">
            <path className={order === 'ascend' ? 'ui-sort-on' : ''} d="M2.3 8.2 6 3.9l3.7 4.3z" />
            <path className={order === 'descend' ? 'ui-sort-on' : ''} d="M2.3 12.2 6 16.5l3.7-4.3z" />
          </svg>
        </button>
      ) : (
        <span className="ui-head-words">
          <Term>{title}</Term>
        </span>
      )}
      {acts !== undefined && (
        // What it does is in 列设置 for who has no mouse.
        <span
          className="ui-column-edge"
          aria-hidden="true"
          onPointerDown={event => dragEdge(event, width => acts.resize(key, width))}
          onDoubleClick={() => acts.resize(key, null)}
        />
      )}
    </th>
  )
}

function next(field: string, order: Sort['order'] | undefined): Sort | undefined {
  if (order === undefined) return { field, order: 'ascend' }
  return order === 'ascend' ? { field, order: 'descend' } : undefined
}
