import type { ChannelGap, ChannelStatement } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import type { PayChannel } from '../../../platform/payments/gateway.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import type { Day } from './match.queries.ts'

/** The newest statement of each day of a month. @param month its first day */
export async function statementsOf(
  db: Db,
  month: string,
  channel: PayChannel | undefined,
): Promise<ChannelStatement[]> {
  const { rows } = await sql<
    Omit<ChannelStatement, 'createdAt' | 'balancedAt'> & { createdAt: Date; balancedAt: Date | null }
  >`
    select s.id as "statementId", s.channel, s.merchant, s.bill_date::text as day, s.version, s.state, s.paid, s.refunded, s.discounts, s.fee,
      (select coalesce(sum(v.fee_posted), 0) from channel_statement v
        where v.channel = s.channel and v.merchant = s.merchant and v.bill_date = s.bill_date)::bigint as "feePosted",
      json_build_object('matched', s.matched, 'amountDiffers', s.amount_differs, 'localOnly', s.local_only,
        'channelOnly', s.channel_only) as outcomes,
      (select count(*) from channel_line l where l.statement_id = s.id and l.outcome <> 'matched' and l.resolution is null)::integer
        as unresolved,
      (select count(*) from channel_line l where l.statement_id = s.id and l.resolution = 'suspended')::integer as suspended,
      s.simulated, coalesce(m.name, '演示') as "createdBy", s.created_at as "createdAt", s.balanced_at as "balancedAt"
    from channel_statement s left join member m on m.id = s.created_by
    where s.replaced_at is null and s.bill_date >= ${month}::date and s.bill_date < ${month}::date + interval '1 month'
      and ${channel === undefined ? sql<SqlBool>`true` : sql<SqlBool>`s.channel = ${channel}`}
    order by s.bill_date desc, s.channel`.execute(db)
  return rows.map(row => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    balancedAt: row.balancedAt?.toISOString() ?? null,
  }))
}

/**
 * Days of a month that are over, on which money went through the channels, without a statement, as a query: `channel`, `day`,
 * `orders`, `amount`. @param month its first day
 */
export const gaps = (month: string, simulated: boolean) => sql`
    with days as (
      select ${month}::date as first, least((${month}::date + interval '1 month')::date, business_day(now())) as until
    ), moved as (
      select o.channel, o.day, o.amount from recharge_order o, days d
      where o.channel <> 'offline' and o.simulated = ${simulated} and o.paid_at is not null and o.reversed_at is null
        and o.day >= d.first and o.day < d.until
      union all
      select o.channel, business_day(coalesce(f.accepted_at, f.done_at)), f.amount
      from days d, refund f join recharge_order o on o.id = f.recharge_order_id
      where f.method = 'original' and f.state in ('refunding', 'refunded') and o.simulated = ${simulated}
        and coalesce(f.accepted_at, f.done_at) >= ${beginningOf(sql.ref('d.first'))}
        and coalesce(f.accepted_at, f.done_at) < ${beginningOf(sql.ref('d.until'))}
    )
    select channel, day, count(*)::integer as orders, sum(amount)::bigint as amount from moved m
    where not exists (
      select from channel_statement s
      where s.channel = m.channel and s.bill_date = m.day and s.simulated = ${simulated} and s.replaced_at is null
    )
    group by 1, 2`

/** {@link gaps}, the newest first. */
export async function gapsOf(
  db: Db,
  month: string,
  simulated: boolean,
): Promise<Omit<ChannelGap, 'fileUrl'>[]> {
  const { rows } = await sql<Omit<ChannelGap, 'fileUrl'>>`
    select channel, day::text as day, orders, amount from (${gaps(month, simulated)}) g order by g.day desc, 1`.execute(
    db,
  )
  return rows
}

export interface Sums {
  readonly paid: number
  readonly refunded: number
  readonly discounts: number
  readonly fee: number
}

