import { errors, type LiveEventName, type LiveEvents, mayUse, refuse, type running } from '@drivesim/contract'
import { inScope, systemScope } from '../../platform/auth/scope.ts'
import { type EventStream, EventsReply, type Handler, type Person } from '../../platform/http/call.ts'
import type { Services } from '../../platform/module.ts'
import {
  type LiveCommand,
  leftScope,
  placesOfSimulators,
  readCommands,
  readPosition,
  unreadOf,
} from './live.queries.ts'
import { liveSimulators } from './queries.ts'
import { hearLive } from './service.ts'

/** Reads are so many milliseconds apart: a word alone is read at once, those of a burst together. */
const tickMs = 50
const retryMs = 1_000
/** Every session is looked at again after so long, should a word have gone missing. */
const recheckMs = 30_000
const mostStreamsOfSession = 20

const deviceCodes = ['device', 'device:simulator', 'device:running', 'device:teachData'] as const

interface Reader {
  readonly person: Person
  readonly stream: EventStream
  readonly seesDevices: boolean
}

export interface LiveHub {
  readonly stream: Handler<typeof running.stream>
  stop(): Promise<void>
}

/**
 * Feeds the live streams of this process: what a word on the bus names is read once and handed to every stream whose
 * scope includes it. A page opens its stream first and reads its rows after `caughtUp`; it comes back with the id of
 * the last event it got, and gets what changed meanwhile.
 */
