import type { OpsSummary, OpsTotals } from '@drivesim/contract'
import { basisOf } from '@drivesim/contract/board/dashboard/boardDates'
import { addDays } from '@drivesim/contract/businessDay'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Range } from './queries.ts'
import {
  type Health,
  healthOf,
  type Orders,
  type OrdersOfDay,
  ordersByDay,
  ordersOf,
} from './summary.queries.ts'

/** The figures of some days, the series of those that make a line, and what they are compared with. */
export async function readSummary(db: Db, scope: Scope, range: Range): Promise<OpsSummary> {
  const basis = basisOf({ ...range, compare: 'before', align: 'days' }, Date.now())
  const { current, previous, today } = basis
  // Figures are kept by day: the hours of today alone are compared with nothing.
  const compared = basis.hours === null && current !== null && previous !== null ? [current, previous] : []
  const ranges = [range, ...compared]
  const [days, orders, health] = await Promise.all([
    ordersByDay(db, scope, range),
    ordersOf(db, scope, { organId: range.organId, ranges, today }),
    healthOf(db, scope, { organId: range.organId, ranges }),
  ])
  const [whole, now, before] = orders.map((order, place) =>
    totals(order, health[place] ?? { enabled: 0, fault: 0 }),
  )
  const [own] = orders
  if (whole === undefined || own === undefined) throw new Error('each range has its figures')
  const { onTime, timed, fixedFirst, settled } = own
  return {
    ...whole,
    onTime,
    timed,
    firstTimeFixed: fixedFirst,
    settled,
    compared: now && before ? { now, before } : null,
    days: everyDay(days, range),
  }
}

function totals(orders: Orders, { enabled, fault }: Health): OpsTotals {
  const { opened, submitted, failures, repairSeconds, cost, timed, onTime, settled, fixedFirst } = orders
  return {
    opened,
    submitted,
    failures,
    mtbfHours: hours(enabled - fault, failures),
    mttrHours: hours(repairSeconds, failures),
    availability: basisPoints(enabled - fault, enabled),
    onTimeRate: basisPoints(onTime, timed),
    firstTimeFixRate: basisPoints(fixedFirst, settled),
    cost,
  }
}

const basisPoints = (part: number, of: number) => (of === 0 ? null : Math.round((10_000 * part) / of))
/** With one decimal. */
const hours = (seconds: number, of: number) => (of === 0 ? null : Math.round(seconds / 360 / of) / 10)

/** Days without anything included. */
function everyDay(days: readonly OrdersOfDay[], { beginDate, endDate }: Range): OpsSummary['days'] {
  const known = new Map(days.map(day => [day.date, day]))
  const all: OpsSummary['days'] = []
  for (let date = beginDate; date <= endDate; date = addDays(date, 1)) {
    const { opened = 0, submitted = 0, failures = 0, cost = 0 } = known.get(date) ?? {}
    all.push({ date, opened, submitted, failures, cost })
  }
  return all
}
