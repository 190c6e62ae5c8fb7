import type {
  BillDue,
  BillRow,
  BillSortField,
  BillState,
  confirmations,
  Paging,
  RemarkKind,
} from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { Bill } from '../../../generated/schema.ts'
import { type Scope, scoped, seesAll } from '../../../platform/auth/scope.ts'
import type { List, ListPage, Reader } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { placeOfPage } from '../../../platform/postgres/paging.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

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
export const overdue = sql<SqlBool>`(b.due_on < ${today} and b.paid <> b.net)`

/** Of the bill `b`: so many days overdue, both bounds included; null: no upper bound. */
const late = (from: number, to: number | null) => sql<SqlBool>`(b.state <> 'settled' and b.paid <> b.net
  and ${today} - b.due_on >= ${from} and ${to === null ? sql`true` : sql`${today} - b.due_on <= ${to}`})`

export const dues: Record<BillDue, RawBuilder<SqlBool>> = {
  open: sql`b.state <> 'settled'`,
  soon: sql`(${unpaid} and b.due_on between ${today} and ${today} + 3)`,
  overdue,
  notDue: sql`(b.state <> 'settled' and b.paid <> b.net and b.due_on >= ${today})`,
  late30: late(1, 30),
  late60: late(31, 60),
  late90: late(61, 90),
  later: late(91, null),
}

const between = (month: RawBuilder<unknown>, { beginMonth, endMonth }: BillFilter) => sql<SqlBool>`
  (${beginMonth === undefined ? sql`true` : sql`${month} >= ${`${beginMonth}-01`}::date`}
    and ${endMonth === undefined ? sql`true` : sql`${month} <= ${`${endMonth}-01`}::date`})`

/** A part of the bill's number, or of its school's name. */
const matchesText = (typed: string) => sql<SqlBool>`(${matchesSearch(typed, ['b.no'])}
  or b.school_id in (select o.id from organisation o where ${matchesSearch(typed, ['o.name'])}))`

export function filteredBills(db: Db, scope: Scope, filter: BillFilter) {
  const { paramValue = '', schoolId, state, side, due } = filter
  return db
    .selectFrom('bill as b')
    .select('b.id')
    .where(scoped(scope, sql.ref('b.school_id')))
    .where(between(sql.ref('b.month'), filter))
    .$if(paramValue !== '', query => query.where(matchesText(paramValue)))
    .where(equals('b.school_id', schoolId))
    .where(equals('b.state', state))
    .$if(side !== undefined, query => query.where('b.net', side === 'school' ? '<' : '>', 0))
    .where(due === undefined ? sql<SqlBool>`true` : dues[due])
}

const sortColumns: Record<BillSortField, RawBuilder<unknown>> = {
  month: sql`month`,
  net: sql`net`,
  dueOn: sql`due_on`,
}
const latestFirst = sql`month desc, id desc`

/** 合计; fen. */
const sumColumns = [
  'base',
  'platformShare',
  'schoolShare',
  'net',
  'paid',
  'leftToSchools',
  'leftBySchools',
] as const
type Sum = Record<(typeof sumColumns)[number], number>

interface Found {
  ids: number[]
  total: number
  sum: Sum
}

/**
 * Bills with the sums of all that the filter finds. On a page unless asked otherwise the latest month first, in the file the newest
 * bill first.
 */
export const monthlyBills: List<BillFilter & Sorting, BillRow, Sum> = {
  page: billPage,
  part({ db, scope }, filter, { last, most }) {
    const ids = filteredBills(db, scope, filter)
      .where('b.id', '<', last?.billId ?? Number.MAX_SAFE_INTEGER)
      .orderBy('b.id', 'desc')
      .limit(most)
    return billRows(db).where('b.id', 'in', ids).orderBy('b.id', 'desc').execute()
  },
}

/** Those of these bills that are in the scope. */
export const billsIn = (db: Db, scope: Scope, ids: readonly number[]): Promise<BillRow[]> =>
  billRows(db)
    .where('b.id', 'in', filteredBills(db, scope, {}).where(isOneOf('b.id', ids)))
    .execute()

async function billPage(
  { db, scope }: Reader,
  { sortField, sortOrder, ...filter }: BillFilter & Sorting,
  paging: Paging,
): Promise<ListPage<BillRow, Sum>> {
  const { paramValue = '', schoolId, state, side, due } = filter
  const isChosen =
    paramValue !== '' || [schoolId, state, side, due, sortField].some(value => value !== undefined)
  const direction = sortOrder === 'descend' ? sql`desc` : sql`asc`
  const order = sortField === undefined ? latestFirst : sql`${sortColumns[sortField]} ${direction}, id`
  const { ids, total, sum } = await (seesAll(scope) && !isChosen
    ? browse(db, filter, paging)
    : search(db, filteredBills(db, scope, filter), order, paging))
  const rows: BillRow[] = await billRows(db)
    .where(sql<SqlBool>`b.id = any(${ids}::bigint[])`)
    .orderBy(sql`array_position(${ids}::bigint[], b.id)`)
    .execute()
  return { rows, total, sum }
}

