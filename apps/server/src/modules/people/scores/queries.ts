import type { DataOf, SessionRow, scores, students } from '@drivesim/contract'
import { unknownModule } from '@drivesim/contract/devices/telemetry/telemetry'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { hasSessions } from '../../tools/archive/service.ts'

type Info = DataOf<typeof students.info>
type Scores = NonNullable<Info['scores']>

const sessionFields = sql`
  t.record_id as "recordId", t.simulator_id as "simulatorId", t.student_id as "studentId", p.name as "studentName",
  t.module_id as "moduleId", coalesce(m.name, ${unknownModule}) as "moduleName", t.started_at as "startedAt", t.ended_at as "endedAt",
  t.seconds, t.effective_seconds as "effectiveSeconds", t.score, t.passed, t.ending,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'subSubject', coalesce(part.name, '其他'), 'text', e.value ->> 'text', 'points', (e.value -> 'points')::int,
      'atSecond', (e.value -> 'atSecond')::int
    ) order by e.ordinality)
    from jsonb_array_elements(t.errors) with ordinality e
    left join sub_subject part on part.id = (e.value ->> 'subSubjectId')::bigint
  ), '[]') as errors`

type SessionError = SessionRow['errors'][number] & { atSecond: number | null }
type Session = Omit<SessionRow, 'startedAt' | 'endedAt' | 'errors'> & {
  startedAt: Date
  endedAt: Date | null
  errors: SessionError[]
}

const onTheWire = <Row extends Session>({ startedAt, endedAt, ...row }: Row) => ({
  ...row,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/**
 * All sessions of a student, as `t`, found in the months in which the student counts as active, so that no other is opened; one that
 * still goes on counts nowhere yet, and began within the last day.
 */
const sessionsOf = (studentId: number) => sql`(
  select t.* from (
    select date_trunc('month', day::timestamp) as month from person_day
    where metric = 'courseUsers' and person_id = ${studentId}
    union
    select date_trunc('month', (now() - d * interval '1 day') at time zone 'Asia/Shanghai') from generate_series(-1, 1) d
  ) active
  cross join lateral (
    select record_id from training_session_key
    where student_id = ${studentId} and record_id >= first_record_id(month at time zone 'Asia/Shanghai')
      and record_id < first_record_id((month + interval '1 month') at time zone 'Asia/Shanghai')
    -- Month by month, or the planner asks all months there are, and compares after.
    offset 0
  ) k
  join training_session t on t.record_id = k.record_id and t.started_at = record_time(k.record_id)
) t`

/** Whether a student is at a school of the scope. */
export async function hasStudent(db: Db, scope: Scope, studentId: number): Promise<boolean> {
  const row = await db
    .selectFrom('student')
    .select('id')
    .where('id', '=', studentId)
    .where(scoped(scope, sql.ref('school_id')))
    .executeTakeFirst()
  return row !== undefined
}

/** A student's last sessions that happened in the scope, the newest first. */
export async function lastSessions(
  db: Db,
  scope: Scope,
  studentId: number,
  most: number,
): Promise<SessionRow[]> {
  const { rows } = await sql<Session>`
    select ${sessionFields}
    from (
      select * from ${sessionsOf(studentId)}
      where ${scoped(scope, sql.ref('organ_id'))}
      order by record_id desc
      limit ${most}
    ) t
    left join module m on m.id = t.module_id
    join student p on p.id = t.student_id
    order by t.record_id desc`.execute(db)
  return rows.map(onTheWire)
}

/** The last business day on which a student trained in the scope and whose sessions are archived; null where there is none. */
export async function lastArchivedDay(db: Db, scope: Scope, studentId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day)::text as day from person_day
    where metric = 'courseUsers' and person_id = ${studentId} and not ${hasSessions(sql`day`)}
      and ${scoped(scope, sql.ref('organ_id'))}`.execute(db)
  return rows[0]?.day ?? null
}

/** One session that happened in the scope, with its place, scene and errors in the order of time. */
export async function findSession(
  db: Db,
  scope: Scope,
  recordId: number,
): Promise<DataOf<typeof scores.sceneEmersion> | undefined> {
  const { rows } = await sql<Session & { simulatorName: string; classroomName: string; mapName: string }>`
    select ${sessionFields}, s.name as "simulatorName", c.name as "classroomName", coalesce(m.map_name, ${unknownModule}) as "mapName"
    from training_session t
    left join module m on m.id = t.module_id
    join simulator s on s.id = t.simulator_id
    join classroom c on c.id = t.room_id
    left join student p on p.id = t.student_id
    where t.record_id = ${recordId} and t.started_at = record_time(${recordId})
      and ${scoped(scope, sql.ref('t.organ_id'))}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const timeline = row.errors.toSorted(
    (one, other) => (one.atSecond ?? Number.MAX_VALUE) - (other.atSecond ?? Number.MAX_VALUE),
  )
  return { ...onTheWire(row), timeline }
}

/** The errors a student made in one sub-subject, in the scope, the most frequent first. */
export async function errorsIn(
  db: Db,
  scope: Scope,
  { studentId, subSubjectId }: { studentId: number; subSubjectId: number },
): Promise<DataOf<typeof scores.subSubjectErrors>> {
  const { rows } = await sql<{ text: string; points: number; times: number; lastAt: Date }>`
    select e ->> 'text' as text, (e -> 'points')::int as points, count(*)::int as times, max(t.started_at) as "lastAt"
    from ${sessionsOf(studentId)} cross join lateral jsonb_array_elements(t.errors) e
    where (e ->> 'subSubjectId')::bigint = ${subSubjectId}
      and ${scoped(scope, sql.ref('t.organ_id'))}
    group by 1, 2
    order by 3 desc, 4 desc, 1`.execute(db)
  return rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() }))
}

