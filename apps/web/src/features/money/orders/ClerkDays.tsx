import { type ClerkDay, clerkDayList } from '@drivesim/contract/money/orders/orderRows'
import { orders } from '@drivesim/contract/money/orders/orders'
import { Link, useSearchParams } from 'react-router'
import { money } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { clerkFilter, dayFilters, organFilter } from './filters.tsx'

/** The orders behind a figure, as the address of their list has them. */
const taken = { channel: 'offline', received: 'ever' }
const givenBack = { tab: 'refunds', state: 'refunded' }

const columns = columnsOf(clerkDayList, {
  taken: row => <Opens row={row} fen={row.taken} of={taken} />,
  cash: row => <Opens row={row} fen={row.cash} of={{ ...taken, tender: 'cash' }} />,
  pos: row => <Opens row={row} fen={row.pos} of={{ ...taken, tender: 'pos' }} />,
  transfer: row => <Opens row={row} fen={row.transfer} of={{ ...taken, tender: 'transfer' }} />,
  refunded: row => <Opens row={row} fen={row.refunded} of={{ ...givenBack, method: 'cash' }} />,
  reversed: row => <Opens row={row} fen={row.reversed} of={{ ...givenBack, method: 'reversal' }} />,
})

const words = clerkDayList.columns
const sumNames = ['taken', 'cash', 'pos', 'transfer', 'refunded', 'reversed', 'till'] as const
const filters = [organFilter, clerkFilter, ...dayFilters].map(filter => ({ ...filter, more: false }))

/** 经手人日报: what each clerk took by its kind, gave back in cash, and should have in the till. */
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
      sums={sum => sumNames.map(name => [words[name].word, money(sum[name])])}
      empty={{ title: '还没有收退款', hint: '登记线下充值后，每名经手人每天的收款会出现在这里' }}
    />
  )
}

interface OpensProps {
  row: ClerkDay
  fen: number
  of: Readonly<Record<string, string>>
}

/** A figure that opens its orders. */
function Opens({ row: { day, clerkId }, fen, of }: OpensProps) {
  const organId = useSearchParams()[0].get('organId')
  if (fen === 0) return money(0)
  const its = { ...of, ...(organId !== null && { organId }), clerkId: `${clerkId}` }
  const to = `/orderManage/rechargeOrder?${new URLSearchParams({ ...its, beginDate: day, endDate: day })}`
  return <Link to={to}>{money(fen)}</Link>
}
