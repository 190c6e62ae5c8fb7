import { type BacklogRow, opsFigures } from '@drivesim/contract/operations/opsFigures'
import { backlogAges } from '@drivesim/contract/operations/workOrders/workOrderCounts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { number } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { ordersLink } from './figureFilter.ts'

/** 积压: orders that are open now, by how long. */
export function Backlog({ organId }: { organId: number | undefined }) {
  const backlog = useQuery(query(opsFigures.backlog, { organId }, { quiet: true }))
  const columns: readonly Column<BacklogRow>[] = [
    { key: 'age', title: '已开了', render: row => backlogAges[row.age].label },
    {
      key: 'orders',
      title: '未完结',
      numeric: true,
      render: ({ age, orders }) => <Link to={ordersLink({ organId, age })}>{number(orders)}</Link>,
    },
    {
      key: 'overdue',
      title: '已超时',
      numeric: true,
      render: ({ age, overdue }) => (
        <Link to={ordersLink({ organId, age, late: 'overdue' })}>{number(overdue)}</Link>
      ),
    },
  ]
  return (
    <Panel title="工单积压">
      {backlog.error !== null ? (
        <ErrorState error={backlog.error} onRetry={() => void backlog.refetch()} />
      ) : backlog.data === undefined ? (
        <BlockSkeleton height={220} />
      ) : (
        <RecordTable
          title="工单积压"
          rows={backlog.data}
          rowKey={row => row.age}
          columns={columns}
          empty="没有未完结的工单。"
        />
      )}
    </Panel>
  )
}