/** Inserts a statement that replaces the one before. @returns its id; its lines are counted later */
export async function insertStatement(
  db: Db,
  { channel, merchant, day, simulated }: Day,
  { paid, refunded, discounts, fee }: Sums,
  by: { sha256: Buffer; memberId: number; before: { id: number; version: number } | undefined },
): Promise<number> {
  if (by.before !== undefined)
    await db
      .updateTable('channel_statement')
      .set({ replaced_at: sql<Date>`now()` })
      .where('id', '=', by.before.id)
      .execute()
  const { id } = await db
    .insertInto('channel_statement')
    .values({
      channel,
      merchant,
      bill_date: day,
      simulated,
      version: (by.before?.version ?? 0) + 1,
      sha256: by.sha256,
      paid,
      refunded,
      discounts,
      fee,
      matched: 0,
      amount_differs: 0,
      local_only: 0,
      channel_only: 0,
      created_by: by.memberId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function countLines(db: Db, id: number): Promise<void> {
  await sql`
    update channel_statement s set matched = c.matched, amount_differs = c.amount_differs, local_only = c.local_only,
      channel_only = c.channel_only
    from (
      select count(*) filter (where outcome = 'matched') as matched,
        count(*) filter (where outcome = 'amountDiffers') as amount_differs,
        count(*) filter (where outcome = 'localOnly') as local_only,
        count(*) filter (where outcome = 'channelOnly') as channel_only
      from channel_line where statement_id = ${id}
    ) c
    where s.id = ${id}`.execute(db)
}

/** A statement with nothing left to do, and the part of its fee that is not posted yet. */
export interface BalancedStatement {
  readonly id: number
  readonly channel: PayChannel
  readonly day: string
  /** Fen. */
  readonly fee: number
}

/** Closes those of the locked statements that have no open line left. */
export async function closeSettled(db: Db, ids: readonly number[]): Promise<BalancedStatement[]> {
  const { rows } = await sql<BalancedStatement>`
    update channel_statement s set state = 'balanced', balanced_at = now(),
      fee_posted = s.fee - (
        select coalesce(sum(b.fee_posted), 0) from channel_statement b
        where b.channel = s.channel and b.merchant = s.merchant and b.bill_date = s.bill_date and b.id <> s.id
      )
    where s.id = any(${[...ids]}::bigint[]) and s.state = 'open' and s.replaced_at is null and not exists (
      select from channel_line l where l.statement_id = s.id and l.outcome <> 'matched' and l.resolution is null
    )
    returning s.id, s.channel, s.bill_date::text as day, s.fee_posted as fee`.execute(db)
  return rows
}

/** Statements that are open and have nothing left to do: whoever settled their last line died before it closed them. */
export async function settledStatements(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from channel_statement s
    where s.state = 'open' and s.replaced_at is null and not exists (
      select from channel_line l where l.statement_id = s.id and l.outcome <> 'matched' and l.resolution is null
    ) order by s.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a statement; undefined: there is none. */
export function lockStatement(db: Db, id: number) {
  return db
    .selectFrom('channel_statement')
    .select([
      'id',
      sql<PayChannel>`channel`.as('channel'),
      'simulated',
      sql<boolean>`replaced_at is not null`.as('replaced'),
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whether there is one. */
export async function hasStatement(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('channel_statement').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Lines `l` of a statement `s` that wait. */
const isWaiting = sql<SqlBool>`l.outcome <> 'matched' and l.resolution is null and s.state = 'open' and s.replaced_at is null`

/** How many lines wait, by month; the oldest first. */
export async function waitingByMonth(db: Db): Promise<{ month: string; lines: number }[]> {
  const { rows } = await sql<{ month: string; lines: number }>`
    select to_char(s.bill_date, 'YYYY-MM') as month, count(*)::integer as lines
    from channel_line l join channel_statement s on s.id = l.statement_id where ${isWaiting}
    group by 1 order by 1`.execute(db)
  return rows
}

/** Lines that wait, and where the oldest stands. */
export async function openLines(db: Db) {
  const { rows } = await sql<{
    count: number
    oldest: Date | null
    statementId: number | null
    day: string | null
  }>`
    select count(*)::integer as count, min(s.created_at) as oldest,
      (array_agg(s.id order by s.bill_date, s.id))[1] as "statementId", min(s.bill_date)::text as day
    from channel_line l join channel_statement s on s.id = l.statement_id
    where ${isWaiting}`.execute(db)
  return rows[0] ?? { count: 0, oldest: null, statementId: null, day: null }
}
