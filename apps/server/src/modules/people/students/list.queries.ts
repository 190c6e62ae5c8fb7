import {
  type EnrolmentState,
  maskPhone,
  type Paging,
  type StudentRow,
  type StudentSortField,
} from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { List } from '../../../platform/lists/list.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { firstOfBlock, placeOfPage } from '../../../platform/postgres/paging.ts'
import { equals, hasPhone, isOneOf } from '../../../platform/postgres/search.ts'
import { maskIdNumber } from './identity.rules.ts'

export interface Filter {
  paramValue?: string | undefined
  schoolId?: number | undefined
  gearType?: string | undefined
  state?: EnrolmentState | undefined
  tag?: string | undefined
  coachId?: number | undefined
  beginDate?: string | undefined
  endDate?: string | undefined
}

interface Sorting {
  sortField?: StudentSortField | undefined
  sortOrder?: 'ascend' | 'descend' | undefined
}

interface Order {
  /** Rows `v` with an index in this order, either way round, one for each student unless it is one for each of their schools. */
  readonly rows: RawBuilder<unknown>
  readonly by: RawBuilder<unknown>
  readonly perSchool?: true
  /** Rows may have no value: they come last. */
  readonly missing?: true
}

const sortColumns: Record<StudentSortField, Order> = {
  balance: { rows: sql`purse v`, by: sql`(v.cash + v.bonus)` },
  remainingMinutes: { rows: sql`student_minutes v`, by: sql`v.minutes`, perSchool: true },
  lastTrainedOn: { rows: sql`student_trained v`, by: sql`v.last_at`, missing: true },
}

/** Up to so many students are found first and then put in order; of more, the index in that order is walked. */
const mostSorted = 10_000
/** So far from an end of the index each student on the way is looked up; farther in, all that are asked for are gathered before. */
const nearEnd = 500

/** Which of the rows in an order is of the student `f`. */
const ofStudent = ({ perSchool }: Order) =>
  perSchool ? sql`v.student_id = f.id and v.school_id = f.school_id` : sql`v.student_id = f.id`

function inOrder({ by, missing }: Order, sortOrder: Sorting['sortOrder'], backwards = false) {
  const direction = (sortOrder === 'descend') === backwards ? sql`asc` : sql`desc`
  const empty = missing ? (backwards ? sql`nulls first` : sql`nulls last`) : sql``
  return sql`order by ${by} ${direction} ${empty}, v.student_id ${direction}`
}

/** The ids of students `f` in an order, the newest first unless asked otherwise; what follows them in a statement. */
function sorted({ sortField, sortOrder }: Sorting): RawBuilder<unknown> {
  if (sortField === undefined) return sql`order by f.id desc`
  const order = sortColumns[sortField]
  return sql`join ${order.rows} on ${ofStudent(order)} ${inOrder(order, sortOrder)}`
}

/** Ids of the filtered students, without their order. */
export function filteredIds(
  db: Db,
  scope: Scope,
  { paramValue = '', schoolId, gearType, state, tag, coachId, beginDate, endDate }: Filter,
) {
  return db
    .selectFrom('student as f')
    .where(scoped(scope, sql.ref('f.school_id')))
    .where(equals('f.school_id', schoolId))
    .where(equals('f.gear_type', gearType))
    .where(equals('f.state', state))
    .where(equals('f.coach_id', coachId))
    .$if(tag !== undefined, query =>
      query.where(sql<SqlBool>`f.tags @> array[${tag}]::text[] and f.tags <> '{}'`),
    )
    .$if(beginDate !== undefined, query => query.where('f.registered_at', '>=', beginningOf(beginDate)))
    .$if(endDate !== undefined, query => query.where('f.registered_at', '<', beginningOf(endDate, 1)))
    .$if(paramValue !== '', query => query.where(matches(paramValue)))
}

/** What was typed: digits are a phone or its end, letters the initials or stand in a name, all else is part of a name. */
function matches(typed: string) {
  const digits = typed.replace(/[\s-]/g, '')
  if (/^\d+$/.test(digits)) return hasPhone('f.phone', digits)
  if (/^[a-z]+$/i.test(typed)) {
    return sql<SqlBool>`(${beginsInitials(typed.toLowerCase())} or ${inName(typed)})`
  }
  return inName(typed)
}

