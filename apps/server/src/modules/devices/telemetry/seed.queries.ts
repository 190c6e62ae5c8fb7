import { type RawBuilder, sql } from 'kysely'
import { arrayOf, ids, integers } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { withoutKeys } from '../../../platform/postgres/withoutKeys.ts'

/** Nothing refers to them, so that they may be without their keys for a moment; faults are few, and orders refer to them. */
const historyTables = [
  'training_session',
  'training_session_key',
  'simulator_interval',
  'usage_hour',
  'usage_day',
  'health_day',
]

/** Runs `work`, which fills the history's tables, without their keys. */
export const withoutHistoryKeys = (db: Db, work: () => Promise<void>) => withoutKeys(db, historyTables, work)

/** Columns of many finished sessions; instants are ISO 8601 at whole seconds. */
export interface SessionColumns {
  readonly sessionId: string[]
  readonly simulatorId: number[]
  readonly schoolId: number[]
  readonly studentId: number[]
  readonly moduleId: number[]
  readonly startedAt: string[]
  readonly seconds: number[]
  readonly effectiveSeconds: number[]
  readonly score: number[]
  readonly passed: boolean[]
  readonly errors: string[]
}

/** Inserts the sessions of whole days, with their rollups: no other day's share a line of theirs, but for those of the month. */
export async function insertSessions(db: Db, s: SessionColumns): Promise<void> {
  await sql`
    with added as (
      insert into training_session (record_id, session_id, simulator_id, organ_id, room_id, school_id, student_id,
        reported_student_id, module_id, started_at, ended_at, seconds, effective_seconds, score, passed, errors, ending)
      select new_record_id(n.started_at), n.session_id, n.simulator_id, m.organ_id, m.room_id, n.school_id, n.student_id,
        n.student_id, n.module_id, n.started_at, n.started_at + n.seconds * interval '1 second', n.seconds,
        n.effective_seconds, n.score, n.passed, n.errors, 'normal'
      from unnest(${arrayOf({ type: 'uuid', values: s.sessionId })}, ${arrayOf(ids(s.simulatorId))}, ${arrayOf(ids(s.schoolId))},
        ${arrayOf(ids(s.studentId))}, ${arrayOf(ids(s.moduleId))}, ${arrayOf({ type: 'timestamptz', values: s.startedAt })},
        ${arrayOf(integers(s.seconds))}, ${arrayOf(integers(s.effectiveSeconds))}, ${arrayOf(integers(s.score))},
        ${arrayOf({ type: 'boolean', values: s.passed })}, ${s.errors}::jsonb[])
        as n (session_id, simulator_id, school_id, student_id, module_id, started_at, seconds, effective_seconds, score, passed, errors)
      join simulator m on m.id = n.simulator_id
      returning *
    ), keyed as (
      insert into training_session_key (session_id, simulator_id, record_id, student_id)
      select session_id, simulator_id, record_id, student_id from added
    ), ${rollUps(sql`added`)}`.execute(db)
}

/**
 * The last parts of a statement that adds sessions up, as the running server would have done one by one.
 * @param sessions rows of training_session: the table, or a part of the statement
 */
export const rollUps = (sessions: RawBuilder<unknown>) => sql`
  hours as (
    insert into usage_hour (simulator_id, organ_id, room_id, hour_at, times, seconds, effective_seconds)
    select simulator_id, organ_id, room_id, date_trunc('hour', started_at), count(*), sum(seconds), sum(effective_seconds)
    from ${sessions} group by 1, 2, 3, 4
  ), days as (
    insert into usage_day (simulator_id, organ_id, room_id, day, module_id, student_id, times, seconds,
      effective_seconds, score_sum, passed)
    select simulator_id, organ_id, room_id, business_day(started_at), module_id, coalesce(student_id, 0), count(*),
      sum(seconds), sum(effective_seconds), coalesce(sum(score), 0), count(*) filter (where passed)
    from ${sessions} group by 1, 2, 3, 4, 5, 6
  )
  insert into school_month as s (school_id, sub_subject_id, month, times, passed, errors)
  select t.school_id, m.sub_subject_id, date_trunc('month', t.started_at at time zone 'Asia/Shanghai')::date,
    count(*), count(*) filter (where t.passed), coalesce(sum(jsonb_array_length(t.errors)), 0)
  from ${sessions} t join module m on m.id = t.module_id group by 1, 2, 3
  on conflict (school_id, sub_subject_id, month) do update
  set times = s.times + excluded.times, passed = s.passed + excluded.passed, errors = s.errors + excluded.errors`

