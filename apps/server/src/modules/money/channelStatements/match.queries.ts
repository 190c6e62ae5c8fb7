import type { LineKind } from '@drivesim/contract'
import { sql } from 'kysely'
import type { PayChannel } from '../../../platform/payments/gateway.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'

/** A channel's day of one merchant. */
export interface Day {
  readonly channel: PayChannel
  readonly merchant: string
  readonly day: string
  readonly simulated: boolean
}

/** A line that was posted and may have to be taken back. Fen; null: nothing. */
export interface PostedLine {
  readonly id: number
  readonly kind: LineKind
  readonly no: string
  readonly amount: number | null
  readonly localAmount: number | null
  readonly resolution: 'difference' | 'suspended' | 'booked'
}

/** The statement of this day with the same content, however often it was replaced. */
export async function findSame(db: Db, { channel, merchant, day }: Day, sha256: Buffer) {
  const row = await db
    .selectFrom('channel_statement')
    .select('id')
    .where('channel', '=', channel)
    .where('merchant', '=', merchant)
    .where('bill_date', '=', day)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.id
}

/** Lines of other days that only we had, and that this file has. */
const foundLines = ({ channel, day, simulated }: Day) => sql`
  channel_line p
  join channel_statement s on s.id = p.statement_id
  where p.outcome = 'localOnly' and (p.resolution is null or p.resolution = 'difference')
    and s.channel = ${channel} and s.simulated = ${simulated} and s.replaced_at is null and s.bill_date <> ${day}::date
    and exists (select from file_row f where f.kind = p.kind and f.no = p.no)`

/**
 * Locks this day's statement, if there is one, and statements of other days that have lines which this file settles.
 * @returns the one of this day
 */
export async function lockStatements(db: Db, day: Day): Promise<{ id: number; version: number } | undefined> {
  const { rows } = await sql<{ id: number; version: number; own: boolean }>`
    select id, version, channel = ${day.channel} and merchant = ${day.merchant} and bill_date = ${day.day}::date as own
    from channel_statement
    where replaced_at is null and (
      (channel = ${day.channel} and merchant = ${day.merchant} and bill_date = ${day.day}::date)
      or id in (select p.statement_id from ${foundLines(day)})
    )
    order by id for no key update`.execute(db)
  return rows.find(({ own }) => own)
}

/** What was settled in a statement stays so where the next file says the same. */
const sameLine = sql`
  k.kind = m.kind and k.no = m.no and k.nth = m.nth and k.outcome = m.outcome
  and k.amount is not distinct from m.amount and k.local_amount is not distinct from m.local_amount`

/**
 * The lines of a statement: each of the file beside what is here under its number, and what is here of that day and in
 * no file. @param before the statement that this one replaces
 */
