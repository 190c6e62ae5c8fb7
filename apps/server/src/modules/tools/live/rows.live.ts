import type { FastifyBaseLogger } from 'fastify'
import { inScope, systemScope } from '../../../platform/auth/scope.ts'
import type { LiveId, LivePart, LiveRow } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { readPosition } from './queries.ts'
import { type Reader, type Readers, send } from './readers.live.ts'
import { type NamedIds, type Turns, takeTurns } from './turns.live.ts'

interface Event {
  readonly name: string
  readonly key: string
  readonly data: unknown
}

/** Feeds the readers with the parts that have rows of organisations, or of whoever asked for them. */
export interface RowFeed {
  readonly turns: Turns
  /** Brings a new reader up to now: with the id of the last event it got, by what changed meanwhile. */
  begin(reader: Reader, after: string | undefined): Promise<void>
  /** Nobody reads: where rows were is no longer kept. */
  rest(): void
}

/**
 * The parts share one queue and one position: the last event that a reader gets of a read carries it, so that whoever
 * has it has everything before it.
 */
export function rowFeed(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  parts: readonly LivePart[],
  readers: Readers,
): RowFeed {
  let position = 0
  /** Where every row was last, for the parts with rows that go elsewhere. Kept while there are readers. */
  let places: ReadonlyMap<LivePart, Map<LiveId, number>> | null = null

  async function read({ ids, all }: NamedIds): Promise<void> {
    if (readers.none) return
    const at = await readPosition(db)
    const found = await Promise.all(
      parts.map(async part => ({ part, rows: await readPart(part, ids.get(part.event), all) })),
    )
    const before = new Map<LiveRow, number>()
    for (const { part, rows } of found) {
      const ofPart = places?.get(part)
      for (const row of rows) {
        const organId = ofPart?.get(row.key)
        if (organId !== undefined) before.set(row, organId)
        if (row.organId !== undefined) ofPart?.set(row.key, row.organId)
      }
    }
    for (const reader of readers.all) {
      const events = found
        .filter(({ part }) => reader.parts.has(part))
        .flatMap(({ part, rows }) => rows.flatMap(row => eventFor(reader, part, row, before.get(row))))
      sendAll(reader, events, at)
      // What no part could read again, pages read themselves.
      if (all) caughtUp(reader, at)
    }
    position = at
  }

  async function readPart(part: LivePart, ids: ReadonlySet<LiveId> | undefined, all: boolean) {
    if (all && part.missed !== undefined) return part.missed(db, systemScope, position)
    return ids === undefined || ids.size === 0 ? [] : part.read(db, [...ids])
  }

  async function begin(reader: Reader, after: string | undefined): Promise<void> {
    if (!readers.has(reader)) return
    const at = await readPosition(db)
    if (places === null) {
      places = await readPlaces(db, parts)
      position = at
    }
    // A position of the future is another database's: everything may be different.
    if (after !== undefined) {
      sendAll(reader, await missedBy(db, reader, Number(after) > at ? 0 : Number(after)))
    }
    caughtUp(reader, at)
  }

  const turns = takeTurns(log, read)
  return {
    turns,
    begin: (reader, after) => turns.run(() => begin(reader, after)),
    rest() {
      places = null
    },
  }
}

async function readPlaces(db: Db, parts: readonly LivePart[]) {
  const found = await Promise.all(
    parts.map(async part => [part, new Map(await part.leaving?.places(db))] as const),
  )
  return new Map(found)
}

async function missedBy(db: Db, { parts, person: { scope } }: Reader, since: number): Promise<Event[]> {
  const events: Event[] = []
  for (const part of parts) {
    for (const row of (await part.missed?.(db, scope, since)) ?? []) events.push(eventOf(part, row))
    for (const key of (await part.leaving?.missed(db, scope, since)) ?? [])
      events.push(...goneEvents(part, key))
  }
  return events
}

/** What a reader is told of a row that was read, and that stood in another organisation before. */
function eventFor({ person }: Reader, part: LivePart, row: LiveRow, before: number | undefined): Event[] {
  if (row.memberId !== undefined) return row.memberId === person.id ? [eventOf(part, row)] : []
  if (row.organId !== undefined && inScope(person.scope, row.organId)) return [eventOf(part, row)]
  return before !== undefined && inScope(person.scope, before) ? goneEvents(part, row.key) : []
}

/** A row and its leaving share their key, since only the latest of them is true. */
const keyOf = (part: LivePart, key: LiveId) => `${part.event} ${key}`

const eventOf = (part: LivePart, { key, data }: LiveRow): Event => ({
  name: part.event,
  key: keyOf(part, key),
  data,
})

const goneEvents = (part: LivePart, key: LiveId): Event[] =>
  part.leaving === undefined
    ? []
    : [{ name: part.leaving.event, key: keyOf(part, key), data: part.leaving.data(key) }]

function sendAll({ stream }: Reader, events: readonly Event[], position?: number): void {
  events.forEach(({ name, key, data }, index) => {
    const id = position !== undefined && index === events.length - 1 ? String(position) : undefined
    stream.send(name, key, data, id)
  })
}

function caughtUp(reader: Reader, position: number): void {
  send(reader, 'caughtUp', { at: new Date().toISOString() }, position)
}