export function liveHub(services: Services): LiveHub {
  const { db, bus, authentication, log, metrics } = services
  const readers = new Set<Reader>()
  let named = { simulators: new Set<number>(), commands: new Set<string>(), members: new Set<number>() }
  /** Words may have been missed: everything since the position is read. */
  let missed = false
  let timer: NodeJS.Timeout | null = null
  let position = 0
  let tickedAt = 0
  /** Where every simulator was last, so that those may be told whose scope it leaves. Kept while there are readers. */
  let places: Map<number, number> | null = null
  /** Reads follow one another, so that no older row overtakes a newer one. */
  let work: Promise<void> = Promise.resolve()

  const unhear = hearLive(
    bus,
    ({ simulators = [], commands = [], members = [] }) => {
      if (readers.size === 0) return
      for (const id of simulators) named.simulators.add(id)
      for (const id of commands) named.commands.add(id)
      for (const id of members) named.members.add(id)
      schedule(Math.max(0, tickedAt + tickMs - performance.now()))
    },
    () => {
      missed = true
      if (readers.size > 0) schedule(0)
    },
  )
  const rechecks = setInterval(() => enqueue(() => recheck([...readers])), recheckMs)
  rechecks.unref()

  function schedule(ms: number): void {
    timer ??= setTimeout(() => {
      timer = null
      enqueue(tick)
    }, ms)
  }

  function enqueue(task: () => Promise<void>): void {
    work = work.then(task).catch((error: unknown) => {
      log.error({ err: error }, 'live: reading failed, everything is read again')
      missed = true
      schedule(retryMs)
    })
  }

  async function tick(): Promise<void> {
    tickedAt = performance.now()
    const { simulators, commands, members } = named
    const all = missed
    named = { simulators: new Set(), commands: new Set(), members: new Set() }
    missed = false
    if (readers.size === 0) return
    if (all || simulators.size > 0) {
      const at = await readPosition(db)
      const which = all ? { changedSince: position } : { ids: [...simulators] }
      for (const row of await liveSimulators(db, systemScope, which)) {
        const { simulatorId: id, organId } = row
        const before = places?.get(id)
        places?.set(id, organId)
        for (const reader of readers) {
          if (!reader.seesDevices) continue
          const { scope } = reader.person
          if (inScope(scope, organId)) send(reader, 'simulator', id, row, at)
          else if (before !== undefined && inScope(scope, before)) {
            send(reader, 'simulatorGone', id, { simulatorId: id }, at)
          }
        }
      }
      position = at
    }
    if (all || commands.size > 0)
      sendCommands(await readCommands(db, systemScope, all ? 'recent' : [...commands]))
    await recheck([...readers].filter(({ person }) => all || members.has(person.id)))
  }

  function sendCommands(commands: readonly LiveCommand[]): void {
    for (const { organId, event } of commands) {
      for (const reader of readers) {
        if (reader.seesDevices && inScope(reader.person.scope, organId)) {
          send(reader, 'command', event.commandId, event)
        }
      }
    }
  }

  /** Ends the streams whose session is not what it was; the others get their unread messages. */
  async function recheck(some: readonly Reader[]): Promise<void> {
    if (some.length === 0) return
    const sessions = new Map<string, Awaited<ReturnType<typeof authentication.findPerson>>>()
    for (const sessionId of new Set(some.map(({ person }) => person.sessionId))) {
      sessions.set(sessionId, await authentication.findPerson(sessionId))
    }
    const unread = await unreadOf(db, [...new Set(some.map(({ person }) => person.id))])
    for (const reader of some) {
      const now = sessions.get(reader.person.sessionId)
      if (now === undefined || typeof now === 'string' || differs(now, reader.person)) {
        send(reader, 'sessionChanged', '', {})
        reader.stream.end()
        readers.delete(reader)
      } else {
        send(reader, 'unread', '', { count: unread.get(reader.person.id) ?? 0 })
      }
    }
    metrics.streams.set(readers.size)
  }

  /** Brings a new stream up to now. */
  async function begin(reader: Reader, after: string | undefined): Promise<void> {
    if (!readers.has(reader)) return
    const at = await readPosition(db)
    if (places === null) {
      places = await placesOfSimulators(db)
      position = at
    }
    if (after !== undefined && reader.seesDevices) {
      const { scope } = reader.person
      // A position of the future is another database's: everything may be different.
      const since = Number(after) > at ? 0 : Number(after)
      for (const row of await liveSimulators(db, scope, { changedSince: since })) {
        send(reader, 'simulator', row.simulatorId, row)
      }
      for (const id of await leftScope(db, scope, since)) {
        send(reader, 'simulatorGone', id, { simulatorId: id })
      }
      for (const { event } of await readCommands(db, scope, 'recent')) {
        send(reader, 'command', event.commandId, event)
      }
    }
    const unread = await unreadOf(db, [reader.person.id])
    send(reader, 'unread', '', { count: unread.get(reader.person.id) ?? 0 })
    send(reader, 'caughtUp', '', { at: new Date().toISOString() }, at)
  }

  return {
    stream({ after }, { person }) {
      const own = [...readers].filter(reader => reader.person.sessionId === person.sessionId)
      if (own.length >= mostStreamsOfSession) throw refuse(errors.tooManyStreams)
      return new EventsReply(stream => {
        const reader = { person, stream, seesDevices: mayUse(deviceCodes, person.codes) }
        readers.add(reader)
        metrics.streams.set(readers.size)
        enqueue(() => begin(reader, after))
        return () => {
          readers.delete(reader)
          metrics.streams.set(readers.size)
          if (readers.size === 0) places = null
        }
      })
    },
    async stop() {
      unhear()
      clearInterval(rechecks)
      if (timer !== null) clearTimeout(timer)
      for (const { stream } of readers) stream.end()
      readers.clear()
      await work
    },
  }
}

/** `key` within the kind; a simulator and its leaving share theirs, since only the latest of them is true. */
function send<Name extends LiveEventName>(
  { stream }: Reader,
  name: Name,
  key: number | string,
  data: LiveEvents[Name],
  id?: number,
): void {
  const kind = name === 'simulatorGone' ? 'simulator' : name
  stream.send(name, `${kind} ${key}`, data, id === undefined ? undefined : String(id))
}

function differs(one: Person, other: Person): boolean {
  const fingerprint = ({ name, account, codes, scope }: Person) =>
    JSON.stringify([name, account, [...codes].sort(), scope.organisations?.toSorted((a, b) => a - b) ?? null])
  return fingerprint(one) !== fingerprint(other)
}