/** A prefix as a range, since a generic plan cannot use LIKE; `{` is the character after any that may follow. */
function beginsInitials(prefix: string) {
  return sql<SqlBool>`(f.name_initials collate "C" >= ${prefix} and f.name_initials collate "C" < ${`${prefix}{`})`
}

function inName(part: string) {
  return sql<SqlBool>`(name_grams(f.name) @> search_grams(${part}) and strpos(lower(f.name collate "C"), lower(${part} collate "C")) > 0)`
}

/** The students, newest first. */
export const students: List<Filter & Sorting, StudentRow> = {
  async page({ db, scope }, filter, paging) {
    const { paramValue = '', beginDate, endDate, tag, coachId } = filter
    const counted =
      paramValue === '' && [beginDate, endDate, tag, coachId].every(asked => asked === undefined)
    const { ids, total } = await (counted ? browse : search)(db, scope, filter, paging)
    const rows = new Map((await rowsOf(db, ids)).map(row => [row.userId, row]))
    return { rows: ids.flatMap(id => rows.get(id) ?? []), total, sum: undefined }
  },
  async part({ db, scope }, filter, { last, most }) {
    const found = await filteredIds(db, scope, filter)
      .select('f.id')
      .where('f.id', '<', last?.userId ?? Number.MAX_SAFE_INTEGER)
      .orderBy('f.id', 'desc')
      .limit(most)
      .execute()
    return rowsOf(
      db,
      found.map(({ id }) => id),
    )
  },
}

/** Without a search, days, tag or coach the total is kept, and so is where the page lies; there it is found on an index. */
async function browse(db: Db, scope: Scope, filter: Filter & Sorting, paging: Paging) {
  const { schoolId, gearType, state } = filter
  const counts = db
    .selectFrom('student_count as n')
    .select(['n.block as part', sql<number>`sum(n.students)::integer`.as('rows')])
    .where(scoped(scope, sql.ref('n.school_id')))
    .where(equals('n.school_id', schoolId))
    .where(equals('n.gear_type', gearType))
    .where(equals('n.state', state))
    .groupBy('n.block')
  const { total, within } = await placeOfPage<number>(db, counts, paging)
  if (within === null) return { ids: [], total }
  if (filter.sortField !== undefined) {
    const asked = { ...filter, sortField: filter.sortField }
    const find = total <= mostSorted ? putInOrder : walk
    return { ids: await find(db, scope, asked, { ...paging, total }), total }
  }
  const found = await filteredIds(db, scope, filter)
    .select('f.id')
    .where('f.id', '>=', firstOfBlock(within.oldest))
    .where('f.id', '<', firstOfBlock(within.newest + 1))
    .orderBy('f.id', 'desc')
    .limit(paging.pageSize)
    .offset(within.skipped)
    .execute()
  return { ids: found.map(({ id }) => id), total }
}

type Sorted = Filter & Sorting & { sortField: StudentSortField }
type Counted = Paging & { total: number }

/** Finds few students, looks up each and puts them in order. */
async function putInOrder(db: Db, scope: Scope, filter: Sorted, { pageNum, pageSize }: Counted) {
  const order = sortColumns[filter.sortField]
  // With an offset, for the planner expects an average school and would read everyone's instead.
  const { rows } = await sql<{ id: number }>`
    select f.id from (${filteredIds(db, scope, filter).select(['f.id', 'f.school_id'])}) f
    cross join lateral (select * from ${order.rows} where ${ofStudent(order)} offset 0) v
    ${inOrder(order, filter.sortOrder)} limit ${pageSize} offset ${pageNum * pageSize}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Walks an index from its nearer end as far as the page, past the students that the filter leaves out: nothing is put in order for it. */
async function walk(db: Db, scope: Scope, filter: Sorted, { pageNum, pageSize, total }: Counted) {
  const order = sortColumns[filter.sortField]
  const before = pageNum * pageSize
  const taken = Math.min(pageSize, total - before)
  const after = total - before - taken
  const skipped = Math.min(before, after)
  const backwards = after < before
  // As numbers in the statement: the planner takes a parameter for a tenth of all rows, and then sorts.
  const { rows } = await sql<{ id: number }>`
    select v.student_id as id from ${order.rows}
    where ${isAskedFor(db, scope, filter, { order, near: skipped <= nearEnd })}
    ${inOrder(order, filter.sortOrder, backwards)} limit ${sql.lit(taken)} offset ${sql.lit(skipped)}`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  return backwards ? ids.reverse() : ids
}

/** Whether a row in an order is of one of the filtered students. No join, which the planner would sort. */
function isAskedFor(
  db: Db,
  scope: Scope,
  filter: Filter,
  { order, near }: { order: Order; near: boolean },
): RawBuilder<SqlBool> {
  const { schoolId, gearType, state } = filter
  const everyone =
    scope.organisations === null && [schoolId, gearType, state].every(asked => asked === undefined)
  if (everyone && !order.perSchool) return sql<SqlBool>`true`
  const students = filteredIds(db, scope, filter).select(['f.id', 'f.school_id'])
  const student = sql`select from (${students}) f where ${ofStudent(order)}`
  // With an offset the planner can only look up; without it, and not as a join, it hashes them where they fit into memory.
  return near ? sql<SqlBool>`exists (${student} offset 0)` : sql<SqlBool>`(exists (${student})) is true`
}

/** A search finds all ids at once, so that no plan walks the whole table for the newest few of them. */
async function search(db: Db, scope: Scope, filter: Filter & Sorting, { pageNum, pageSize }: Paging) {
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with found as materialized (${filteredIds(db, scope, filter).select(['f.id', 'f.school_id'])})
    select (select count(*) from found)::bigint as total,
      array(select f.id from found f ${sorted(filter)} limit ${pageSize} offset ${pageNum * pageSize}) as ids`.execute(
    db,
  )
  return rows[0] ?? { total: 0, ids: [] }
}

/** A student in the scope as lists show them. */
export async function findStudent(db: Db, scope: Scope, id: number): Promise<StudentRow | undefined> {
  const row = await studentRows(db)
    .where('s.id', '=', id)
    .where(scoped(scope, sql.ref('s.school_id')))
    .executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

/** Those of these students that are in the scope. */
export async function studentsIn(db: Db, scope: Scope, ids: readonly number[]): Promise<StudentRow[]> {
  const rows = await studentRows(db)
    .where(isOneOf('s.id', ids))
    .where(scoped(scope, sql.ref('s.school_id')))
    .execute()
  return rows.map(toRow)
}

/** Students as lists show them, the newest first. */
export async function rowsOf(db: Db, ids: readonly number[]): Promise<StudentRow[]> {
  if (ids.length === 0) return []
  const rows = await studentRows(db).where(isOneOf('s.id', ids)).orderBy('s.id', 'desc').execute()
  return rows.map(toRow)
}

function studentRows(db: Db) {
  return db
    .selectFrom('student as s')
    .innerJoin('organisation as o', 'o.id', 's.school_id')
    .leftJoin('purse as w', 'w.student_id', 's.id')
    .leftJoin('student_minutes as m', join =>
      join.onRef('m.student_id', '=', 's.id').onRef('m.school_id', '=', 's.school_id'),
    )
    .leftJoin('coach as c', 'c.id', 's.coach_id')
    .leftJoin('student_trained as t', 't.student_id', 's.id')
    .select([
      sql<number>`coalesce(w.cash + w.bonus, 0)`.as('balance'),
      sql<number>`coalesce(m.minutes, 0)`.as('remainingMinutes'),
      sql<string | null>`business_day(t.last_at)::text`.as('lastTrainedOn'),
      's.id as userId',
      's.name as userName',
      's.phone',
      's.id_number_tail as tail',
      's.school_id as schoolId',
      'o.name as schoolName',
      's.gear_type as gearType',
      sql<EnrolmentState>`s.state`.as('state'),
      's.registered_at as registeredAt',
      's.tags',
      's.coach_id as coachId',
      'c.name as coachName',
      's.version',
    ])
}

function toRow({
  phone,
  tail,
  registeredAt,
  ...row
}: Omit<StudentRow, 'userPhone' | 'idNumber' | 'registeredAt'> & {
  phone: string
  tail: string | null
  registeredAt: Date
}): StudentRow {
  return {
    ...row,
    userPhone: maskPhone(phone),
    idNumber: maskIdNumber(tail),
    registeredAt: registeredAt.toISOString(),
  }
}
