import type { OpsSummary, OpsTotals } from '@drivesim/contract'
import { basisOf } from '@drivesim/contract/boardDates'
import { addDays } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'
import * as queries from './queries.ts'

/** The figures of some days, the course of those that make a line, and what they are compared with. */
export async function readSummary(db: Db, scope: Scope, range: queries.Range): Promise<OpsSummary> {
  const basis = basisOf({ ...range, compare: 'before', align: 'days' }, Date.now())
  const { current, previous } = basis
  // Figures are kept by day: the hours of today alone are compared with nothing.
  const whole = basis.hours === null && current !== null && previous !== null ? { current, previous } : null
  const [days, health, healthNow, before] = await Promise.all([
    queries.ordersByDay(db, scope, range),
    queries.health(db, scope, range),
    whole && queries.health(db, scope, { ...range, ...whole.current }),
    whole && totalsOf(db, scope, { ...range, ...whole.previous }),
  ])
  // What is compared lies in the range: its days were read.
  const now = whole && healthNow && totals(days.filter(isWithin(whole.current)), healthNow)
  return {
    ...totals(days, health),
    onTime: sumOf(days, 'onTime'),
    timed: sumOf(days, 'timed'),
    firstTimeFixed: sumOf(days, 'fixedFirst'),
    settled: sumOf(days, 'settled'),
    compared: now && before && { now, before },
    days: everyDay(days, range),
  }
}

const isWithin =
  ({ beginDate, endDate }: Pick<queries.Range, 'beginDate' | 'endDate'>) =>
  ({ date }: queries.OrdersOfDay) =>
    beginDate <= date && date <= endDate

async function totalsOf(db: Db, scope: Scope, range: queries.Range): Promise<OpsTotals> {
  const [orders, health] = await Promise.all([
    queries.ordersIn(db, scope, range),
    queries.health(db, scope, range),
  ])
  return totals(orders === null ? [] : [orders], health)
}

type Days = readonly queries.Orders[]

const sumOf = (days: Days, name: keyof queries.Orders) => days.reduce((total, day) => total + day[name], 0)

function totals(days: Days, { enabled, fault }: { enabled: number; fault: number }): OpsTotals {
  const failures = sumOf(days, 'failures')
  return {
    opened: sumOf(days, 'opened'),
    submitted: sumOf(days, 'submitted'),
    failures,
    mtbfHours: hours(enabled - fault, failures),
    mttrHours: hours(sumOf(days, 'repairSeconds'), failures),
    availability: basisPoints(enabled - fault, enabled),
    onTimeRate: basisPoints(sumOf(days, 'onTime'), sumOf(days, 'timed')),
    firstTimeFixRate: basisPoints(sumOf(days, 'fixedFirst'), sumOf(days, 'settled')),
    cost: sumOf(days, 'cost'),
  }
}

const basisPoints = (part: number, of: number) => (of === 0 ? null : Math.round((10_000 * part) / of))
/** With one decimal. */
const hours = (seconds: number, of: number) => (of === 0 ? null : Math.round(seconds / 360 / of) / 10)

/** Days without anything included. */
function everyDay(
  days: readonly queries.OrdersOfDay[],
  { beginDate, endDate }: queries.Range,
): OpsSummary['days'] {
  const known = new Map(days.map(day => [day.date, day]))
  const all: OpsSummary['days'] = []
  for (let date = beginDate; date <= endDate; date = addDays(date, 1)) {
    const { opened = 0, submitted = 0, failures = 0, cost = 0 } = known.get(date) ?? {}
    all.push({ date, opened, submitted, failures, cost })
  }
  return all
}
