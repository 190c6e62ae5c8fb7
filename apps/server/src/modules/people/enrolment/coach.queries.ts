import { type CoachRow, coachPlainFields, maskPhone } from '@drivesim/contract'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Coach } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { type Db, unlessTaken } from '../../../platform/postgres/db.ts'
import { selectPlain } from '../../../platform/postgres/plainFields.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'
import type { Search } from './queries.ts'

type Filter = Search & { state?: CoachRow['state'] | undefined }

/** The coaches, newest first. */
export const coaches = listByIds<Filter, CoachRow>({
  found: ({ db, scope }, { state, schoolId, paramValue }) =>
    db
      .selectFrom('coach as c')
      .select('c.id')
      .where(scoped(scope, sql.ref('c.school_id')))
      .where(equals('c.school_id', schoolId))
      .where(equals('c.state', state))
      .where(matchesSearch(paramValue, ['c.name'], 'c.phone')),
  rows: async ({ db }, ids) => (await coachRows(db).where(isOneOf('c.id', ids)).execute()).map(maskRow),
  idOf: row => row.id,
})

/** A coach in the scope as lists show them. */
export async function findCoach(db: Db, scope: Scope, id: number): Promise<CoachRow | undefined> {
  const row = await coachRows(db)
    .where('c.id', '=', id)
    .where(scoped(scope, sql.ref('c.school_id')))
    .executeTakeFirst()
  return row && maskRow(row)
}

const maskRow = (row: CoachRow): CoachRow => ({ ...row, phone: maskPhone(row.phone) })

function coachRows(db: Db) {
  return db
    .selectFrom('coach as c')
    .innerJoin('organisation as o', 'o.id', 'c.school_id')
    .leftJoin('classroom as r', 'r.id', 'c.room_id')
    .select([
      'c.id',
      'c.phone',
      'c.school_id as schoolId',
      'o.name as schoolName',
      'c.room_id as roomId',
      'r.name as roomName',
      ...selectPlain('c', coachPlainFields),
      'c.photo',
      sql<CoachRow['state']>`c.state`.as('state'),
      'c.version',
    ])
}

/** The working coaches of the schools in the scope, to choose from. */
export function coachesForAll(db: Db, scope: Scope, schoolId: number | undefined) {
  return db
    .selectFrom('coach as c')
    .select(['c.id', 'c.name', 'c.school_id as schoolId'])
    .where(scoped(scope, sql.ref('c.school_id')))
    .where(equals('c.school_id', schoolId))
    .where('c.state', '=', 'employed')
    .orderBy('c.id')
    .execute()
}

/** A coach in the scope, locked until the change is committed. */
export function lockCoach(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('coach as c')
    .select(['c.id', 'c.name', 'c.phone', 'c.school_id as schoolId', 'c.version'])
    .where('c.id', '=', id)
    .where(scoped(scope, sql.ref('c.school_id')))
    .forUpdate()
    .executeTakeFirst()
}

/** Whether a classroom lies in the school or one of its service points. */
export async function isRoomOf(db: Db, schoolId: number, roomId: number): Promise<boolean> {
  const room = await db
    .selectFrom('classroom')
    .select('id')
    .where('id', '=', roomId)
    .where(sql<SqlBool>`school_of(organ_id) = ${schoolId}`)
    .executeTakeFirst()
  return room !== undefined
}

/** @returns undefined when the school has a coach with this phone */
export function insertCoach(db: Db, row: Insertable<Coach>): Promise<{ id: number } | undefined> {
  return db
    .insertInto('coach')
    .values(row)
    .onConflict(conflict => conflict.columns(['school_id', 'phone']).doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** @returns false when the school has another coach with this phone */
export function modifyCoach(db: Db, id: number, row: Updateable<Coach>): Promise<boolean> {
  return unlessTaken(db.updateTable('coach').set(row).where('id', '=', id).execute())
}

/** Whether another coach of the school has another phone of the same mask. */
export async function hasLookAlike(db: Db, schoolId: number, id: number, phone: string): Promise<boolean> {
  const found = await db
    .selectFrom('coach')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('id', '<>', id)
    .where('phone', '<>', phone)
    .where(sql<SqlBool>`left(phone, 3) = left(${phone}, 3) and right(phone, 4) = right(${phone}, 4)`)
    .executeTakeFirst()
  return found !== undefined
}

interface CoachUses {
  configs: number
  students: number
  applicants: number
}

/** What hangs on a coach. */
export async function usesOfCoach(db: Db, id: number): Promise<CoachUses> {
  const { rows } = await sql<CoachUses>`
    select (select count(*) from enrolment_config_coach where coach_id = ${id})::bigint as configs,
      (select count(*) from student where coach_id = ${id})::bigint as students,
      (select count(*) from applicant where coach_id = ${id})::bigint as applicants`.execute(db)
  return rows[0] ?? { configs: 0, students: 0, applicants: 0 }
}

export async function removeCoach(db: Db, id: number): Promise<void> {
  await db.deleteFrom('coach').where('id', '=', id).execute()
}
