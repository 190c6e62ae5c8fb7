import type { BillTerms, Custody, EarnedKind, EarnedSum, HeldSum } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/**
 * What a bill is made of: what stands in one, or what a school's next one would take, up to a day. The same sums are
 * read of both, so that the bill that is shown beforehand is the one that will be made.
 */
export type ItemsOf = { readonly bill: number } | { readonly school: number; readonly until: string }

/** Of the funding `f`: a contract covers the day on which its course was sold. */
const hasContract = sql<SqlBool>`exists (
  select from contract c where c.school_id = f.school_id and c.voided_at is null
    and f.contract_day between c.starts_on and c.ends_on)`

/** Funding `f` that its earner's bill takes: on days with a contract. */
const earnedBy = (of: ItemsOf): RawBuilder<SqlBool> =>
  'bill' in of
    ? sql`f.bill_id = ${of.bill}`
    : sql`f.school_id = ${of.school} and f.bill_id is null and f.day <= ${of.until}::date and ${hasContract}`

/** Funding `f` that its holder's bill takes: cash of its own sales with these, that of others' at once. */
const heldBy = (of: ItemsOf): RawBuilder<SqlBool> =>
  'bill' in of
    ? sql`f.holder_bill_id = ${of.bill}`
    : sql`f.holder_school_id = ${of.school} and f.holder_bill_id is null and f.day <= ${of.until}::date
        and (f.school_id <> ${of.school} or ${hasContract})`

/** Recharges `r` with money that a school took. */
const takenBy = (of: ItemsOf): RawBuilder<SqlBool> =>
  'bill' in of
    ? sql`r.holder_bill_id = ${of.bill}`
    : sql`r.holder_school_id = ${of.school} and r.holder_bill_id is null and r.paid_at is not null and r.day <= ${of.until}::date`

/** Refunds `b` of such recharges, done. */
const refundedBy = (of: ItemsOf): RawBuilder<SqlBool> =>
  'bill' in of
    ? sql`b.holder_bill_id = ${of.bill}`
    : sql`b.holder_school_id = ${of.school} and b.holder_bill_id is null and b.state = 'refunded' and b.day <= ${of.until}::date`

/** Adjustments `a`. */
const adjustedBy = (of: ItemsOf): RawBuilder<SqlBool> =>
  'bill' in of
    ? sql`a.bill_id = ${of.bill}`
    : sql`a.school_id = ${of.school} and a.bill_id is null and a.day <= ${of.until}::date`

/** 平台代退: the platform paid back cash that the school keeps. */
const onBehalf = sql<SqlBool>`b.method = 'bankTransfer'`

interface Found {
  lots: number[]
  refunds: number[]
  funding: number[]
  adjustments: number[]
}

/** Locks what a school's bill takes up to a day (lock order 6), ids ascending. */
export async function lockItems(db: Db, of: { school: number; until: string }): Promise<Found> {
  const locked = async (rows: RawBuilder<{ id: number }>) => (await rows.execute(db)).rows.map(({ id }) => id)
  return {
    lots: await locked(
      sql`select r.id from recharge_order r where ${takenBy(of)} order by r.id for no key update`,
    ),
    refunds: await locked(
      sql`select b.id from refund b where ${refundedBy(of)} order by b.id for no key update`,
    ),
    funding: await locked(
      sql`select f.id from order_funding f where (${earnedBy(of)}) or (${heldBy(of)}) order by f.id for no key update`,
    ),
    adjustments: await locked(
      sql`select a.id from adjustment a where ${adjustedBy(of)} order by a.id for no key update`,
    ),
  }
}

/** Marks what was locked as part of this bill, for good. */
export async function markItems(
  db: Db,
  bill: number,
  of: { school: number; until: string },
  { lots, refunds, funding, adjustments }: Found,
): Promise<void> {
  const mark = async (ids: readonly number[], statement: RawBuilder<unknown>) =>
    ids.length === 0 ? undefined : statement.execute(db)
  await mark(lots, sql`update recharge_order set holder_bill_id = ${bill} where id = any(${lots}::bigint[])`)
  await mark(refunds, sql`update refund set holder_bill_id = ${bill} where id = any(${refunds}::bigint[])`)
  await mark(
    funding,
    sql`update order_funding f set
        bill_id = case when ${earnedBy(of)} then ${bill} else f.bill_id end,
        holder_bill_id = case when ${heldBy(of)} then ${bill} else f.holder_bill_id end
      where f.id = any(${funding}::bigint[])`,
  )
  await mark(
    adjustments,
    sql`update adjustment set bill_id = ${bill} where id = any(${adjustments}::bigint[])`,
  )
}

