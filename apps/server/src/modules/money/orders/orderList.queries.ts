import { addMonths, monthOf, type Paging, type RechargeTender, type RefundKind } from '@drivesim/contract'
import { addDays } from '@drivesim/contract/businessDay'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { type Part, placeByMonths, placeOfPage } from '../../../platform/postgres/paging.ts'
import { hasPhone } from '../../../platform/postgres/search.ts'

/** What the three lists are filtered by; `channel` is the method of a refund. */
export interface OrderFilter {
  paramValue?: string | undefined
  organId?: number | undefined
  studentId?: number | undefined
  ids?: readonly number[] | undefined
  clerkId?: number | undefined
  state?: string | undefined
  channel?: string | undefined
  beginDate?: string | undefined
  endDate?: string | undefined
  /** Of recharges: in one of these states. */
  states?: readonly string[] | undefined
  /** Of recharges: paid once, taken back or not. */
  everPaid?: boolean | undefined
  /** Of recharges: how a school took it. */
  tender?: RechargeTender | undefined
  /** Of course orders: sold below the list price. */
  below?: 'yes' | undefined
  /** Of refunds: of what. */
  kind?: RefundKind | undefined
}

/** 合计; fen. */
export interface Sum {
  amount: number
  untrained: number
  /** Below the list price; null where that is not asked for. */
  discount: number | null
}

const sources = {
  recharge: { table: sql.table('recharge_order'), channel: sql.ref('o.channel'), untrained: sql`0::bigint` },
  course: { table: sql.table('course_order'), channel: sql`''`, untrained: sql.ref('o.untrained') },
  refund: { table: sql.table('refund'), channel: sql.ref('o.method'), untrained: sql`0::bigint` },
}
export type OrderKind = keyof typeof sources

/** Opening orders are no sales, and in no list. */
const isListed = (kind: OrderKind) => (kind === 'course' ? [sql<SqlBool>`o.kind = 'sale'`] : [])

const all = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join([...conditions], sql` and `)

/** Conditions that the kept totals can answer too; days apart. */
function countableConditions(
  scope: Scope,
  { organId, state, states, channel }: OrderFilter,
  of: RawBuilder<unknown>,
): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`${scoped(scope, sql.ref('o.organ_id'))}`,
    ...(organId === undefined ? [] : [isBelow(sql.ref('o.organ_id'), organId)]),
    ...(state === undefined ? [] : [sql<SqlBool>`o.state = ${state}`]),
    ...(states === undefined ? [] : [sql<SqlBool>`o.state = any(${[...states]})`]),
    ...(channel === undefined ? [] : [sql<SqlBool>`${of} = ${channel}`]),
  ]
}

/** From one day on, and before another. */
const between = (column: 'day' | 'month', from: string | undefined, before: string | undefined) => [
  ...(from === undefined ? [] : [sql<SqlBool>`${sql.ref(`o.${column}`)} >= ${from}::date`]),
  ...(before === undefined ? [] : [sql<SqlBool>`${sql.ref(`o.${column}`)} < ${before}::date`]),
]

/** Days as `between` takes them. */
const daysOf = ({ beginDate, endDate }: OrderFilter) =>
  [beginDate, endDate === undefined ? undefined : addDays(endDate, 1)] as const

function otherConditions(filter: OrderFilter) {
  const { paramValue, studentId, ids, clerkId, everPaid, tender, below, kind } = filter
  return [
    ...(paramValue === undefined || paramValue === '' ? [] : [matchesText(paramValue)]),
    ...(studentId === undefined ? [] : [sql<SqlBool>`o.student_id = ${studentId}`]),
    ...(ids === undefined ? [] : [sql<SqlBool>`o.id = any(${[...ids]}::bigint[])`]),
    ...(clerkId === undefined ? [] : [sql<SqlBool>`o.created_by = ${clerkId}`]),
    ...(everPaid === undefined ? [] : [sql<SqlBool>`o.paid_at is not null`]),
    ...(tender === undefined ? [] : [takenAs(tender)]),
    ...(below === undefined ? [] : [soldBelow]),
    ...(kind === undefined ? [] : [sql<SqlBool>`o.kind = ${kind}`]),
  ]
}

