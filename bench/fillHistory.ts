import { statfsSync } from 'node:fs'
import {
  insertActivityIntervals,
  insertPresent,
  rollUpHealth,
  rollUps,
  withoutHistoryKeys,
} from '@drivesim/server/dist/src/modules/devices/telemetry/seed.queries.js'
import { type Db, openDb, openPool } from '@drivesim/server/dist/src/platform/postgres/db.js'
import { sql } from 'kysely'
import { fillLists } from './fillLists.ts'

const schools = 40
/** Of a history that has its days; a longer one has more simulators, for there are no months before 2020. */
const fewestSimulators = 400
const mostDays = 2_000
/** Sessions of a day on each simulator, and on the first one: its list has the 100,000th page of the longest history. */
const sessionsOfDay = 22
const sessionsOfBusiest = 1_222
/** Sessions of a student in the whole history. */
const sessionsOfStudent = 25

export interface History {
  sessions: number
  intervals: number
  days: number
  students: number
  /** The one with {@link sessionsOfBusiest}; others are ordinary. */
  busiest: number
  simulators: number[]
  /** What the database takes on the disk, without its log. */
  bytes: number
}

/**
 * Fills an empty database, as its owner, with a business that is the same every day: a longer history has more
 * days, up to yesterday, and more students. All of it is made by the database, rollups by the statements of the demo.
 */
export async function fillHistory(ownerUrl: string, sessions: number): Promise<History> {
  const pool = openPool(ownerUrl, 1)
  const db = openDb(pool)
  const simulators = simulatorsFor(sessions)
  const days = Math.ceil(sessions / ((simulators - 1) * sessionsOfDay + sessionsOfBusiest))
  const students = Math.max(schools * 100, Math.ceil(sessions / sessionsOfStudent))
  try {
    await pool.query(`set work_mem = '512MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off`)
    await insertBusiness(db, { days, students, simulators })
    await withoutHistoryKeys(db, async () => {
      for (let first = days; first > 0; first -= 30)
        await insertSessions(db, { first, last: Math.max(first - 30, 0), students })
      await sql`insert into training_session_key (session_id, simulator_id, record_id, student_id)
        select session_id, simulator_id, record_id, student_id from training_session`.execute(db)
      // By which a student's months are found.
      await sql`insert into person_day (metric, person_id, day, organ_id, facts)
        select 'courseUsers'::metric, student_id, business_day(started_at), organ_id, count(*)
        from training_session where student_id is not null group by 1, 2, 3, 4`.execute(db)
      await insertFacts(db, days)
      await insertActivityIntervals(db)
      await insertPresent(db)
      await sql`with ${rollUps(sql`training_session`)}`.execute(db)
      await rollUpHealth(db)
    })
    await fillLists(db, sessions, midnight(days))
    // As autovacuum does in time: what is visible to all is known, so that an index is enough.
    await pool.query('vacuum analyze')
    const { rows } = await sql<History>`
      select (select count(*) from training_session)::bigint as sessions,
        (select count(*) from simulator_interval)::bigint as intervals,
        pg_database_size(current_database())::bigint as bytes,
        ${days}::int as days, ${students}::int as students, (select min(id) from simulator) as busiest,
        (select array_agg(id order by id) from simulator where id > (select min(id) from simulator)) as simulators`.execute(
      db,
    )
    const [made] = rows
    if (made === undefined) throw new Error('a select without a table gave no row')
    return made
  } finally {
    await db.destroy()
  }
}

function simulatorsFor(sessions: number): number {
  const others = Math.ceil((sessions / mostDays - sessionsOfBusiest) / sessionsOfDay)
  return Math.max(fewestSimulators, others + 1)
}

/** What a session takes on the disk with all that follows from it: 1,300 measured, and some log. Bytes. */
const bytesOfSession = 1_500

/** How many sessions half of the free disk of a folder holds. */
export function sessionsThatFit(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return Math.floor((bavail * bsize) / 2 / bytesOfSession)
}

/** Midnight (Asia/Shanghai) so many days before today. */
const midnight = (daysAgo: number) =>
  sql`((business_day(now()) - ${daysAgo}::int)::timestamp at time zone 'Asia/Shanghai')`

