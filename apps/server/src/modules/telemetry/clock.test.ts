import { expect, test } from 'vitest'
import { clockStep } from './clock.service.ts'

const horizon = 90_000

test('two clocks that run alike are no step, nor is a slow answer', () => {
  expect(clockStep({ wall: 1_000_000, steady: 500 }, { wall: 1_000_250, steady: 750 }, horizon)).toBeNull()
  expect(clockStep({ wall: 1_000_000, steady: 500 }, { wall: 1_004_000, steady: 750 }, horizon)).toBeNull()
})

test('a clock put forward: instants noted before it count as so much later', () => {
  const step = clockStep({ wall: 1_000_000, steady: 0 }, { wall: 4_600_250, steady: 250 }, horizon)
  expect(step).toEqual({ from: 910_000, to: 1_000_250, by: 3_600_000, until: 90_250 })
})

test('a clock put back: instants noted before it count as so much earlier', () => {
  const step = clockStep({ wall: 9_000_000, steady: 0 }, { wall: 5_400_250, steady: 250 }, horizon)
  expect(step).toEqual({ from: 8_910_000, to: 9_000_250, by: -3_600_000, until: 90_250 })
})
