import type { Db } from '../../../platform/postgres/db.ts'
import { readHearing } from './hearing.queries.ts'
import { timings } from './timings.rules.ts'

/** From when silence counts, for whatever is judged by it. Dates, intervals and charges go by what was last heard. */
export interface Silence {
  /** Silence that counts is offline from here on; epoch milliseconds. */
  readonly countFrom: number
  /** When nobody heard devices any more, before that: who went offline since may be well. */
  readonly brokeAt: number
}

/**
 * After the servers, their database or their broker were away, silence counts from their return. null: while they are, and until a
 * device that has come back must have been heard, nobody can tell.
 * @param now epoch milliseconds
 */
export async function judgedSilence(db: Db, now: number): Promise<Silence | null> {
  const { isNow, since, brokeAt } = await readHearing(db)
  if (since === 0) return isNow ? { countFrom: 0, brokeAt } : null
  const countFrom = since + timings.offlineAfterMs
  return isNow && now >= countFrom ? { countFrom, brokeAt } : null
}