/** What was registered before its kind was asked was called cash. */
const takenAs = (tender: RechargeTender) =>
  sql<SqlBool>`(o.channel = 'offline' and coalesce(o.tender, 'cash') = ${tender})`

/** Paid for less than the course's list price. */
const soldBelow = sql<SqlBool>`(o.paid_at is not null and o.amount < o.list_price)`

/** A whole number of an order, a student's phone or its end, or a part of their name. */
function matchesText(typed: string): RawBuilder<SqlBool> {
  const number = typed.toUpperCase()
  if (/^[A-Z]{2}\d+$/.test(number)) return sql<SqlBool>`o.no = ${number}`
  const student = /^[\d\s-]+$/.test(typed)
    ? hasPhone('s.phone', typed)
    : sql<SqlBool>`(name_grams(s.name) @> search_grams(${typed}) and strpos(lower(s.name collate "C"), lower(${typed} collate "C")) > 0)`
  return sql<SqlBool>`o.student_id in (select s.id from student s where ${student})`
}

/** Which orders are asked for. */
export interface OrdersAsked {
  readonly scope: Scope
  readonly kind: OrderKind
  readonly filter: OrderFilter
}

const foundOrders = ({ kind, scope, filter }: OrdersAsked) =>
  all([
    ...isListed(kind),
    ...countableConditions(scope, filter, sources[kind].channel),
    ...between('day', ...daysOf(filter)),
    ...otherConditions(filter),
  ])

interface OrderPage {
  ids: number[]
  total: number
  sum: Sum
}

/** One page of ids, the latest day first, with the exact total and sums of the whole filter. */
export function orderPage(db: Db, asked: OrdersAsked, paging: Paging): Promise<OrderPage> {
  return (otherConditions(asked.filter).length === 0 ? browse : search)(db, asked, paging)
}

/** Totals are kept by day and month, and so is where the page lies; there it is found on an index. */
async function browse(db: Db, asked: OrdersAsked, paging: Paging): Promise<OrderPage> {
  const { total, within, sums } = await placeOf(db, asked, paging)
  const sum = { ...sums, discount: null }
  if (within === null) return { ids: [], total, sum }
  const page = await sql<{ id: number }>`
    select o.id from ${sources[asked.kind].table} o
    where ${foundOrders(asked)} and o.day between ${within.oldest}::date and ${within.newest}::date
    order by o.day desc, o.id desc limit ${paging.pageSize} offset ${within.skipped}`.execute(db)
  return { ids: page.rows.map(({ id }) => id), total, sum }
}

/**
 * The days that a page lies in, with the total and the sums of all. Days of all schools together are kept; of some, months are
 * added up first, since a year has too many days under many schools.
 */
function placeOf(db: Db, { scope, kind, filter }: OrdersAsked, paging: Paging) {
  const [from, before] = daysOf(filter)
  const kept = [sql<SqlBool>`o.kind = ${kind}`, ...countableConditions(scope, filter, sql.ref('o.channel'))]
  const columns = sql`o.orders, o.amount, o.untrained`
  const isAll = scope.organisations === null && filter.organId === undefined
  const days = (part: RawBuilder<unknown>, first?: string, after?: string) => sql`
    select ${part} as part, ${columns} from ${sql.table(isAll ? 'order_total' : 'order_count')} o
    where ${all([...kept, ...between('day', from, before), ...between('day', first, after)])}`
  const added = (parts: RawBuilder<unknown>) => sql`
    select part, sum(orders)::bigint as rows, sum(amount) as amount, sum(untrained) as untrained
    from (${parts}) parts group by 1`
  const byDay = (first?: string, after?: string) => added(days(sql.ref('o.day'), first, after))
  const sums = ['amount', 'untrained'] as const
  if (isAll) return placeOfPage<string, (typeof sums)[number]>(db, byDay(), paging, sums)
  // Whole months, and the days before and after them.
  const firstMonth = from && addMonths(monthOf(addDays(from, -1)), 1)
  const afterMonths = before && monthOf(before)
  if (firstMonth && afterMonths && firstMonth >= afterMonths)
    return placeOfPage<string, (typeof sums)[number]>(db, byDay(), paging, sums)
  const months = sql`
    select o.month as part, ${columns} from order_month o
    where ${all([...kept, ...between('month', firstMonth, afterMonths)])}`
  const parts = [
    months,
    ...(firstMonth ? [days(monthOfDay, undefined, firstMonth)] : []),
    ...(afterMonths ? [days(monthOfDay, afterMonths)] : []),
  ]
  const byMonth = added(sql.join(parts, sql` union all `))
  return placeByMonths(
    db,
    { byMonth, byDay: ({ first, last }) => byDay(first, addMonths(last, 1)) },
    paging,
    sums,
  )
}

