import type { RefundChannelState, RefundKind, RefundMethod, RefundRow, RefundState } from '@drivesim/contract'
import { sql } from 'kysely'
import { commonColumns, parties, rowReader } from './orderList.queries.ts'

/** Refunds as lists show them. */
export const { rowsOf: refundsOf, findRow: findRefund } = rowReader<RefundRow>(async (db, where, order) => {
  const rows = await db
    .selectFrom('refund as o')
    .innerJoinLateral(parties, join => join.onTrue())
    .leftJoin('member as clerk', 'clerk.id', 'o.created_by')
    .leftJoin('organisation as holder', 'holder.id', 'o.holder_school_id')
    .leftJoin('recharge_order as r', 'r.id', 'o.recharge_order_id')
    .leftJoin('course_order as c', 'c.id', 'o.course_order_id')
    .leftJoin('member as decider', 'decider.id', 'o.decided_by')
    .select([
      ...commonColumns,
      'o.id as refundId',
      sql<RefundKind>`o.kind`.as('kind'),
      sql<number>`coalesce(r.id, c.id)`.as('orderId'),
      sql<string>`coalesce(r.no, c.no)`.as('orderNo'),
      sql<RefundState>`o.state`.as('state'),
      sql<RefundMethod>`o.method`.as('method'),
      sql<boolean>`o.method = 'bankTransfer' and o.holder_school_id is not null`.as('onBehalf'),
      'o.bonus_back as bonusBack',
      'o.minutes',
      'o.payee',
      'o.reason',
      sql<RefundChannelState | null>`o.channel_state`.as('channelState'),
      'o.channel_problem as channelProblem',
      'o.holder_school_id as holderSchoolId',
      'holder.name as holderName',
      'decider.name as deciderName',
      sql<string | null>`coalesce(o.give_up_reason, o.decision_reason)`.as('decisionReason'),
      'o.done_at as doneAt',
      'o.voucher_id as voucherId',
    ])
    .where(where)
    .orderBy(order)
    .execute()
  return rows.map(({ createdAt, doneAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  }))
})