/** Beginnings of the four facts' intervals, by simulator; the intervals of a fact follow one another. */
export interface FactColumns {
  readonly simulatorId: number[]
  readonly fact: string[]
  readonly value: string[]
  readonly startedAt: string[]
}

/** Each interval lasts until the next one of its fact; the last one is open. */
export async function insertIntervals(db: Db, f: FactColumns): Promise<void> {
  await sql`
    insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at, ended_at)
    select n.simulator_id, n.fact, n.value, m.organ_id, m.room_id, n.started_at,
      lead(n.started_at) over (partition by n.simulator_id, n.fact order by n.started_at)
    from unnest(${arrayOf(ids(f.simulatorId))}, ${f.fact}::text[], ${f.value}::text[],
      ${arrayOf({ type: 'timestamptz', values: f.startedAt })})
      as n (simulator_id, fact, value, started_at)
    join simulator m on m.id = n.simulator_id`.execute(db)
}

/** Training and idle in turns, from the sessions; a simulator is idle from the beginning of its history. */
export async function insertActivityIntervals(db: Db): Promise<void> {
  await sql`
    insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at, ended_at)
    select b.simulator_id, 'activity', b.value, b.organ_id, b.room_id, b.started_at,
      lead(b.started_at) over (partition by b.simulator_id order by b.started_at)
    from (
      select simulator_id, 'training' as value, organ_id, room_id, started_at from training_session
      union all
      select simulator_id, 'idle', organ_id, room_id, ended_at from training_session
      union all
      select simulator_id, 'idle', organ_id, room_id, started_at from simulator_interval
      where fact = 'administration' and value = 'enabled'
    ) b`.execute(db)
}

/** The present of every simulator, from its open intervals. `last_seen_at` is when its link was last up. */
export async function insertPresent(db: Db): Promise<void> {
  await sql`
    insert into simulator_state (simulator_id, online, activity, health, enabled, online_since, activity_since,
      health_since, enabled_since, state_since, last_seen_at, last_score)
    select o.simulator_id, link = 'online', activity, health, administration = 'enabled',
      link_since, activity_since, health_since, administration_since,
      case
        when administration = 'disabled' then administration_since
        when link = 'offline' then link_since
        else greatest(link_since, activity_since, health_since)
      end,
      case when link = 'online' then now() else link_since end,
      latest.score
    from (
      select simulator_id,
        max(value) filter (where fact = 'link') as link,
        max(started_at) filter (where fact = 'link') as link_since,
        max(value) filter (where fact = 'activity') as activity,
        max(started_at) filter (where fact = 'activity') as activity_since,
        max(value) filter (where fact = 'health') as health,
        max(started_at) filter (where fact = 'health') as health_since,
        max(value) filter (where fact = 'administration') as administration,
        max(started_at) filter (where fact = 'administration') as administration_since
      from simulator_interval where ended_at is null group by simulator_id
    ) o
    left join (
      select distinct on (simulator_id) simulator_id, score from training_session order by simulator_id, started_at desc
    ) latest on latest.simulator_id = o.simulator_id`.execute(db)
}

/** How long simulators were online, at fault and enabled on each day, from their intervals. */
export async function rollUpHealth(db: Db): Promise<void> {
  await sql`
    insert into health_day (simulator_id, organ_id, room_id, day, online_seconds, fault_seconds, enabled_seconds)
    select i.simulator_id, i.organ_id, i.room_id, d.day,
      coalesce(sum(d.seconds) filter (where i.fact = 'link'), 0),
      coalesce(sum(d.seconds) filter (where i.fact = 'health'), 0),
      coalesce(sum(d.seconds) filter (where i.fact = 'administration'), 0)
    from simulator_interval i cross join lateral days_of(i.started_at, i.ended_at) d
    where i.ended_at is not null and d.seconds > 0
      and (i.fact, i.value) in (('link', 'online'), ('health', 'fault'), ('administration', 'enabled'))
    group by 1, 2, 3, 4`.execute(db)
}
