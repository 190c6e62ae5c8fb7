// How slow the machine is just now. Limits of time in tests are made for a machine that has nothing else to do.
import { spawn } from 'node:child_process'
import { pbkdf2 } from 'node:crypto'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

/**
 * What is timed, and the milliseconds it takes where the tests' limits were made: two cores, idle (of a process what is usual, since it
 * was not timed there). A virtual machine can count as fast as that one and take three times as long for a process, a page of memory or a
 * call of the system, and tests are full of these.
 */
const kinds = [
  { work: () => promisify(pbkdf2)('pace', 'of tests', 500_000, 32, 'sha512'), usualMs: 200 },
  { work: () => once(spawn(process.execPath, ['-e', '']), 'exit'), usualMs: 50 },
]
const most = 12

/**
 * @returns {Promise<number>} 1 on a machine as fast as that one or faster, 5 where what is slowest takes five times as long. Tests get
 *   it as TEST_PACE and multiply their limits by it.
 */
export async function measurePace() {
  let slowest = 1
  for (const { work, usualMs } of kinds) slowest = Math.max(slowest, (await median(work)) / usualMs)
  return Math.min(most, Math.round(slowest * 10) / 10)
}

async function median(work) {
  const samples = []
  for (let n = 0; n < 5; n += 1) samples.push(await sample(work))
  return samples.sort((a, b) => a - b)[2]
}

/** The same work on each processor at once, as tests use them all. */
async function sample(work) {
  const began = performance.now()
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work))
  return performance.now() - began
}

/**
 * Sets TEST_PACE to what the machine is now, unless whoever called said one. A run is long and others come and go: it is asked for
 * before each long step, and never falls.
 */
export async function followPace() {
  isSaid ??= process.env.TEST_PACE !== undefined
  if (isSaid) return
  const before = Number(process.env.TEST_PACE ?? 1)
  const now = Math.max(before, await measurePace())
  process.env.TEST_PACE = String(now)
  if (now > before) console.log(`这台机器现在慢 ${now} 倍，测试的时限相应放宽`)
}
/** @type {boolean | undefined} */
let isSaid
