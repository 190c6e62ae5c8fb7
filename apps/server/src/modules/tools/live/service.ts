import type { LiveEventName } from '@drivesim/contract'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Bus } from '../../../platform/bus.ts'
import type { LiveId } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/**
 * The ids that changed, by the event that tells of them; of `sessionChanged`, the members: their session, name, codes or
 * organisations may have changed.
 */
export type LiveWord = Partial<Record<LiveEventName, readonly LiveId[]>>

const liveWord = z.record(z.string(), z.array(z.union([z.int(), z.string()])))

/** Ids in one word: of three kinds together some 60 bytes, in the 7,999 that the bus takes. */
const idsPerWord = 100

const liveTopic = 'live'

/** Says on the bus, as part of the transaction, what streams must show. Any number of ids; none says nothing. */
export async function sayLive(bus: Bus, db: Db, word: LiveWord): Promise<void> {
  for (const part of partsOf(word)) await bus.say(db, liveTopic, part)
}

/** The same as expressions of a statement. */
export const sayingLive = (bus: Bus, word: LiveWord): RawBuilder<unknown>[] =>
  partsOf(word).map(part => bus.saying(liveTopic, part))

function partsOf(word: LiveWord): LiveWord[] {
  const longest = Math.max(0, ...Object.values(word).map(ids => ids.length))
  return Array.from({ length: Math.ceil(longest / idsPerWord) }, (_, n) => {
    const part = Object.entries(word).map(([event, ids]) => [
      event,
      ids.slice(n * idsPerWord, (n + 1) * idsPerWord),
    ])
    return Object.fromEntries(part)
  })
}

/** Hears, in this process, what any process said; `lost` when words may have been missed. @returns what ends it */
export function hearLive(
  bus: Bus,
  heard: (event: string, ids: readonly LiveId[]) => void,
  lost: () => void,
): () => void {
  const hear = (word: unknown) => {
    for (const [event, ids] of Object.entries(liveWord.parse(word))) heard(event, ids)
  }
  return bus.hear(liveTopic, hear, lost)
}
