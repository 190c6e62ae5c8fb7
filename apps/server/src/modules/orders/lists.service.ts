import { type orders, type ParsedOf, type RechargeState, toPage } from '@drivesim/contract'
import type { SignedInCall } from '../../platform/http/call.ts'
import { courseOrdersOf } from './courseList.queries.ts'
import { orderPage } from './orderList.queries.ts'
import { rechargesOf } from './rechargeList.queries.ts'
import { refundsOf } from './refundList.queries.ts'

type Reader = Pick<SignedInCall, 'db' | 'scope'>

/** Of a recharge whose money came in and was not taken back by a 冲正. */
const receivedStates: readonly RechargeState[] = ['paid', 'partlyRefunded', 'refunded']

export const rechargeFilter = ({
  toAccept,
  received,
  ...filter
}: ParsedOf<typeof orders.rechargeExport>) => ({
  ...filter,
  ...(received === 'yes' && { states: receivedStates }),
  ...(received === 'ever' && { everPaid: true }),
  ...(toAccept === undefined ? {} : { state: 'waiting', channel: 'offline' }),
})

export const refundFilter = ({ method, ...filter }: ParsedOf<typeof orders.refundExport>) => ({
  ...filter,
  channel: method,
})

export async function recharges({ db, scope }: Reader, input: ParsedOf<typeof orders.recharges>) {
  const { ids, total, sum } = await orderPage(db, scope, 'recharge', rechargeFilter(input), input)
  return { ...toPage(await rechargesOf(db, ids), total, input), sum: { amount: sum.amount } }
}

export async function courseOrders({ db, scope }: Reader, input: ParsedOf<typeof orders.courseOrders>) {
  const { ids, total, sum } = await orderPage(db, scope, 'course', input, input)
  return { ...toPage(await courseOrdersOf(db, ids), total, input), sum }
}

export async function refunds({ db, scope }: Reader, input: ParsedOf<typeof orders.refunds>) {
  const { ids, total, sum } = await orderPage(db, scope, 'refund', refundFilter(input), input)
  return { ...toPage(await refundsOf(db, ids), total, input), sum: { amount: sum.amount } }
}
