import type { RefundChannelState, RefundKind, RefundMethod, RefundState } from '@drivesim/contract'
import { type Insertable, sql } from 'kysely'
import type { Refund } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

function refunds(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('refund as f')
    .select([
      'f.id',
      'f.no',
      sql<RefundKind>`f.kind`.as('kind'),
      'f.recharge_order_id as rechargeOrderId',
      'f.course_order_id as courseOrderId',
      'f.student_id as studentId',
      'f.school_id as schoolId',
      'f.holder_school_id as holderSchoolId',
      'f.amount',
      'f.bonus_back as bonusBack',
      'f.minutes',
      sql<RefundMethod>`f.method`.as('method'),
      'f.created_by as createdBy',
      sql<RefundChannelState | null>`f.channel_state`.as('channelState'),
      sql<string>`business_day(f.created_at)`.as('askedOn'),
      sql<RefundState>`f.state`.as('state'),
    ])
    .where('f.id', '=', id)
    .where(scoped(scope, sql.ref('f.organ_id')))
}

/** A refund in the scope, read to learn what has to be locked before it. */
export const findRefundBrief = (db: Db, scope: Scope, id: number) => refunds(db, scope, id).executeTakeFirst()

/** A refund in the scope, locked until the change is committed. */
export const lockRefund = (db: Db, scope: Scope, id: number) =>
  refunds(db, scope, id).forNoKeyUpdate().executeTakeFirst()
export type LockedRefund = NonNullable<Awaited<ReturnType<typeof lockRefund>>>

/** Notes a refund that somebody asks for, of today; one that is done at once is `refunded`. */
export function insertRefund(
  db: Db,
  row: Omit<Insertable<Refund>, 'day'>,
): Promise<{ id: number; no: string }> {
  return db
    .insertInto('refund')
    .values({
      ...row,
      day: sql<string>`business_day(now())`,
      done_at: row.state === 'refunded' ? sql<Date>`now()` : null,
    })
    .returning(['id', 'no'])
    .executeTakeFirstOrThrow()
}

interface Step {
  readonly state: RefundState
  readonly giveUpReason?: string
  /** Of payment; missing: today. */
  readonly paidOn?: string
  /** The slip of the payment. */
  readonly voucherId?: number | undefined
  /** What the channel says about a failed refund; null: it is being asked again. */
  readonly channel?: { readonly state: RefundChannelState; readonly problem: string | null } | null
  /** Of the transfer that takes the place of 原路; null: back to 原路. */
  readonly payee?: string | null
}

/** Takes a refund a step on; its day is that on which it is done. */
export async function updateRefund(
  db: Db,
  id: number,
  { state, giveUpReason, paidOn, voucherId, channel, payee }: Step,
): Promise<void> {
  await db
    .updateTable('refund')
    .set({
      state,
      ...(giveUpReason !== undefined && { give_up_reason: giveUpReason }),
      ...(channel !== undefined && {
        channel_state: channel?.state ?? null,
        channel_problem: channel?.problem ?? null,
      }),
      ...(payee !== undefined && { method: payee === null ? 'original' : 'bankTransfer', payee }),
      ...(state === 'refunded' && {
        done_at: sql<Date>`now()`,
        day: paidOn ?? sql<string>`business_day(now())`,
        voucher_id: voucherId ?? null,
      }),
    })
    .where('id', '=', id)
    .execute()
}

interface RefundAmount {
  readonly studentId: number
  readonly kind: RefundKind
  readonly amount: number
  /** A refund that stands already, and is `amount`. */
  readonly except?: number
}

/** Whether a student's refunds of a kind within 30 days, with one of `amount`, exceed the limit for refunds without approval. */
export async function exceedsLimit(
  db: Db,
  { studentId, kind, amount, except = 0 }: RefundAmount,
): Promise<boolean> {
  const { rows } = await sql<{ exceeds: boolean }>`
    select ${amount}::bigint + coalesce(sum(f.amount), 0) > approval_limit_now() as exceeds
    from refund f
    where f.student_id = ${studentId} and f.kind = ${kind} and f.state <> 'rejected' and f.method <> 'reversal'
      and f.created_at > now() - interval '30 days' and f.id <> ${except}`.execute(db)
  return rows[0]?.exceeds ?? true
}

/** The channel accepted a refund. */
export async function acceptRefund(db: Db, id: number): Promise<void> {
  await sql`update refund set accepted_at = now() where id = ${id} and accepted_at is null`.execute(db)
}
