import { sql } from 'kysely'
import type { DB } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { hasSessions } from '../../tools/archive/service.ts'

/** Students of the scope who are the same person by their ID number, the given one among them. */
export async function samePerson(db: Db, scope: Scope, studentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from student s join student one on one.id = ${studentId}
    where (s.id = one.id or s.id_number_hash = one.id_number_hash) and ${scoped(scope, sql.ref('s.school_id'))}
    order by s.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A row as it is stored, and the school that it is of. */
export interface StoredRow {
  readonly row: Readonly<Record<string, unknown>>
  readonly schoolName: string | null
}

/** Rows of a table that are of these students, the newest first, at most one more than so many. @param ofSchool has `school_id`, which limits them */
export async function rowsOfStudents(
  db: Db,
  scope: Scope,
  {
    table,
    ids,
    most,
    ofSchool,
  }: { table: keyof DB; ids: readonly number[]; most: number; ofSchool: boolean },
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select to_jsonb(t) as row, ${ofSchool ? sql`(select o.name from organisation o where o.id = t.school_id)` : sql`null::text`} as "schoolName"
    from ${sql.table(table)} t
    where t.student_id = any(${[...ids]}::bigint[]) and ${ofSchool ? scoped(scope, sql.ref('t.school_id')) : sql`true`}
    order by 1 desc limit ${most + 1}`.execute(db)
  return rows
}

/** Days (Shanghai) on which these students trained, and how often, of which the sessions lie in the archive's files alone. */
export async function archivedDays(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<{ day: string; schoolName: string; sessions: number }[]> {
  const { rows } = await sql<{ day: string; schoolName: string; sessions: number }>`
    select d.day::text as day, o.name as "schoolName", d.facts as sessions
    from person_day d join organisation o on o.id = school_of(d.organ_id)
    where d.metric = 'courseUsers' and d.person_id = any(${[...ids]}::bigint[]) and ${scoped(scope, sql.ref('d.organ_id'))}
      and not ${hasSessions(sql`d.day`)}
    order by d.day desc, o.name`.execute(db)
  return rows
}
