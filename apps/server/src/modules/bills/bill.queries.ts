import type {
  BillDue,
  BillRow,
  BillSortField,
  BillState,
  billEventKinds,
  confirmations,
  Paging,
} from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { Bill } from '../../generated/schema.ts'
import { type Scope, scoped } from '../../platform/auth/scope.ts'
import { beginningOf, type Db } from '../../platform/postgres/db.ts'
import { type Part, pageOf } from '../../platform/postgres/paging.ts'
import { searched } from '../../platform/postgres/search.ts'

export interface BillFilter {
  paramValue?: string | undefined
  schoolId?: number | undefined
  state?: BillState | undefined
  side?: 'platform' | 'school' | undefined
  due?: BillDue | undefined
  /** `2026-11` */
  beginMonth?: string | undefined
  endMonth?: string | undefined
}
interface Sorting {
  sortField?: BillSortField | undefined
  sortOrder?: 'ascend' | 'descend' | undefined
}

const today = sql`business_day(now())`
/** Of the bill `b`: it was confirmed, and something of it is to be paid. */
const unpaid = sql<SqlBool>`b.state in ('toSettle', 'toRepay', 'partlySettled', 'partlyRepaid')`
/** Of the bill `b`: past its day, confirmed or not. */
const overdue = sql<SqlBool>`(b.due_on < ${today} and b.paid <> b.net)`

/** Of the bill `b`: so many days overdue, both bounds included; null: no upper bound. */
const late = (from: number, to: number | null) => sql<SqlBool>`(b.state <> 'settled' and b.paid <> b.net
  and ${today} - b.due_on >= ${from} and ${to === null ? sql`true` : sql`${today} - b.due_on <= ${to}`})`

const dues: Record<BillDue, RawBuilder<SqlBool>> = {
  open: sql`b.state <> 'settled'`,
  soon: sql`(${unpaid} and b.due_on between ${today} and ${today} + 3)`,
  overdue,
  notDue: sql`(b.state <> 'settled' and b.paid <> b.net and b.due_on >= ${today})`,
  late30: late(1, 30),
  late60: late(31, 60),
  late90: late(61, 90),
  later: late(91, null),
}

function filtered(db: Db, scope: Scope, { paramValue, schoolId, state, side, due, ...months }: BillFilter) {
  return db
    .selectFrom('bill as b')
    .innerJoin('organisation as o', 'o.id', 'b.school_id')
    .select('b.id')
    .where(scoped(scope, sql.ref('b.school_id')))
    .where(searched(paramValue, ['b.no', 'o.name']))
    .$if(schoolId !== undefined, query => query.where('b.school_id', '=', schoolId ?? 0))
    .$if(state !== undefined, query => query.where('b.state', '=', state ?? ''))
    .$if(side !== undefined, query => query.where('b.net', side === 'school' ? '<' : '>', 0))
    .$if(due !== undefined, query => query.where(dues[due ?? 'open']))
    .$if(months.beginMonth !== undefined, query => query.where('b.month', '>=', `${months.beginMonth}-01`))
    .$if(months.endMonth !== undefined, query => query.where('b.month', '<=', `${months.endMonth}-01`))
}

const sortColumns: Record<BillSortField, RawBuilder<unknown>> = {
  month: sql`month`,
  net: sql`net`,
  dueOn: sql`due_on`,
}

/** One page of the filtered bills, unless asked otherwise the latest month first, with the sums of all of them. */
export async function billPage(
  db: Db,
  scope: Scope,
  { sortField, sortOrder, ...filter }: BillFilter & Sorting,
  paging: Paging,
) {
  const direction = sortOrder === 'descend' ? sql`desc` : sql`asc`
  const order =
    sortField === undefined ? sql`month desc, id desc` : sql`${sortColumns[sortField]} ${direction}, id`
  const found = filtered(db, scope, filter).select(['b.month', 'b.net', 'b.due_on'])
  const { ids, total } = await pageOf(db, found, paging, order)
  const sum = await db
    .selectFrom(
      filtered(db, scope, filter)
        .select(['b.base', 'b.platform_share', 'b.school_share', 'b.net', 'b.paid'])
        .as('f'),
    )
    .select([
      sql<number>`coalesce(sum(base), 0)::bigint`.as('base'),
      sql<number>`coalesce(sum(platform_share), 0)::bigint`.as('platformShare'),
      sql<number>`coalesce(sum(school_share), 0)::bigint`.as('schoolShare'),
      sql<number>`coalesce(sum(net), 0)::bigint`.as('net'),
      sql<number>`coalesce(sum(paid), 0)::bigint`.as('paid'),
    ])
    .executeTakeFirstOrThrow()
  const rows: BillRow[] = await billRows(db)
    .where(sql<SqlBool>`b.id = any(${ids}::bigint[])`)
    .orderBy(sql`array_position(${ids}::bigint[], b.id)`)
    .execute()
  return { rows, total, sum }
}

