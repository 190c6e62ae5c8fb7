import { errors, type live, refuse } from '@drivesim/contract'
import { EventsReply, type Handler } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { gather } from './gather.live.ts'
import { memberFeed } from './members.live.ts'
import { type Reader, Readers, readerOf, send } from './readers.live.ts'
import { watchRights } from './rights.live.ts'
import { rowFeed } from './rows.live.ts'
import { hearLive } from './service.ts'

/** What is a member's own is read again after so long, should a word have gone missing. */
const recheckMs = 30_000
/** Windows of one browser share a session. */
const mostStreamsOfSession = 5

export interface LiveHub {
  readonly stream: Handler<typeof live.stream>
  stop(): Promise<void>
}

/**
 * Feeds the live streams of this process: what a word on the bus names is read once, by the part of the domain that
 * owns it, and handed to the stream of every person that it is for. A page opens its stream first and reads its rows after
 * `caughtUp`; it comes back with the id of the last event it got, and gets what changed meanwhile.
 *
 * Each part of members and the sessions have a queue of their own: neither a push to everybody nor a slow look at
 * rights holds up the rows that the others see.
 */
export function liveHub(services: Services): LiveHub {
  const { bus, log, metrics, parts, version } = services
  const readers = new Readers(count => {
    metrics.streams.set(count)
    if (count === 0) rows.rest()
  })
  const rowParts = parts.live.filter(({ ofMembers }) => ofMembers !== true)
  const rows = rowFeed(services, rowParts, readers)
  const own = parts.live
    .filter(({ ofMembers }) => ofMembers === true)
    .map(part => ({ event: part.event, feed: memberFeed(services, part, readers) }))
  const rights = watchRights(services, readers)
  const queues = new Map([
    ...rowParts.map(({ event }) => [event, rows.turns] as const),
    ...own.map(({ event, feed }) => [event, feed.turns] as const),
    ['sessionChanged', rights] as const,
  ])

  const gathered = new Map(
    rowParts.flatMap(({ event, everyMs }) =>
      everyMs === undefined ? [] : [[event, gather(everyMs, ids => rows.turns.name(event, ids))] as const],
    ),
  )

  const unhear = hearLive(
    bus,
    (event, ids) => {
      if (readers.none || ids.length === 0) return
      const slowly = gathered.get(event)
      if (slowly === undefined) queues.get(event)?.name(event, ids)
      else slowly.name(ids)
    },
    () => {
      for (const queue of new Set(queues.values())) queue.nameAll()
    },
  )
  const rechecks = setInterval(() => {
    for (const queue of [rights, ...own.map(({ feed }) => feed.turns)]) queue.nameAll()
  }, recheckMs)
  rechecks.unref()

  async function begin(reader: Reader, after: string | undefined): Promise<void> {
    try {
      for (const { feed } of own) await feed.begin(reader)
      await rows.begin(reader, after)
    } catch (error) {
      log.error({ err: error }, 'live: a stream could not begin, its page opens another')
      readers.end(reader)
    }
  }

  return {
    stream({ after }, { person }) {
      const ofSession = readers.all.filter(reader => reader.person.sessionId === person.sessionId)
      if (ofSession.length >= mostStreamsOfSession) throw refuse(errors.tooManyStreams)
      return new EventsReply(stream => {
        const reader = readerOf(person, stream, parts.live)
        readers.add(reader)
        send(reader, 'version', { version })
        void begin(reader, after)
        return () => readers.delete(reader)
      })
    },
    async stop() {
      unhear()
      clearInterval(rechecks)
      for (const one of gathered.values()) one.stop()
      for (const reader of readers.all) readers.end(reader)
      await Promise.all([...new Set(queues.values())].map(queue => queue.stop()))
    },
  }
}
