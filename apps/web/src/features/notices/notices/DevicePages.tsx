import type { SimulatorRow } from '@drivesim/contract/devices/devices/deviceShapes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { CardView } from '../../../ui/list/CardView.tsx'
import { pageSizes } from '../../../ui/list/listUrl.ts'
import { Pager } from '../../../ui/list/Pager.tsx'
import { TableView } from '../../../ui/list/TableView.tsx'
import type { Column, PagedEndpoint, RowAction } from '../../../ui/list/types.ts'
import { EmptyState, ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import '../../../ui/list/list.css'
import styles from './notices.module.css'

interface Props {
  title: string
  endpoint: PagedEndpoint<SimulatorRow>
  input: Readonly<Record<string, string | number | undefined>>
  columns: readonly Column<SimulatorRow>[]
  actions?: (row: SimulatorRow) => RowAction[]
  /** Devices chosen on any page; without it none can be chosen. */
  chosen?: readonly number[]
  onChoose?: (chosen: readonly number[]) => void
  empty: { title: string; hint: string }
}

/** Devices page by page inside a dialog; its view is not in the address, as a dialog has none. Give it a key per filter. */
export function DevicePages(props: Props) {
  const { title, endpoint, input, columns, actions, chosen, onChoose, empty } = props
  const narrow = useNarrow()
  const [pageNum, setPageNum] = useState(0)
  const [pageSize, setPageSize] = useState<number>(pageSizes[0])
  const page = useQuery({
    ...query(endpoint, { ...input, pageNum, pageSize }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (page.data === undefined) {
    if (page.error === null) return <RowsSkeleton rows={6} />
    return <ErrorState error={page.error} onRetry={() => void page.refetch()} />
  }
  const rows = page.data.dataList
  // The last row of the last page is gone.
  if (rows.length === 0 && pageNum > 0 && !page.isPlaceholderData) setPageNum(pageNum - 1)
  if (rows.length === 0) return <EmptyState {...empty} />
  const here = rows.map(row => row.simulatorId)
  const Rows = narrow ? CardView : TableView
  return (
    <div
      className={`ui-list-embedded ${styles.devicePages} ui-rows ${page.isPlaceholderData ? 'ui-rows-old' : ''}`}
    >
      <Rows
        title={title}
        rows={rows}
        rowKey={row => row.simulatorId}
        columns={columns}
        actions={actions}
        chosen={chosen}
        onChoose={keys => {
          const elsewhere = chosen?.filter(id => !here.includes(id)) ?? []
          onChoose?.([...elsewhere, ...here.filter(id => keys.includes(id))])
        }}
        dense
      />
      <Pager
        total={page.data.totalDataNum}
        totalPages={page.data.totalPages}
        pageNum={pageNum}
        pageSize={pageSize}
        hasPrevious={page.data.hasPrevious}
        hasNext={page.data.hasNext}
        onTurn={setPageNum}
        onSize={size => {
          setPageSize(size)
          setPageNum(0)
        }}
      />
    </div>
  )
}

/** Binding info (spec §3): training number and plate. */
export function Binding({ row }: { row: SimulatorRow }) {
  const parts = [row.bindNum && `编号 ${row.bindNum}`, row.carNum && `车牌 ${row.carNum}`].filter(Boolean)
  return parts.length === 0 ? '未绑定' : parts.join(' · ')
}