/** What courses earned, by contract and by who has the money. */
export async function sumEarnings(db: Db, of: ItemsOf, month: string): Promise<EarnedSum[]> {
  const kind = sql<EarnedKind>`case when f.holder_school_id is null then 'online'
    when f.holder_school_id = f.school_id then 'own' else 'other' end`
  const { rows } = await sql<EarnedSum>`
    select c.id as "contractId", ${kind} as kind, f.amount < 0 as refund, f.day < ${month}::date as late,
      sum(f.amount)::bigint as amount, count(*)::integer as items
    from order_funding f
    join contract c on c.school_id = f.school_id and c.voided_at is null and f.contract_day between c.starts_on and c.ends_on
    where ${earnedBy(of)}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return rows
}

/** What the school has of it. */
export async function sumHeldCash(db: Db, of: ItemsOf, month: string): Promise<HeldSum[]> {
  const { rows } = await sql<HeldSum>`
    select 'held' as kind, f.day < ${month}::date as late, sum(f.amount)::bigint as amount, count(*)::integer as items
    from order_funding f where ${heldBy(of)} group by 2
    union all
    select 'onBehalf', b.day < ${month}::date, sum(b.amount)::bigint, count(*)::integer
    from refund b where ${refundedBy(of)} and ${onBehalf} group by 2
    order by 1, 2`.execute(db)
  return rows
}

/** Sum of the adjustments; null where there is none. */
export async function sumAdjustments(db: Db, of: ItemsOf): Promise<number | null> {
  const { rows } = await sql<{ amount: number | null }>`
    select sum(a.amount)::bigint as amount from adjustment a where ${adjustedBy(of)}`.execute(db)
  return rows[0]?.amount ?? null
}

/** What moved of the cash of students that a school holds. */
export async function sumCustody(db: Db, of: ItemsOf): Promise<Omit<Custody, 'open' | 'close'>> {
  const { rows } = await sql<Omit<Custody, 'open' | 'close'>>`
    select
      (select coalesce(sum(r.amount), 0) from recharge_order r where ${takenBy(of)})::bigint as taken,
      (select coalesce(sum(f.amount), 0) from order_funding f where ${heldBy(of)})::bigint as used,
      (select coalesce(sum(b.amount), 0) from refund b where ${refundedBy(of)} and b.method <> 'reversal')::bigint as refunded,
      (select coalesce(sum(b.amount), 0) from refund b where ${refundedBy(of)} and b.method = 'reversal')::bigint as reversed`.execute(
    db,
  )
  return rows[0] ?? { taken: 0, used: 0, refunded: 0, reversed: 0 }
}

const byPoint = (of: ItemsOf) => sql`
  select k.organ_id, sum(f.amount)::bigint as base
  from order_funding f join course_order k on k.id = f.course_order_id
  where ${earnedBy(of)} group by 1`

/** Keeps what a bill's courses earned by the organisation that sold them. */
export async function keepPoints(db: Db, bill: number): Promise<void> {
  await sql`insert into bill_point (bill_id, organ_id, base)
    select ${bill}::bigint, organ_id, base from (${byPoint({ bill })}) p`.execute(db)
}

/** What courses earned by the organisation that sold them; one alone is left out. */
export async function sumByPoint(db: Db, of: ItemsOf) {
  const points =
    'bill' in of ? sql`select organ_id, base from bill_point where bill_id = ${of.bill}` : byPoint(of)
  const { rows } = await sql<{ organId: number; organName: string; base: number }>`
    select o.id as "organId", o.name as "organName", p.base
    from (${points}) p join organisation o on o.id = p.organ_id order by 1`.execute(db)
  return rows.length < 2 ? [] : rows
}

/** 待签约: what a school's courses earned on days without a contract, up to a day. */
export async function sumUncovered(db: Db, { school, until }: { school: number; until: string }) {
  const { rows } = await sql<{ orders: number; amount: number }>`
    select count(distinct f.course_order_id) as orders, coalesce(sum(f.amount), 0)::bigint as amount
    from order_funding f
    where f.school_id = ${school} and f.bill_id is null and f.day <= ${until}::date and not ${hasContract}`.execute(
    db,
  )
  return rows[0] ?? { orders: 0, amount: 0 }
}

export async function adjustmentsOf(db: Db, of: ItemsOf) {
  const { rows } = await sql<{
    adjustmentId: number
    amount: number
    reason: string
    forBillNo: string | null
    createdBy: string
    createdAt: Date
  }>`
    select a.id as "adjustmentId", a.amount, a.reason, b.no as "forBillNo", m.name as "createdBy", a.created_at as "createdAt"
    from adjustment a join member m on m.id = a.created_by left join bill b on b.id = a.for_bill_id
    where ${adjustedBy(of)} order by a.id`.execute(db)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** The school's contracts that were not voided, with what lines freeze of them. */
export async function termsOf(db: Db, school: number): Promise<BillTerms[]> {
  return db
    .selectFrom('contract')
    .select([
      'id as contractId',
      'no as contractNo',
      sql<'share' | 'rent'>`mode`.as('mode'),
      'platform_bp as platformBp',
      'monthly_rent as monthlyRent',
      'starts_on as startsOn',
      'ends_on as endsOn',
    ])
    .where('school_id', '=', school)
    .where('voided_at', 'is', null)
    .execute()
}
