import type { BoardTable } from '@drivesim/contract/board/dashboard/boardFigures'
import { Link } from 'react-router'
import { Pager } from '../../../ui/list/Pager.tsx'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { PartialMark } from '../../../ui/PartialMark.tsx'
import styles from './figure.module.css'
import { type Detail, headsOf, type WrittenRow, writtenRows } from './tableRows.ts'

interface Props {
  detail: Detail
  table: BoardTable
  /** Where the rows behind a row are; undefined: nowhere. */
  addressOf: (key: string) => string | undefined
  page: number
  onTurn: (page: number) => void
}

/** A figure by days or places; whatever page of it is seen, below it stands what all of them add up to. */
export function FigureTable({ detail, table, addressOf, page, onTurn }: Props) {
  const [first = '', ...heads] = headsOf(detail, table)
  const columns: Column<WrittenRow>[] = [
    {
      key: 'name',
      title: first,
      render: row => <Name row={row} to={row.of === null ? undefined : addressOf(row.of)} />,
    },
    ...heads.map((title, index) => ({
      key: title,
      title,
      numeric: true,
      render: ({ of, cells }: WrittenRow) =>
        of === null ? <span className={styles.total}>{cells[index]}</span> : cells[index],
    })),
  ]
  const { dataList, totalDataNum, totalPages, pageSize, hasPrevious, hasNext } = detail.page
  return (
    <>
      <RecordTable
        title="指标明细"
        rows={writtenRows(detail, table, dataList)}
        rowKey={row => row.key}
        columns={columns}
        empty=""
      />
      {totalPages > 1 && (
        <Pager
          {...{ totalPages, pageSize, hasPrevious, hasNext }}
          total={totalDataNum}
          pageNum={page}
          onTurn={onTurn}
        />
      )}
    </>
  )
}

function Name({ row: { name, partial, of }, to }: { row: WrittenRow; to: string | undefined }) {
  if (of === null) return <span className={styles.total}>{name}</span>
  return (
    <>
      {to === undefined ? name : <Link to={to}>{name}</Link>}
      {partial && <PartialMark />}
    </>
  )
}
