import { z } from 'zod'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/postgres/db.ts'

const liveWord = z.object({
  /** Simulators that changed. */
  simulators: z.array(z.int()).optional(),
  /** Commands that were given, answered or ran out of time. */
  commands: z.array(z.string()).optional(),
  /** Members whose session, codes, organisations or unread messages changed. */
  members: z.array(z.int()).optional(),
})
/** What a word on the live topic names: whose newest facts every process should read and hand to its streams. */
export type LiveWord = z.output<typeof liveWord>

/** Ids in one word: of the three kinds together some 60 bytes, in the 7,999 that the bus takes. */
const idsPerWord = 100

const liveTopic = 'live'

/** Says on the bus, as part of the transaction, what streams must show. Any number of ids; none says nothing. */
export async function sayLive(bus: Bus, db: Db, word: LiveWord): Promise<void> {
  const { simulators = [], commands = [], members = [] } = word
  const longest = Math.max(simulators.length, commands.length, members.length)
  for (let from = 0; from < longest; from += idsPerWord) {
    const part = <T>(ids: T[]) => ids.slice(from, from + idsPerWord)
    await bus.say(db, liveTopic, {
      simulators: part(simulators),
      commands: part(commands),
      members: part(members),
    })
  }
}

/** Hears, in this process, what any process said; `lost` when words may have been missed. @returns what ends it */
export function hearLive(bus: Bus, heard: (word: LiveWord) => void, lost: () => void): () => void {
  return bus.hear(liveTopic, word => heard(liveWord.parse(word)), lost)
}
