import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import type { FleetFile } from '@drivesim/fleet/keysFile'
import type { Module } from '@drivesim/fleet/model'
import type { Kysely } from 'kysely'
import type { DB } from '../../generated/schema.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { addDemoAccounts, type ShownAccount } from './accounts.seed.ts'
import { insertApp } from './app.seed.ts'
import { analyse, withoutKeys } from './bulk.queries.ts'
import { type Business, makeBusiness, organisationsOf, type Size, wholeSize } from './business.seed.ts'
import { ids, instants, iso, text } from './columns.seed.ts'
import { insertEnrolment } from './enrolment.seed.ts'
import {
  type FactColumns,
  insertActivityIntervals,
  insertIntervals,
  insertPresent,
  insertSessions,
  rollUpEverything,
  type SessionColumns,
} from './history.queries.ts'
import {
  historyDays,
  historyStart,
  roomHistory,
  roomsWithSimulators,
  type SimulatorDay,
} from './history.seed.ts'
import { insertInboxes } from './messages.seed.ts'
import { ensureMonths, insertColumns, isEmpty, lockSeeding, readModules, takeIds } from './queries.ts'
import { insertStaff } from './staff.seed.ts'
import { insertStudents } from './students.seed.ts'

/** What the server itself and `npm run fleet` play the demo's simulators with; holds their keys. */
export const fleetFileName = 'demo-fleet.json'

export interface SeedOptions {
  readonly dataDir: string
  /** What the students' ID numbers are sealed with. */
  readonly dataKey: Buffer
  /** Only this machine reaches the server: the accounts get their well-known password. */
  readonly isLoopback: boolean
  readonly seed?: number
  readonly size?: Size
  /** Where the history ends; epoch milliseconds. */
  readonly now?: number
}

/**
 * Fills an empty database with the demo business, its accounts and its history up to now, in one transaction, and
 * writes the simulators' keys to `dataDir`. The connection is the owner's of the tables.
 * @returns the accounts to show; null when the database was not empty, and is left as it is
 */
export async function seedDemo(db: Kysely<DB>, options: SeedOptions): Promise<ShownAccount[] | null> {
  return db.transaction().execute(async transaction => {
    await lockSeeding(transaction)
    if (!(await isEmpty(transaction))) return null
    return fill(transaction, options)
  })
}

async function fill(db: Db, options: SeedOptions): Promise<ShownAccount[]> {
  const { dataDir, dataKey, isLoopback, seed = 1, size = wholeSize, now = Date.now() } = options
  const until = Math.floor(now / 1000) * 1000
  const today = businessDayOf(until)
  const business = makeBusiness(seed, today, size, {
    organisations: await takeIds(db, 'organisation', organisationsOf(size)),
    classrooms: await takeIds(db, 'classroom', size.classrooms),
    simulators: await takeIds(db, 'simulator', size.simulators),
    students: await takeIds(db, 'person', size.students),
  })
  const modules = await readModules(db)
  await insertBusiness(db, business)
  await insertStudents(db, business, { seed, until, dataKey })
  await insertEnrolment(db, business, seed, until)
  await insertApp(db, business, seed, until)
  const shown = await addDemoAccounts(db, business.organisations, isLoopback)
  await insertInboxes(db, until)
  await insertStaff(db, business, seed, until)
  await withoutKeys(db, () =>
    insertHistory(db, business, modules, seed, historyDays(today, size.days), until),
  )
  await analyse(db)
  writeFleetFile(join(dataDir, fleetFileName), fleetOf(business, modules, today))
  return shown
}

async function insertBusiness(db: Db, business: Business): Promise<void> {
  const { organisations, classrooms, simulators } = business
  await insertColumns(db, 'organisation', {
    id: ids(organisations.map(one => one.id)),
    name: text(organisations.map(one => one.name)),
    type: text(organisations.map(one => one.type)),
    parent_id: ids(organisations.map(one => one.parentId)),
    province_code: text(organisations.map(one => one.provinceCode)),
    city_code: text(organisations.map(one => one.cityCode)),
    address: text(organisations.map(one => one.address)),
    contact: text(organisations.map(one => one.contact)),
    phone: text(organisations.map(one => one.phone)),
  })
  await insertColumns(db, 'classroom', {
    id: ids(classrooms.map(one => one.id)),
    organ_id: ids(classrooms.map(one => one.organId)),
    name: text(classrooms.map(one => one.name)),
    address: text(classrooms.map(one => one.address)),
    opens_at: { type: 'time', values: classrooms.map(one => clock(one.opensAt)) },
    closes_at: { type: 'time', values: classrooms.map(one => clock(one.closesAt)) },
    seats: { type: 'integer', values: classrooms.map(one => one.seats) },
    network_address: { type: 'inet', values: classrooms.map(one => one.network) },
  })
  await insertColumns(db, 'simulator', {
    id: ids(simulators.map(one => one.id)),
    sn: text(simulators.map(one => one.sn)),
    name: text(simulators.map(one => one.name)),
    organ_id: ids(simulators.map(one => one.organId)),
    room_id: ids(simulators.map(one => one.roomId)),
    seat: { type: 'integer', values: simulators.map(one => one.seat) },
    headset_ip: { type: 'inet', values: simulators.map(one => one.headsetIp) },
    bind_num: text(simulators.map(one => one.bindNum)),
    car_num: text(simulators.map(one => one.carNum)),
    model: text(simulators.map(one => one.model)),
    software: text(simulators.map(one => one.software)),
    installed_at: { type: 'date', values: simulators.map(one => one.installedDay) },
    warranty_until: { type: 'date', values: simulators.map(one => one.warrantyDay) },
    key_hash: { type: 'bytea', values: simulators.map(one => one.keyHash) },
    created_at: instants(simulators.map(one => dayStart(one.installedDay))),
  })
}