/** The next bills of a file. */
export function billsBefore(
  db: Db,
  scope: Scope,
  filter: BillFilter,
  { before, most }: Part,
): Promise<BillRow[]> {
  const ids = filtered(db, scope, filter).where('b.id', '<', before).orderBy('b.id', 'desc').limit(most)
  return billRows(db).where('b.id', 'in', ids).orderBy('b.id', 'desc').execute()
}

/** A bill in the scope as lists show it. */
export function findBill(db: Db, scope: Scope, id: number): Promise<BillRow | undefined> {
  return billRows(db)
    .where('b.id', '=', id)
    .where(scoped(scope, sql.ref('b.school_id')))
    .executeTakeFirst()
}

function billRows(db: Db) {
  return db
    .selectFrom('bill as b')
    .innerJoin('organisation as o', 'o.id', 'b.school_id')
    .select([
      'b.id as billId',
      sql<string>`b.no`.as('no'),
      'b.school_id as schoolId',
      'o.name as schoolName',
      sql<string>`to_char(b.month, 'YYYY-MM')`.as('month'),
      sql<BillState>`b.state`.as('state'),
      'b.base',
      'b.platform_share as platformShare',
      'b.school_share as schoolShare',
      'b.held',
      'b.rent',
      'b.adjusted',
      'b.net',
      'b.paid',
      'b.issued_on as issuedOn',
      'b.due_on as dueOn',
      overdue.as('overdue'),
      'b.deemed_on as deemedOn',
      sql<keyof typeof confirmations | null>`b.confirmed_how`.as('confirmedHow'),
      'b.version',
    ])
    .$narrowType<{ overdue: boolean }>()
}

/** A bill in the scope, locked until the change is committed. */
export function lockBill(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('bill as b')
    .leftJoin('contract as c', 'c.id', 'b.contract_id')
    .select([
      'b.id',
      sql<string>`b.no`.as('no'),
      'b.school_id as schoolId',
      sql<BillState>`b.state`.as('state'),
      'b.net',
      'b.paid',
      'b.issued_on as issuedOn',
      'b.due_on as dueOn',
      'b.deemed_on as deemedOn',
      'c.bank',
      'b.version',
    ])
    .where('b.id', '=', id)
    .where(scoped(scope, sql.ref('b.school_id')))
    .forNoKeyUpdate('b')
    .executeTakeFirst()
}
export type LockedBill = NonNullable<Awaited<ReturnType<typeof lockBill>>>

export async function updateBill(db: Db, id: number, row: Updateable<Bill>): Promise<void> {
  await db.updateTable('bill').set(row).where('id', '=', id).execute()
}

/** Bills `b` that wait for something, and since when. */
export interface Waiting {
  readonly which: RawBuilder<SqlBool>
  readonly since: RawBuilder<Date | null>
}

/** How many bills of the scope wait for something, and since when the oldest does. */
export async function countBills(db: Db, scope: Scope, { which, since }: Waiting) {
  return db
    .selectFrom('bill as b')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(${since})`.as('oldestAt')])
    .where(scoped(scope, sql.ref('b.school_id')))
    .where(which)
    .executeTakeFirstOrThrow()
}

/** Counted from the event that led to this state, not from the issue. */
const sinceLast = (...kinds: readonly (keyof typeof billEventKinds)[]) => sql<Date | null>`(
  select max(e.at) from bill_event e where e.bill_id = b.id and e.kind in (${sql.join(kinds)}))`
/** Overdue from the day after the due day, as in 账龄. */
const lateSince = beginningOf(sql.ref('b.due_on'), 1)

/** What home counts of bills. */
export const waiting = {
  toCheck: { which: sql<SqlBool>`b.state = 'toCheck'`, since: sinceLast('issued', 'answered') },
  disputed: { which: sql<SqlBool>`b.state = 'disputed'`, since: sinceLast('objected') },
  checked: { which: sql<SqlBool>`b.state = 'checked'`, since: sinceLast('confirmed') },
  overdueOfPlatform: { which: sql<SqlBool>`(${overdue} and b.net > 0)`, since: lateSince },
  overdueOfSchool: { which: sql<SqlBool>`(${overdue} and b.net < 0)`, since: lateSince },
} satisfies Record<string, Waiting>

/** What bills are called, whose they are and what they come to. */
export function billNames(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('bill as b')
    .innerJoin('organisation as o', 'o.id', 'b.school_id')
    .select([
      'b.id',
      sql<string>`b.no`.as('no'),
      'o.name as school',
      sql<string>`to_char(b.month, 'YYYY-MM')`.as('month'),
      'b.net',
      'b.paid',
      'b.due_on as dueOn',
    ])
    .where(sql<SqlBool>`b.id = any(${ids}::bigint[])`)
    .execute()
}
