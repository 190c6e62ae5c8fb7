import { businessDayOf } from '@drivesim/contract/businessDay'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addFacts } from '../../board/figures/service.ts'
import { lockMinutes } from '../../money/orders/service.ts'
import { sayEvent } from '../../open/events/service.ts'
import { sayLive } from '../../tools/live/service.ts'
import { openFaults } from './faults.service.ts'
import { hearAgain } from './heard.queries.ts'
import { repeating } from './heard.rules.ts'
import { linkChanges, sayLinks } from './links.service.ts'
import type { DeviceMessage } from './mqtt.ts'
import {
  lockSimulators,
  placesAt,
  type Simulator,
  writeEquipment,
  writeSimulators,
} from './present.queries.ts'
import {
  appearance,
  applyReport,
  endSession,
  eventTime,
  linkLost,
  noteSession,
  noteSignOfLife,
  startSession,
} from './present.rules.ts'
import {
  type Answer,
  answerCommands,
  ensureMonths,
  eventKey,
  holdSchoolsOfStudents,
  knownModules,
  newEvents,
} from './queries.ts'
import { openSessions, type Place, type WrittenSessions } from './sessions.service.ts'
import type { Timings } from './timings.rules.ts'

type Event = Extract<DeviceMessage, { kind: 'start' | 'end' | 'fault' }>

/** What became of a message; of one with an unknown module all but the module was stored. */
export type Outcome = 'stored' | 'repeated' | 'stale' | 'unknownDevice' | 'unknownModule' | 'unmatched'

/**
 * Makes the months that messages fall into. Before the batch and apart from it, since a new partition locks its
 * table.
 */
export function monthKeeper(db: Db): (messages: readonly DeviceMessage[]) => Promise<void> {
  const known = new Set<string>()
  return async messages => {
    const times = messages.flatMap(message =>
      'at' in message ? [('startedAt' in message ? message.startedAt : null) ?? message.at, message.at] : [],
    )
    for (const at of times) {
      const date = new Date(at)
      const month = businessDayOf(at).slice(0, 7)
      if (known.has(month)) continue
      await ensureMonths(db, date, date)
      known.add(month)
    }
  }
}

/**
 * Stores a batch of messages: reports that say again what is known by one statement, all others in one transaction. @returns
 * what became of each, in order
 */
export async function storeBatch(
  services: Pick<Services, 'db' | 'bus'>,
  timings: Timings,
  messages: readonly DeviceMessage[],
): Promise<Outcome[]> {
  const reports = repeating(messages)
  const taken = reports.length === 0 ? new Set<string>() : await hearAgain(services.db, reports)
  const others = messages.filter(({ sn }) => !taken.has(sn))
  const outcomes = others.length === 0 ? [] : await storeChanges(services, timings, others)
  const outcomeOf = new Map(others.map((message, index) => [message, outcomes[index]]))
  return messages.map(message => outcomeOf.get(message) ?? 'stored')
}

/**
 * Stores messages in one transaction: presents with the intervals of their facts, sessions with their
 * rollups, faults, answers; and tells the live streams. @returns what became of each, in order
 */
