import { addDays } from '@drivesim/contract/businessDay'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Module, Room } from './model.ts'
import { startPlayback } from './playback.ts'
import type { SimulatorClient } from './simulatorClient.ts'

const today = '2026-03-16'
const modules: Module[] = [
  { moduleId: 1, subSubjectId: 201, subSubject: '倒车入库', subject: 2, gearTypes: ['C1'] },
]
const simulators = Array.from({ length: 8 }, (_, seat) => `SIM-${seat}`)
const room: Room = {
  roomId: 1,
  opensAt: 480,
  closesAt: 1200,
  simulators,
  students: Array.from({ length: 125 }, (_, index) => ({
    studentId: index + 1,
    registeredDay: addDays(today, -index),
    gearType: 'C1',
  })),
}

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-16T10:00:00+08:00') }))
afterEach(() => void vi.useRealTimers())

test('the days after the first go at their own pace', async () => {
  let started = 0
  const still: SimulatorClient = {
    start: () => undefined,
    startSession: () => (started += 1),
    endSession: () => undefined,
    raiseFault: () => undefined,
    clearFault: () => undefined,
    inheritFault: () => undefined,
    cut: () => undefined,
    crash: () => undefined,
    stop: async () => undefined,
    isLocked: () => false,
    onRestart: () => undefined,
  }
  const file = { madeOn: today, modules }
  const pace = { seed: 1, speed: 12, laterSpeed: 2 }
  const stops = simulators.map(sn => startPlayback(still, { sn, room, file, pace }))
  const startedIn = async (minutes: number) => {
    const before = started
    await vi.advanceTimersByTimeAsync(minutes * 60_000)
    return started - before
  }
  // The first day lasts an hour at most, each that follows six.
  await startedIn(62)
  const fromNow = await startedIn(6 * 62)
  expect(fromNow).toBeGreaterThan(10)
  await Promise.all(stops.map(stop => stop()))

  const fast = simulators.map(sn => startPlayback(still, { sn, room, file, pace: { seed: 1, speed: 12 } }))
  await startedIn(62)
  expect(await startedIn(6 * 62)).toBeGreaterThan(4 * fromNow)
  await Promise.all(fast.map(stop => stop()))
})