async function insertBusiness(
  db: Db,
  { days, students, simulators }: { days: number; students: number; simulators: number },
): Promise<void> {
  await sql`
    insert into organisation (name, type, parent_id)
    select '驾校 ' || n, 'school', (select id from organisation where type = 'platform')
    from generate_series(1, ${schools}::int) n`.execute(db)
  await sql`
    insert into classroom (organ_id, name)
    select o.id, '教室 ' || n from organisation o, generate_series(1, 2) n where o.type = 'school'`.execute(
    db,
  )
  await sql`
    insert into simulator (sn, name, organ_id, room_id, model, key_hash)
    select 'BENCH-' || to_char(n, 'FM00000'), '模拟器 ' || n, c.organ_id, c.id, 'DS-200', sha256(n::text::bytea)
    from generate_series(1, ${simulators}::int) n
    join (select id, organ_id, row_number() over (order by id) as place from classroom) c
      on c.place = n % ${schools * 2}::int + 1
    order by n`.execute(db)
  await sql`
    insert into student (name, phone, school_id, gear_type, state, registered_at)
    select '学员' || n, '138' || to_char(n, 'FM00000000'), o.id, case when n % 3 = 0 then 'C2' else 'C1' end,
      case when n % 10 = 0 then 'left' when n < ${students}::int * 0.8 then 'finished' else 'studying' end,
      ${midnight(days)} + (now() - ${midnight(days)}) * n / ${students}::int
    from generate_series(1, ${students}::int) n
    join (select id, row_number() over (order by id) as place from organisation where type = 'school') o
      on o.place = n % ${schools}::int + 1`.execute(db)
  await sql`select ensure_months(${midnight(days)}, now())`.execute(db)
}

/**
 * The sessions of the days from `first` to before `last`, counted back from today. Students go to the schools in turns, so that each n-th is at the
 * same school, as `insertBusiness` numbers them.
 */
async function insertSessions(
  db: Db,
  { first, last, students }: { first: number; last: number; students: number },
): Promise<void> {
  await sql`
    with
      place as (
        select s.id, s.organ_id, s.room_id, row_number() over (order by s.id) = 1 as busiest, o.place
        from simulator s
        join (select id, row_number() over (order by id) as place from organisation where type = 'school') o
          on o.id = s.organ_id
      )
    insert into training_session (record_id, session_id, simulator_id, organ_id, room_id, school_id, student_id,
      reported_student_id, module_id, started_at, ended_at, seconds, effective_seconds, score, passed, errors, ending)
    select new_record_id(x.started_at), gen_random_uuid(), x.id, x.organ_id, x.room_id, x.organ_id, x.student_id,
      x.student_id, m.id, x.started_at, x.started_at + x.seconds * interval '1 second', x.seconds,
      x.seconds * 4 / 5, 60 + x.chance % 41, x.chance % 41 >= 20,
      case when x.chance % 3 = 0
        then jsonb_build_array(jsonb_build_object('subSubjectId', m.sub_subject_id, 'text', '车身出线', 'points', 10))
        else '[]' end,
      'normal'
    from (
      select p.id, p.organ_id, p.room_id, r.chance, ${schools}::int * (1 + r.chance % ${Math.floor(students / schools) - 1}::int) + p.place - 1 as student_id,
        ${midnight(0)} - d * interval '1 day' + interval '8 hours'
          + n * case when p.busiest then interval '35 seconds' else interval '32 minutes' end as started_at,
        case when p.busiest then 30 else 600 + r.chance % 900 end as seconds
      from generate_series(${first}::int, ${last + 1}::int, -1) d
      cross join place p
      cross join lateral generate_series(0, case when p.busiest then ${sessionsOfBusiest}::int else ${sessionsOfDay}::int end - 1) n
      cross join lateral (select abs(hashint4((p.id * 1000003 + d * 1009 + n)::int)::bigint) as chance) r
    ) x
    join module m on m.id = 1 + x.chance % 12
    order by x.started_at`.execute(db)
}

/** The link is up from half past seven to half past eight in the evening; every tenth day has an hour of fault. */
async function insertFacts(db: Db, days: number): Promise<void> {
  await sql`
    insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at, ended_at)
    select s.id, x.fact, x.value, s.organ_id, s.room_id, x.started_at,
      lead(x.started_at) over (partition by s.id, x.fact order by x.started_at)
    from simulator s
    cross join lateral (
      select unnest(array['link', 'health', 'administration']) as fact,
        unnest(array['offline', 'ok', 'enabled']) as value, ${midnight(days)} as started_at
      union all
      select v.fact, v.value, ${midnight(0)} - d * interval '1 day' + v.at
      from generate_series(${days}::int, 1, -1) d
      cross join (values
        ('link', 'online', interval '7 hours 30 minutes'), ('link', 'offline', interval '20 hours 30 minutes'),
        ('health', 'fault', interval '13 hours'), ('health', 'ok', interval '14 hours')
      ) v (fact, value, at)
      where v.fact = 'link' or (d + s.id) % 10 = 0
    ) x`.execute(db)
}
