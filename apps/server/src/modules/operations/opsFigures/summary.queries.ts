import type { DayRange } from '@drivesim/contract/board/dashboard/boardDates'
import { addDays } from '@drivesim/contract/businessDay'
import { sql } from 'kysely'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isOfAll, openHealth, organOf, type Range, within } from './queries.ts'
import { daysOf, partsOf, stretchOf, sumOf } from './stretch.rules.ts'

/** A day's figures of orders, as the chart shows them. */
export interface OrdersOfDay {
  readonly date: string
  readonly opened: number
  readonly submitted: number
  readonly failures: number
  readonly cost: number
}

/** By day, in no order; days without anything are left out. */
export async function ordersByDay(db: Db, scope: Scope, range: Range): Promise<OrdersOfDay[]> {
  const { organId, beginDate, endDate } = range
  const kept = isOfAll(scope, organId)
    ? sql`operations_total d where true`
    : sql`operations_day d where ${within(scope, organOf('d'), organId)}`
  const { rows } = await sql<OrdersOfDay>`
    select day as date, sum(opened)::integer as opened, sum(submitted)::integer as submitted,
      sum(failures)::integer as failures, sum(cost)::bigint as cost
    from ${kept} and d.day between ${beginDate}::date and ${endDate}::date group by 1`.execute(db)
  return rows
}

const counts = [
  'opened',
  'submitted',
  'failures',
  'repairSeconds',
  'cost',
  'timed',
  'onTime',
  'settled',
  'fixedFirst',
] as const
type Count = (typeof counts)[number]

/** Figures of orders. */
export type Orders = Readonly<Record<Count, number>>

const ordersSummed = sql`sum(opened)::integer as opened, sum(submitted)::integer as submitted, sum(failures)::integer as failures,
  sum(repair_seconds)::bigint as "repairSeconds", sum(cost)::bigint as cost, sum(timed)::integer as timed,
  sum(on_time)::integer as "onTime", sum(settled)::integer as settled, sum(settled - reworked)::integer as "fixedFirst"`

/** Some ranges of an organisation with all below it; undefined: of the whole scope. */
interface RangesAsked {
  readonly organId: number | undefined
  readonly ranges: readonly DayRange[]
}

/** The figures of each range. What was submitted in the last seven days is not settled yet. */
export async function ordersOf(
  db: Db,
  scope: Scope,
  { organId, ranges, today }: RangesAsked & { readonly today: string },
): Promise<Orders[]> {
  const isAll = isOfAll(scope, organId)
  // For all organisations together there is one row a day, and these are fewer than the months of each.
  const partsIn = isAll ? daysOf : stretchOf
  const lastSettled = addDays(today, -8)
  const stretches = ranges.map(({ beginDate, endDate }) => {
    const settled = { beginDate, endDate: endDate < lastSettled ? endDate : lastSettled }
    return { all: partsIn({ beginDate, endDate }), settled: partsIn(settled) }
  })
  const { months, days } = partsOf(stretches.flatMap(({ all, settled }) => [all, settled]))
  const { rows } = await (isAll
    ? sql<Orders & { part: string }>`
        select day::text as part, ${ordersSummed} from operations_total where day = any(${days}::date[]) group by day`
    : sql<Orders & { part: string }>`
        select to_char(m.month, 'YYYY-MM') as part, ${ordersSummed} from operations_month m
        where m.month = any(${months}::date[]) and ${within(scope, organOf('m'), organId)} group by m.month
        union all
        select d.day::text, ${ordersSummed} from operations_day d
        where d.day = any(${days}::date[]) and ${within(scope, organOf('d'), organId)} group by d.day`
  ).execute(db)
  const byPart = new Map(rows.map(row => [row.part, row]))
  return stretches.map(({ all, settled }) => {
    const sum = (of: Count) =>
      sumOf(of === 'settled' || of === 'fixedFirst' ? settled : all, part => byPart.get(part)?.[of] ?? 0)
    return Object.fromEntries(counts.map(of => [of, sum(of)])) as Record<Count, number>
  })
}

/** Seconds in use and out of order. */
export interface Health {
  readonly enabled: number
  readonly fault: number
}

/** The seconds of each range. */
export async function healthOf(db: Db, scope: Scope, { organId, ranges }: RangesAsked): Promise<Health[]> {
  const stretches = ranges.map(stretchOf)
  const { months, days } = partsOf(stretches)
  const open = sql`unnest(${ranges.map(range => range.beginDate)}::date[], ${ranges.map(range => range.endDate)}::date[])
    with ordinality`
  const { rows } = await sql<Health & { part: string }>`
    select to_char(m.month, 'YYYY-MM') as part, sum(m.enabled_seconds)::bigint as enabled,
      sum(m.fault_seconds)::bigint as fault
    from health_organ_month m
    where m.month = any(${months}::date[]) and ${within(scope, organOf('m'), organId)} group by m.month
    union all
    select d.day::text, sum(d.enabled_seconds)::bigint, sum(d.fault_seconds)::bigint from health_organ_day d
    where d.day = any(${days}::date[]) and ${within(scope, organOf('d'), organId)} group by d.day
    union all
    select 'open ' || place, sum(enabled)::bigint, sum(fault)::bigint
    from (${openHealth(scope, organId, open)}) open group by place`.execute(db)
  const byPart = new Map(rows.map(row => [row.part, row]))
  return stretches.map((stretch, place) => {
    const sum = (of: keyof Health) =>
      sumOf(stretch, part => byPart.get(part)?.[of] ?? 0) + (byPart.get(`open ${place + 1}`)?.[of] ?? 0)
    return { enabled: sum('enabled'), fault: sum('fault') }
  })
}
