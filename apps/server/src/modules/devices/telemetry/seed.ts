import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { type Business, roomsWithSimulators } from '@drivesim/fleet/business'
import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, instants, iso, text } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { historyStart, roomHistory, type SimulatorDay } from './history.seed.ts'
import { ensureMonths } from './queries.ts'
import {
  type FactColumns,
  insertActivityIntervals,
  insertIntervals,
  insertPresent,
  insertSessions,
  rollUpHealth,
  type SessionColumns,
  withoutHistoryKeys,
} from './seed.queries.ts'

/** What the simulators reported up to now, their present, and the rollups of it all. */
export const telemetrySeed: SeedPart = {
  fill: (db, business) => withoutHistoryKeys(db, () => insertHistory(db, business)),
}

async function insertHistory(db: Db, business: Business): Promise<void> {
  const { seed, until, days, firstLessonDay, modules } = business
  const firstDay = days[0] ?? businessDayOf(until)
  await ensureMonths(db, new Date(dayStart(firstDay)), new Date(dayStart(addDays(businessDayOf(until), 1))))
  const rooms = roomsWithSimulators(business)
  const facts = beginningFacts(business, firstDay)
  const faults: { day: SimulatorDay; fault: SimulatorDay['faults'][number] }[] = []
  // While the database stores one week, the next one is generated.
  let inserting = Promise.resolve()
  for (let week = 0; week < days.length; week += 7) {
    const sessions = noSessions()
    const roomDays = days.slice(week, week + 7).flatMap(day => rooms.map(room => ({ day, room })))
    for (const { day, room } of roomDays) {
      // so that the last week's statement, some megabytes, flows to the database meanwhile
      await nextTurn()
      const attended = day < firstLessonDay ? { ...room, students: [] } : room
      for (const one of roomHistory(attended, { seed, day, modules, until })) {
        for (const session of one.sessions) addSession(sessions, one, session)
        for (const fault of one.faults) faults.push({ day: one, fault })
        addFacts(facts, one)
      }
    }
    await inserting
    inserting = insertSessions(db, sessions)
    // Its failure is handled where it is awaited; until then it must not count as unhandled.
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
  await rollUpHealth(db)
}

function beginningFacts(business: Business, firstDay: string): FactColumns {
  const facts: FactColumns = { simulatorId: [], fact: [], value: [], startedAt: [] }
  for (const simulator of business.simulators) {
    const start = historyStart(simulator, firstDay)
    addFact(facts, simulator.id, { fact: 'link', value: 'offline', at: start })
    addFact(facts, simulator.id, { fact: 'health', value: 'ok', at: start })
    addFact(facts, simulator.id, { fact: 'administration', value: 'enabled', at: start })
    if (simulator.disabledDay !== null) {
      const at = dayStart(simulator.disabledDay)
      addFact(facts, simulator.id, { fact: 'administration', value: 'disabled', at })
    }
  }
  return facts
}

function addFacts(facts: FactColumns, { simulator, link, faults }: SimulatorDay): void {
  for (const { at, online } of link)
    addFact(facts, simulator.id, { fact: 'link', value: online ? 'online' : 'offline', at })
  for (const { raised, cleared } of faults) {
    addFact(facts, simulator.id, { fact: 'health', value: 'fault', at: raised })
    addFact(facts, simulator.id, { fact: 'health', value: 'ok', at: cleared })
  }
}

/** @param change since when a fact has the value; epoch milliseconds */
function addFact(
  facts: FactColumns,
  simulator: number,
  { fact, value, at }: { fact: string; value: string; at: number },
): void {
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