async function storeChanges(
  services: Pick<Services, 'db' | 'bus'>,
  timings: Timings,
  messages: readonly DeviceMessage[],
): Promise<Outcome[]> {
  return services.db.transaction().execute(async db => {
    const events = messages.filter(isEvent)
    const fresh = events.length === 0 ? new Set<string>() : await newEvents(db, events)
    const schools = await holdSchoolsOfStudents(db, events.flatMap(studentOf))
    const { simulators, now } = await lockSimulators(db, {
      sns: [...new Set(messages.map(({ sn }) => sn))].sort(),
    })
    const before = new Map([...simulators].map(([sn, { present }]) => [sn, appearance(present)]))
    const equipment = new Map<string, { id: number; headsetIp: string | null; software: string | null }>()
    const answers: Answer[] = []
    const outcomes = new Map<DeviceMessage, Outcome>()

    for (const message of messages) {
      const simulator = simulators.get(message.sn)
      if (simulator === undefined) {
        outcomes.set(message, 'unknownDevice')
      } else if (message.kind === 'report') {
        const newer = applyReport(simulator.present, message.body, message, now)
        if (newer) noteEquipment(equipment, simulator, message.body)
        outcomes.set(message, newer ? 'stored' : 'stale')
      } else if (message.kind === 'linkLost') {
        outcomes.set(message, linkLost(simulator.present, message.connectionId, now) ? 'stored' : 'stale')
      } else if (message.kind === 'ack') {
        answers.push({
          id: message.id,
          simulatorId: simulator.present.simulatorId,
          ok: message.ok,
          text: message.text,
        })
        outcomes.set(message, 'stored')
      }
    }

    const counting = events.filter(event => {
      if (!simulators.has(event.sn)) return false
      // The same id twice in one batch: the first takes it.
      if (fresh.delete(eventKey(event))) return true
      outcomes.set(event, 'repeated')
      return false
    })
    const write = await applyEvents(db, counting, simulators, { now, timings, schools, outcomes })

    const links = linkChanges(simulators.values())
    await writeSimulators(db, [...simulators.values()])
    const { charged, finished, facts } = await write(db)
    if (equipment.size > 0) await writeEquipment(db, [...equipment.values()])
    const commands = answers.length === 0 ? [] : await answerCommands(db, answers)
    const changed = [...simulators].filter(
      ([sn, { present }]) => appearance(present) !== before.get(sn) || equipment.has(sn),
    )
    await addFacts(services, db, facts)
    await sayLive(services.bus, db, {
      simulator: changed.map(([, { present }]) => present.simulatorId),
      command: commands,
      order: charged.map(id => `course:${id}`),
    })
    await sayEvent(db, 'session.finished', finished)
    await sayLinks(db, links)
    return messages.map(message => outcomes.get(message) ?? 'stored')
  })
}

function isEvent(message: DeviceMessage): message is Event {
  return message.kind === 'start' || message.kind === 'end' || message.kind === 'fault'
}

/** Whose session a message tells of. */
const studentOf = (event: Event): number[] =>
  event.kind === 'fault' || event.body.studentId === null ? [] : [event.body.studentId]

function noteEquipment(
  equipment: Map<string, { id: number; headsetIp: string | null; software: string | null }>,
  simulator: Simulator,
  said: { headsetIp?: string | null | undefined; software?: string | null | undefined },
): void {
  const headsetIp = said.headsetIp ?? simulator.headsetIp
  const software = said.software ?? simulator.software
  if (headsetIp === simulator.headsetIp && software === simulator.software) return
  Object.assign(simulator, { headsetIp, software })
  equipment.set(simulator.sn, { id: simulator.present.simulatorId, headsetIp, software })
}

/** What a batch meets. */
interface Circumstances {
  readonly now: number
  readonly timings: Timings
  /** Of the students in its sessions. */
  readonly schools: ReadonlyMap<number, number>
  readonly outcomes: Map<DeviceMessage, Outcome>
}

/**
 * Folds sessions and faults in, by the time they happened. @returns what writes them, and says what
 * follows, last
 */
