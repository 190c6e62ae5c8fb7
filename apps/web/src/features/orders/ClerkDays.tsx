import type { DataOf } from '@drivesim/contract/endpoint'
import { tillOf } from '@drivesim/contract/orderShapes'
import { orders } from '@drivesim/contract/orders'
import { Link, useSearchParams } from 'react-router'
import { money, number } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column } from '../../ui/list/types.ts'
import { clerkFilter, dayFilters, organFilter } from './filters.tsx'

type ClerkDay = DataOf<typeof orders.clerks>['dataList'][number]

const columns: Column<ClerkDay>[] = [
  {
    key: 'day',
    title: '日期',
    render: row => <span className="ui-digits">{row.day}</span>,
  },
  { key: 'clerkName', title: '经手人', clip: 160, render: row => row.clerkName },
  { key: 'orders', title: '笔数', numeric: true, render: row => number(row.orders) },
  { key: 'taken', title: '线下充值', numeric: true, render: row => <Opens row={row} fen={row.taken} /> },
  {
    key: 'refunded',
    title: '现金退款',
    numeric: true,
    render: row => <Opens row={row} fen={row.refunded} method="cash" />,
  },
  {
    key: 'reversed',
    title: '冲正',
    numeric: true,
    render: row => <Opens row={row} fen={row.reversed} method="reversal" />,
  },
  { key: 'till', title: '应交现金', numeric: true, render: row => money(tillOf(row)) },
]

const filters = [organFilter, clerkFilter, ...dayFilters].map(filter => ({ ...filter, more: false }))

/** 经手人日报: what each clerk took and gave back in cash, and should have in the till. */
export function ClerkDays() {
  return (
    <ListPage
      name="clerkDays"
      title="经手人日报"
      endpoint={orders.clerks}
      exportEndpoint={orders.clerkExport}
      rowKey={row => `${row.day} ${row.clerkId}`}
      columns={columns}
      filters={filters}
      sums={sum => [
        ['线下充值', money(sum.taken)],
        ['现金退款', money(sum.refunded)],
        ['冲正', money(sum.reversed)],
        ['应交现金', money(tillOf(sum))],
      ]}
      empty={{ title: '还没有收退款', hint: '登记线下充值后，每名经手人每天的收款会出现在这里' }}
    />
  )
}

interface OpensProps {
  row: ClerkDay
  fen: number
  /** Of refunds; without one it is what was taken. */
  method?: 'cash' | 'reversal'
}

/** A figure that opens its orders. */
function Opens({ row: { day, clerkId }, fen, method }: OpensProps) {
  const organId = useSearchParams()[0].get('organId')
  if (fen === 0) return money(0)
  const counted =
    method === undefined
      ? { channel: 'offline', received: 'ever' }
      : { tab: 'refunds', state: 'refunded', method }
  const of = { ...counted, ...(organId !== null && { organId }), clerkId: `${clerkId}` }
  const to = `/orderManage/rechargeOrder?${new URLSearchParams({ ...of, beginDate: day, endDate: day })}`
  return <Link to={to}>{money(fen)}</Link>
}
