import type { Paging, SessionRow, Usage } from '@drivesim/contract'
import { daysBetween } from '@drivesim/contract/businessDay'
import { type RawBuilder, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../platform/auth/scope.ts'
import { beginningOf, type Db } from '../../platform/postgres/db.ts'
import { type Place, placeOfPage } from '../../platform/postgres/paging.ts'

/** Business days, both included. */
export interface Days {
  first: string
  last: string
}

/** Whose use is read: the condition on rows of a table by its alias. */
export type Whose = (alias: string) => RawBuilder<unknown>

export const ofSimulator =
  (id: number): Whose =>
  alias =>
    sql`${sql.ref(`${alias}.simulator_id`)} = ${id}`

/** What happened at a school or one of its service points. */
export const ofSchool =
  (id: number): Whose =>
  alias =>
    isBelow(sql.ref(`${alias}.organ_id`), id)

/** So many business days up to today, which is one of them, by the database's clock. */
export async function latestDays(db: Db, days: number): Promise<Days> {
  const { rows } = await sql<Days>`
    select business_day(now()) - ${days - 1}::int as first, business_day(now()) as last`.execute(db)
  const [range] = rows
  if (range === undefined) throw new Error('a select without a table gave no row')
  return range
}

/**
 * Use in the scope, every day of the range, in all, and before it: finished sessions, by the day they began; `people` are
 * the known students, in a total each counted once.
 */
export async function readUse(db: Db, scope: Scope, whose: Whose, days: Days): Promise<Usage> {
  const [use, before] = await Promise.all([
    useByDay(db, scope, whose, days),
    useBefore(db, scope, whose, days),
  ])
  return { ...use, before }
}

/**
 * The rollup's rows of one day after the other. Not joined in one go (`offset 0`): a school's days would be found by
 * reading those of all schools.
 */
export const usageOfDay = (day: RawBuilder<unknown>, scope: Scope, whose: Whose) => sql`lateral (
  select * from usage_day u where u.day = ${day} and ${whose('u')} and ${scoped(scope, sql.ref('u.organ_id'))} offset 0
)`

async function useByDay(
  db: Db,
  scope: Scope,
  whose: Whose,
  { first, last }: Days,
): Promise<Omit<Usage, 'before'>> {
  const { rows } = await sql<Usage['days'][number] & { date: string | null }>`
    select d.day as date,
      coalesce(sum(u.times), 0)::int as times,
      coalesce(sum(u.seconds), 0)::bigint as seconds,
      coalesce(sum(u.effective_seconds), 0)::bigint as "effectiveSeconds",
      (count(distinct u.student_id) filter (where u.student_id <> 0))::int as people
    from (select generate_series(${first}::date, ${last}::date, interval '1 day')::date as day) d
    left join ${usageOfDay(sql`d.day`, scope, whose)} u on true
    group by grouping sets ((d.day), ())
    order by d.day nulls last`.execute(db)
  const total = rows.at(-1)
  if (total === undefined) throw new Error('grouping sets gave no total')
  const { date: _none, ...figures } = total
  return { days: rows.slice(0, -1), total: figures }
}

/**
 * Use in as many days right before the range. Where that reaches today, which has not ended, its counterpart counts as it
 * stood at this time of the day; no rollup cuts a day at any minute, so these are the sessions of one day.
 */
async function useBefore(
  db: Db,
  scope: Scope,
  whose: Whose,
  { first, last }: Days,
): Promise<Usage['before']> {
  const days = sql`${daysBetween(first, last) + 1}::int`
  const counterpart = sql`(business_day(now()) - ${days})`
  const { rows } = await sql<Usage['before']>`
    select coalesce(sum(times), 0)::int as times, coalesce(sum(seconds), 0)::bigint as seconds,
      coalesce(sum(effective_seconds), 0)::bigint as "effectiveSeconds",
      (count(distinct student_id) filter (where student_id <> 0))::int as people
    from (
      select u.student_id, u.times, u.seconds, u.effective_seconds
      from generate_series(
        ${first}::date - ${days}, least(${first}::date, ${counterpart}) - 1, interval '1 day'
      ) d (day)
      join ${usageOfDay(sql`d.day::date`, scope, whose)} u on true
      union all
      select coalesce(t.student_id, 0), 1, t.seconds, t.effective_seconds
      from training_session t
      where business_day(now()) between ${first}::date and ${last}::date
        and ${whose('t')}
        and t.started_at >= ${counterpart}::timestamp at time zone 'Asia/Shanghai'
        and t.started_at < now() - make_interval(days => ${days})
        and t.ended_at <= now() - make_interval(days => ${days})
        and ${scoped(scope, sql.ref('t.organ_id'))}
    ) before`.execute(db)
  const [before] = rows
  if (before === undefined) throw new Error('an aggregate gave no row')
  return before
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

/** Which days a page of what began on a simulator lies in, and how many there are in the scope. */
export function daysOfPage(
  db: Db,
  scope: Scope,
  what: 'sessions' | 'faults',
  simulatorId: number,
  paging: Paging,
): Promise<Place<string>> {
  const counts = sql`
    select day as part, ${sql.ref(what)} as rows from simulator_day
    where simulator_id = ${simulatorId} and ${scoped(scope, sql.ref('organ_id'))}`
  return placeOfPage(db, counts, paging)
}

/**
 * One page of the sessions on a simulator that happened in the scope, newest first, and how many there are. The kept
 * counts say on which days the page lies; there it is found on the index, and its rows are fetched after.
 */
export async function sessionPage(
  db: Db,
  scope: Scope,
  simulatorId: number,
  paging: Paging,
): Promise<{ rows: SessionRow[]; total: number }> {
  const { total, within } = await daysOfPage(db, scope, 'sessions', simulatorId, paging)
  if (within === null) return { rows: [], total }
  const begun = (at: RawBuilder<unknown>) =>
    sql`${at} >= ${beginningOf(within.oldest)} and ${at} < ${beginningOf(within.newest, 1)}`
  const rows = await rowsOf(
    db,
    sql`
      select record_id, started_at from training_session
      where simulator_id = ${simulatorId} and ${scoped(scope, sql.ref('organ_id'))} and ${begun(sql`started_at`)}
      order by started_at desc, record_id desc
      limit ${paging.pageSize} offset ${within.skipped}`,
    begun(sql`t.started_at`),
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
  const until = sql`${last?.startedAt ?? 'infinity'}::timestamptz`
  return rowsOf(
    db,
    sql`
      select record_id, started_at from training_session
      where simulator_id = ${simulatorId} and ${scoped(scope, sql.ref('organ_id'))}
        and started_at <= ${until} and (started_at, record_id) < (${until}, ${last?.recordId ?? 0})
      order by started_at desc, record_id desc
      limit ${most}`,
    sql`t.started_at <= ${until}`,
  )
}

/** Whole rows of the sessions that a statement finds by key, newest first; months outside `when` are not opened. */
async function rowsOf(db: Db, found: RawBuilder<unknown>, when: RawBuilder<unknown>): Promise<SessionRow[]> {
  const { rows } = await sql<Session>`
    select ${sessionFields}
    from (${found}) found
    join training_session t on t.record_id = found.record_id and t.started_at = found.started_at and ${when}
    join module m on m.id = t.module_id
    left join student p on p.id = t.student_id
    order by t.started_at desc, t.record_id desc`.execute(db)
  return rows.map(onTheWire)
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
      and t.started_at >= ${beginningOf(first)} and t.started_at < ${beginningOf(last, 1)}
      and ${scoped(scope, sql.ref('t.organ_id'))}
    order by t.started_at desc, t.record_id desc
    limit ${most}`.execute(db)
  return rows.map(onTheWire)
}
