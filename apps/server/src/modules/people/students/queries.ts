import type { DataOf, EnrolmentState, students } from '@drivesim/contract'
import { type SqlBool, sql, type Updateable } from 'kysely'
import type { Student } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { type Db, unlessTaken } from '../../../platform/postgres/db.ts'
import type { SealedIdNumber } from './identity.rules.ts'

/** What a change must know of the student that it changes. */
export interface LockedStudent {
  id: number
  schoolId: number
  gearType: string
  state: EnrolmentState
  version: number
  tags: string[]
  coachId: number | null
  /** Their data is kept and not used, as they asked. */
  restricted: boolean
}

export interface NewStudent {
  /** Taken beforehand with `takeIds`: the ID number is sealed for it. */
  id: number
  name: string
  initials: string
  phone: string
  gearType: string
  idNumber: SealedIdNumber | null
  tags: readonly string[]
  coachId: number | null
}

/** Which of a school's students are taken already, whoever asks. */
export type TakenBy = 'idNumber' | 'person'

const studentRows = (db: Db) =>
  db
    .selectFrom('student as s')
    .select([
      's.id',
      's.school_id as schoolId',
      's.gear_type as gearType',
      's.version',
      's.tags',
      's.coach_id as coachId',
    ])
    .select(sql<EnrolmentState>`s.state`.as('state'))
    .select(sql<boolean>`s.restricted_at is not null`.as('restricted'))
    .where('s.erased_at', 'is', null)

const oneOf = (db: Db, scope: Scope, id: number) =>
  studentRows(db)
    .where('s.id', '=', id)
    .where(scoped(scope, sql.ref('s.school_id')))

/** A student in the scope, locked until the change is committed; their money moves on. */
export const lockStudent = (db: Db, scope: Scope, id: number): Promise<LockedStudent | undefined> =>
  oneOf(db, scope, id).forNoKeyUpdate().executeTakeFirst()

/** The same where their school, name, phone or ID number changes: these stand in unique indexes, and money waits. */
export const lockIdentity = (db: Db, scope: Scope, id: number): Promise<LockedStudent | undefined> =>
  oneOf(db, scope, id).forUpdate().executeTakeFirst()

/** A student in the scope, read to learn which school has to be locked before them. */
export const findBrief = (db: Db, scope: Scope, id: number): Promise<LockedStudent | undefined> =>
  oneOf(db, scope, id).executeTakeFirst()

/** Ids for as many new students. */
export async function takeIds(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('person_id') as id from generate_series(1, ${count}::integer)`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Has what follows on this connection planned for the tables as they are by then: references that were checked while
 * the tables were nearly empty are checked by reading all rows, a hundred thousand times for an import.
 */
export async function planAnew(db: Db): Promise<void> {
  await sql`discard plans`.execute(db)
}

/** Lets those who give ID numbers to a school's students take turns, to the end of the transaction. */
export async function queueForIdNumbers(db: Db, schoolId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`id numbers ${schoolId}`}, 0))`.execute(db)
}

/**
 * Inserts students of one school with their enrolments, in the order given, in one statement.
 * @returns the ids, null where the school has such a student already
 */
export async function insertStudents(
  db: Db,
  schoolId: number,
  students: readonly NewStudent[],
): Promise<(number | null)[]> {
  const { rows } = await sql<{ id: number; inserted: boolean }>`
    with given as (
      select g.*
      from unnest(${students.map(student => student.id)}::bigint[],
        ${students.map(student => student.name)}::text[], ${students.map(student => student.initials)}::text[],
        ${students.map(student => student.phone)}::text[], ${students.map(student => student.gearType)}::text[],
        ${students.map(student => student.idNumber?.sealed ?? null)}::bytea[],
        ${students.map(student => student.idNumber?.hash ?? null)}::bytea[],
        ${students.map(student => student.idNumber?.tail ?? null)}::text[],
        ${students.map(({ tags }) => JSON.stringify(tags))}::jsonb[], ${students.map(({ coachId }) => coachId)}::bigint[]
      ) with ordinality g (id, name, initials, phone, gear_type, sealed, hash, tail, tags, coach_id, place)
    ),
    inserted as (
      insert into student (id, name, name_initials, phone, school_id, gear_type, id_number, id_number_hash, id_number_tail,
        tags, coach_id)
      select id, name, initials, phone, ${schoolId}::bigint, gear_type, sealed, hash, tail,
        array(select jsonb_array_elements_text(tags)), coach_id
      from given order by place
      on conflict do nothing
      returning id, gear_type, registered_at
    ),
    enrolled as (
      insert into enrolment (student_id, school_id, gear_type, registered_at)
      select id, ${schoolId}::bigint, gear_type, registered_at from inserted order by id
    )
    select g.id, i.id is not null as inserted
    from given g left join inserted i on i.id = g.id order by g.place`.execute(db)
  return rows.map(({ id, inserted }) => (inserted ? id : null))
}

/** Who is looked for among a school's students. */
export interface Identity {
  name: string
  phone: string
  /** null without an ID number */
  hash: Buffer | null
  /** The hash by the previous data key, while keys are being changed. */
  previousHash: Buffer | null
}