/** A student's finished sessions by sub-subject, beside how many of all sessions at the school are passed. */
export async function subjectScores(
  db: Db,
  scope: Scope,
  { studentId, schoolId }: { studentId: number; schoolId: number },
): Promise<Scores['subjects']> {
  const { rows } = await sql<Scores['subjects'][number]>`
    with own as (
      select m.sub_subject_id as id, count(*)::int as times,
        (array_agg(t.score order by t.started_at desc) filter (where t.score is not null))[1] as last,
        max(t.score) as best, avg(t.passed::int)::float8 as rate
      from ${sessionsOf(studentId)} join module m on m.id = t.module_id
      where t.ended_at is not null and ${scoped(scope, sql.ref('t.organ_id'))}
      group by 1
    ),
    school as (
      select sub_subject_id as id, sum(passed)::float8 / nullif(sum(times), 0) as rate
      from school_month where school_id = ${schoolId} group by 1
    )
    select part.id as "subSubjectId", part.name as "subSubject", subject.name as subject, own.times,
      own.last as "lastScore", own.best as "bestScore", own.rate as "passRate", school.rate as "schoolPassRate"
    from own
    join sub_subject part on part.id = own.id
    join subject on subject.id = part.subject_id
    left join school on school.id = own.id
    order by part.id`.execute(db)
  return rows
}

/** Errors in a sub-subject for each session that trains it, month by month for a year: the student's and the school's. */
export async function errorTrend(
  db: Db,
  scope: Scope,
  { studentId, schoolId }: { studentId: number; schoolId: number },
): Promise<Scores['trend']> {
  const { rows } = await sql<Scores['trend'][number]>`
    with own as (
      select part.id, date_trunc('month', t.started_at at time zone 'Asia/Shanghai')::date as month,
        sum(part.times) as times, sum(part.errors) as errors
      from ${sessionsOf(studentId)}
      join module m on m.id = t.module_id
      cross join lateral (
        select m.sub_subject_id as id, 1 as times, 0 as errors
        union all
        select coalesce((e ->> 'subSubjectId')::bigint, m.sub_subject_id), 0, 1 from jsonb_array_elements(t.errors) e
      ) part
      where t.ended_at is not null and t.started_at >= now() - interval '1 year'
        and ${scoped(scope, sql.ref('t.organ_id'))}
      group by 1, 2
    )
    select to_char(own.month, 'YYYY-MM') as month, part.name as "subSubject",
      own.errors::float8 / own.times as "errorsPerSession",
      school.errors::float8 / nullif(school.times, 0) as "schoolErrorsPerSession"
    from own
    join sub_subject part on part.id = own.id
    left join school_month school
      on school.school_id = ${schoolId} and school.sub_subject_id = own.id and school.month = own.month
    where own.times > 0
    order by own.month, part.id`.execute(db)
  return rows
}

/** The business days of the last year on which the student trained. */
export async function trainingDays(db: Db, scope: Scope, studentId: number): Promise<Scores['calendar']> {
  const { rows } = await sql<Scores['calendar'][number]>`
    select business_day(started_at) as date, count(*)::int as times, sum(seconds)::bigint as seconds
    from ${sessionsOf(studentId)}
    where ended_at is not null and started_at >= now() - interval '1 year'
      and ${scoped(scope, sql.ref('organ_id'))}
    group by 1 order by 1`.execute(db)
  return rows
}

/** All subjects with what is below them; the same for everybody. */
export async function subjectTree(db: Db): Promise<DataOf<typeof scores.subjects>> {
  const { rows } = await sql<DataOf<typeof scores.subjects>[number]>`
    select s.id as "subjectId", s.name as "subjectName", coalesce((
      select jsonb_agg(jsonb_build_object(
        'subSubjectId', part.id, 'subSubjectName', part.name, 'gearTypes', part.gear_types,
        'modules', coalesce((
          select jsonb_agg(jsonb_build_object('moduleId', m.id, 'moduleName', m.name) order by m.id)
          from module m where m.sub_subject_id = part.id
        ), '[]')
      ) order by part.id)
      from sub_subject part where part.subject_id = s.id
    ), '[]') as children
    from subject s order by s.id`.execute(db)
  return rows
}
