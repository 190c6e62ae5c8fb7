import { dataOf } from '@drivesim/contract/open/events'
import { type EventSubject, type EventType, subjectOf } from '@drivesim/contract/open/eventTypes'
import type { Bus } from '../../../platform/bus.ts'
import type { EventPart } from '../../../platform/eventPart.ts'
import { replyWriter } from '../../../platform/http/speed/replyWriter.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { writeEvents } from './queries.ts'

/** The topics on the bus: something is to be sent; other types are taken than before. */
export const eventTopics = { written: 'events', taken: 'eventsTaken' } as const

/** What a server of this process knows of who is told. */
export interface Listening {
  readonly bus: Bus
  readonly parts: readonly EventPart[]
  /** Types that some endpoint takes; it may lag behind what another process has just committed. */
  types: ReadonlySet<string>
}

/**
 * The servers in this process: one, but in tests. Not handed on from call to call: what happens is said deep inside of every domain, and
 * for whom is the same for all of them.
 */
const listening = new Set<Listening>()

/** From now on this server's transactions write what is taken. @returns what ends it */
export function listen(listener: Listening): () => void {
  listening.add(listener)
  return () => listening.delete(listener)
}

const listenerOf = (type: EventType) => [...listening].find(({ types }) => types.has(type))

/** Whether anybody is told of any of these types: for whoever would have to find out first what happened. */
export const isTaken = (...types: readonly EventType[]): boolean =>
  types.some(type => listenerOf(type) !== undefined)

/**
 * Writes that something happened to records, as part of the transaction and among the last of it, since what is told is their rows as
 * they are then (lock order 10). Where nobody takes the type, nothing is asked and nothing written.
 */
export async function sayEvent(db: Db, type: EventType, ids: readonly number[]): Promise<void> {
  const listener = listenerOf(type)
  if (listener === undefined || ids.length === 0) return
  const subject = subjectOf(type)
  const part = listener.parts.find(one => one.subject === subject)
  if (part === undefined) throw new Error(`nobody reads the rows of ${type}`)
  const rows = await part.read(db, ids)
  const write = writerOf(subject)
  await writeEvents(
    db,
    type,
    rows.map(({ organId, data }) => ({ organId, data: write(data) })),
    listener.bus.saying(eventTopics.written, {}),
  )
}

/** Writers of rows, compiled when they are first needed. Pictures are told by their plain addresses. */
const writers = new Map<EventSubject, (row: unknown) => string>()
function writerOf(subject: EventSubject): (row: unknown) => string {
  const write = writers.get(subject) ?? replyWriter(dataOf(subject), address => address)
  writers.set(subject, write)
  return write
}