/** For each of these, what of it a school's students have already; those with `except` do not count. */
export async function takenOf(
  db: Db,
  schoolId: number,
  people: readonly Identity[],
  except = 0,
): Promise<TakenBy[][]> {
  const { rows } = await sql<{ taken: TakenBy[] }>`
    select array_remove(array[
      -- One after the other: either alone is found by its index.
      case when exists (
        select from student s where s.school_id = ${schoolId} and s.id_number_hash = g.hash and s.id <> ${except}
      ) or g.previous_hash is not null and exists (
        select from student s
        where s.school_id = ${schoolId} and s.id_number_hash = g.previous_hash and s.id <> ${except}
      ) then 'idNumber' end,
      case when exists (
        select from student s
        where s.school_id = ${schoolId} and s.phone = g.phone and s.name = g.name and s.id <> ${except}
      ) then 'person' end
    ], null) as taken
    from unnest(${people.map(person => person.name)}::text[], ${people.map(person => person.phone)}::text[],
      ${people.map(person => person.hash)}::bytea[], ${people.map(person => person.previousHash)}::bytea[]
    ) with ordinality g (name, phone, hash, previous_hash, place)
    order by g.place`.execute(db)
  return rows.map(({ taken }) => taken)
}

/** The phones of people where the school has a student of the same name with another phone of the same mask, but for `except`. */
export async function lookAlikes(
  db: Db,
  schoolId: number,
  people: readonly Pick<Identity, 'name' | 'phone'>[],
  except = 0,
): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select g.phone from unnest(${people.map(person => person.name)}::text[], ${people.map(person => person.phone)}::text[]) g (name, phone)
    where exists (
      select from student s where s.school_id = ${schoolId} and s.name = g.name and s.phone <> g.phone
        and left(s.phone, 3) = left(g.phone, 3) and right(s.phone, 4) = right(g.phone, 4) and s.id <> ${except}
    )`.execute(db)
  return rows.map(({ phone }) => phone)
}

/** What a student says of themselves, for comparing with others. */
export function identityOf(
  db: Db,
  id: number,
): Promise<{ name: string; phone: string; sealed: Buffer | null }> {
  return db
    .selectFrom('student')
    .select(['name', 'phone', 'id_number as sealed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** @returns false when the school has such a student already */
export function updateStudent(db: Db, id: number, values: Updateable<Student>): Promise<boolean> {
  return unlessTaken(db.updateTable('student').set(values).where('id', '=', id).execute())
}

/** Makes another enrolment the student's present one. @returns its id; null when the school has such a student already */
export async function openEnrolment(
  db: Db,
  studentId: number,
  { schoolId, gearType, moves }: { schoolId: number; gearType: string; moves: boolean },
): Promise<number | null> {
  const { id } = await db
    .insertInto('enrolment')
    .values({ student_id: studentId, school_id: schoolId, gear_type: gearType })
    .returning('id')
    .executeTakeFirstOrThrow()
  const present = {
    // Naming it takes the lock of a change of it, since the table has a trigger before updates. What the one school says of
    // them stays there, in the log.
    ...(moves && {
      school_id: schoolId,
      tags: [],
      coach_id: null,
      note: null,
      note_by: null,
      note_at: null,
    }),
    gear_type: gearType,
    state: 'studying',
    registered_at: sql<Date>`now()`,
  }
  const free = await unlessTaken(db.updateTable('student').set(present).where('id', '=', studentId).execute())
  return free ? id : null
}

/** Whether a student was ever enrolled at a school. */
export async function wasEnrolled(db: Db, studentId: number, schoolId: number): Promise<boolean> {
  const row = await db
    .selectFrom('enrolment')
    .select('id')
    .where('student_id', '=', studentId)
    .where('school_id', '=', schoolId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Corrects the licence type of the present enrolment. */
export async function correctGearType(db: Db, studentId: number, gearType: string): Promise<void> {
  await db
    .updateTable('enrolment')
    .set({ gear_type: gearType })
    .where('student_id', '=', studentId)
    .where('state', '=', 'studying')
    .execute()
}

/** Ends the present enrolment, where one is open. */
export async function endEnrolment(db: Db, studentId: number, state: EnrolmentState): Promise<void> {
  await db
    .updateTable('enrolment')
    .set({ state, ended_at: sql<Date>`now()` })
    .where('student_id', '=', studentId)
    .where('state', '=', 'studying')
    .execute()
}

/** A student's enrolments in the scope, the newest first. */
export async function listEnrolments(db: Db, scope: Scope, studentId: number) {
  const rows = await db
    .selectFrom('enrolment as e')
    .innerJoin('organisation as o', 'o.id', 'e.school_id')
    .select([
      'e.id as enrolmentId',
      'o.name as schoolName',
      'e.gear_type as gearType',
      sql<EnrolmentState>`e.state`.as('state'),
      'e.registered_at as registeredAt',
      'e.remaining_minutes as remainingMinutes',
    ])
    .where('e.student_id', '=', studentId)
    .where(scoped(scope, sql.ref('e.school_id')))
    .orderBy('e.id', 'desc')
    .execute()
  return rows.map(({ registeredAt, ...row }) => ({ ...row, registeredAt: registeredAt.toISOString() }))
}

/** What a student sent in from the app to a school in the scope, the newest first. */
export async function listFeedback(
  db: Db,
  scope: Scope,
  studentId: number,
): Promise<NonNullable<DataOf<typeof students.info>['feedback']>> {
  const rows = await db
    .selectFrom('feedback as f')
    .select(['f.id', 'f.content', 'f.created_at as createdAt'])
    .where('f.student_id', '=', studentId)
    .where(scoped(scope, sql.ref('f.school_id')))
    .orderBy('f.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** A school's student of this name and phone, locked; for 招生, where the same person may enrol again. */
export function lockSame(
  db: Db,
  schoolId: number,
  { name, phone }: { name: string; phone: string },
): Promise<LockedStudent | undefined> {
  return studentRows(db)
    .where('s.school_id', '=', schoolId)
    .where(sql<SqlBool>`s.name = ${name} and s.phone = ${phone}`)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
