import { readFileSync } from 'node:fs'
import { studentList } from '@drivesim/contract'
import { students } from '@drivesim/server/dist/src/modules/people/students/list.queries.js'
import { mintScope, type Scope, systemScope } from '@drivesim/server/dist/src/platform/auth/scope.js'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Figure, percentile } from './table.ts'
import { openTimed, type TimedDatabase } from './timed.ts'

const warmUps = 5
const rounds = 40
const pageSize = 10
const firstMs = 20
const anyMs = 100

const sortings = (['balance', 'remainingMinutes', 'lastTrainedOn'] as const).flatMap(sortField =>
  (['ascend', 'descend'] as const).map(sortOrder => ({ sortField, sortOrder })),
)

/**
 * As many students of the other schools; then of all of them minutes, recharges in the ledger and their last session,
 * some without: what the list is put in order by follows from these, by the product's own triggers.
 */
export async function fillSorted(
  owner: pg.Client,
  { schoolId, others }: { schoolId: number; others: number },
) {
  await owner.query(`select ensure_months(now() - interval '13 months', now())`)
  await owner.query(
    `insert into student (name, phone, school_id)
     select '学员' || i, (13900000000 + i)::text, schools.ids[1 + i % array_length(schools.ids, 1)]
     from generate_series(1, $2::int) i,
       (select array_agg(id) as ids from organisation where type = 'school' and id <> $1::bigint) schools`,
    [schoolId, others],
  )
  await owner.query(
    `insert into enrolment (student_id, school_id, gear_type)
     select id, school_id, gear_type from student s
     where not exists (select from enrolment e where e.student_id = s.id) order by id`,
  )
  await owner.query(
    `update enrolment set remaining_minutes = greatest(0, ${spread(7)} % 60 - 20) * 30 where ${spread(7)} % 60 > 20`,
  )
  await owner.query(
    `with made as (
       insert into journal (kind, event_key, day, source)
       select 'recharge', 'bench:' || id, business_day(now()), id::text from student where id % 3 > 0 order by id
       returning id, source::bigint as student_id)
     insert into ledger_entry (journal_id, line, account, school_id, student_id, channel, unit, amount)
     select m.id, l.line, l.account, s.school_id, case l.line when 2 then s.id end, case l.line when 1 then 'wechat' end, 'CNY',
       l.sign * 100 * (1 + abs(hashint8(s.id)::bigint) % 3000)
     from made m join student s on s.id = m.student_id
     cross join (values (1, 'clearing', 1), (2, 'student_cash', -1)) l (line, account, sign)`,
  )
  await owner.query(
    `create temp table trained as
     select new_record_id(x.at) as record_id, gen_random_uuid() as session_id, x.* from (
       select s.id as student_id, u.organ_id, u.id as simulator_id, u.room_id,
         date_trunc('second', now()) - (86400 + abs(hashint8(s.id + 1)::bigint) % 25000000) * interval '1 second' as at
       from student s
       join (select distinct on (organ_id) id, organ_id, room_id from simulator) u on u.organ_id = s.school_id
       where s.id % 4 > 0) x`,
  )
  await owner.query(
    `insert into training_session (record_id, session_id, simulator_id, organ_id, room_id, school_id, student_id,
       reported_student_id, started_at, ended_at, seconds, effective_seconds, score, passed, ending)
     select record_id, session_id, simulator_id, organ_id, room_id, organ_id, student_id, student_id, at,
       at + interval '20 minutes', 1200, 900, 85, true, 'normal' from trained order by record_id`,
  )
  await owner.query(
    `insert into training_session_key (session_id, simulator_id, record_id, student_id)
     select session_id, simulator_id, record_id, student_id from trained order by record_id`,
  )
  await owner.query('vacuum analyze student, enrolment, purse, student_minutes, student_trained')
}

const spread = (seed: number) => `abs(hashint8(student_id + ${seed})::bigint)`

/** The list in each order that it has, either way: its first page, the one farthest from both ends, and the last. */
export async function measureSorted(appUrl: string, schoolId: number): Promise<Figure[]> {
  const database = openTimed(appUrl)
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
    const pid = rows[0]?.pid ?? 0
    const schools = await database.db
      .selectFrom('organisation')
      .select('id')
      .where('type', '=', 'school')
      .where('id', '<>', schoolId)
      .execute()
    const half = mintScope([schoolId, ...schools.slice(0, schools.length / 2).map(({ id }) => id)])
    const figures = [
      await measure({ ...database, pid }, { what: 'students', scope: systemScope }),
      await measure({ ...database, pid }, { what: 'students of one school', scope: systemScope, schoolId }),
      await measure({ ...database, pid }, { what: 'students of half of the schools', scope: half }),
    ]
    return figures.flat()
  } finally {
    await database.db.destroy()
  }
}

interface Asked {
  readonly what: string
  readonly scope: Scope
  readonly schoolId?: number
}
type Database = TimedDatabase & { readonly pid: number }

/** Of the process on a connection, since it began: what others do on the machine makes it slower by the clock alone. */
const processorMs = ({ pid }: Database) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

async function measure(database: Database, { what, scope, schoolId }: Asked): Promise<Figure[]> {
  const { db, time } = database
  const { total } = await students.page({ db, scope }, { schoolId }, { pageNum: 0, pageSize })
  const last = Math.ceil(total / pageSize) - 1
  const slowest = async (pageNum: number) => {
    const found: { p95: number; value: string }[] = []
    for (const sorting of sortings) {
      const page = () => students.page({ db, scope }, { schoolId, ...sorting }, { pageNum, pageSize })
      const [busy, clock]: [number[], number[]] = [[], []]
      for (let n = -warmUps; n < rounds; n += 1) {
        const before = processorMs(database)
        const [ms] = await time(page)
        if (n < 0) continue
        busy.push(processorMs(database) - before)
        clock.push(ms)
      }
      const p95 = percentile(busy, 0.95)
      const { word } = studentList.columns[sorting.sortField]
      const [middle, byClock] = [percentile(busy, 0.5).toFixed(1), percentile(clock, 0.5).toFixed(0)]
      found.push({ p95, value: `${p95.toFixed(1)} ms (p50 ${middle}, by the clock ${byClock}; ${word})` })
    }
    return found.reduce((one, other) => (other.p95 > one.p95 ? other : one))
  }
  const figures: Figure[] = []
  for (const [pageNum, bound] of [
    [0, firstMs],
    [Math.floor(last / 2), anyMs],
    [last, anyMs],
  ] as const) {
    const { p95, value } = await slowest(pageNum)
    figures.push({
      what: `${what} (${total}), page ${pageNum} in the slowest of six orders, processor of the database: p95`,
      value,
      bound: `< ${bound} ms`,
      passed: p95 < bound,
    })
  }
  return figures
}
