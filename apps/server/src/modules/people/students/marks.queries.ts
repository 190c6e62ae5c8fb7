import type { DataOf, students } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals, isOneOf } from '../../../platform/postgres/search.ts'

// What a school says of its students for itself: tags, coach, note.

/** Tags to offer at once. */
const mostShown = 200

/** Tags in use in the scope, the most used first. */
export async function tagsInUse(db: Db, scope: Scope, schoolId: number | undefined) {
  const { rows } = await sql<{ tag: string; students: number }>`
    select tag, count(*) as students from student s cross join unnest(s.tags) tag
    where s.tags <> '{}' and ${scoped(scope, sql.ref('s.school_id'))} and ${equals('s.school_id', schoolId)}
    group by tag order by students desc, tag limit ${mostShown}`.execute(db)
  return rows
}

/** The working coaches of the schools in the scope, with the school where there may be several. */
export async function coachesToChoose(db: Db, scope: Scope, schoolId: number | undefined) {
  const rows = await db
    .selectFrom('coach as c')
    .innerJoin('organisation as o', 'o.id', 'c.school_id')
    .select(['c.id', 'c.name', 'o.name as schoolName'])
    .where('c.state', '=', 'employed')
    .where(scoped(scope, sql.ref('c.school_id')))
    .where(equals('c.school_id', schoolId))
    .orderBy('c.school_id')
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(2_000)
    .execute()
  return rows.map(({ id, name, schoolName }) => ({
    value: id,
    label: schoolId === undefined ? `${name} · ${schoolName}` : name,
  }))
}

/** Whether a coach works at a school; locked, so that they stay until the commit. */
export async function coachWorksAt(db: Db, coachId: number, schoolId: number): Promise<boolean> {
  const found = await db
    .selectFrom('coach')
    .select('id')
    .where('id', '=', coachId)
    .where('school_id', '=', schoolId)
    .where('state', '=', 'employed')
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** A school's working coaches by their names; those of one name are all there. */
export async function coachesByName(db: Db, schoolId: number): Promise<Map<string, number[]>> {
  const rows = await db
    .selectFrom('coach')
    .select(['id', 'name'])
    .where('school_id', '=', schoolId)
    .where('state', '=', 'employed')
    .execute()
  const found = new Map<string, number[]>()
  for (const { id, name } of rows) found.set(name, [...(found.get(name) ?? []), id])
  return found
}

/** What their school notes about a student. */
export async function noteOf(
  db: Db,
  studentId: number,
): Promise<NonNullable<DataOf<typeof students.info>['base']>['note']> {
  const row = await db
    .selectFrom('student as s')
    .leftJoin('member as m', 'm.id', 's.note_by')
    .select(['s.note as text', 'm.name as by', 's.note_at as at'])
    .where('s.id', '=', studentId)
    .executeTakeFirst()
  if (row === undefined || row.text === null || row.at === null) return null
  return { text: row.text, by: row.by, at: row.at.toISOString() }
}

/** Names of students in the scope. */
export const studentNames = (db: Db, scope: Scope, ids: readonly number[]) =>
  db
    .selectFrom('student as s')
    .select(['s.id', 's.name'])
    .where(isOneOf('s.id', ids))
    .where(scoped(scope, sql.ref('s.school_id')))
    .execute()
