import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db.ts'

/** What a word on the live topic names: whose newest facts every process should read and hand to its streams. */
export interface LiveWord {
  /** Simulators that changed. */
  simulators?: number[]
  /** Commands that were given, answered or ran out of time. */
  commands?: string[]
  /** Members whose session, codes or organisations changed. */
  members?: number[]
}

/** Says on the bus, as part of the transaction, what streams must show. */
export function sayLive(bus: Bus, db: Db, word: LiveWord): Promise<void> {
  return bus.say(db, 'live', word)
}
