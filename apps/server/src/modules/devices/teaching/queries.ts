import type { ValueType } from '@drivesim/contract'
import { unknownModule } from '@drivesim/contract/devices/telemetry/telemetry'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'

/** One simulator and the business days asked for, both included; facts count where they happened, if that is in the scope. */
export interface SimulatorDays {
  simulatorId: number
  beginDate: string
  endDate: string
}

const everyDay = ({ beginDate, endDate }: SimulatorDays) =>
  sql`select generate_series(${beginDate}::date, ${endDate}::date, interval '1 day')::date as day`

/** Rollup rows of the simulator, range and scope. */
const inRange = ({ simulatorId, beginDate, endDate }: SimulatorDays, scope: Scope) => sql`
  r.simulator_id = ${simulatorId} and r.day between ${beginDate}::date and ${endDate}::date
  and ${scoped(scope, sql.ref('r.organ_id'))}`

export interface DayOfUse {
  day: string
  seconds: number
  effectiveSeconds: number
}

/** Training and effective seconds of every day. */
export async function useByDay(db: Db, scope: Scope, asked: SimulatorDays): Promise<DayOfUse[]> {
  const { rows } = await sql<DayOfUse>`
    select d.day, coalesce(sum(r.seconds), 0)::bigint as seconds,
      coalesce(sum(r.effective_seconds), 0)::bigint as "effectiveSeconds"
    from (${everyDay(asked)}) d left join usage_day r on r.day = d.day and ${inRange(asked, scope)}
    group by d.day order by d.day`.execute(db)
  return rows
}

export interface DayOfHealth {
  day: string
  faultSeconds: number
  enabledSeconds: number
}

/** Seconds in fault and seconds enabled of every day: those of ended intervals from the rollup, and the open ones up to now. */
export async function healthByDay(db: Db, scope: Scope, asked: SimulatorDays): Promise<DayOfHealth[]> {
  const { rows } = await sql<DayOfHealth>`
    with open as (
      select d.day, f.fact, d.seconds
      from simulator_state n
      join simulator s on s.id = n.simulator_id
      cross join lateral (values
        ('fault', n.health_since, n.health = 'fault'), ('enabled', n.enabled_since, n.enabled)
      ) f (fact, since, counts)
      cross join lateral days_of(
        greatest(f.since, ${beginningOf(asked.beginDate)}), now()) d
      where n.simulator_id = ${asked.simulatorId} and f.counts and f.since < now()
        and ${scoped(scope, sql.ref('s.organ_id'))}
    )
    select d.day,
      (coalesce(r.fault, 0) + coalesce(o.fault, 0))::bigint as "faultSeconds",
      (coalesce(r.enabled, 0) + coalesce(o.enabled, 0))::bigint as "enabledSeconds"
    from (${everyDay(asked)}) d
    left join (
      select r.day, sum(r.fault_seconds) as fault, sum(r.enabled_seconds) as enabled
      from health_day r where ${inRange(asked, scope)} group by r.day
    ) r on r.day = d.day
    left join (
      select day, sum(seconds) filter (where fact = 'fault') as fault,
        sum(seconds) filter (where fact = 'enabled') as enabled
      from open group by day
    ) o on o.day = d.day
    order by d.day`.execute(db)
  return rows
}

/** The point of the time axis that a business day belongs to. */
const bucketOfDay = (cut: Exclude<ValueType, 'hour'>) => {
  if (cut === 'week') return sql`to_char(date_trunc('week', d.day), 'YYYY-MM-DD')`
  return cut === 'month' ? sql`to_char(d.day, 'YYYY-MM')` : sql`to_char(d.day, 'YYYY-MM-DD')`
}

export interface UsePoint {
  x: string
  seconds: number
  effectiveSeconds: number
  /** Known students, each counted once in a point. */
  people: number
}

/** Use along the time axis, every point of the range present: by day, week or month. */
export async function useByTime(
  db: Db,
  scope: Scope,
  asked: SimulatorDays,
  cut: Exclude<ValueType, 'hour'>,
): Promise<UsePoint[]> {
  const { rows } = await sql<UsePoint>`
    select ${bucketOfDay(cut)} as x, coalesce(sum(r.seconds), 0)::bigint as seconds,
      coalesce(sum(r.effective_seconds), 0)::bigint as "effectiveSeconds",
      count(distinct r.student_id) filter (where r.student_id <> 0) as people
    from (${everyDay(asked)}) d left join usage_day r on r.day = d.day and ${inRange(asked, scope)}
    group by 1 order by 1`.execute(db)
  return rows
}

/**
 * Use by hour of the day, 0 to 23, over the whole range. The hours' rollup knows no students, so that this one chart
 * reads the simulator's finished sessions of the range.
 */
export async function useByHour(db: Db, scope: Scope, asked: SimulatorDays): Promise<UsePoint[]> {
  const { rows } = await sql<UsePoint>`
    select to_char(h.hour, 'FM00') || ':00' as x, coalesce(sum(t.seconds), 0)::bigint as seconds,
      coalesce(sum(t.effective_seconds), 0)::bigint as "effectiveSeconds", count(distinct t.student_id) as people
    from generate_series(0, 23) h (hour)
    left join training_session t on extract(hour from t.started_at at time zone 'Asia/Shanghai') = h.hour
      and t.simulator_id = ${asked.simulatorId} and t.ended_at is not null
      and t.started_at >= ${beginningOf(asked.beginDate)}
      and t.started_at < ${beginningOf(asked.endDate, 1)}
      and ${scoped(scope, sql.ref('t.organ_id'))}
    group by h.hour order by h.hour`.execute(db)
  return rows
}

export interface ModuleUse {
  module: string
  seconds: number
  people: number
  times: number
}

/** Use of each module that was trained in the range, in the order of the syllabus. */
export async function useByModule(db: Db, scope: Scope, asked: SimulatorDays): Promise<ModuleUse[]> {
  const { rows } = await sql<ModuleUse>`
    select coalesce(m.name, ${unknownModule}) as module, sum(r.seconds)::bigint as seconds, sum(r.times)::bigint as times,
      count(distinct r.student_id) filter (where r.student_id <> 0) as people
    from usage_day r left join module m on m.id = r.module_id
    where ${inRange(asked, scope)}
    group by m.id, m.name order by m.id`.execute(db)
  return rows
}
