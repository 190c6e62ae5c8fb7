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
  /** Rows `v` with an index in this order, either way round, and which of them is of the student `f`. */
  readonly of: RawBuilder<unknown>
  readonly by: RawBuilder<unknown>
  /** Where rows may have no value. */
  readonly missing?: RawBuilder<unknown>
}

const sortColumns: Record<StudentSortField, Order> = {
  balance: { of: sql`purse v on v.student_id = f.id`, by: sql`(v.cash + v.bonus)` },
  remainingMinutes: {
    of: sql`student_minutes v on v.student_id = f.id and v.school_id = f.school_id`,
    by: sql`v.minutes`,
  },
  lastTrainedOn: {
    of: sql`student_trained v on v.student_id = f.id`,
    by: sql`v.last_at`,
    missing: sql`nulls last`,
  },
}

/** The ids of students `f` in an order, the newest first unless asked otherwise; what follows them in a statement. */
function inOrder({ sortField, sortOrder }: Sorting): RawBuilder<unknown> {
  if (sortField === undefined) return sql`order by f.id desc`
  const { of, by, missing = sql`` } = sortColumns[sortField]
  const direction = sortOrder === 'descend' ? sql`desc` : sql`asc`
  return sql`join ${of} order by ${by} ${direction} ${missing}, v.student_id ${direction}`
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
  if (filter.sortField !== undefined) return { ids: await walk(db, scope, filter, paging), total }
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

/** Walks an index as far as the page, past the students that the filter leaves out: nothing is put in order for it. */
async function walk(db: Db, scope: Scope, filter: Filter & Sorting, { pageNum, pageSize }: Paging) {
  const { rows } = await sql<{ id: number }>`
    select f.id from (${filteredIds(db, scope, filter).select(['f.id', 'f.school_id'])}) f ${inOrder(filter)}
    limit ${pageSize} offset ${pageNum * pageSize}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A search finds all ids at once, so that no plan walks the whole table for the newest few of them. */
async function search(db: Db, scope: Scope, filter: Filter & Sorting, { pageNum, pageSize }: Paging) {
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with found as materialized (${filteredIds(db, scope, filter).select(['f.id', 'f.school_id'])})
    select (select count(*) from found)::bigint as total,
      array(select f.id from found f ${inOrder(filter)} limit ${pageSize} offset ${pageNum * pageSize}) as ids`.execute(
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
