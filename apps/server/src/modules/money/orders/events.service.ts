import type { EventPart } from '../../../platform/eventPart.ts'
import { courseOrdersOf } from './courseList.queries.ts'
import { rechargesOf } from './rechargeList.queries.ts'
import { refundsOf } from './refundList.queries.ts'

const placed = <Row extends { readonly organId: number }>(rows: readonly Row[]) =>
  rows.map(data => ({ organId: data.organId, data }))

/** Orders and refunds, for events. */
export const orderEvents: readonly EventPart[] = [
  { subject: 'recharge', read: async (db, ids) => placed(await rechargesOf(db, ids)) },
  { subject: 'courseOrder', read: async (db, ids) => placed(await courseOrdersOf(db, ids)) },
  { subject: 'refund', read: async (db, ids) => placed(await refundsOf(db, ids)) },
]
