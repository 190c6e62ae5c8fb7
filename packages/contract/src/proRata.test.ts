import { expect, it } from 'vitest'
import { proRata } from './proRata.ts'

it.each([
  [9999, 3333, 10_000, 3333],
  [15, 3000, 10_000, 5],
  [-9999, 3333, 10_000, -3333],
  [-15, 3000, 10_000, -5],
  [1, 1, 2, 1],
  [-1, 1, 2, -1],
  [9999, 43, 60, 7166],
  [250_000, 14, 31, 112_903],
  // A product past what a float holds exactly.
  [9_007_199_254_740_991, 9999, 10_000, 9_006_298_534_815_517],
])('takes of %i its %i of %i: %i', (amount, part, whole, expected) => {
  expect(proRata(amount, part, whole)).toBe(expected)
})
