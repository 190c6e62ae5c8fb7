import { expect, test } from 'vitest'
import { allowFor, clockStep } from './clock.rules.ts'

const before = { wall: 1_000_000, steady: 0 }

test('two clocks that run alike are no step, nor is a slow answer', () => {
  expect(clockStep({ wall: 1_000_000, steady: 500 }, { wall: 1_000_250, steady: 750 })).toBe(0)
  expect(clockStep({ wall: 1_000_000, steady: 500 }, { wall: 1_004_000, steady: 750 })).toBe(0)
})

test.each([3_600_000, -3_600_000, -60_000])(
  'a clock set by %i ms: what was heard before it moves along',
  by => {
    const now = { wall: 1_000_250 + by, steady: 250 }
    expect(clockStep(before, now)).toBe(by)
    const heard = [
      { simulatorId: 1, seenAt: 'by the old clock', seenMs: 990_000 },
      { simulatorId: 2, seenAt: 'by the new one', seenMs: now.wall - 100 },
    ]
    expect(allowFor([], heard, { by, before, now })).toEqual([
      { simulatorId: 1, seenAt: 'by the old clock', by },
    ])
  },
)

test('a clock set twice: who was heard before both moves along twice', () => {
  const now = { wall: 1_060_250, steady: 250 }
  const heard = [
    { simulatorId: 1, seenAt: 'before both', seenMs: 900_000 },
    { simulatorId: 2, seenAt: 'between', seenMs: 999_000 },
  ]
  const allowed = [{ simulatorId: 1, seenAt: 'before both', by: 60_000 }]
  expect(allowFor(allowed, heard, { by: 60_000, before, now }).map(({ by }) => by)).toEqual([120_000, 60_000])
})
