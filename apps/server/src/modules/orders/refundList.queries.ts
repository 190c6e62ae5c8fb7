import type { RefundChannelState, RefundKind, RefundMethod, RefundRow, RefundState } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { inOrder } from './orderList.queries.ts'

/** Refunds of these ids, in their order. */
export async function refundsOf(db: Db, ids: readonly number[]): Promise<RefundRow[]> {
  if (ids.length === 0) return []
  const rows = await refundRows(db)
    .where(sql<SqlBool>`f.id = any(${[...ids]}::bigint[])`)
    .orderBy(inOrder(ids, sql.ref('f.id')))
    .execute()
  return rows.map(toRow)
}

/** A refund in the scope as lists show it. */
export async function findRefund(db: Db, scope: Scope, id: number): Promise<RefundRow | undefined> {
  const row = await refundRows(db)
    .where('f.id', '=', id)
    .where(scoped(scope, sql.ref('f.organ_id')))
    .executeTakeFirst()
  return row && toRow(row)
}

function refundRows(db: Db) {
  return db
    .selectFrom('refund as f')
    .innerJoin('student as s', 's.id', 'f.student_id')
    .innerJoin('organisation as school', 'school.id', 'f.school_id')
    .innerJoin('organisation as organ', 'organ.id', 'f.organ_id')
    .leftJoin('organisation as holder', 'holder.id', 'f.holder_school_id')
    .leftJoin('recharge_order as r', 'r.id', 'f.recharge_order_id')
    .leftJoin('course_order as c', 'c.id', 'f.course_order_id')
    .leftJoin('member as clerk', 'clerk.id', 'f.created_by')
    .leftJoin('member as decider', 'decider.id', 'f.decided_by')
    .select([
      'f.id as refundId',
      'f.no',
      sql<RefundKind>`f.kind`.as('kind'),
      sql<number>`coalesce(r.id, c.id)`.as('orderId'),
      sql<string>`coalesce(r.no, c.no)`.as('orderNo'),
      'f.student_id as studentId',
      's.name as studentName',
      'f.school_id as schoolId',
      'school.name as schoolName',
      'f.organ_id as organId',
      'organ.name as organName',
      'f.created_by as clerkId',
      'clerk.name as clerkName',
      'f.created_at as createdAt',
      sql<RefundState>`f.state`.as('state'),
      sql<RefundMethod>`f.method`.as('method'),
      sql<boolean>`f.method = 'bankTransfer' and f.holder_school_id is not null`.as('onBehalf'),
      'f.amount',
      'f.bonus_back as bonusBack',
      'f.minutes',
      'f.payee',
      'f.reason',
      sql<RefundChannelState | null>`f.channel_state`.as('channelState'),
      'f.channel_problem as channelProblem',
      'f.holder_school_id as holderSchoolId',
      'holder.name as holderName',
      'decider.name as deciderName',
      sql<string | null>`coalesce(f.give_up_reason, f.decision_reason)`.as('decisionReason'),
      'f.day',
      'f.done_at as doneAt',
    ])
}

type Stored = Awaited<ReturnType<ReturnType<typeof refundRows>['executeTakeFirstOrThrow']>>

const toRow = ({ createdAt, doneAt, ...row }: Stored): RefundRow => ({
  ...row,
  createdAt: createdAt.toISOString(),
  doneAt: doneAt?.toISOString() ?? null,
})
