import type { OpenMatter } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isOneOf } from '../../../platform/postgres/search.ts'

/** A student as whoever asks about their data must know them. */
export interface Person {
  readonly id: number
  readonly schoolId: number
  readonly erasedAt: Date | null
  readonly restrictedAt: Date | null
  readonly createdAt: Date
}

const personRows = (db: Db, id: number) =>
  db
    .selectFrom('student as s')
    .select([
      's.id',
      's.school_id as schoolId',
      's.erased_at as erasedAt',
      's.restricted_at as restrictedAt',
      's.created_at as createdAt',
    ])
    .where('s.id', '=', id)

/** A student in the scope, locked (lock order 3): nobody sells to them, trains with them or changes them until the commit. */
export const lockPerson = (db: Db, scope: Scope, id: number): Promise<Person | undefined> =>
  personRows(db, id)
    .where(scoped(scope, sql.ref('s.school_id')))
    .forUpdate()
    .executeTakeFirst()

/** The same, whoever they are. */
export const lockAnyPerson = (db: Db, id: number): Promise<Person | undefined> =>
  personRows(db, id).forUpdate().executeTakeFirst()

/** What stands in the way of erasing these students. */
export async function openMatters(db: Db, ids: readonly number[]): Promise<Map<number, OpenMatter[]>> {
  const { rows } = await sql<{ id: number; open: OpenMatter[] }>`
    select s.id, array_remove(array[
      case when s.state = 'studying' then 'studying' end,
      case when exists (select from recharge_order o where o.student_id = s.id and o.state = 'waiting')
        or exists (select from course_order o where o.student_id = s.id and o.state = 'waiting') then 'orders' end,
      case when exists (select from refund r where r.student_id = s.id and r.state in ('toApprove', 'refunding', 'failed'))
        then 'refunds' end,
      case when exists (select from purse p where p.student_id = s.id and (p.cash <> 0 or p.bonus <> 0)) then 'balance' end,
      case when exists (select from enrolment e where e.student_id = s.id and e.remaining_minutes > 0) then 'minutes' end
    ], null) as open
    from student s where s.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, open }) => [id, open]))
}

/** Months after which the law lets go of a student's identity: since they left, and since money last moved. */
export interface Term {
  readonly afterEnrolment: number
  readonly afterMoney: number
}

/** The last day on which a student's identity must be kept (Asia/Shanghai); null: it need not be any more. */
export async function heldUntil(db: Db, id: number, term: Term): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`
    select nullif(greatest(
      (select business_day(max(coalesce(e.ended_at, now()))) + make_interval(months => ${term.afterEnrolment})
        from enrolment e where e.student_id = s.id),
      (select max(m.day) + make_interval(months => ${term.afterMoney}) from (
        select max(o.day) as day from recharge_order o where o.student_id = s.id
        union all select max(o.day) from course_order o where o.student_id = s.id
        union all select max(r.day) from refund r where r.student_id = s.id) m),
      business_day(now()))::date, business_day(now()))::text as until
    from student s where s.id = ${id}`.execute(db)
  return rows[0]?.until ?? null
}

export async function hold(db: Db, id: number, sealed: Buffer, until: string): Promise<void> {
  await sql`
    insert into held_identity (student_id, sealed, until) values (${id}, ${sealed}, ${until}::date)
    on conflict (student_id) do nothing`.execute(db)
}

export const heldOf = (db: Db, id: number) =>
  db.selectFrom('held_identity').select(['sealed', 'until']).where('student_id', '=', id).executeTakeFirst()

/** The last days on which identities of these students are held. */
export async function heldDays(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('held_identity')
    .select(['student_id as id', 'until'])
    .where(isOneOf('student_id', ids))
    .execute()
  return new Map(rows.map(({ id, until }) => [id, until]))
}

/** Lets go of what the law does not ask for any more. */
export async function dropHeld(db: Db): Promise<void> {
  await db.deleteFrom('held_identity').where('until', '<', sql<string>`business_day(now())`).execute()
}

export async function setRestricted(db: Db, id: number, restricted: boolean): Promise<void> {
  await db
    .updateTable('student')
    .set({ restricted_at: restricted ? sql<Date>`coalesce(restricted_at, now())` : null })
    .where('id', '=', id)
    .execute()
}

/** All erased students: for the file that outlives the database. */
export async function erasedStudents(db: Db): Promise<{ id: number; createdAt: Date; erasedAt: Date }[]> {
  const { rows } = await sql<{ id: number; createdAt: Date; erasedAt: Date }>`
    select id, created_at as "createdAt", erased_at as "erasedAt" from student where erased_at is not null order by id`.execute(
    db,
  )
  return rows
}

/** Those of these ids who are not erased. */
export async function notErased(db: Db, ids: readonly number[]): Promise<{ id: number; createdAt: Date }[]> {
  const { rows } = await sql<{ id: number; createdAt: Date }>`
    select id, created_at as "createdAt" from student where id = any(${[...ids]}::bigint[]) and erased_at is null
    order by id`.execute(db)
  return rows
}
