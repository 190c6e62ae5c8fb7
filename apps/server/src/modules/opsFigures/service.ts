import type { OpsSummary } from '@drivesim/contract'
import { addDays } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'
import * as queries from './queries.ts'

/** The figures of some days, and the course of those that make a line. */
export async function readSummary(db: Db, scope: Scope, range: queries.Range): Promise<OpsSummary> {
  const [days, { enabled, fault }] = await Promise.all([
    queries.ordersByDay(db, scope, range),
    queries.health(db, scope, range),
  ])
  const sum = (name: Exclude<keyof queries.OrdersOfDay, 'date'>) =>
    days.reduce((total, day) => total + day[name], 0)
  const [failures, timed, onTime, settled, firstTimeFixed] = [
    sum('failures'),
    sum('timed'),
    sum('onTime'),
    sum('settled'),
    sum('fixedFirst'),
  ]
  return {
    opened: sum('opened'),
    submitted: sum('submitted'),
    failures,
    mtbfHours: hours(enabled - fault, failures),
    mttrHours: hours(sum('repairSeconds'), failures),
    availability: basisPoints(enabled - fault, enabled),
    onTimeRate: basisPoints(onTime, timed),
    cost: sum('cost'),
    onTime,
    timed,
    firstTimeFixRate: basisPoints(firstTimeFixed, settled),
    firstTimeFixed,
    settled,
    days: everyDay(days, range),
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