export async function insertLines(
  db: Db,
  statementId: number,
  { channel, day, simulated }: Day,
  before: number | null,
): Promise<void> {
  await sql`
    with numbers as materialized (
      select distinct kind, no from file_row
    ), payment as not materialized (
      select o.id, o.no, o.amount, o.paid_at, o.channel_no, o.day from recharge_order o
      where o.channel = ${channel} and o.simulated = ${simulated} and o.paid_at is not null and o.reversed_at is null
        -- What a student got of a payment that is in this file again is that payment.
        and not exists (
          select from channel_line p join file_row f on f.kind = p.kind and f.no = p.no and f.amount = p.amount
          where p.made_order_id = o.id
        )
    ), given_back as not materialized (
      select f.id, f.no, o.id as order_id, coalesce(o.channel_order_no, o.no) as order_no, coalesce(f.accepted_at, f.done_at) as at,
        case when f.state in ('refunding', 'refunded') then f.amount else 0 end as amount
      from refund f join recharge_order o on o.id = f.recharge_order_id
      where f.method = 'original' and o.channel = ${channel} and o.simulated = ${simulated}
    ), here as (
      select 'payment' as kind, no, no as order_no, id as order_id, null::bigint as refund_id, amount, paid_at as at, channel_no
      from payment where day = ${day}::date
      union
      select 'payment', p.no, p.no, p.id, null, p.amount, p.paid_at, p.channel_no
      from payment p join numbers n on n.kind = 'payment' and n.no = p.no
      union
      select 'refund', no, order_no, order_id, id, amount, at, null
      from given_back
      where amount > 0 and at >= ${beginningOf(day)}
        and at < ${beginningOf(day, 1)}
      union
      select 'refund', g.no, g.order_no, g.order_id, g.id, g.amount, g.at, null
      from given_back g join numbers n on n.kind = 'refund' and n.no = g.no
    ), file as (
      select *, row_number() over (partition by kind, no order by id) as nth from file_row
    ), beside as (
      select coalesce(f.kind, h.kind) as kind, coalesce(f.no, h.no) as no, coalesce(f.order_no, h.order_no) as order_no,
        coalesce(f.channel_no, h.channel_no, '') as channel_no, coalesce(f.at, h.at) as at, f.amount, h.amount as local_amount,
        coalesce(f.fee, 0) as fee, f.raw, f.id as place, coalesce(f.nth, 1) as nth, h.order_id, h.refund_id,
        case
          when f.kind = 'unreadable' then 'channelOnly'
          when f.id is not null and coalesce(f.amount, 0) = coalesce(h.amount, 0) then 'matched'
          when h.no is null then 'channelOnly'
          when f.id is null then 'localOnly'
          else 'amountDiffers'
        end as outcome
      from file f full join here h on f.kind = h.kind and f.no = h.no and f.nth = 1
    ), merged as (
      select * from beside b
      where b.outcome <> 'localOnly' or not exists (
        -- A file of another day has it.
        select from channel_line p join channel_statement s on s.id = p.statement_id
        where p.no = b.no and p.kind = b.kind and p.amount is not null and p.local_amount is not null
          and s.replaced_at is null and s.bill_date <> ${day}::date and s.channel = ${channel}
      )
    ), kept as (
      select *, row_number() over (partition by kind, no order by id) as nth
      from channel_line where statement_id = ${before}::bigint and outcome <> 'matched'
    )
    insert into channel_line (statement_id, kind, no, order_no, channel_no, at, amount, local_amount, fee, raw, outcome,
      recharge_order_id, refund_id, resolution, reason, resolved_by, resolved_at, made_order_id)
    select ${statementId}::bigint, m.kind, m.no, m.order_no, m.channel_no, m.at, m.amount, m.local_amount, m.fee, m.raw, m.outcome,
      m.order_id, m.refund_id, k.resolution, k.reason, k.resolved_by, k.resolved_at, k.made_order_id
    from merged m left join kept k on ${sameLine}
    order by m.place nulls last`.execute(db)
  // An unknown payment that was refunded by hand appears as an unknown refund.
  await sql`
    update channel_line l set outcome = 'matched', local_amount = l.amount
    from channel_line p join channel_statement s on s.id = p.statement_id
    where l.statement_id = ${statementId}::bigint and l.outcome = 'channelOnly' and l.kind = 'refund'
      and l.resolution is null and p.resolution = 'givenBack' and p.order_no = l.order_no and p.amount = l.amount
      and s.channel = ${channel} and s.replaced_at is null and s.id <> ${before ?? 0}::bigint`.execute(db)
}

/** Posted lines of the statement before that the new one does not keep. */
export async function droppedPostings(db: Db, before: number, statementId: number): Promise<PostedLine[]> {
  const { rows } = await sql<PostedLine>`
    with k as (
      select *, row_number() over (partition by kind, no order by id) as nth
      from channel_line where statement_id = ${before} and outcome <> 'matched'
    ), m as (
      select *, row_number() over (partition by kind, no order by id) as nth
      from channel_line where statement_id = ${statementId} and outcome <> 'matched'
    )
    select k.id, k.kind, k.no, k.amount, k.local_amount as "localAmount", k.resolution from k
    where k.resolution in ('difference', 'suspended', 'booked') and not exists (select from m where ${sameLine} and m.resolution = k.resolution)
    order by k.id`.execute(db)
  return rows
}

/** What only we had on other days is in this file. @returns what had been posted for it, and the statements that change */
export async function settleOtherDays(
  db: Db,
  day: Day,
): Promise<{ posted: PostedLine[]; statements: number[] }> {
  const { rows } = await sql<PostedLine & { statementId: number; was: PostedLine['resolution'] | null }>`
    with settled as materialized (select p.id, p.resolution as was from ${foundLines(day)}), changed as (
      update channel_line l set resolution = 'otherDay', reason = ${`${day.day} 的账单里有`}, resolved_by = null, resolved_at = now()
      from settled where l.id = settled.id
      returning l.*, settled.was
    )
    select id, kind, no, amount, local_amount as "localAmount", was as resolution, was, statement_id as "statementId"
    from changed order by id`.execute(db)
  return {
    posted: rows.filter(({ was }) => was !== null),
    statements: [...new Set(rows.map(({ statementId }) => statementId))],
  }
}
