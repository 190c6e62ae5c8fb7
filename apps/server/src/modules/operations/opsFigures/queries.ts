import type { BacklogRow, DeviceReliability, OpsOrganRow, ParetoKind, ParetoRow } from '@drivesim/contract'
import { backlogAges } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBelow, type Scope, scoped, seesAll } from '../../../platform/auth/scope.ts'
import type { PagedList } from '../../../platform/lists/list.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'

export interface Range {
  readonly organId?: number | undefined
  readonly beginDate: string
  readonly endDate: string
}

/** The rows of an organisation with what lies below it, within the scope. */
export function within(
  scope: Scope,
  organ: RawBuilder<number>,
  organId: number | undefined,
): RawBuilder<SqlBool> {
  const chosen = organId === undefined ? sql<SqlBool>`true` : isBelow(organ, organId)
  return sql<SqlBool>`(${scoped(scope, organ)} and ${chosen})`
}

export const organOf = (table: string) => sql.ref<number>(`${table}.organ_id`)

/** Rows of days kept by month as well: whole months as they are kept, the days beside them one by one. */
function rowsByMonthAndDay(
  scope: Scope,
  { organId, beginDate, endDate }: Range,
  tables: { readonly months: string; readonly days: string },
  columns: (day: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    with months as (
      select m::date as month from generate_series(date_trunc('month', ${beginDate}::timestamp), ${endDate}::timestamp, interval '1 month') m
      where m >= ${beginDate}::date
        and (m + interval '1 month' <= ${endDate}::date + 1 or ${endDate}::date >= business_day(now()))
    )
    select ${columns(sql.ref('m.month'))} from ${sql.table(tables.months)} m
    where m.month in (select month from months) and ${within(scope, organOf('m'), organId)}
    union all
    select ${columns(sql.ref('d.day'))} from ${sql.table(tables.days)} d
    where (d.day between ${beginDate}::date and (select coalesce(min(month) - 1, ${endDate}::date) from months)
        or d.day between (select (max(month) + interval '1 month')::date from months) and ${endDate}::date)
      and ${within(scope, organOf('d'), organId)}
  )`
}

/**
 * Seconds in use and out of order of states that still last, as far as they lie in ranges of days. Columns: place, organ_id,
 * enabled, fault.
 * @param ranges rows of a first day, a last day and a place
 */
export const openHealth = (scope: Scope, organId: number | undefined, ranges: RawBuilder<unknown>) => sql`
  select place, organ_id, case fact when 'administration' then seconds else 0 end as enabled,
    case fact when 'health' then seconds else 0 end as fault
  from (
    select r.place, n.organ_id, n.fact, extract(epoch from case when n.day < r.begin_date
        then n.simulators * greatest(interval '0', least(now(), r.ends) - r.begins)
        else n.simulators * (least(now(), r.ends) - ${beginningOf(sql.ref('n.day'))})
          - n.seconds * interval '1 second'
      end)::bigint as seconds
    from health_open n, (
      select place, begin_date, end_date, ${beginningOf(sql.ref('begin_date'))} as begins,
        ${beginningOf(sql.ref('end_date'), 1)} as ends
      from ${ranges} r (begin_date, end_date, place)
    ) r
    where n.simulators > 0 and n.day <= r.end_date and ${within(scope, organOf('n'), organId)}
  ) present`

/**
 * Seconds in use and out of order by organisation: the days' sums, and what goes on now, which is kept by the day since which
 * it does. Its columns: organ_id, enabled, fault.
 */
const healthOf = (scope: Scope, range: Range) => {
  const { organId, beginDate, endDate } = range
  const past = rowsByMonthAndDay(
    scope,
    range,
    { months: 'health_organ_month', days: 'health_organ_day' },
    () => sql`organ_id, enabled_seconds, fault_seconds`,
  )
  return sql`
  select organ_id, sum(enabled)::bigint as enabled, sum(fault)::bigint as fault from (
    select organ_id, enabled_seconds as enabled, fault_seconds as fault from ${past} past
    union all
    select organ_id, enabled, fault from (
      ${openHealth(scope, organId, sql`(values (${beginDate}::date, ${endDate}::date, 1))`)}
    ) open
  ) part group by 1`
}

/** Whether the totals of all organisations together can answer. */
export const isOfAll = (scope: Scope, organId: number | undefined) => seesAll(scope) && organId === undefined

/** Figures of orders by month and day, whichever a range is made of. */
const operationsKept = (scope: Scope, range: Range) =>
  rowsByMonthAndDay(
    scope,
    range,
    { months: 'operations_month', days: 'operations_day' },
    () => sql`organ_id, submitted, failures, repair_seconds, cost, timed, on_time`,
  )

/** Failures by what they were of; of all organisations by day together, unless they are asked for one by one. */
const failuresOf = (scope: Scope, range: Range, by: ParetoKind) =>
  isOfAll(scope, range.organId) && by !== 'organ'
    ? sql`failure_total d where d.day between ${range.beginDate}::date and ${range.endDate}::date`
    : failuresOfSome(scope, range)

const failuresOfSome = (scope: Scope, range: Range) => sql`
  ${rowsByMonthAndDay(
    scope,
    range,
    { months: 'work_order_month', days: 'work_order_day' },
    () => sql`organ_id, component_kind_id, fault_type_id, failures, cost`,
  )} d`

const ratio = (part: string, of: string) => sql.raw(`round(10000.0 * (${part}) / nullif(${of}, 0))::integer`)
const hours = (seconds: string, of: string) =>
  sql.raw(`round((${seconds}) / 3600.0 / nullif(${of}, 0), 1)::float8`)

const sorts: Readonly<Record<ParetoKind, { id: string; table: string }>> = {
  component: { id: 'd.component_kind_id', table: 'component_kind' },
  faultType: { id: 'd.fault_type_id', table: 'fault_type' },
  organ: { id: 'd.organ_id', table: 'organisation' },
}
/** Rows of a Pareto: what comes after them is nobody's first concern. */
const mostSorts = 200

/** Failures by what they were of, most first. */
export async function pareto(db: Db, scope: Scope, range: Range, by: ParetoKind): Promise<ParetoRow[]> {
  const { id, table } = sorts[by]
  const { rows } = await sql<ParetoRow>`
    with counted as (
      select ${sql.ref(id)} as id, sum(d.failures) as failures, sum(d.cost) as cost
      from ${failuresOf(scope, range, by)} group by 1 having sum(d.failures) > 0
    ), summed as (
      select *, sum(failures) over () as total, sum(failures) over (order by failures desc, id) as until from counted
    )
    select s.id, n.name, s.failures::integer, ${ratio('s.failures', 's.total')} as share,
      ${ratio('s.until', 's.total')} as cumulative, s.cost::bigint as cost
    from summed s join ${sql.table(table)} n on n.id = s.id order by s.failures desc, s.id limit ${mostSorts}`.execute(
    db,
  )
  return rows
}

/** The organisations that have devices or orders, those with most failures first. */
export const organs: PagedList<Range, OpsOrganRow> = {
  async page({ db, scope }, range, { pageNum, pageSize }) {
    const counted = sql`
      health as materialized (${healthOf(scope, range)}),
      day as materialized (
        select organ_id, sum(submitted) as submitted, sum(failures) as failures, sum(repair_seconds) as seconds, sum(cost) as cost,
          sum(timed) as timed, sum(on_time) as on_time
        from ${operationsKept(scope, range)} d group by 1 having sum(submitted) > 0
      ),
      open_orders as materialized (
        select organ_id, count(*) as open from work_order w
        where state not in ('done', 'closed') and ${within(scope, organOf('w'), range.organId)} group by 1
      ),
      organ as materialized (select organ_id from health union select organ_id from day union select organ_id from open_orders)`
    const { rows } = await sql<OpsOrganRow & { total: number }>`
      with ${counted}
      select o.id as "organId", o.name as "organName", coalesce(open, 0)::integer as open,
        coalesce(submitted, 0)::integer as submitted, coalesce(failures, 0)::integer as failures,
        ${hours('health.enabled - health.fault', 'day.failures')} as "mtbfHours", ${hours('seconds', 'failures')} as "mttrHours",
        ${ratio('health.enabled - health.fault', 'health.enabled')} as availability, ${ratio('on_time', 'timed')} as "onTimeRate",
        coalesce(cost, 0)::bigint as cost, count(*) over () as total
      from organ join organisation o on o.id = organ.organ_id
      left join health on health.organ_id = o.id left join day on day.organ_id = o.id
      left join open_orders on open_orders.organ_id = o.id
      order by coalesce(failures, 0) desc, o.id limit ${pageSize} offset ${pageNum * pageSize}`.execute(db)
    const [first] = rows
    if (first !== undefined || pageNum === 0)
      return { rows: rows.map(({ total: _, ...row }) => row), total: first?.total ?? 0, sum: undefined }
    // Past the last page there is no row to say it.
    const count = await sql<{ total: number }>`with ${counted} select count(*) as total from organ`.execute(
      db,
    )
    return { rows: [], total: count.rows[0]?.total ?? 0, sum: undefined }
  },
}

/** Open orders by how long they are open, and how many of each are behind their time. */
export async function backlog(db: Db, scope: Scope, organId: number | undefined): Promise<BacklogRow[]> {
  const ages = Object.entries(backlogAges)
  const since = ages.map(([, { from }]) => `${from} hours`)
  // Each order is looked at once, in an index alone.
  const { rows } = await sql<BacklogRow>`
    with open_order as (
      select width_bucket(now() - w.opened_at, ${since}::interval[]) as n, count(*) as orders,
        count(*) filter (where w.due_at < now()) as overdue
      from work_order w where w.state not in ('done', 'closed') and ${within(scope, organOf('w'), organId)} group by 1
    )
    select a.age, coalesce(o.orders, 0)::integer as orders, coalesce(o.overdue, 0)::integer as overdue
    from unnest(${ages.map(([age]) => age)}::text[]) with ordinality as a (age, n)
    left join open_order o on o.n = a.n order by a.n`.execute(db)
  return rows
}

/** A simulator of the scope in the last 365 days; undefined where it is not there. */
export async function reliability(
  db: Db,
  scope: Scope,
  simulatorId: number,
): Promise<DeviceReliability | undefined> {
  const { rows } = await sql<DeviceReliability>`
    with device as (
      select s.id, now.* from simulator s join simulator_state now on now.simulator_id = s.id
      where s.id = ${simulatorId} and ${scoped(scope, organOf('s'))}
    ),
    began as (select now() - interval '365 days' as at),
    health as (
      select coalesce(sum(h.enabled_seconds), 0) as enabled, coalesce(sum(h.fault_seconds), 0) as fault
      from began, health_day h where h.simulator_id = ${simulatorId} and h.day > business_day(began.at)
        and ${scoped(scope, organOf('h'))}
    ),
    present as (
      select case when d.enabled then seconds_within(d.enabled_since, began.at, now()) else 0 end as enabled,
        case when d.health = 'fault' then seconds_within(d.health_since, began.at, now()) else 0 end as fault
      from device d, began
    ),
    orders as (
      select count(*) filter (where w.failure) as failures, coalesce(sum(w.repair_seconds) filter (where w.failure), 0) as seconds,
        coalesce(sum(w.cost), 0) as cost
      from began, work_order w where w.simulator_id = ${simulatorId} and w.submitted_at > began.at
        and ${scoped(scope, organOf('w'))}
    ),
    summed as (
      select h.enabled + p.enabled as enabled, h.fault + p.fault as fault, o.* from health h, present p, orders o
    )
    select failures::integer, ${hours('enabled - fault', 'failures')} as "mtbfHours", ${hours('seconds', 'failures')} as "mttrHours",
      ${ratio('enabled - fault', 'enabled')} as availability, cost::bigint,
      coalesce((select seconds from simulator_meter where simulator_id = ${simulatorId}), 0) as "meterSeconds"
    from summed`.execute(db)
  return rows[0]
}
