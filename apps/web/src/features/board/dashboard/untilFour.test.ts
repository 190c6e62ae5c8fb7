import { milliseconds } from '@drivesim/contract/businessDay'
import { expect, it } from 'vitest'
import { untilFour } from './useNightlyReload.ts'

it.each([
  ['2026-03-01T03:59:00+08:00', '2026-03-01T04:00:00+08:00'],
  ['2026-03-01T04:00:00+08:00', '2026-03-02T04:00:00+08:00'],
  ['2026-02-28T23:00:00+08:00', '2026-03-01T04:00:00+08:00'],
])('at %s the next four o’clock in Shanghai is %s', (now, four) => {
  expect(milliseconds(now) + untilFour(milliseconds(now))).toBe(milliseconds(four))
})
