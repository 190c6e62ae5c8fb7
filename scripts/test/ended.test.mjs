import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../lib/commands.mjs'
import { naming } from './leftBehind.mjs'

// npm test itself, ended in each of its phases and at random moments: it leaves no process and no folder (`npm run test:long`).

const long = process.env.TEST_LONG === '1' && process.platform === 'linux'
const lasts = 60_000
const seed = Number(process.env.TEST_SEED ?? 1)
/** The same moments for the same seed. */
const moments = [1, 2, 3, 4, 5].map(n => Math.round((((seed * n * 7919) % 9973) / 9973) * lasts))

let temporary
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'drivesim-ended-'))
})
afterEach(() => rmSync(temporary, { recursive: true }))

function start() {
  const child = spawn('npm', ['test', '--', 'areas', 'guard'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: temporary },
    stdio: 'ignore',
  })
  return { child, ended: new Promise(resolve => child.once('close', resolve)) }
}

/** What npm keeps there of its own is not ours. */
const left = () => readdirSync(temporary).filter(name => name.startsWith('drivesim-'))

describe.runIf(long)('npm test ended by a signal', () => {
  test.each([
    ['static checks', 'biome', 'SIGTERM'],
    ['API tests', 'postgres -D', 'SIGINT'],
    ['start of the server for browsers', 'scripts/start.mjs', 'SIGTERM'],
    ['browser tests', '--headless', 'SIGTERM'],
  ])(
    'in the phase of %s',
    async (_, command, signal) => {
      const { child, ended } = start()
      while (!naming(temporary).some(line => line.includes(command))) await wait(20)
      child.kill(signal)
      await ended
      expect(naming(temporary)).toEqual([])
      expect(left()).toEqual([])
    },
    600_000,
  )

  test.each(moments)(
    'after %i ms',
    async ms => {
      const { child, ended } = start()
      await Promise.race([wait(ms), ended])
      child.kill('SIGTERM')
      await ended
      expect(naming(temporary)).toEqual([])
      expect(left()).toEqual([])
    },
    600_000,
  )
})