/** Of all schools: what their months come to is kept, and with it where the page lies. */
async function browse(db: Db, months: BillFilter, paging: Paging): Promise<Found> {
  const counts = sql`
    select t.month as part, sum(t.bills)::bigint as rows, sum(t.platform_share + t.school_share) as base,
      sum(t.platform_share) as "platformShare", sum(t.school_share) as "schoolShare",
      sum(t.payable - t.receivable) as net, sum(t.paid_out - t.received) as paid,
      sum(t.payable - t.paid_out) as "leftToSchools", sum(t.receivable - t.received) as "leftBySchools"
    from bill_total t where ${between(sql.ref('t.month'), months)} group by 1`
  const { total, within, sums } = await placeOfPage<string, keyof Sum>(db, counts, paging, sumColumns)
  if (within === null) return { ids: [], total, sum: sums }
  const { rows } = await sql<{ id: number }>`
    select id from bill where month between ${within.oldest}::date and ${within.newest}::date
    order by ${latestFirst} limit ${paging.pageSize} offset ${within.skipped}`.execute(db)
  return { ids: rows.map(({ id }) => id), total, sum: sums }
}

async function search(
  db: Db,
  bills: ReturnType<typeof filteredBills>,
  order: RawBuilder<unknown>,
  { pageNum, pageSize }: Paging,
): Promise<Found> {
  const found = bills.select([
    'b.month',
    'b.due_on',
    'b.base',
    'b.platform_share as platformShare',
    'b.school_share as schoolShare',
    'b.net',
    'b.paid',
    sql<number>`greatest(b.net - b.paid, 0)`.as('leftToSchools'),
    sql<number>`greatest(b.paid - b.net, 0)`.as('leftBySchools'),
  ])
  const sums = sumColumns.map(column => sql`${column}::text, coalesce(sum(${sql.ref(column)}), 0)::bigint`)
  const { rows } = await sql<Found>`
    with found as materialized (${found})
    select count(*)::bigint as total, json_build_object(${sql.join(sums)}) as sum,
      array(select id from found order by ${order} limit ${pageSize} offset ${pageNum * pageSize}) as ids
    from found`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate gave no row')
  return row
}

/** A bill in the scope as lists show it. */
export function findBill(db: Db, scope: Scope, id: number): Promise<BillRow | undefined> {
  return billRows(db)
    .where('b.id', '=', id)
    .where(scoped(scope, sql.ref('b.school_id')))
    .executeTakeFirst()
}

/** Bills as lists show them, in no order. */
export const billsOf = (db: Db, ids: readonly number[]): Promise<BillRow[]> =>
  billRows(db)
    .where(sql<SqlBool>`b.id = any(${[...ids]}::bigint[])`)
    .execute()

export function billRows(db: Db) {
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
      'b.urged_on as urgedOn',
      'b.version',
    ])
    .$narrowType<{ overdue: boolean }>()
}

/** A bill in the scope, locked until the change is committed. */
export function lockBill(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('bill as b')
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
      'b.urged_on as urgedOn',
      sql<string | null>`account_of_contract(b.contract_id)`.as('account'),
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

/** Another version of a bill though nothing of its own changed: what belongs to it did. */
export async function touchBill(db: Db, id: number): Promise<void> {
  await sql`update bill set version = version where id = ${id}`.execute(db)
}

/** What bills in the scope are called. */
export const numbersOfBills = (db: Db, scope: Scope, ids: readonly number[]) =>
  db
    .selectFrom('bill as b')
    .innerJoin('organisation as o', 'o.id', 'b.school_id')
    .select(['b.id', sql<string>`b.no`.as('no'), 'o.name as school'])
    .where(sql<SqlBool>`b.id = any(${[...ids]}::bigint[])`)
    .where(scoped(scope, sql.ref('b.school_id')))
    .execute()

/** Of the bill `b`, until it is agreed to: the newest entry of its thread; a withdrawal has no text. */
const lastRemark = sql<{ kind: RemarkKind; text: string | null } | null>`
  case when b.state in ('toCheck', 'disputed') then (
    select json_build_object('kind', r.kind, 'text', r.text) from bill_remark r
    where r.bill_id = b.id order by r.id desc limit 1) end`

/** What bills are called, which school they are of, what they come to, and what was said of them last. */
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
      lastRemark.as('remark'),
    ])
    .where(sql<SqlBool>`b.id = any(${ids}::bigint[])`)
    .execute()
}
