import type { SessionRow, Usage } from '@drivesim/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { type Scope, scoped } from '../../platform/scope.ts'

/** Business days, both included. */
export interface Days {
  first: string
  last: string
}

/** Today and the six business days before it, by the database's clock. */
export async function latestWeek(db: Db): Promise<Days> {
  const { rows } = await sql<Days>`
    select business_day(now()) - 6 as first, business_day(now()) as last`.execute(db)
  const [week] = rows
  if (week === undefined) throw new Error('a select without a table gave no row')
  return week
}

/**
 * Use of a simulator in the scope, every day of the range and in all: finished sessions, by the day they began;
 * `people` are the known students, in the total each counted once.
 */
export async function readUse(
  db: Db,
  scope: Scope,
  simulatorId: number,
  { first, last }: Days,
): Promise<Usage> {
  const { rows } = await sql<Usage['days'][number] & { date: string | null }>`
    select d.day as date,
      coalesce(sum(u.times), 0)::int as times,
      coalesce(sum(u.seconds), 0)::bigint as seconds,
      coalesce(sum(u.effective_seconds), 0)::bigint as "effectiveSeconds",
      (count(distinct u.student_id) filter (where u.student_id <> 0))::int as people
    from (select generate_series(${first}::date, ${last}::date, interval '1 day')::date as day) d
    left join usage_day u on u.day = d.day
      and u.simulator_id = ${simulatorId}
      and u.day between ${first}::date and ${last}::date
      and ${scoped(scope, sql.ref('u.organ_id'))}
    group by grouping sets ((d.day), ())
    order by d.day nulls last`.execute(db)
  const total = rows.at(-1)
  if (total === undefined) throw new Error('grouping sets gave no total')
  const { date: _none, ...figures } = total
  return { days: rows.slice(0, -1), total: figures }
}

const sessionFields = sql`
  t.record_id as "recordId", t.simulator_id as "simulatorId", t.student_id as "studentId", p.name as "studentName",
  t.module_id as "moduleId", m.name as "moduleName", t.started_at as "startedAt", t.ended_at as "endedAt",
  t.seconds, t.effective_seconds as "effectiveSeconds", t.score, t.passed, t.ending,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'subSubject', coalesce(part.name, '其他'), 'text', e.value ->> 'text', 'points', (e.value -> 'points')::int
    ) order by e.ordinality)
    from jsonb_array_elements(t.errors) with ordinality e
    left join sub_subject part on part.id = (e.value ->> 'subSubjectId')::bigint
  ), '[]') as errors`

type Session = Omit<SessionRow, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null }

const onTheWire = ({ startedAt, endedAt, ...row }: Session): SessionRow => ({
  ...row,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/** Sessions that began in a month, given by its first day. */
interface Month {
  month: string
  sessions: number
}

/**
 * One page of the sessions on a simulator that happened in the scope, newest first, and how many there are. The kept
 * counts say in which months the page lies; there it is found on the index, and its rows are fetched after.
 */
export async function sessionPage(
  db: Db,
  scope: Scope,
  { simulatorId, pageNum, pageSize }: { simulatorId: number; pageNum: number; pageSize: number },
): Promise<{ rows: SessionRow[]; total: number }> {
  const { rows: months } = await sql<Month>`
    select month, sum(sessions)::bigint as sessions from simulator_month
    where simulator_id = ${simulatorId} and ${scoped(scope, sql.ref('organ_id'))}
    group by month order by month desc`.execute(db)
  const total = months.reduce((sum, { sessions }) => sum + sessions, 0)
  const span = monthsOfRows(months, pageNum * pageSize, pageSize)
  if (span === null) return { rows: [], total }
  const rows = await rowsOf(
    db,
    sql`
      select record_id, started_at from training_session
      where simulator_id = ${simulatorId} and ${scoped(scope, sql.ref('organ_id'))}
        and started_at >= ${span.first}::date::timestamp at time zone 'Asia/Shanghai'
        and started_at < (${span.last}::date + interval '1 month') at time zone 'Asia/Shanghai'
      order by started_at desc, record_id desc
      limit ${pageSize} offset ${span.skipped}`,
  )
  return { rows, total }
}

/** The sessions of a file after one of them, newest first. */
export function sessionsBefore(
  db: Db,
  scope: Scope,
  simulatorId: number,
  { last, most }: { last: SessionRow | undefined; most: number },
): Promise<SessionRow[]> {
  return rowsOf(
    db,
    sql`
      select record_id, started_at from training_session
      where simulator_id = ${simulatorId} and ${scoped(scope, sql.ref('organ_id'))}
        and (started_at, record_id) < (${last?.startedAt ?? 'infinity'}::timestamptz, ${last?.recordId ?? 0})
      order by started_at desc, record_id desc
      limit ${most}`,
  )
}

/** Whole rows of the sessions that a statement finds by key, newest first. */
async function rowsOf(db: Db, found: RawBuilder<unknown>): Promise<SessionRow[]> {
  const { rows } = await sql<Session>`
    select ${sessionFields}
    from (${found}) found
    join training_session t on t.record_id = found.record_id and t.started_at = found.started_at
    join module m on m.id = t.module_id
    left join student p on p.id = t.student_id
    order by t.started_at desc, t.record_id desc`.execute(db)
  return rows.map(onTheWire)
}

/** The months, newest first, in which so many rows lie after `offset` others, and how many of the newest are skipped. */
function monthsOfRows(months: readonly Month[], offset: number, most: number) {
  let before = 0
  let begun: { last: string; skipped: number } | null = null
  for (const { month, sessions } of months) {
    if (begun === null && before + sessions > offset) begun = { last: month, skipped: offset - before }
    before += sessions
    if (begun !== null && before >= offset + most) return { ...begun, first: month }
  }
  const oldest = months.at(-1)
  return begun === null || oldest === undefined ? null : { ...begun, first: oldest.month }
}

/** Sessions on a simulator that began on the business days, newest first, at most `most`. */
export async function sessionsOfDays(
  db: Db,
  scope: Scope,
  simulatorId: number,
  { first, last }: Days,
  most: number,
): Promise<
  Pick<
    SessionRow,
    'recordId' | 'studentName' | 'moduleName' | 'startedAt' | 'endedAt' | 'seconds' | 'score'
  >[]
> {
  const { rows } = await sql<Session>`
    select t.record_id as "recordId", p.name as "studentName", m.name as "moduleName", t.started_at as "startedAt",
      t.ended_at as "endedAt", t.seconds, t.score
    from training_session t
    join module m on m.id = t.module_id
    left join student p on p.id = t.student_id
    where t.simulator_id = ${simulatorId}
      and t.started_at >= ${first}::date::timestamp at time zone 'Asia/Shanghai'
      and t.started_at < (${last}::date + 1)::timestamp at time zone 'Asia/Shanghai'
      and ${scoped(scope, sql.ref('t.organ_id'))}
    order by t.started_at desc, t.record_id desc
    limit ${most}`.execute(db)
  return rows.map(onTheWire)
}
