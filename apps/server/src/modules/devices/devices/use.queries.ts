import type { Usage } from '@drivesim/contract'
import { daysBetween } from '@drivesim/contract/businessDay'
import { type RawBuilder, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'

/** Business days, both included. */
export interface Days {
  first: string
  last: string
}

/** Which use is read: the condition on rows of a table, by its alias. */
export type RowCondition = (alias: string) => RawBuilder<unknown>

export const ofSimulator =
  (id: number): RowCondition =>
  alias =>
    sql`${sql.ref(`${alias}.simulator_id`)} = ${id}`

/** What happened at a school or one of its service points. */
export const ofSchool =
  (id: number): RowCondition =>
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
export async function readUse(db: Db, scope: Scope, condition: RowCondition, days: Days): Promise<Usage> {
  const [use, before] = await Promise.all([
    useByDay(db, scope, condition, days),
    useBefore(db, scope, condition, days),
  ])
  return { ...use, before }
}

/**
 * The rollup's rows of one day after the other. Not joined in one go (`offset 0`): a school's days would be found by
 * reading those of all schools.
 */
export const usageOfDay = (day: RawBuilder<unknown>, scope: Scope, condition: RowCondition) => sql`lateral (
  select * from usage_day u where u.day = ${day} and ${condition('u')} and ${scoped(scope, sql.ref('u.organ_id'))} offset 0
)`

async function useByDay(
  db: Db,
  scope: Scope,
  condition: RowCondition,
  { first, last }: Days,
): Promise<Omit<Usage, 'before'>> {
  const { rows } = await sql<Usage['days'][number] & { date: string | null }>`
    select d.day as date,
      coalesce(sum(u.times), 0)::int as times,
      coalesce(sum(u.seconds), 0)::bigint as seconds,
      coalesce(sum(u.effective_seconds), 0)::bigint as "effectiveSeconds",
      (count(distinct u.student_id) filter (where u.student_id <> 0))::int as people
    from (select generate_series(${first}::date, ${last}::date, interval '1 day')::date as day) d
    left join ${usageOfDay(sql`d.day`, scope, condition)} u on true
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
  condition: RowCondition,
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
      join ${usageOfDay(sql`d.day::date`, scope, condition)} u on true
      union all
      select coalesce(t.student_id, 0), 1, t.seconds, t.effective_seconds
      from training_session t
      where business_day(now()) between ${first}::date and ${last}::date
        and ${condition('t')}
        and t.started_at >= ${beginningOf(counterpart)}
        and t.started_at < now() - make_interval(days => ${days})
        and t.ended_at <= now() - make_interval(days => ${days})
        and ${scoped(scope, sql.ref('t.organ_id'))}
    ) before`.execute(db)
  const [before] = rows
  if (before === undefined) throw new Error('an aggregate gave no row')
  return before
}
