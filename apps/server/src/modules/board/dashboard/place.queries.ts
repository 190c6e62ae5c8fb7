import type { SimulatorState } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inScope, isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** The condition that an organisation is the one asked for, or below it; as for the figures, that one is in the scope. */
export function within(
  scope: Scope,
  organId: number | undefined,
  organ: RawBuilder<number>,
): RawBuilder<SqlBool> {
  if (organId === undefined) return sql<SqlBool>`${scoped(scope, organ)}`
  return sql<SqlBool>`${inScope(scope, organId)} and ${scoped(scope, organ)} and ${isBelow(organ, organId)}`
}

/** Names of provinces and cities by their codes. */
export async function areaNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('area').select(['code', 'name']).execute()
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** These organisations and all below them. */
export async function organisationsBelow(db: Db, organisations: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from organisations_below(${[...organisations]}::bigint[]) id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Simulators by state, at an organisation and below it. */
export async function statesBelow(
  db: Db,
  scope: Scope,
  organId: number | undefined,
): Promise<{ stateId: SimulatorState; simulators: number }[]> {
  const { rows } = await sql<{ stateId: SimulatorState; simulators: number }>`
    select n.state_id as "stateId", sum(n.simulators)::bigint as simulators from simulator_count n
    where ${within(scope, organId, sql.ref('n.organ_id'))} group by 1`.execute(db)
  return rows
}

/**
 * Simulators that are enabled now, and for how many seconds of each hour of a day their classrooms are open, all together.
 */
export async function openingOf(
  db: Db,
  scope: Scope,
  organId: number | undefined,
): Promise<{ simulators: number; seconds: readonly number[] }> {
  const { rows } = await sql<{ hour: number; simulators: number; seconds: number }>`
    with place as (
      select extract(epoch from c.opens_at) as opens, extract(epoch from c.closes_at) as closes, count(*) as simulators
      from simulator s
      join simulator_state n on n.simulator_id = s.id and n.enabled
      join classroom c on c.id = s.room_id
      where ${within(scope, organId, sql.ref('s.organ_id'))}
      group by 1, 2
    )
    select h.hour, (select coalesce(sum(simulators), 0) from place)::bigint as simulators,
      coalesce(sum(p.simulators * greatest(0, least(p.closes, (h.hour + 1) * 3600) - greatest(p.opens, h.hour * 3600))), 0)::bigint as seconds
    from generate_series(0, 23) h (hour) left join place p on true
    group by h.hour order by h.hour`.execute(db)
  return { simulators: rows[0]?.simulators ?? 0, seconds: rows.map(({ seconds }) => seconds) }
}

/** What schools' students did in each sub-subject by month (its first day), in the order of the syllabus. */
export async function monthsOfSchools(
  db: Db,
  schools: readonly number[],
  { first, last }: { first: string; last: string },
): Promise<{ name: string; month: string; times: number; passed: number }[]> {
  const { rows } = await sql<{ name: string; month: string; times: number; passed: number }>`
    select u.name, to_char(m.month, 'YYYY-MM') as month, sum(m.times)::bigint as times, sum(m.passed)::bigint as passed
    from school_month m join sub_subject u on u.id = m.sub_subject_id
    where m.school_id = any(${[...schools]}::bigint[]) and m.month between ${first}::date and ${last}::date
    group by u.id, m.month having sum(m.times) > 0 order by u.id, m.month`.execute(db)
  return rows
}
