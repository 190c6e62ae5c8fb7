import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { Bus } from '../../../platform/bus.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { type LiveWord, sayingLive, sayLive } from '../../tools/live/service.ts'
import type { Facts } from './facts.rules.ts'
import * as queries from './queries.ts'

/**
 * Counts facts in the transaction that writes them: once, as one of its last statements (lock order 9), before attention,
 * messages and whatever tells the streams.
 * @param others what else the streams hear, sent by the same statement
 */
export function addFacts({ bus }: { bus: Bus }, db: Db, facts: Facts, others: LiveWord = {}): Promise<void> {
  return queries.addFacts(db, facts, sayingLive(bus, { ...others, figures: touchedBy(facts) }))
}

/** What streams are told of, `organisation:first day:last day`. */
function touchedBy({ sums = [], people = [] }: Facts): string[] {
  const days = [
    ...sums.map(({ organId, at }) => ({ organId, day: businessDayOf(at?.getTime() ?? Date.now()) })),
    ...people,
  ]
  const ranges = new Map<number, { first: string; last: string }>()
  for (const { organId, day } of days) {
    const { first, last } = ranges.get(organId) ?? { first: day, last: day }
    ranges.set(organId, { first: day < first ? day : first, last: day > last ? day : last })
  }
  return [...ranges].map(([organId, { first, last }]) => `${organId}:${first}:${last}`)
}

/** How far back streams are told that a point's history moved: as far as anybody can look. */
const historyDays = 800

/** A service point stands below another school; called once its row says so. */
export async function moveFigures(
  { bus }: { bus: Bus },
  db: Db,
  move: { point: number; from: number; to: number },
): Promise<void> {
  const today = businessDayOf(Date.now())
  const days = `${addDays(today, -historyDays)}:${today}`
  await sayLive(bus, db, { figures: [move.from, move.to].map(school => `${school}:${days}`) })
  await queries.moveFigures(db, move)
}
