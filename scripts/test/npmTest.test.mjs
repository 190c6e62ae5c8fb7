import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { processesNaming } from './leftBehind.mjs'

// What npm test makes of tests that fail by chance, and of being ended; on tests made for that.

let folder
let running
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drivesim-fixture-'))
})
afterEach(() => {
  running?.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** @returns the run, what it printed, and its end */
function start(...tests) {
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fixture/run.mjs')], {
    env: {
      PATH: process.env.PATH,
      FIXTURE_FOLDER: folder,
      FIXTURE_TESTS: tests.join(' '),
      TMPDIR: temporary,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running = child
  let said = ''
  // What its runners say beside it comes when it likes.
  child.stdout.on('data', data => {
    said += data
  })
  const ended = new Promise(resolve => child.once('close', code => resolve({ code, said })))
  return { child, ended, temporary }
}

describe('a test that fails is tried once more, alone', () => {
  test('and is named when it passes then, with what its first failure left', async () => {
    const { code, said } = await start('unlucky-1', 'page').ended
    expect(said).toMatch(/✓ tried again alone: 2 of 2 passed/)
    const lines = said.split('\n')
    const unit = lines.find(line =>
      line.startsWith('unstable: scripts/test/fixture/unit.fixture.mjs › unlucky 1,'),
    )
    expect(unit).toContain('first failure AssertionError: unlucky 1 had no luck')
    const page = lines.find(line =>
      line.startsWith('unstable: scripts/test/fixture/browser/page.fixture.mjs › a page › unlucky,'),
    )
    expect(page).toBeDefined()
    expect(said.trim().split('\n').at(-1)).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/)
    expect(code).toBe(0)
    const [run] = readdirSync(join(folder, 'kept/unstable'))
    const kept = readdirSync(join(folder, 'kept/unstable', run))
    expect(kept).toHaveLength(2)
    const seen = join(
      folder,
      'kept/unstable',
      run,
      kept.find(name => name.includes('page')),
    )
    expect(readdirSync(seen)).toEqual(
      expect.arrayContaining(['failure.txt', 'error-context.md', expect.stringMatching(/^seen/)]),
    )
  })

  test('whatever it is called', async () => {
    const { code, said } = await start('long').ended
    expect(said.match(/^unstable: /gm)).toHaveLength(2)
    const [run] = readdirSync(join(folder, 'kept/unstable'))
    expect(readdirSync(join(folder, 'kept/unstable', run))).toHaveLength(2)
    expect(code).toBe(0)
  })

  test('and is red when it fails again', async () => {
    const { code, said } = await start('broken', 'unlucky-1').ended
    expect(said).toMatch(
      /✗ scripts\/test\/fixture\/unit\.fixture\.mjs › broken\nAssertionError: it never holds/,
    )
    expect(said).toMatch(/✗ tried again alone: 1 of 2 passed/)
    expect(said).toMatch(/\n3 passed, 1 failed, \d+ skipped\n$/)
    expect(code).toBe(1)
  })

  test('four in one run are no chance', async () => {
    const { code, said } = await start('unlucky-1', 'unlucky-2', 'unlucky-3', 'unlucky-4').ended
    expect(said).toContain('一次运行里有 4 个测试时好时坏，最多放过 3 个')
    expect(said.match(/^unstable: /gm)).toHaveLength(4)
    expect(code).toBe(1)
  })

  test('nor is one that stands in the list twice', async () => {
    const row = '| 2026-01-01 | scripts/test/fixture/unit.fixture.mjs › unlucky 1 | unknown |\n'
    writeFileSync(join(folder, 'unstable-tests.md'), row + row)
    const { code, said } = await start('unlucky-1', 'unlucky-2').ended
    expect(said).toContain('unit.fixture.mjs › unlucky 1 已经 2 次时好时坏')
    expect(said).not.toContain('unlucky 2 已经')
    expect(code).toBe(1)
  })
})

describe.runIf(process.platform === 'linux')('ended by a signal it leaves no process and no folder', () => {
  test.each([
    ['hanging-check', 'SIGINT', 130],
    ['hanging-unit', 'SIGTERM', 143],
    ['hanging-page', 'SIGHUP', 129],
    ['hanging-retry', 'SIGTERM', 143],
  ])('%s, %s', async (phase, signal, expected) => {
    const { child, ended, temporary } = start(phase)
    const runs = join(folder, 'runs')
    while (!(existsSync(runs) && readFileSync(runs, 'utf8').includes('hanging'))) await wait(20)
    expect(processesNaming(temporary).length).toBeGreaterThan(2)
    child.kill(signal)
    expect((await ended).code).toBe(expected)
    expect(processesNaming(temporary)).toEqual([])
    expect(readdirSync(temporary)).toEqual([])
  })
})
