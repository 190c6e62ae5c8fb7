// How slow the machine is just now. Limits of time in tests are made for a machine that has nothing else to do.
import { pbkdf2 } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

/** Milliseconds of the sample where the tests' limits were made: two cores, idle. */
const usualMs = 200
const most = 12

/**
 * @returns {Promise<number>} 1 on a machine as fast as that one or faster, 5 where all takes five times as long. Tests get it as
 *   TEST_PACE and multiply their limits by it.
 */
export async function measurePace() {
  const samples = []
  for (let n = 0; n < 3; n += 1) samples.push(await sample())
  const median = samples.sort((a, b) => a - b)[1]
  return Math.min(most, Math.max(1, Math.round((median / usualMs) * 10) / 10))
}

/** The same work on each processor at once, as tests use them all. */
async function sample() {
  const began = performance.now()
  const work = () => promisify(pbkdf2)('pace', 'of tests', 500_000, 32, 'sha512')
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work))
  return performance.now() - began
}
