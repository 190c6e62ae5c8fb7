import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** The school at which a student in the scope is enrolled, until the change is committed (lock order 2). */
export function lockSchoolOf(db: Db, scope: Scope, studentId: number) {
  const school = db
    .selectFrom('student as s')
    .select('s.school_id')
    .where('s.id', '=', studentId)
    .where('s.erased_at', 'is', null)
    .where(scoped(scope, sql.ref('s.school_id')))
  return db
    .selectFrom('organisation')
    .select(['id', 'name', 'enabled'])
    .where('id', '=', school)
    .forKeyShare()
    .executeTakeFirst()
}

/**
 * A student in the scope, their school and their purse, until the change is committed: nobody else moves their money. They
 * are locked in this order (lock orders 2, 3 and 6): each row is read, and so locked, to find the next. The student may have
 * gone to another school before they were locked: `schoolId` is where they are.
 */
export async function holdBuyer(db: Db, scope: Scope, studentId: number): Promise<Buyer | undefined> {
  const { rows } = await sql<Buyer>`
    with school as materialized (
      select id, name, enabled from organisation
      where id = (select s.school_id from student s where s.id = ${studentId} and s.erased_at is null
        and ${scoped(scope, sql.ref('s.school_id'))})
      for key share
    ), held as materialized (
      select s.id, s.school_id, school.id as found_id, school.name, school.enabled,
        s.restricted_at is not null as restricted
      from school join student s on s.id = ${studentId} for key share of s
    )
    select held.id as "studentId", held.school_id as "schoolId", p.cash, p.bonus, held.found_id as "foundId",
      held.name as "schoolName", held.enabled, held.restricted
    from held join purse p on p.student_id = held.id for no key update of p`.execute(db)
  return rows[0]
}
export interface Buyer extends Purse {
  /** The locked school. */
  readonly foundId: number
  readonly schoolName: string
  readonly enabled: boolean
  /** Their data is kept and not used, as they asked. */
  readonly restricted: boolean
}

/** A school that sells, until the change is committed (lock order 2). */
export function holdSchool(db: Db, id: number) {
  return db
    .selectFrom('organisation')
    .select(['id', 'name', 'enabled'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow()
}

/**
 * A student and their purse (lock orders 3 and 6, in this order: the student's row is read, and so locked, to find the
 * purse): nobody else moves their money, and they stay at their school.
 */
export function holdPurse(db: Db, studentId: number) {
  const held = db
    .selectFrom('student')
    .select(['id as studentId', 'school_id as schoolId'])
    .where('id', '=', studentId)
    .forKeyShare()
  return db
    .with(
      cte => cte('held').materialized(),
      () => held,
    )
    .selectFrom('held')
    .innerJoin('purse', 'purse.student_id', 'held.studentId')
    .select(['held.studentId', 'held.schoolId', 'purse.cash', 'purse.bonus'])
    .forNoKeyUpdate('purse')
    .executeTakeFirstOrThrow()
}
export type Purse = Awaited<ReturnType<typeof holdPurse>>

/** Where an order is registered: the clerk's organisation where it is the school or one of its points, else the school. */
export const clerkOrgan = (clerk: number, school: number) => sql<number>`coalesce(
  (select m.organ_id from member m where m.id = ${clerk} and school_of(m.organ_id) = ${school}), ${school}::bigint)`

/** Enrolments that get or lose minutes (lock order 6, the last of it). */
export async function lockEnrolments(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select from enrolment where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    db,
  )
}
