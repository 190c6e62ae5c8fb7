import { type Key, type RefObject, useCallback, useId } from 'react'
import { ChoiceBox } from './ChoiceBox.tsx'
import { HeadCell } from './HeadCell.tsx'
import type { Sort } from './listUrl.ts'
import { scrollsAcrossAlone } from './scrollsAcrossAlone.ts'
import { TableRow } from './TableRow.tsx'
import type { ColumnActs, RowAction, ShownColumn } from './types.ts'
import { watchSides } from './watchSides.ts'
import './table.css'

export interface RowsProps<Row> {
  title: string
  rows: Row[]
  rowKey: (row: Row) => Key
  columns: readonly ShownColumn<Row>[]
  actions: ((row: Row) => RowAction[]) | undefined
  /** The chosen rows' keys, or undefined where rows cannot be chosen. */
  chosen: readonly Key[] | undefined
  onChoose: (keys: Key[]) => void
  dense: boolean
  sort?: Sort | undefined
  /** Without it no column orders the rows. */
  onSort?: (sort: Sort | undefined) => void
  tableRef?: RefObject<HTMLTableElement | null>
  /** Without them the columns are settled. */
  acts?: ColumnActs
}

/**
 * Rows as a table: sticky head, first and action columns pinned, numbers right aligned. The browser alone lays it out
 * (decision 0024).
 */
export function TableView<Row extends object>(props: RowsProps<Row>) {
  const { title, rows, rowKey, columns, actions, chosen, onChoose, dense, sort, onSort, acts } = props
  const id = useId()
  const keys = rows.map(rowKey)
  const chosenHere = keys.filter(key => chosen?.includes(key))
  const toggle = useCallback(
    (key: Key, on: boolean) =>
      onChoose(rows.map(rowKey).filter(other => (other === key ? on : chosen?.includes(other)))),
    [rows, rowKey, chosen, onChoose],
  )
  // Else the widths would be stretched to the window's.
  const fixed = actions === undefined && columns.every(({ width }) => width !== undefined)
  const classes = ['ui-table', dense && 'ui-table-dense', fixed && 'ui-table-fixed']
  return (
    <div
      ref={watchSides}
      className={scrollsAcrossAlone() ? 'ui-table-scroll' : 'ui-table-scroll ui-table-scroll-both'}
    >
      <table ref={props.tableRef} className={classes.filter(Boolean).join(' ')} aria-label={title}>
        <thead>
          <tr>
            {chosen !== undefined && (
              <th className="ui-choice-cell" scope="col">
                <ChoiceBox
                  aria-label="选择这一页的全部"
                  checked={chosenHere.length === keys.length}
                  partly={chosenHere.length > 0 && chosenHere.length < keys.length}
                  onChange={on => onChoose(on ? keys : [])}
                />
              </th>
            )}
            {columns.map(column => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} acts={acts} />
            ))}
            {actions !== undefined && (
              <th className="ui-actions-cell" scope="col">
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const key = keys[index] ?? index
            return (
              <TableRow
                key={key}
                id={`${id}${key}`}
                row={row}
                value={key}
                columns={columns}
                actions={actions}
                chosen={chosenHere.includes(key)}
                onToggle={chosen && toggle}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
