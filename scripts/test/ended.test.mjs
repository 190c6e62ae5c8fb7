import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../lib/commands.mjs'
import { processesNaming } from './leftBehind.mjs'

// npm test itself, ended in each of its phases and at random moments: it leaves no process and no folder (`npm run test:long`).

const long = process.env.TEST_LONG === '1' && process.platform === 'linux'
const lasts = 60_000
const seed = Number(process.env.TEST_SEED ?? 1)
/** The same moments for the same seed. */
const moments = [1, 2, 3, 4, 5].map(n => Math.round((((seed * n * 7919) % 9973) / 9973) * lasts))

let temporary
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'drivesim-ended-'))
  // As root PostgreSQL runs as somebody else, who has to pass.
  chmodSync(temporary, 0o711)
})
afterEach(() => rmSync(temporary, { recursive: true }))

function start() {
  const child = spawn('npm', ['test', '--', 'areas', 'guard'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: temporary },
    stdio: 'ignore',
    detached: true,
  })
  return { child, ended: new Promise(resolve => child.once('close', resolve)) }
}

/** From a terminal a signal comes to the whole group; npm passes on what is sent to it alone, but for that of Ctrl-C. */
const send = ({ pid }, signal) => process.kill(signal === 'SIGTERM' ? pid : -pid, signal)

/** When the run is over too: a terminal that is closed ends npm at once. */
async function nothingIsLeft() {
  while (processesNaming(temporary).length > 0) await wait(50)
  // What npm keeps there is its own.
  expect(readdirSync(temporary).filter(name => name.startsWith('drivesim-'))).toEqual([])
}

describe.runIf(long)('npm test ended by a signal', () => {
  test.each([
    ['static checks', 'biome', 'SIGTERM'],
    ['API tests', 'postgres -D', 'SIGINT'],
    ['start of the server for browsers', 'scripts/start.mjs', 'SIGHUP'],
    ['browser tests', '--headless', 'SIGTERM'],
  ])(
    'in the phase of %s',
    async (_, command, signal) => {
      const { child, ended } = start()
      while (!processesNaming(temporary).some(line => line.includes(command))) await wait(20)
      send(child, signal)
      await ended
      await nothingIsLeft()
    },
    200_000,
  )

  test.each(moments)(
    'after %i ms',
    async ms => {
      const { child, ended } = start()
      await Promise.race([wait(ms), ended])
      send(child, 'SIGTERM')
      await ended
      await nothingIsLeft()
    },
    200_000,
  )
})
