import { addDays, dayStart, daysBetween, localTime, weekday } from '@drivesim/contract/businessDay'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planDay } from './day.ts'
import type { DayPlan, Module, Room } from './model.ts'
import { randomOf, uuidOf } from './random.ts'

const modules: Module[] = [
  { moduleId: 1, subSubjectId: 201, subSubject: '倒车入库', subject: 2, gearTypes: ['C1', 'C2'] },
  { moduleId: 3, subSubjectId: 203, subSubject: '坡道定点停车和起步', subject: 2, gearTypes: ['C1'] },
  { moduleId: 8, subSubjectId: 308, subSubject: '直行通过路口', subject: 3, gearTypes: ['C1', 'C2'] },
]
const today = '2026-03-16'

function roomOf(number: number, simulators = 8): Room {
  const random = randomOf('room', number)
  return {
    roomId: number,
    opensAt: 8 * 60,
    closesAt: 20 * 60 + 30,
    simulators: Array.from({ length: simulators }, (_, seat) => `SIM-${number}-${seat}`),
    students: Array.from({ length: 125 }, (_, index) => ({
      studentId: number * 1000 + index,
      registeredDay: addDays(today, -random.int(0, 220)),
      gearType: random.chance(0.64) ? 'C1' : 'C2',
    })),
  }
}

/** A classroom of any day and seed. */
const anyDay = fc.record({
  seed: fc.integer({ min: 0, max: 1e6 }),
  back: fc.integer({ min: 0, max: 119 }),
  number: fc.integer({ min: 1, max: 500 }),
})
const plansOf = ({ seed, back, number }: { seed: number; back: number; number: number }) =>
  planDay({ seed, day: addDays(today, -back), room: roomOf(number), modules })
const run = { seed: 20260316, numRuns: 40 }

test('the same seed gives the same day, another seed another one', () => {
  fc.assert(
    fc.property(anyDay, given => {
      expect(plansOf(given)).toEqual(plansOf(given))
    }),
    run,
  )
  const one = plansOf({ seed: 1, back: 3, number: 7 })
  expect(plansOf({ seed: 2, back: 3, number: 7 })).not.toEqual(one)
})

test('sessions lie within opening hours, apart from each other and from faults', () => {
  fc.assert(
    fc.property(anyDay, given => {
      const midnight = dayStart(addDays(today, -given.back))
      for (const { sessions, faults, power, cuts } of plansOf(given).values()) {
        sessions.forEach((session, index) => {
          expect(session.start).toBeGreaterThan(midnight + 8 * 3_600_000)
          expect(session.end).toBeLessThan(midnight + 20.5 * 3_600_000)
          expect(session.start).toBeGreaterThan(sessions[index - 1]?.end ?? 0)
          expect(session.start % 1000).toBe(0)
          expect(faults.filter(fault => session.start < fault.cleared && session.end > fault.raised)).toEqual(
            [],
          )
        })
        for (const { start, end } of [
          ...cuts,
          ...faults.map(one => ({ start: one.raised, end: one.cleared })),
        ]) {
          expect(start).toBeGreaterThan(power.start)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThan(power.end)
        }
      }
    }),
    run,
  )
})

test('results follow from the mistakes: score, pass, time of each within the session', () => {
  fc.assert(
    fc.property(anyDay, given => {
      for (const session of allSessions(plansOf(given))) {
        const seconds = (session.end - session.start) / 1000
        const lost = session.errors.reduce((sum, error) => sum + error.points, 0)
        expect(session.score).toBe(Math.max(0, 100 - lost))
        expect(session.passed).toBe(session.score >= (session.moduleId === 8 ? 90 : 80))
        expect(session.effectiveSeconds).toBeLessThanOrEqual(seconds)
        expect(session.errors.every(error => error.atSecond < seconds)).toBe(true)
      }
    }),
    run,
  )
})

test('a student is on one simulator a day, learns only while enrolled, and only what the licence needs', () => {
  fc.assert(
    fc.property(anyDay, given => {
      const plans = plansOf(given)
      const students = new Map(roomOf(given.number).students.map(student => [student.studentId, student]))
      const seen = [...plans.values()].flatMap(plan => [
        ...new Set(plan.sessions.map(session => session.studentId)),
      ])
      expect(new Set(seen).size).toBe(seen.length)
      for (const { studentId, moduleId } of allSessions(plans)) {
        const student = students.get(studentId)
        expect(student?.registeredDay.localeCompare(addDays(today, -given.back))).toBeLessThanOrEqual(0)
        if (moduleId === 3) expect(student?.gearType).toBe('C1')
      }
    }),
    run,
  )
})

test('forty classrooms over four weeks look like a business', () => {
  const days = Array.from({ length: 28 }, (_, index) => addDays(today, -index))
  const rooms = Array.from({ length: 40 }, (_, index) => roomOf(index + 1, index % 2 === 0 ? 8 : 7))
  const hours = new Array<number>(24).fill(0)
  const weekdays = new Array<number>(7).fill(0)
  const byAge = { fresh: [] as number[], practised: [] as number[] }
  const faults = new Map<string, number>()
  const registered = new Map(
    rooms.flatMap(room => room.students.map(student => [student.studentId, student.registeredDay])),
  )
  for (const day of days) {
    for (const room of rooms) {
      for (const [sn, plan] of planDay({ seed: 1, day, room, modules })) {
        faults.set(sn, (faults.get(sn) ?? 0) + plan.faults.length)
        for (const session of plan.sessions) {
          const hour = Number(localTime(session.start).slice(11, 13))
          hours[hour] = (hours[hour] ?? 0) + 1
          weekdays[weekday(day)] = (weekdays[weekday(day)] ?? 0) + 1
          const age = daysBetween(registered.get(session.studentId) ?? day, day)
          if (age < 7) byAge.fresh.push(session.score)
          if (age > 45) byAge.practised.push(session.score)
        }
      }
    }
  }
  const perDay = sum(hours) / days.length
  expect(perDay).toBeGreaterThan(1_125)
  expect(perDay).toBeLessThan(1_375)
  const [sunday = 0, monday = 0, , , , , saturday = 0] = weekdays
  expect(saturday).toBeGreaterThan(1.4 * monday)
  expect(sunday).toBeGreaterThan(1.3 * monday)
  expect(hours[12]).toBeLessThan(0.6 * (hours[10] ?? 0))
  expect(hours[18]).toBeGreaterThan(hours[14] ?? 0)
  expect(mean(byAge.practised)).toBeGreaterThan(mean(byAge.fresh) + 8)
  // The worst tenth of the simulators has a good third of the faults.
  const counts = [...faults.values()].sort((one, other) => other - one)
  expect(sum(counts.slice(0, 30))).toBeGreaterThan(0.33 * sum(counts))
})

test('ids of keys are UUIDs, and no two of fifty thousand are the same', () => {
  const ids = new Set(Array.from({ length: 50_000 }, (_, index) => uuidOf(1, 'session', index)))
  expect(ids.size).toBe(50_000)
  expect([...ids][7]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

const allSessions = (plans: Map<string, DayPlan>) => [...plans.values()].flatMap(plan => plan.sessions)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length