async function insertHistory(
  db: Db,
  business: Business,
  modules: readonly Module[],
  seed: number,
  days: readonly string[],
  until: number,
): Promise<void> {
  const firstDay = days[0] ?? businessDayOf(until)
  await ensureMonths(db, iso(dayStart(firstDay)), iso(dayStart(addDays(businessDayOf(until), 1))))
  const rooms = roomsWithSimulators(business)
  const facts = beginningFacts(business, firstDay)
  const faults: { day: SimulatorDay; fault: SimulatorDay['faults'][number] }[] = []
  // While the database takes one week in, the next one is made.
  let inserting = Promise.resolve()
  for (let week = 0; week < days.length; week += 7) {
    const sessions = noSessions()
    const roomDays = days.slice(week, week + 7).flatMap(day => rooms.map(room => ({ day, room })))
    for (const { day, room } of roomDays) {
      // so that the last week's statement, some megabytes, flows to the database meanwhile
      await nextTurn()
      for (const one of roomHistory(room, modules, seed, day, until)) {
        for (const session of one.sessions) addSession(sessions, one, session)
        for (const fault of one.faults) faults.push({ day: one, fault })
        addFacts(facts, one)
      }
    }
    await inserting
    inserting = insertSessions(db, sessions)
    // Its failure is met where it is awaited; until then nobody may call it unhandled.
    inserting.catch(() => undefined)
  }
  await inserting
  await insertColumns(db, 'fault', {
    simulator_id: ids(faults.map(one => one.day.simulator.id)),
    organ_id: ids(faults.map(one => one.day.simulator.organId)),
    room_id: ids(faults.map(one => one.day.room.id)),
    code: text(faults.map(one => one.fault.code)),
    text: text(faults.map(one => one.fault.text)),
    raised_at: instants(faults.map(one => one.fault.raised)),
    cleared_at: instants(faults.map(one => one.fault.cleared)),
  })
  await insertIntervals(db, facts)
  await insertActivityIntervals(db)
  await insertPresent(db)
  await rollUpEverything(db)
}

function beginningFacts(business: Business, firstDay: string): FactColumns {
  const facts: FactColumns = { simulatorId: [], fact: [], value: [], startedAt: [] }
  for (const simulator of business.simulators) {
    const start = historyStart(simulator, firstDay)
    addFact(facts, simulator.id, 'link', 'offline', start)
    addFact(facts, simulator.id, 'health', 'ok', start)
    addFact(facts, simulator.id, 'administration', 'enabled', start)
    if (simulator.disabledDay !== null) {
      addFact(facts, simulator.id, 'administration', 'disabled', dayStart(simulator.disabledDay))
    }
  }
  return facts
}

function addFacts(facts: FactColumns, { simulator, link, faults }: SimulatorDay): void {
  for (const { at, online } of link) addFact(facts, simulator.id, 'link', online ? 'online' : 'offline', at)
  for (const { raised, cleared } of faults) {
    addFact(facts, simulator.id, 'health', 'fault', raised)
    addFact(facts, simulator.id, 'health', 'ok', cleared)
  }
}

function addFact(facts: FactColumns, simulator: number, fact: string, value: string, at: number): void {
  facts.simulatorId.push(simulator)
  facts.fact.push(fact)
  facts.value.push(value)
  facts.startedAt.push(iso(at))
}

function noSessions(): SessionColumns {
  return {
    sessionId: [],
    simulatorId: [],
    schoolId: [],
    studentId: [],
    moduleId: [],
    startedAt: [],
    seconds: [],
    effectiveSeconds: [],
    score: [],
    passed: [],
    errors: [],
  }
}

function addSession(
  columns: SessionColumns,
  { simulator, room }: SimulatorDay,
  session: SimulatorDay['sessions'][number],
): void {
  columns.sessionId.push(session.sessionId)
  columns.simulatorId.push(simulator.id)
  columns.schoolId.push(room.schoolId)
  columns.studentId.push(session.studentId)
  columns.moduleId.push(session.moduleId)
  columns.startedAt.push(iso(session.start))
  columns.seconds.push((session.end - session.start) / 1000)
  columns.effectiveSeconds.push(session.effectiveSeconds)
  columns.score.push(session.score)
  columns.passed.push(session.passed)
  columns.errors.push(JSON.stringify(session.errors))
}

function fleetOf(business: Business, modules: readonly Module[], today: string): FleetFile {
  const inUse = business.simulators.filter(simulator => simulator.disabledDay === null)
  return {
    madeOn: today,
    modules: modules.map(module => ({ ...module, gearTypes: [...module.gearTypes] })),
    rooms: roomsWithSimulators(business).map(({ room: { id, opensAt, closesAt }, students }) => ({
      roomId: id,
      opensAt,
      closesAt,
      students: [...students],
    })),
    devices: inUse.map(({ sn, key, roomId, software, headsetIp }) => ({
      sn,
      key,
      roomId,
      software,
      headsetIp,
    })),
  }
}

/** Whole or not at all, and for nobody else's eyes. */
function writeFleetFile(path: string, file: FleetFile): void {
  const unfinished = `${path}.new`
  writeFileSync(unfinished, JSON.stringify(file), { mode: 0o600 })
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, path)
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
