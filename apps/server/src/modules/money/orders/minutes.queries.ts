import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { hasSessions } from '../../tools/archive/service.ts'

/** Locks what the students' minutes may come from: course orders, then enrolments (lock order 6). */
export async function lockMinutes(db: Db, students: readonly number[]): Promise<void> {
  if (students.length === 0) return
  await sql`select lock_minutes(${[...students]}::bigint[])`.execute(db)
}

/** Charges ended sessions again. @returns the course orders that changed */
export async function chargeMinutes(db: Db, recordIds: readonly number[]): Promise<number[]> {
  if (recordIds.length === 0) return []
  const { rows } = await sql<{ orders: number[] }>`
    select charge_minutes(${[...recordIds]}::bigint[]) as orders`.execute(db)
  return rows[0]?.orders ?? []
}

/** Whose session it is, of one that is archived by what it was charged to; undefined where there is none of a known student. */
export async function studentOfSession(db: Db, recordId: number): Promise<number | undefined> {
  const { rows } = await sql<{ studentId: number }>`
    select student_id as "studentId" from training_session
    where record_id = ${recordId} and started_at = record_time(${recordId}) and student_id is not null
    union all
    select student_id from minute_entry
    where record_id = ${recordId} and not ${hasSessions(sql`business_day(record_time(${recordId}))`)}
    limit 1`.execute(db)
  return rows[0]?.studentId
}

/** The minutes of a session that are charged to orders, the last charged first. */
export async function standingMinutes(
  db: Db,
  recordId: number,
): Promise<{ orderId: number; schoolId: number; minutes: number }[]> {
  const { rows } = await sql<{ orderId: number; schoolId: number; minutes: number }>`
    select course_order_id as "orderId", school_id as "schoolId", sum(minutes)::integer as minutes
    from minute_entry where record_id = ${recordId} and course_order_id is not null
    group by 1, 2 having sum(minutes) > 0 order by max(id) desc`.execute(db)
  return rows
}

interface Restored {
  orderId: number
  schoolId: number
  minutes: number
}

/** Gives minutes of a session back to the orders. */
export async function restore(
  db: Db,
  of: { recordId: number; studentId: number; reason: string; by: number },
  restored: readonly Restored[],
): Promise<void> {
  const orders = restored.map(({ orderId }) => orderId)
  const minutes = restored.map(one => -one.minutes)
  await sql`
    insert into minute_entry (record_id, student_id, school_id, course_order_id, kind, minutes, day, reason, created_by)
    select ${of.recordId}, ${of.studentId}, school_id, "order", 'restore', minutes, business_day(now()), ${of.reason}, ${of.by}
    from unnest(${orders}::bigint[], ${restored.map(({ schoolId }) => schoolId)}::bigint[], ${minutes}::integer[]) x ("order", school_id, minutes)`.execute(
    db,
  )
  await sql`select move_minutes(${orders}::bigint[], ${minutes}::integer[])`.execute(db)
}

/** Ends paid orders that expired, some at a time. @returns them */
export async function finishExpired(db: Db, most: number): Promise<number[]> {
  const { rows: due } = await sql<{ id: number; enrolmentId: number }>`
    select id, enrolment_id as "enrolmentId" from course_order
    where paid_at is not null and finished_at is null and expires_on < business_day(now())
    order by id limit ${most} for no key update`.execute(db)
  if (due.length === 0) return []
  await sql`
    select from enrolment where id = any(${due.map(one => one.enrolmentId)}::bigint[]) order by id for no key update`.execute(
    db,
  )
  const ids = due.map(({ id }) => id)
  await sql`update course_order set finished_at = now() where id = any(${ids}::bigint[])`.execute(db)
  return ids
}

/** Closes course orders that nobody paid in time. @returns them */
export async function closeUnpaid(db: Db, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with late as materialized (
      select id from course_order where state = 'waiting' and created_at < now() - interval '30 minutes'
      order by id limit ${most} for no key update skip locked
    )
    update course_order o set closed_at = now() from late where o.id = late.id returning o.id`.execute(db)
  return rows.map(({ id }) => id)
}