async function applyEvents(
  db: Db,
  events: readonly Event[],
  simulators: ReadonlyMap<string, Simulator>,
  { now, timings, schools, outcomes }: Circumstances,
): Promise<(db: Db) => Promise<WrittenSessions>> {
  if (events.length === 0) return async () => ({ charged: [], finished: [], facts: {} })
  const sessionEvents = events.flatMap(event => (event.kind === 'fault' ? [] : [event]))
  const faultEvents = events.filter(event => event.kind === 'fault')
  const idOf = (event: Event) => simulators.get(event.sn)?.present.simulatorId ?? 0
  const sessions = await openSessions(
    db,
    sessionEvents.map(({ body, at, redated, ...event }) => ({
      sessionId: body.sessionId,
      at,
      startedAt: event.kind === 'end' ? event.startedAt : null,
      redated,
    })),
  )
  const faults = await openFaults(db, [...new Set(faultEvents.map(idOf))])
  const modules = await knownModules(
    db,
    sessionEvents.flatMap(({ body }) => body.moduleId ?? []),
  )
  const places = await placesOf(db, events, simulators)

  const orders = new Map(
    events.map(event => {
      const present = simulators.get(event.sn)?.present
      return [event, present === undefined ? event.at : eventTime(present, event, now)]
    }),
  )
  for (const event of [...events].sort(byTime(orders))) {
    const simulator = simulators.get(event.sn)
    const place = places.get(event)
    if (simulator === undefined || place === undefined) continue
    const { present } = simulator
    const at = Math.min(event.at, now)
    const order = orders.get(event) ?? at
    if (event.kind === 'fault') {
      const { body, redated } = event
      outcomes.set(event, faults.apply(present, body, { at: order, redated, place }) ? 'stored' : 'unmatched')
    } else {
      const { studentId, moduleId: said } = event.body
      const isOfSchool = studentId !== null && schools.get(studentId) === place.schoolId
      const isKnown = said !== null && modules.has(said)
      const moduleId = isKnown ? said : null
      const owner = { place, studentId: isOfSchool ? studentId : null, moduleId }
      const { simulatorId } = present
      const { redated } = event
      const session = { id: event.body.sessionId, at, order, studentId: owner.studentId, moduleId }
      let isNew: boolean
      noteSession(present, (event.kind === 'end' ? event.startedAt : null) ?? at)
      if (event.kind === 'start') {
        isNew = sessions.start(event.body, { simulatorId, at, redated, ...owner })
        if (isNew) startSession(present, session)
      } else {
        const startedAt = event.startedAt === null ? null : Math.min(event.startedAt, at)
        isNew = sessions.end(event.body, { simulatorId, at, startedAt, redated, ...owner })
        if (isNew) endSession(present, { ...session, score: event.body.score })
      }
      outcomes.set(event, !isNew ? 'repeated' : said === null || isKnown ? 'stored' : 'unknownModule')
    }
    noteSignOfLife(present, order, now, timings.offlineAfterMs)
  }
  // Before anything is written, which counts what it writes.
  await lockMinutes(db, sessions.students())
  return async db => {
    const written = await sessions.write(db)
    await faults.write(db)
    return written
  }
}

function byTime(orders: ReadonlyMap<Event, number>): (one: Event, other: Event) => number {
  const rank = (event: Event) => (event.kind === 'end' ? 1 : 0)
  const order = (event: Event) => orders.get(event) ?? event.at
  return (one, other) => order(one) - order(other) || rank(one) - rank(other)
}

/** A fact belongs to the place where it happened: for late ones, where the simulator was then. */
async function placesOf(
  db: Db,
  events: readonly Event[],
  simulators: ReadonlyMap<string, Simulator>,
): Promise<Map<Event, Place>> {
  const places = new Map<Event, Place>()
  const late: { event: Event; simulatorId: number; at: number }[] = []
  for (const event of events) {
    const simulator = simulators.get(event.sn)
    if (simulator === undefined) continue
    const { organId, roomId, schoolId, placedSince, present } = simulator
    places.set(event, { organId, roomId, schoolId })
    const at = (event.kind === 'end' ? event.startedAt : null) ?? event.at
    if (at < placedSince) late.push({ event, simulatorId: present.simulatorId, at })
  }
  if (late.length === 0) return places
  const found = await placesAt(db, late)
  for (const [index, { event }] of late.entries()) {
    const place = found[index]
    if (place !== null && place !== undefined) places.set(event, place)
  }
  return places
}
