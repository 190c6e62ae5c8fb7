import { expect, it } from 'vitest'
import { isFarBelow } from './farBelow.ts'

it.each([
  // In binary not quite 20 points.
  [true, { times: 3, passRate: 0.5, schoolPassRate: 0.7 }],
  [true, { times: 10, passRate: 0, schoolPassRate: 0.95 }],
  [false, { times: 10, passRate: 0.61, schoolPassRate: 0.8 }],
  [false, { times: 10, passRate: 0.9, schoolPassRate: 0.2 }],
  // Two sessions say nothing, nor does what was never scored.
  [false, { times: 2, passRate: 0, schoolPassRate: 0.8 }],
  [false, { times: 10, passRate: null, schoolPassRate: 0.8 }],
  [false, { times: 10, passRate: 0, schoolPassRate: null }],
])('far below the school: %s for %j', (expected, subject) => {
  expect(isFarBelow(subject)).toBe(expected)
})
