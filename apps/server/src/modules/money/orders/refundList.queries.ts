import {
  maskAccountsIn,
  type RefundChannelState,
  type RefundKind,
  type RefundMethod,
  type RefundRow,
  type RefundState,
} from '@drivesim/contract'
import { type NotNull, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isOneOf } from '../../../platform/postgres/search.ts'
import { commonColumns, parties, rowReader } from './orderList.queries.ts'

/** Of the refund `o`: the last word of a second person, and who wants it paid another way while that waits. */
const lastDecision = sql<{ deciderName: string; opinion: string | null }>`(
  select m.name as "deciderName", a.opinion from approval a join member m on m.id = a.decided_by
  where a.kind in ('refund', 'refundPayee') and a.subject_id = o.id and a.outcome in ('approved', 'rejected')
  order by a.id desc limit 1)`.as('decision')
const change = sql<{ changerName: string }>`(
  select m.name as "changerName" from approval a join member m on m.id = a.asked_by
  where a.kind = 'refundPayee' and a.subject_id = o.id and a.outcome is null limit 1)`.as('change')

/** Refunds as lists show them. */
export const { rowsOf: refundsOf, findRow: findRefund } = rowReader<RefundRow>(async (db, where, order) => {
  const rows = await db
    .selectFrom('refund as o')
    .innerJoinLateral(parties, join => join.onTrue())
    .leftJoin('member as clerk', 'clerk.id', 'o.created_by')
    .leftJoin('organisation as holder', 'holder.id', 'o.holder_school_id')
    .leftJoin('recharge_order as r', 'r.id', 'o.recharge_order_id')
    .leftJoin('course_order as c', 'c.id', 'o.course_order_id')
    .leftJoinLateral(lastDecision, join => join.onTrue())
    .leftJoinLateral(change, join => join.onTrue())
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
      'change.changerName',
      'decision.deciderName',
      sql<string | null>`coalesce(o.give_up_reason, decision.opinion)`.as('decisionReason'),
      'o.done_at as doneAt',
      'o.voucher_id as voucherId',
    ])
    .where(where)
    .orderBy(order)
    .execute()
  return rows.map(({ createdAt, doneAt, payee, ...row }) => ({
    ...row,
    payee: payee && maskAccountsIn(payee),
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  }))
})

/** Where refunds go, in full, by their ids. */
export async function payeesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('refund')
    .select(['id', 'payee'])
    .where(isOneOf('id', ids))
    .where('payee', 'is not', null)
    .$narrowType<{ payee: NotNull }>()
    .execute()
  return new Map(rows.map(({ id, payee }) => [id, payee]))
}

/** Where a refund in the scope goes, in full. */
export const findPayee = (db: Db, scope: Scope, id: number) =>
  db
    .selectFrom('refund')
    .select(['no', 'payee'])
    .where('id', '=', id)
    .where(scoped(scope, sql.ref('organ_id')))
    .executeTakeFirst()
