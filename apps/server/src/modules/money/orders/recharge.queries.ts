import type { RechargeState } from '@drivesim/contract'
import { type Insertable, sql } from 'kysely'
import type { RechargeOrder } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Lot } from '../ledger/order.rules.ts'

/** The student and the school of a recharge in the scope; both are locked before it. */
export function partiesOfRecharge(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('recharge_order as o')
    .select(['o.student_id as studentId', 'o.school_id as schoolId'])
    .where('o.id', '=', id)
    .where(scoped(scope, sql.ref('o.organ_id')))
    .executeTakeFirst()
}

/** A recharge in the scope, locked until the change is committed. */
export function lockRecharge(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('recharge_order as o')
    .leftJoin('organisation as h', 'h.id', 'o.holder_school_id')
    .select([
      'o.id',
      'o.no',
      'o.student_id as studentId',
      'o.school_id as schoolId',
      'o.organ_id as organId',
      'o.channel',
      'o.holder_school_id as holderSchoolId',
      'h.name as holderName',
      'o.amount',
      'o.bonus',
      'o.cash_left as cashLeft',
      'o.day',
      'o.then_course_id as thenCourseId',
      'o.simulated',
      'o.created_at as createdAt',
      'o.paid_at as paidAt',
      sql<RechargeState>`o.state`.as('state'),
    ])
    .where('o.id', '=', id)
    .where(scoped(scope, sql.ref('o.organ_id')))
    .forNoKeyUpdate('o')
    .executeTakeFirst()
}
export type LockedRecharge = NonNullable<Awaited<ReturnType<typeof lockRecharge>>>

/** What a student may spend of a recharge. */
export type SpendableLot = Lot & { cashLeft: number; day: string }

/** A student's lots with money left, locked. */
export const lockedLots = (studentId: number) => sql`
  select id, no, channel, holder_school_id, cash_left, day, paid_at from recharge_order
  where student_id = ${studentId} and cash_left > 0 order by id for no key update`
/** One of them, as JSON. */
export const lotJson = sql`json_build_object(
  'id', id, 'no', no, 'channel', channel, 'holderSchoolId', holder_school_id, 'cashLeft', cash_left, 'day', day)`

/** A student's lots with money left, locked, the oldest payment first. */
export async function lockLots(db: Db, studentId: number): Promise<SpendableLot[]> {
  const { rows } = await sql<{ lot: SpendableLot }>`
    with locked as materialized (${lockedLots(studentId)})
    select ${lotJson} as lot from locked order by paid_at, id`.execute(db)
  return rows.map(({ lot }) => lot)
}

/** Lots that a course order was paid from, locked. */
export async function lockLotsOf(db: Db, courseOrderId: number): Promise<void> {
  await sql`
    select from recharge_order
    where id = any(array(select recharge_order_id from order_funding where course_order_id = ${courseOrderId}))
    order by id for no key update`.execute(db)
}

/** Changes what is left of a lot; negative: a refund takes it. */
export async function moveLot(db: Db, id: number, amount: number): Promise<void> {
  await sql`update recharge_order set cash_left = cash_left + ${amount} where id = ${id}`.execute(db)
}

export function insertRecharge(
  db: Db,
  row: Omit<Insertable<RechargeOrder>, 'organ_id' | 'channel_no'> & {
    organ_id: ReturnType<typeof sql<number>>
    channel_no?: ReturnType<typeof sql<string | null>>
  },
): Promise<{ id: number; no: string; organId: number }> {
  return db
    .insertInto('recharge_order')
    .values(row)
    .returning(['id', 'no', 'organ_id as organId'])
    .executeTakeFirstOrThrow()
}

/** The school took the money: it now belongs to the student's balance. */
export async function markPaid(db: Db, id: number): Promise<void> {
  await db
    .updateTable('recharge_order')
    .set({ paid_at: sql<Date>`now()`, cash_left: sql<number>`amount` })
    .where('id', '=', id)
    .execute()
}

export async function closeRecharge(db: Db, id: number, reason: string | null): Promise<void> {
  await db
    .updateTable('recharge_order')
    .set({ closed_at: sql<Date>`now()`, close_reason: reason })
    .where('id', '=', id)
    .execute()
}

export async function reverseRecharge(db: Db, id: number): Promise<void> {
  await db
    .updateTable('recharge_order')
    .set({ reversed_at: sql<Date>`now()`, cash_left: 0 })
    .where('id', '=', id)
    .execute()
}

/** Adds to what was given back of a lot. */
export async function addRefunded(db: Db, id: number, amount: number): Promise<void> {
  await db
    .updateTable('recharge_order')
    .set({ refunded: sql<number>`refunded + ${amount}` })
    .where('id', '=', id)
    .execute()
}

/** The number of what was registered for the student within 10 minutes over the same amount. */
export async function sameRecharge(db: Db, studentId: number, amount: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('recharge_order')
    .select('no')
    .where('student_id', '=', studentId)
    .where('channel', '=', 'offline')
    .where('amount', '=', amount)
    .where('state', '<>', 'closed')
    .where('created_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.no
}

/** Refunds of a lot that were asked of its channel. */
export async function originalRefunds(db: Db, rechargeId: number): Promise<number> {
  const { count } = await db
    .selectFrom('refund')
    .select(sql<number>`count(*)`.as('count'))
    .where('recharge_order_id', '=', rechargeId)
    .where('method', '=', 'original')
    .executeTakeFirstOrThrow()
  return count
}

/** The amounts of a lot's refunds and the bonus that they take, without rejected ones. */
export async function askedRefundsOf(
  db: Db,
  rechargeId: number,
): Promise<{ amount: number; bonusBack: number }> {
  const row = await db
    .selectFrom('refund')
    .select([
      sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'),
      sql<number>`coalesce(sum(bonus_back), 0)::bigint`.as('bonusBack'),
    ])
    .where('recharge_order_id', '=', rechargeId)
    .where('state', '<>', 'rejected')
    .executeTakeFirstOrThrow()
  return row
}

/** What a student has left of cash that schools took; fen. */
export async function offlineLeft(db: Db, studentId: number): Promise<number> {
  const { amount } = await db
    .selectFrom('recharge_order')
    .select(sql<number>`coalesce(sum(cash_left), 0)::bigint`.as('amount'))
    .where('student_id', '=', studentId)
    .where('channel', '=', 'offline')
    .where('cash_left', '>', 0)
    .executeTakeFirstOrThrow()
  return amount
}
