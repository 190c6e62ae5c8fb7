import { randomUUID } from 'node:crypto'
import { type Random, randomOf } from './random.ts'

/** How a program says what a simulator has to say. */
export interface Manner {
  /** A GUID, as it writes them. */
  newId(): string
  /** The id of another connection; a library that connects again by itself keeps the one it had. */
  connectionId(before: string): string
  /** What the clock of its PC shows, in epoch milliseconds. */
  now(): number
  /** A message with whatever else such a program puts into it, and how it writes the rest. */
  written(message: object): object
}

/** As docs/mqtt.md says. */
export const agreedManner: Manner = {
  newId: randomUUID,
  connectionId: () => randomUUID(),
  now: Date.now,
  written: message => message,
}

const minute = 60_000
/** Clocks of PCs without a battery, and of such as somebody set by hand. */
const clocks = [0, -30 * minute, -2 * 60 * minute, -10_000, 3 * minute] as const
/** So long after its start a PC hears from a time server. */
const synchronisedAfter = minute

/**
 * As programs by other hands say it: GUIDs in capitals, in braces and without dashes, one connection id for ever, clocks that are off
 * and then jump, numbers in texts, fields that nobody agreed on. All of it is taken.
 */
export function foreignManner(seed: number, sn: string): Manner {
  const random = randomOf(seed, 'foreign', sn)
  const off = random.pick(clocks)
  const synchronises = random.chance(0.5)
  const keepsConnection = random.chance(0.5)
  const startedAt = Date.now()
  const form = (id: string) => random.pick(forms)(id)
  return {
    newId: () => form(randomUUID()),
    connectionId: before => (keepsConnection && before !== '' ? before : form(randomUUID())),
    now() {
      const isRight = synchronises && Date.now() - startedAt > synchronisedAfter
      return Date.now() + (isRight ? 0 : off)
    },
    written: message => ({
      ...oddly(message, random, form),
      battery: 87,
      车速: '12 km/h',
      extra: { nested: [1, null] },
    }),
  }
}

const forms: readonly ((id: string) => string)[] = [
  id => id,
  id => id.toUpperCase(),
  id => `{${id}}`,
  id => id.replaceAll('-', ''),
]

/** The same message; a session's id in another form than at its start, and numbers as other languages write them. */
function oddly(message: object, random: Random, form: (id: string) => string): object {
  const changed = Object.entries(message).map(([name, value]): [string, unknown] => {
    if (name === 'sessionId' && typeof value === 'string') return [name, form(value)]
    if (typeof value === 'number' && random.chance(0.3)) return [name, String(value)]
    return [name, value]
  })
  return Object.fromEntries(changed)
}
