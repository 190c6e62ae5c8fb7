import type { TableProps } from 'antd'
import { Table } from 'antd'
import type { Key } from 'react'
import type { Sort } from './listUrl.ts'
import { RowActions } from './RowActions.tsx'
import type { Column, RowAction } from './types.ts'

export interface RowsProps<Row> {
  title: string
  rows: Row[]
  rowKey: (row: Row) => Key
  columns: readonly Column<Row>[]
  actions: ((row: Row) => RowAction[]) | undefined
  /** The chosen rows' keys, or undefined where rows cannot be chosen. */
  chosen: readonly Key[] | undefined
  onChoose: (keys: Key[]) => void
  dense: boolean
  sort?: Sort | undefined
  /** Without it no column orders the rows. */
  onSort?: (sort: Sort | undefined) => void
}

type SorterResult<Row> = Exclude<Parameters<NonNullable<TableProps<Row>['onChange']>>[2], readonly unknown[]>
type AntColumn<Row> = NonNullable<TableProps<Row>['columns']>[number]

/** Rows as a table: sticky head, first and action columns pinned, numbers right aligned. */
export function TableView<Row extends object>(props: RowsProps<Row>) {
  const { title, rows, rowKey, columns, actions, chosen, onChoose, dense, sort, onSort } = props
  const shown: AntColumn<Row>[] = columns.map((column, index) => antColumn(column, index === 0, sort))
  if (actions !== undefined) {
    shown.push({
      key: 'actions',
      title: '操作',
      fixed: 'end',
      className: 'ui-actions-cell',
      render: (_, row) => <RowActions actions={actions(row)} />,
    })
  }
  return (
    <Table<Row>
      aria-label={title}
      className={dense ? 'ui-table ui-table-dense' : 'ui-table'}
      size={dense ? 'small' : 'medium'}
      columns={shown}
      dataSource={rows}
      rowKey={rowKey}
      pagination={false}
      sticky
      showSorterTooltip={false}
      onChange={(_page, _filters, sorter) => onSort?.(sortOf(sorter))}
      scroll={{ x: 'max-content' }}
      {...(chosen && {
        rowSelection: { selectedRowKeys: [...chosen], onChange: onChoose, fixed: true, columnWidth: 44 },
      })}
    />
  )
}

/** antd tells the column that was clicked, or nothing of an order once it is lifted. */
function sortOf<Row>(sorter: SorterResult<Row> | SorterResult<Row>[]): Sort | undefined {
  if (Array.isArray(sorter) || !sorter.order || sorter.columnKey === undefined) return undefined
  return { field: String(sorter.columnKey), order: sorter.order }
}

function antColumn<Row>(column: Column<Row>, first: boolean, sort: Sort | undefined): AntColumn<Row> {
  return {
    key: column.key,
    title: column.title,
    render: (_, row) => <Cell column={column} row={row} />,
    ...(column.sortable && { sorter: true, sortOrder: sort?.field === column.key ? sort.order : null }),
    ...(column.numeric && { align: 'end', className: 'ui-digits' }),
    ...(first && { fixed: 'start' }),
  }
}

/** One value of a row; nothing is shown as a dash, and text that was cut is whole on hover. */
export function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.render(row)
  if (content === null || content === undefined || content === '') return <span className="ui-quiet">—</span>
  if (column.clip === undefined) return content
  return (
    <span
      className="ui-clip"
      style={{ maxWidth: column.clip }}
      {...(typeof content === 'string' && { title: content })}
    >
      {content}
    </span>
  )
}
