import type { BillFigures, BillLine, Custody } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** The next month of a school that is to be billed, with the terms of payment of the contract at its end. */
export interface NextMonth {
  schoolId: number
  /** Its first and its last day. */
  month: string
  until: string
  /** The day on which it closes by itself. */
  closesOn: string
  /** It is over. */
  over: boolean
  /** It is to be closed now, on its day or because somebody asked. */
  due: boolean
  requested: boolean
  contractId: number | null
  dueDays: number
  deemed: boolean
}

/**
 * The next months of one school or of all: behind the last bill the first that has a day under contract, something to
 * bill or an adjustment; months without are passed over, and what is late goes into the next. A school that has nothing
 * has none. A month closes by itself at 00:10 of the contract's day, and is closed with what lies before its end.
 */
export async function nextMonths(db: Db, school: number | null): Promise<NextMonth[]> {
  const { rows } = await sql<NextMonth>`
    select o.id as "schoolId", next.month, next.until, next.month < date_trunc('month', business_day(now())) as over,
      closing.day as "closesOn", asked.there as requested, t.id as "contractId",
      coalesce(t.due_days, 15) as "dueDays", coalesce(t.deemed, false) as deemed,
      next.until < business_day(now()) and (
        asked.there or now() >= ((closing.day + time '00:10') at time zone 'Asia/Shanghai')
      ) as due
    from organisation o
    cross join lateral (
      select (max(month) + interval '1 month')::date as day from bill where school_id = o.id
    ) open
    cross join lateral (
      select least(
        (select min(greatest(c.starts_on, open.day)) from contract c
          where c.school_id = o.id and c.voided_at is null and (open.day is null or c.ends_on >= open.day)),
        (select f.day from order_funding f where f.school_id = o.id and f.bill_id is null and exists (
            select from contract c where c.school_id = f.school_id and c.voided_at is null
              and f.contract_day between c.starts_on and c.ends_on) order by f.day limit 1),
        (select f.day from order_funding f where f.holder_school_id = o.id and f.holder_bill_id is null and f.school_id <> o.id
          order by f.day limit 1),
        (select min(r.day) from recharge_order r
          where r.holder_school_id = o.id and r.holder_bill_id is null and r.paid_at is not null),
        (select min(b.day) from refund b
          where b.holder_school_id = o.id and b.holder_bill_id is null and b.state = 'refunded'),
        (select min(a.day) from adjustment a where a.school_id = o.id and a.bill_id is null)
      ) as day
      -- Or it would be looked for again wherever it is named below.
      offset 0
    ) first
    cross join lateral (select greatest(open.day, date_trunc('month', first.day)::date) as month) start
    cross join lateral (select start.month, (start.month + interval '1 month -1 day')::date as until) next
    left join lateral (
      select c.id, c.billing_day, c.due_days, c.deemed from contract c
      where c.school_id = o.id and c.voided_at is null and c.starts_on <= next.until
      order by c.starts_on desc limit 1
    ) t on true
    cross join lateral (select next.until + coalesce(t.billing_day, 1) as day) closing
    cross join lateral (
      select exists (
        select from close_request r where r.school_id = o.id and r.month = next.month and r.done_at is null
      ) as there
    ) asked
    where o.type = 'school' and first.day is not null and (${school}::bigint is null or o.id = ${school})
    order by o.id`.execute(db)
  return rows
}

/** Schools in the scope. */
export function schoolNames(db: Db, scope: Scope): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('organisation')
    .select(['id', 'name'])
    .where('type', '=', 'school')
    .where(scoped(scope, sql.ref('id')))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Takes a school for its closing; false where another process has it. */
export async function takeSchool(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

/** A school in the scope for an adjustment (lock order 2); its closing waits, its sales do not. */
export function holdSchool(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', id)
    .where('type', '=', 'school')
    .where(scoped(scope, sql.ref('id')))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function lastCustody(db: Db, school: number): Promise<number> {
  const row = await db
    .selectFrom('bill')
    .select('custody_close')
    .where('school_id', '=', school)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.custody_close ?? 0
}

/** Inserts the bill, still hidden, so that its parts can refer to it. */
export async function insertBill(
  db: Db,
  { schoolId, month, contractId }: NextMonth,
  days: { issuedOn: string; dueOn: string; deemedOn: string | null },
): Promise<number> {
  const { id } = await db
    .insertInto('bill')
    .values({
      school_id: schoolId,
      month,
      contract_id: contractId,
      issued_on: days.issuedOn,
      due_on: days.dueOn,
      deemed_on: days.deemedOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function fillBill(
  db: Db,
  id: number,
  { figures, custody, lines }: { figures: BillFigures; custody: Custody; lines: readonly BillLine[] },
): Promise<void> {
  if (lines.length > 0)
    await db
      .insertInto('bill_line')
      .values(
        lines.map(line => ({
          bill_id: id,
          kind: line.kind,
          late: line.late,
          base: line.base,
          amount: line.amount,
          items: line.items,
          contract_id: line.contractId,
          contract_no: line.contractNo,
          mode: line.mode,
          bp: line.bp,
          rent: line.rent,
          days: line.days,
        })),
      )
      .execute()
  await db
    .updateTable('bill')
    .set({
      base: figures.base,
      platform_share: figures.platformShare,
      school_share: figures.schoolShare,
      held: figures.held,
      rent: figures.rent,
      adjusted: figures.adjusted,
      net: figures.net,
      custody_open: custody.open,
      custody_in: custody.taken,
      custody_used: custody.used,
      custody_refunded: custody.refunded,
      custody_reversed: custody.reversed,
      custody_close: custody.close,
    })
    .where('id', '=', id)
    .execute()
}

/** The last step of a closing: the bill's number, and its digest over the whole content. */
export async function sealBill(db: Db, id: number, no: string): Promise<void> {
  await sql`update bill set no = ${no}, digest = bill_digest(id) where id = ${id}`.execute(db)
}

export async function endRequest(db: Db, school: number, month: string): Promise<void> {
  await sql`update close_request set done_at = now()
    where school_id = ${school} and month = ${month}::date and done_at is null`.execute(db)
}

/** Requests that months be closed; repeating a request has no effect. */
export async function requestClosing(
  db: Db,
  months: readonly { schoolId: number; month: string }[],
  member: number,
): Promise<void> {
  await sql`
    insert into close_request (school_id, month, requested_by)
    select school_id, month, ${member}::bigint
    from unnest(${months.map(({ schoolId }) => schoolId)}::bigint[], ${months.map(({ month }) => month)}::date[]) x (school_id, month)
    order by 1
    on conflict (school_id, month) do nothing`.execute(db)
}

/** Whether a month of the school was closed: it has a bill, or a later one has. */
export async function isClosed(db: Db, school: number, month: string): Promise<boolean> {
  const { rows } = await sql<{ closed: boolean }>`
    select exists (select from bill where school_id = ${school} and month >= ${month}::date) as closed`.execute(
    db,
  )
  return rows[0]?.closed ?? false
}

/** Bills that count as confirmed from today on at the latest. */
export async function deemedBills(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('bill')
    .select('id')
    .where('state', '=', 'toCheck')
    .where(sql<boolean>`deemed_on <= business_day(now())`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
