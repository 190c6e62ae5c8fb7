import { type EnrolmentState, maskPhone, type Paging, type StudentRow } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { List } from '../../../platform/lists/list.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { firstOfBlock, placeOfPage } from '../../../platform/postgres/paging.ts'
import { equals, hasPhone, isOneOf } from '../../../platform/postgres/search.ts'
import { maskIdNumber } from './identity.rules.ts'

interface Filter {
  paramValue?: string | undefined
  schoolId?: number | undefined
  gearType?: string | undefined
  state?: EnrolmentState | undefined
  beginDate?: string | undefined
  endDate?: string | undefined
}

/** Ids of the filtered students, without their order. */
function filteredIds(
  db: Db,
  scope: Scope,
  { paramValue = '', schoolId, gearType, state, beginDate, endDate }: Filter,
) {
  return db
    .selectFrom('student as f')
    .where(scoped(scope, sql.ref('f.school_id')))
    .where(equals('f.school_id', schoolId))
    .where(equals('f.gear_type', gearType))
    .where(equals('f.state', state))
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
export const students: List<Filter, StudentRow> = {
  async page({ db, scope }, filter, paging) {
    const counted =
      (filter.paramValue ?? '') === '' && filter.beginDate === undefined && filter.endDate === undefined
    const { ids, total } = await (counted ? browse : search)(db, scope, filter, paging)
    return { rows: await rowsOf(db, ids), total, sum: undefined }
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

/** Without a search or days the total is kept, and so is where the page lies; there it is found on an index. */
async function browse(db: Db, scope: Scope, filter: Filter, paging: Paging) {
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

/** A search finds all ids at once, so that no plan walks the whole table for the newest few of them. */
async function search(db: Db, scope: Scope, filter: Filter, { pageNum, pageSize }: Paging) {
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with found as materialized (${filteredIds(db, scope, filter).select('f.id')})
    select (select count(*) from found)::bigint as total,
      array(select id from found order by id desc limit ${pageSize} offset ${pageNum * pageSize}) as ids`.execute(
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
    .select([
      's.id as userId',
      's.name as userName',
      's.phone',
      's.id_number_tail as tail',
      's.school_id as schoolId',
      'o.name as schoolName',
      's.gear_type as gearType',
      sql<EnrolmentState>`s.state`.as('state'),
      's.registered_at as registeredAt',
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
