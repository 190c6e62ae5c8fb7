import { type ClerkDay, clerkDayList, tillOf } from '@drivesim/contract/money/orders/orderRows'
import { orders } from '@drivesim/contract/money/orders/orders'
import { Link, useSearchParams } from 'react-router'
import { money } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { clerkFilter, dayFilters, organFilter } from './filters.tsx'

const columns = columnsOf(clerkDayList, {
  taken: row => <Opens row={row} fen={row.taken} />,
  refunded: row => <Opens row={row} fen={row.refunded} method="cash" />,
  reversed: row => <Opens row={row} fen={row.reversed} method="reversal" />,
  till: row => money(tillOf(row)),
})

const words = clerkDayList.columns
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
        [words.taken.word, money(sum.taken)],
        [words.refunded.word, money(sum.refunded)],
        [words.reversed.word, money(sum.reversed)],
        [words.till.word, money(tillOf(sum))],
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
