import { type MonthEndStep, mostNamedRows } from '@drivesim/contract'
import { type RawBuilder, sql } from 'kysely'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { isOpenRequest } from '../bills/service.ts'
import { statementGaps } from '../channelStatements/service.ts'

/** Something open of a step: which record, whose it is, since when it waits, and fen. */
export interface OpenItem {
  readonly step: MonthEndStep
  /** Null: of a day of a channel without a statement. */
  readonly id: number | null
  readonly name: string
  readonly since: Date | null
  readonly amount: number | null
  /** Of all that is open of the step, which may be more than is named. */
  readonly open: number
  readonly sum: number | null
  readonly first: Date | null
}

/** Of the bill `b`: when what leads to its state happened last. */
const sinceEvent = (kind: string) =>
  sql`(select max(e.at) from bill_event e where e.bill_id = b.id and e.kind = ${kind})`
const sinceRemark = (...kinds: string[]) =>
  sql`(select max(r.at) from bill_remark r where r.bill_id = b.id and r.kind in (${sql.join(kinds)}))`

interface OfBills {
  readonly step: MonthEndStep
  readonly states: readonly string[]
  readonly since: RawBuilder<unknown>
  /** Fen that are open of the bill. */
  readonly amount?: RawBuilder<unknown>
}

const left = sql`abs(b.net - b.paid)`
/** Fen of the bill `b` that requests speak for: asked for, not refused, and not paid. */
const requested = sql`(
  select coalesce(sum(r.amount), 0) from payment_request r join approval a on a.id = r.approval_id
  where r.bill_id = b.id and ${isOpenRequest})`

const ofBills = (month: string, { step, states, since, amount = left }: OfBills) => sql`
  select ${step}::text as step, b.id, b.no || ' ' || o.name as name, ${since} as since, (${amount})::bigint as amount
  from bill b join organisation o on o.id = b.school_id
  where b.month = ${month}::date and b.state in (${sql.join(states)}) and (${amount} > 0 or b.net = 0)`

/** Requests for payments of bills of the month, in a state. */
const ofRequests = (month: string, step: MonthEndStep, state: string, since: RawBuilder<unknown>) => sql`
  select ${step}::text, a.id, b.no || ' ' || o.name, ${since}, r.amount
  from bill b join payment_request r on r.bill_id = b.id join approval a on a.id = r.approval_id
  join organisation o on o.id = b.school_id
  where b.month = ${month}::date and state_of_approval(a.outcome, a.ends_at) = ${state} and ${isOpenRequest}`

/** Sales of the month, or earlier, that no contract covers: they are in no bill until there is one. */
const uncovered = (month: string) => sql`
  select 'uncovered'::text, o.id, o.name, ${beginningOf(sql`min(f.contract_day)`)}, sum(f.amount)::bigint
  from order_funding f join organisation o on o.id = f.school_id
  where f.bill_id is null and f.day < (${month}::date + interval '1 month')::date
    and not exists (
      select from contract c where c.school_id = f.school_id and c.voided_at is null
        and f.contract_day between c.starts_on and c.ends_on)
  group by o.id, o.name having sum(f.amount) <> 0`

const refunds = (month: string) => sql`
  select 'refunds'::text, f.id, f.no || ' ' || o.name, f.created_at, f.amount
  from refund f join organisation o on o.id = f.school_id
  where f.state in ('toApprove', 'refunding', 'failed')
    and f.created_at < ${beginningOf(sql`(${month}::date + interval '1 month')::date`)}
    and f.created_at >= ${beginningOf(sql`${month}::date`)}`

/** Statements that do not agree, and days that have none, from the day after on. */
const statements = (month: string, simulated: boolean) => sql`
  select 'channels'::text, s.id, s.channel || ' ' || s.bill_date, s.created_at, null::bigint
  from channel_statement s
  where s.state = 'open' and s.replaced_at is null and s.bill_date >= ${month}::date
    and s.bill_date < (${month}::date + interval '1 month')::date
  union all
  select 'channels', null, g.channel || ' ' || g.day, ${beginningOf(sql`g.day`, 1)}, null
  from (${statementGaps(month, simulated)}) g`

/**
 * What is open of a month's steps but its closing, the oldest of each; the whole of each step is counted.
 * @param month its first day
 * @param simulated whether the channels are imitated
 */
export async function openItems(db: Db, month: string, simulated: boolean): Promise<OpenItem[]> {
  const parts = [
    ofBills(month, {
      step: 'toCheck',
      states: ['toCheck'],
      since: sql`greatest(${sinceEvent('issued')}, ${sinceRemark('answer', 'withdrawal')})`,
    }),
    ofBills(month, { step: 'disputed', states: ['disputed'], since: sinceRemark('objection') }),
    ofBills(month, { step: 'toSettle', states: ['checked'], since: sinceEvent('confirmed') }),
    ofBills(month, {
      step: 'toAsk',
      states: ['toSettle', 'partlySettled'],
      since: sinceEvent('settled'),
      amount: sql`${left} - ${requested}`,
    }),
    ofBills(month, {
      step: 'toReceive',
      states: ['toRepay', 'partlyRepaid'],
      since: sinceEvent('settled'),
    }),
    ofRequests(month, 'toApprove', 'waiting', sql`a.asked_at`),
    ofRequests(month, 'toPay', 'approved', sql`a.decided_at`),
    uncovered(month),
    refunds(month),
    statements(month, simulated),
  ]
  const { rows } = await sql<OpenItem>`
    with items as (${sql.join(parts, sql` union all `)}), counted as (
      select i.*, count(*) over (partition by step)::bigint as open, sum(amount) over (partition by step)::bigint as sum,
        min(since) over (partition by step) as first,
        row_number() over (partition by step order by since, id, name) as place
      from items i
    )
    select step, id, name, since, amount, open, sum, first from counted where place <= ${mostNamedRows}
    order by step, place`.execute(db)
  return rows
}

/** How many bills a month has. */
export async function countBills(db: Db, month: string): Promise<number> {
  const { bills } = await db
    .selectFrom('bill')
    .select(sql<number>`count(*)`.as('bills'))
    .where(sql<boolean>`month = ${month}::date`)
    .executeTakeFirstOrThrow()
  return bills
}
