import type {
  CourseOrderRow,
  orders,
  ParsedOf,
  RechargeRow,
  RechargeState,
  RefundRow,
} from '@drivesim/contract'
import type { List } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { courseOrdersOf } from './courseList.queries.ts'
import { idsBefore, type OrderFilter, type OrderKind, orderPage, type Sum } from './orderList.queries.ts'
import { rechargesOf } from './rechargeList.queries.ts'
import { refundsOf } from './refundList.queries.ts'

interface Listing<Filter, Row, Summed> {
  kind: OrderKind
  rowsOf(db: Db, ids: readonly number[]): Promise<Row[]>
  idOf(row: Row): number
  /** What people filter by, in the words of the tables. */
  filterOf(filter: Filter): OrderFilter
  sumOf(sum: Sum): Summed
}

/** A list of orders: its pages the latest day first, with what all of them come to, its file by the ids. */
const orderList = <Filter, Row, Summed>({
  kind,
  rowsOf,
  idOf,
  filterOf,
  sumOf,
}: Listing<Filter, Row, Summed>): List<Filter, Row, Summed> => ({
  async page({ db, scope }, filter, paging) {
    const { ids, total, sum } = await orderPage(db, { scope, kind, filter: filterOf(filter) }, paging)
    return { rows: await rowsOf(db, ids), total, sum: sumOf(sum) }
  },
  async part({ db, scope }, filter, { last, most }) {
    const before = last === undefined ? Number.MAX_SAFE_INTEGER : idOf(last)
    const asked = { scope, kind, filter: filterOf(filter) }
    return rowsOf(db, await idsBefore(db, asked, { before, most }))
  },
})

/** Of a recharge that came in and was not taken back by a 冲正. */
const receivedStates: readonly RechargeState[] = ['paid', 'partlyRefunded', 'refunded']

type Filter<Endpoint extends 'recharges' | 'courseOrders' | 'refunds'> = Omit<
  ParsedOf<(typeof orders)[Endpoint]>,
  'pageNum' | 'pageSize'
>

export const rechargeOrders = orderList<Filter<'recharges'>, RechargeRow, { amount: number }>({
  kind: 'recharge',
  rowsOf: rechargesOf,
  idOf: row => row.orderId,
  filterOf: ({ toAccept, received, ...filter }) => ({
    ...filter,
    ...(received === 'yes' && { states: receivedStates }),
    ...(received === 'ever' && { everPaid: true }),
    ...(toAccept === undefined ? {} : { state: 'waiting', channel: 'offline' }),
  }),
  sumOf: ({ amount }) => ({ amount }),
})

export const courseOrders = orderList<Filter<'courseOrders'>, CourseOrderRow, Sum>({
  kind: 'course',
  rowsOf: courseOrdersOf,
  idOf: row => row.orderId,
  filterOf: filter => filter,
  sumOf: sum => sum,
})

export const refunds = orderList<Filter<'refunds'>, RefundRow, { amount: number }>({
  kind: 'refund',
  rowsOf: refundsOf,
  idOf: row => row.refundId,
  filterOf: ({ method, ...filter }) => ({ ...filter, channel: method }),
  sumOf: ({ amount }) => ({ amount }),
})
