import type { Usage } from '@drivesim/contract'
import { daysBetween } from '@drivesim/contract/businessDay'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'

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
 * Use of a simulator in the scope, every day of the range, in all, and before it: finished sessions, by the day they began;
 * `people` are the known students, in a total each counted once.
 */
export async function readUse(db: Db, scope: Scope, simulatorId: number, days: Days): Promise<Usage> {
  const [use, before] = await Promise.all([
    useByDay(db, scope, simulatorId, days),
    useBefore(db, scope, simulatorId, days),
  ])
  return { ...use, before }
}

async function useByDay(
  db: Db,
  scope: Scope,
  simulatorId: number,
  { first, last }: Days,
): Promise<Omit<Usage, 'before'>> {
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

/**
 * Use in as many days right before the range. Where that reaches today, which has not ended, its counterpart counts as it
 * stood at this time of the day; no rollup cuts a day at any minute, so these are the sessions of one day.
 */
async function useBefore(
  db: Db,
  scope: Scope,
  simulatorId: number,
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
      from usage_day u
      where u.simulator_id = ${simulatorId}
        and u.day >= ${first}::date - ${days} and u.day < least(${first}::date, ${counterpart})
        and ${scoped(scope, sql.ref('u.organ_id'))}
      union all
      select coalesce(t.student_id, 0), 1, t.seconds, t.effective_seconds
      from training_session t
      where business_day(now()) between ${first}::date and ${last}::date
        and t.simulator_id = ${simulatorId}
        and t.started_at >= ${counterpart}::timestamp at time zone 'Asia/Shanghai'
        and t.started_at < now() - make_interval(days => ${days})
        and t.ended_at <= now() - make_interval(days => ${days})
        and ${scoped(scope, sql.ref('t.organ_id'))}
    ) before`.execute(db)
  const [before] = rows
  if (before === undefined) throw new Error('an aggregate gave no row')
  return before
}
