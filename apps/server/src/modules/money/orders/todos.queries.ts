import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Cash that the platform registered and the school has not confirmed. */
export function rechargesToAccept(db: Db, scope: Scope) {
  return db
    .selectFrom('recharge_order as o')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(o.created_at)`.as('oldestAt')])
    .where('o.state', '=', 'waiting')
    .where('o.channel', '=', 'offline')
    .where(scoped(scope, sql.ref('o.organ_id')))
    .executeTakeFirstOrThrow()
}

interface Uncovered {
  readonly minutes: number
  readonly rows: readonly { studentId: number; studentName: string; schoolName: string; minutes: number }[]
}

/** Students who trained in the last thirty days without an order that covers it: their minutes, and those with most. */
export async function uncoveredStudents(db: Db, scope: Scope, most: number): Promise<Uncovered> {
  const { rows } = await sql<Uncovered>`
    with owed as materialized (
      select m.student_id, m.school_id, sum(m.minutes)::bigint as minutes from minute_entry m
      where m.course_order_id is null and m.day > business_day(now()) - 30 and ${scoped(scope, sql.ref('m.school_id'))}
      group by m.student_id, m.school_id having sum(m.minutes) > 0
    )
    select (select coalesce(sum(minutes), 0) from owed)::bigint as minutes,
      (
        select coalesce(json_agg(first), '[]') from (
          select s.id as "studentId", s.name as "studentName", o.name as "schoolName", f.minutes
          from (select * from owed order by minutes desc, student_id limit ${most}) f
          join student s on s.id = f.student_id
          join organisation o on o.id = f.school_id
          order by f.minutes desc, s.id
        ) first
      ) as rows`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('an aggregate gave no row')
  return found
}

/** Recharges as reminders tell of them. */
export function readBriefs(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('recharge_order as o')
    .innerJoin('student as s', 's.id', 'o.student_id')
    .innerJoin('organisation as school', 'school.id', 'o.school_id')
    .select(['o.id', 'o.no', 'o.amount', 'o.day', 's.name as student', 'school.name as school'])
    .where(sql<boolean>`o.id = any(${[...ids]}::bigint[])`)
    .execute()
}