const monthOfDay = sql`date_trunc('month', o.day::timestamp)::date`

/** A search finds ids, total and sums in one statement. */
async function search(db: Db, asked: OrdersAsked, { pageNum, pageSize }: Paging): Promise<OrderPage> {
  const { kind, filter } = asked
  const { rows } = await sql<{ ids: number[]; total: number } & Sum>`
    with found as materialized (
      select o.id, o.day, o.amount, ${sources[kind].untrained} as untrained,
        ${filter.below === undefined ? sql`null::bigint` : sql`o.list_price - o.amount`} as discount
      from ${sources[kind].table} o where ${foundOrders(asked)}
    )
    select (select count(*) from found)::bigint as total,
      (select coalesce(sum(amount), 0) from found)::bigint as amount,
      (select coalesce(sum(untrained), 0) from found)::bigint as untrained,
      ${filter.below === undefined ? sql`null` : sql`(select coalesce(sum(discount), 0) from found)`}::bigint as discount,
      array(select id from found order by day desc, id desc limit ${pageSize} offset ${pageNum * pageSize}) as ids`.execute(
    db,
  )
  const { ids = [], total = 0, amount = 0, untrained = 0, discount = null } = rows[0] ?? {}
  return { ids, total, sum: { amount, untrained, discount } }
}

/** The next ids of a file, newest first. */
export async function idsBefore(db: Db, asked: OrdersAsked, { before, most }: Part): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from ${sources[asked.kind].table} o
    where ${foundOrders(asked)} and o.id < ${before} order by o.id desc limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The newest orders or refunds of a student in the scope, opening orders too. */
export async function idsOfStudent(
  db: Db,
  { scope, kind, studentId }: Omit<OrdersAsked, 'filter'> & { readonly studentId: number },
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from ${sources[kind].table} o
    where o.student_id = ${studentId} and ${scoped(scope, sql.ref('o.organ_id'))}
    order by o.id desc limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whose the row `o` of one of the three tables is. Inner joins alone: PostgreSQL makes them joins of the list's query. */
export const parties = sql<{ studentName: string; schoolName: string; organName: string }>`(
  select s.name as "studentName", school.name as "schoolName", organ.name as "organName"
  from student s
  join organisation school on school.id = o.school_id
  join organisation organ on organ.id = o.organ_id
  where s.id = o.student_id
)`.as('parties')

/** What the rows of the three lists have in common: of `o`, its `parties` and `clerk`. */
export const commonColumns = [
  'o.no',
  'o.student_id as studentId',
  'parties.studentName',
  'o.school_id as schoolId',
  'parties.schoolName',
  'o.organ_id as organId',
  'parties.organName',
  'o.created_by as clerkId',
  'clerk.name as clerkName',
  'o.created_at as createdAt',
  'o.amount',
  'o.day',
] as const

/** Reads rows of one kind as lists show them: those of some ids, in their order, or one in the scope. */
export function rowReader<Row>(
  read: (db: Db, where: RawBuilder<SqlBool>, order: RawBuilder<unknown>) => Promise<Row[]>,
) {
  return {
    rowsOf: async (db: Db, ids: readonly number[]): Promise<Row[]> =>
      ids.length === 0
        ? []
        : read(
            db,
            sql<SqlBool>`o.id = any(${[...ids]}::bigint[])`,
            sql`array_position(${[...ids]}::bigint[], o.id)`,
          ),
    findRow: async (db: Db, scope: Scope, id: number): Promise<Row | undefined> => {
      const [row] = await read(
        db,
        sql<SqlBool>`o.id = ${id} and ${scoped(scope, sql.ref('o.organ_id'))}`,
        sql.ref('o.id'),
      )
      return row
    },
  }
}
