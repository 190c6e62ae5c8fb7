import { expect, test } from 'vitest'
import { liveRetryMs } from './live.ts'

const waits = (attempt: number) => Array.from({ length: 1_000 }, () => liveRetryMs(attempt))

test('a thousand pages of one dead process come back within a quarter of a second, and not at once', () => {
  const first = waits(0)
  expect(Math.max(...first)).toBeLessThan(250)
  const inSlot = (n: number) => first.filter(wait => Math.floor(wait / 10) === n).length
  // Forty on average.
  expect(Math.max(...Array.from({ length: 25 }, (_, n) => inSlot(n)))).toBeLessThan(80)
})

test('who fails again waits longer, up to five seconds', () => {
  for (const [attempt, longest] of [500, 1_000, 2_000, 4_000, 5_000, 5_000].entries()) {
    const all = waits(attempt + 1)
    expect(Math.min(...all)).toBeGreaterThanOrEqual(longest / 2)
    expect(Math.max(...all)).toBeLessThanOrEqual(longest)
  }
})
