import { home } from '@drivesim/contract/board/home'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { number } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'

/** The rows of `get_table_data`: each classroom in scope with its simulators. */
export function ClassroomTable() {
  const { data, error, refetch } = useQuery(query(home.table, undefined, { quiet: true }))
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <RowsSkeleton />
  return (
    <RecordTable
      title="教室与设备"
      rows={data}
      rowKey={row => `${row.organName} ${row.classroomName}`}
      columns={[
        { key: 'organName', title: '机构', render: row => row.organName },
        { key: 'classroomName', title: '教室', render: row => row.classroomName },
        { key: 'total', title: '设备（台）', numeric: true, render: row => number(row.total) },
        { key: 'online', title: '在线（台）', numeric: true, render: row => number(row.online) },
      ]}
      empty="还没有教室"
    />
  )
}
