import type { RechargeState } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { PayChannel, Payment } from '../../../platform/payments/gateway.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** An order in the scope as its code needs it. */
export function findOrder(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('recharge_order as o')
    .innerJoin('student as s', 's.id', 'o.student_id')
    .select([
      'o.id',
      'o.no',
      sql<PayChannel | 'offline'>`o.channel`.as('channel'),
      'o.amount',
      'o.simulated',
      'o.code_url as codeUrl',
      'o.expires_at as expiresAt',
      's.name as student',
      sql<RechargeState>`o.state`.as('state'),
    ])
    .where('o.id', '=', id)
    .where(scoped(scope, sql.ref('o.organ_id')))
    .executeTakeFirst()
}
export type CodeOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** Keeps the code that the channel gave for an order. */
export async function saveCode(db: Db, id: number, codeUrl: string): Promise<void> {
  await db.updateTable('recharge_order').set({ code_url: codeUrl }).where('id', '=', id).execute()
}

/** Notes what a channel told us. Two of the same wait for each other. @returns its id; undefined: it was told before */
export async function insertEvent(
  db: Db,
  channel: PayChannel,
  eventId: string,
  { no, channelNo, amount, currency, paidAt }: Payment,
): Promise<number | undefined> {
  const made = await db
    .insertInto('pay_event')
    .values({
      channel,
      event_id: eventId,
      order_no: no,
      channel_no: channelNo,
      amount,
      currency,
      paid_at: paidAt,
    })
    .onConflict(conflict => conflict.columns(['channel', 'event_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

export async function judgeEvent(db: Db, id: number, outcome: string): Promise<void> {
  await db.updateTable('pay_event').set({ outcome }).where('id', '=', id).execute()
}

/** The order or refund with this number is asked about as soon as somebody can. */
export async function askSoon(
  db: Db,
  { orderNo, refundNo }: { orderNo?: string; refundNo?: string },
): Promise<void> {
  await sql`
    update pay_request set next_try_at = now()
    where done_at is null and (
      recharge_order_id = (select id from recharge_order where no = ${orderNo ?? null})
      or refund_id = (select id from refund where no = ${refundNo ?? null})
    )`.execute(db)
}

export interface Request {
  readonly id: number
  readonly kind: 'payment' | 'refund'
  /** How often it was tried, this time included. */
  readonly attempts: number
}

/**
 * Takes requests that are due, for so long that whoever has them is done or dead. Those of what was simulated are taken
 * where channels are simulated, and nowhere else.
 */
export async function claim(
  db: Db,
  { most, leaseSeconds, channels }: { most: number; leaseSeconds: number; channels: readonly PayChannel[] },
): Promise<Request[]> {
  const { rows } = await sql<Request>`
    update pay_request set attempts = attempts + 1, lease_until = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select q.id from pay_request q
      left join refund f on f.id = q.refund_id
      join recharge_order o on o.id = coalesce(q.recharge_order_id, f.recharge_order_id)
      where q.done_at is null and q.next_try_at <= now() and q.lease_until <= now()
        and o.channel = any(${[...channels]}::text[])
      order by q.next_try_at limit ${most} for update of q skip locked
    )
    returning id, kind, attempts`.execute(db)
  return rows
}

/** What to ask about an order. */
export function paymentOf(db: Db, requestId: number) {
  return db
    .selectFrom('pay_request as q')
    .innerJoin('recharge_order as o', 'o.id', 'q.recharge_order_id')
    .select([
      'o.id as orderId',
      'o.no',
      sql<PayChannel>`o.channel`.as('channel'),
      'o.simulated',
      'o.created_at as createdAt',
      sql<RechargeState>`o.state`.as('state'),
      sql<boolean>`o.expires_at is null or o.expires_at <= now()`.as('expired'),
    ])
    .where('q.id', '=', requestId)
    .executeTakeFirstOrThrow()
}

/** What to ask for, or about, of a refund. */
export function refundOf(db: Db, requestId: number) {
  return db
    .selectFrom('pay_request as q')
    .innerJoin('refund as f', 'f.id', 'q.refund_id')
    .innerJoin('recharge_order as o', 'o.id', 'f.recharge_order_id')
    .select([
      'f.id as refundId',
      'f.no as refundNo',
      'f.amount',
      'f.reason',
      // Under which the channel has it.
      sql<string>`coalesce(o.channel_order_no, o.no)`.as('no'),
      'o.amount as total',
      sql<PayChannel>`o.channel`.as('channel'),
      'o.simulated',
      sql<boolean>`f.state = 'refunding' and f.method = 'original'`.as('open'),
    ])
    .where('q.id', '=', requestId)
    .executeTakeFirstOrThrow()
}

/** Ends a request. */
export async function finish(db: Db, id: number): Promise<void> {
  await sql`update pay_request set done_at = now(), lease_until = '-infinity', last_error = null where id = ${id}`.execute(
    db,
  )
}

/** Ends the request about an order that is paid. */
export async function finishPayment(db: Db, orderNo: string): Promise<void> {
  await sql`
    update pay_request set done_at = now(), last_error = null
    where done_at is null and recharge_order_id = (select id from recharge_order where no = ${orderNo})`.execute(
    db,
  )
}

/** A request is tried again: in so many seconds, or at a time of its own. */
export async function retryLater(
  db: Db,
  id: number,
  { seconds, problem }: { seconds: number; problem: string | null },
): Promise<void> {
  await sql`
    update pay_request set lease_until = '-infinity', last_error = ${problem},
      next_try_at = greatest(now() + make_interval(secs => ${seconds}::double precision), now())
    where id = ${id}`.execute(db)
}

/** Days after a payment in which the channel's file of its day comes. */
const fileDays = 2

/** Payments of the last days that fit no order, or one of another amount, currency or time, which is not paid yet. */
export function openPayments(db: Db): Promise<{ count: number; oldestAt: Date | null }> {
  return db
    .selectFrom('pay_event as e')
    .select([sql<number>`count(distinct e.order_no)`.as('count'), sql<Date | null>`min(e.at)`.as('oldestAt')])
    .where('e.outcome', 'in', ['amountDiffers', 'implausible', 'unknownOrder'])
    .where(sql<boolean>`e.at > now() - make_interval(days => ${sql.lit(fileDays)})`)
    .where(sql<boolean>`not exists (
      select from recharge_order o where o.no = e.order_no and o.paid_at is not null
    )`)
    .executeTakeFirstOrThrow()
}
