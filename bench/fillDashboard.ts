import { buildFigures } from '@drivesim/server/dist/src/modules/board/figures/queries.js'
import { withoutHistoryKeys } from '@drivesim/server/dist/src/modules/devices/telemetry/seed.queries.js'
import { type Db, openDb, openPool } from '@drivesim/server/dist/src/platform/postgres/db.js'
import { withoutReferences } from '@drivesim/server/dist/src/platform/postgres/withoutKeys.js'
import { sql } from 'kysely'

const schools = 100
const days = 3 * 365
/** Of a student; in each of the days on which they train there are three. */
const sessionsOfStudent = 25
const sessionsOfDay = 3
/** So many days after they came they train at the latest. */
const daysOfStudent = 90
/** Recharges of a student, each of which pays for a course, a fortnight apart. */
const salesOfStudent = 6
/** One of so many trains at the next school on every other day. */
const oneOfThese = 50

export interface Business {
  sessions: number
  students: number
  /** Recharges and course orders. */
  orders: number
  personDays: number
  /** One of the schools. */
  school: number
}

/**
 * Fills an empty database, as its owner, with three years of a hundred schools: students who come, pay, buy a course and
 * train for some weeks. Facts are written by the database itself, and counted as a rebuild counts them.
 */
export async function fillDashboard(ownerUrl: string, sessions: number): Promise<Business> {
  const pool = openPool(ownerUrl, 1)
  const db = openDb(pool)
  const students = Math.max(schools, Math.round(sessions / sessionsOfStudent))
  try {
    await pool.query(`set work_mem = '512MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off`)
    await insertPlaces(db)
    await insertStudents(db, students)
    await withoutReferences(db, ['recharge_order', 'course_order', 'order_funding'], () => insertOrders(db))
    await sql`select ensure_months(now() - ${days}::int * interval '1 day', now())`.execute(db)
    await withoutHistoryKeys(db, () => insertSessions(db))
    // As autovacuum does in time: without statistics the figures take three times as long.
    await pool.query('vacuum analyze')
    await buildFigures(db)
    await pool.query('vacuum analyze')
    const { rows } = await sql<Business>`
      select (select count(*) from training_session)::bigint as sessions, (select count(*) from student)::bigint as students,
        (select count(*) from recharge_order) + (select count(*) from course_order) as orders,
        (select count(*) from person_day)::bigint as "personDays",
        (select min(id) from organisation where type = 'school') as school`.execute(db)
    const [made] = rows
    if (made === undefined) throw new Error('a select without a table gave no row')
    return made
  } finally {
    await db.destroy()
  }
}

async function insertPlaces(db: Db): Promise<void> {
  await sql`
    insert into organisation (name, type, parent_id)
    select '驾校 ' || n, 'school', (select id from organisation where type = 'platform')
    from generate_series(1, ${schools}::int) n`.execute(db)
  await sql`
    insert into classroom (organ_id, name) select id, '教室' from organisation where type = 'school'`.execute(
    db,
  )
  await sql`
    insert into simulator (sn, name, organ_id, room_id, model, key_hash)
    select 'BENCH-' || to_char(c.id, 'FM00000'), '模拟器 ' || c.id, c.organ_id, c.id, 'DS-200', sha256(c.id::text::bytea)
    from classroom c order by c.id`.execute(db)
}

/** One after the other over the years, the schools in turns. */
async function insertStudents(db: Db, students: number): Promise<void> {
  await sql`
    insert into student (name, phone, school_id, registered_at)
    select '学员' || n, '138' || to_char(n, 'FM00000000'), o.id,
      date_trunc('second', now() - ${days}::int * interval '1 day' * (1 - n / ${students}::float8))
    from generate_series(1, ${students}::int) n
    join (select id, row_number() over (order by id) as place from organisation where type = 'school') o
      on o.place = n % ${schools}::int + 1`.execute(db)
  await sql`
    insert into enrolment (student_id, school_id, gear_type, registered_at)
    select id, school_id, 'C1', registered_at from student order by id`.execute(db)
}

/** Each student recharges from the first day on, and pays a course with it. */
async function insertOrders(db: Db): Promise<void> {
  await sql`
    insert into course (name, gear_type, minutes, price, valid_days) values ('课程', 'C1', 100, 20000, 90)`.execute(
    db,
  )
  await sql`
    create temp table sold as
    select s.id as student_id, s.school_id, e.id as enrolment_id, x.at, business_day(x.at) as day
    from student s join enrolment e on e.student_id = s.id
    cross join generate_series(0, ${salesOfStudent}::int - 1) n
    cross join lateral (select s.registered_at + n * interval '14 days' as at) x
    where x.at < now() order by x.at`.execute(db)
  await sql`
    insert into recharge_order (student_id, school_id, organ_id, channel, amount, paid_at, day)
    select student_id, school_id, school_id, 'wechat', 20000, at, day from sold`.execute(db)
  await sql`
    insert into course_order (student_id, school_id, organ_id, enrolment_id, course_id, list_price, amount, cash_paid, minutes,
      paid_at, day)
    select student_id, school_id, school_id, enrolment_id, c.id, 20000, 20000, 20000, 100, at, day from sold, course c`.execute(
    db,
  )
  await sql`
    insert into order_funding (course_order_id, recharge_order_id, school_id, contract_day, day, amount)
    select o.id, r.id, o.school_id, o.day, o.day, o.amount
    from course_order o join recharge_order r on r.student_id = o.student_id and r.paid_at = o.paid_at order by o.id`.execute(
    db,
  )
}

async function insertSessions(db: Db): Promise<void> {
  await sql`
    insert into training_session (record_id, session_id, simulator_id, organ_id, room_id, school_id, student_id,
      reported_student_id, module_id, started_at, ended_at, seconds, effective_seconds, score, passed, ending)
    select new_record_id(x.started_at), gen_random_uuid(), x.simulator_id, x.school_id, x.room_id, x.school_id, x.student_id,
      x.student_id, 1 + x.n % 12, x.started_at, x.started_at + interval '20 minutes', 1200, 900, 85, true, 'normal'
    from (
      select st.id as student_id, s.organ_id as school_id, s.id as simulator_id, s.room_id, n,
        date_trunc('day', st.registered_at) + interval '1 hour' * (n % ${sessionsOfDay}::int)
          + interval '1 day' * (1 + abs(hashint4((st.id * 31 + n / ${sessionsOfDay}::int)::int)::bigint) % ${daysOfStudent}::int) as started_at
      from student st
      cross join generate_series(1, ${sessionsOfStudent}::int) n
      join (
        select id, coalesce(lead(id) over (order by id), min(id) over ()) as next from organisation where type = 'school'
      ) school on school.id = st.school_id
      join simulator s on s.organ_id = case
        when st.id % ${oneOfThese}::int = 0 and n / ${sessionsOfDay}::int % 2 = 0 then school.next else school.id end
    ) x
    where x.started_at < now() - interval '1 day'
    order by x.started_at`.execute(db)
}
