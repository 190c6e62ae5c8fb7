import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { contract, errors } from '@drivesim/contract'
import { type Random, randomOf } from '@drivesim/fleet/random'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startEmbeddedPostgres } from '../src/platform/postgres/embeddedPostgres.ts'
import { basicHeader } from './app.ts'
import { query } from './database.ts'
import { until } from './device.ts'
import { adminPassword, type Load, openLoad } from './load.ts'
import { patience } from './pace.ts'
import {
  exitCodeOf,
  isAnswering,
  killAll,
  launch,
  makeSite,
  ownerUrlOf,
  pollUntil,
  type Run,
  type Site,
  untilReady,
} from './serverProcess.ts'

// What breaks under load, and what must hold all the same. `npm run test:long` runs the long forms.

const long = process.env.TEST_LONG === '1'
const seed = process.env.TEST_SEED ?? String(Date.now())
const kills = long ? 50 : 5
const pauseMs = long ? 10_000 : 3_000
const unavailable = `503 ${errors.unavailable.sentence()}`

let site: Site
let run: Run
let load: Load
const figures: string[][] = [['fault', 'times', 'changes', 'messages', 'longest until all went on']]

beforeEach(async () => {
  site = await makeSite()
})
afterEach(() => killAll(site))
afterAll(() => console.log(`seed ${seed}\n${figures.map(row => row.join(' | ')).join('\n')}`))

const note = (fault: string, times: number, longestMs: number) => {
  const { changes, sessions, faults } = load.promised()
  figures.push([
    fault,
    String(times),
    String(changes.size),
    String(sessions.size + faults.size),
    `${(longestMs / 1000).toFixed(1)} s`,
  ])
}

/** How long it takes until everything goes on. */
async function recovered(): Promise<number> {
  const began = performance.now()
  await load.flows()
  return performance.now() - began
}

async function started(env: Record<string, string> = {}): Promise<void> {
  run = launch(site, { ADMIN_PASSWORD: adminPassword, ...env })
  await untilReady(site, run)
}

const postmaster = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

describe('kill -9', () => {
  const killServer = async () => {
    run.child.kill('SIGKILL')
    await exitCodeOf(run)
    await started()
  }
  const killDatabase = async () => {
    process.kill(postmaster(site.dataDir), 'SIGKILL')
  }
  const ways: Record<string, (random: Random) => Promise<void>> = {
    'the server and its broker': killServer,
    'the database': killDatabase,
    'one process of the database': async random => {
      const busy = await query(
        ownerUrlOf(site),
        `select pid from pg_stat_activity where usename = 'drivesim_app' order by state <> 'active', pid`,
      )
      signal(Number(Reflect.get(Object(random.pick(busy)), 'pid')), 'SIGKILL')
    },
    both: async () => {
      await killDatabase()
      await killServer()
    },
  }

  test(`${kills} times at random moments: no promise is lost or kept twice`, {
    timeout: patience(1_200_000),
  }, async () => {
    const random = randomOf('kills', seed)
    console.log(`seed ${seed}`)
    await started()
    load = await openLoad(site, ownerUrlOf(site))
    await load.flows()
    const names = Object.keys(ways)
    const slowest = new Map<string, number>()
    for (let n = 0; n < kills; n += 1) {
      const name = names[n] ?? random.pick(names)
      await wait(random.int(0, 400))
      const began = performance.now()
      await ways[name]?.(random)
      await load.flows()
      const ms = performance.now() - began
      slowest.set(name, Math.max(ms, slowest.get(name) ?? 0))
      await load.verify()
    }
    await load.stop()
    await load.verify()
    expect([...load.refused].filter(answer => answer !== unavailable)).toEqual([])
    note('kill -9', kills, Math.max(...slowest.values()))
    run.child.kill('SIGINT')
    expect(await exitCodeOf(run), run.said()).toBe(0)
    expect(processesNaming(site.dataDir)).toEqual([])
  })
})

/** Command lines of processes that have to do with a folder. */
function processesNaming(folder: string): string[] {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return []
      }
    })
    .filter(line => line.includes(folder))
}

/** To a process that was there a moment ago: a connection may have ended by itself. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

describe('the server does not need a restart', () => {
  test(`when an external database is away, or does not answer for ${pauseMs / 1000} s`, {
    timeout: patience(180_000),
  }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-external-'))
    const database = await startEmbeddedPostgres({ dataDir })
    try {
      await started({ DATABASE_URL: database.appUrl, MIGRATE_DATABASE_URL: database.ownerUrl })
      load = await openLoad(site, database.ownerUrl)
      await load.flows()
      await database.stop()
      await until('people are told', () => load.refused.has(unavailable))
      expect(await isAnswering(site)).toBe(false)
      if (long) await wait(60_000)
      await database.startAgain()
      note('database away', 1, await recovered())
      await load.verify()

      const processes = [postmaster(dataDir), ...childrenOf(postmaster(dataDir))]
      for (const pid of processes) signal(pid, 'SIGSTOP')
      await wait(pauseMs)
      for (const pid of processes) signal(pid, 'SIGCONT')
      note('database paused', 1, await recovered())
      await load.stop()
      await load.verify()
      expect([...load.refused]).toEqual([unavailable])
      expect(run.child.exitCode).toBeNull()
    } finally {
      await database.stop()
      await pollUntil(() => processesNaming(dataDir).length === 0)
      rmSync(dataDir, { recursive: true })
    }
  })

  test('when the database takes no changes for a while, or is frozen: that is what /health/ready and calls say', async () => {
    await started()
    const ask = async (path: string, init?: RequestInit) => {
      const response = await fetch(`${site.url}${path}`, init)
      const { code } = z.object({ code: z.number() }).parse(await response.json())
      return { status: response.status, code }
    }
    const signIn = () =>
      ask(`/dm-api${contract.session.token.path}`, {
        method: 'POST',
        headers: { authorization: basicHeader, 'content-type': 'application/json' },
        body: JSON.stringify({ grant_type: 'password', username: 'admin', password: adminPassword }),
      })
    const away = { status: 503, code: errors.unavailable.code }
    const superuser = new URL(ownerUrlOf(site))
    superuser.username = 'postgres'
    const set = async (statement: string) => {
      await query(superuser.toString(), statement)
      await query(superuser.toString(), 'select pg_reload_conf()')
    }

    await set('alter system set default_transaction_read_only = on')
    await pollUntil(async () => !(await isAnswering(site)))
    expect(await ask('/health/ready')).toEqual(away)
    expect(await signIn()).toEqual(away)
    await set('alter system reset default_transaction_read_only')
    await pollUntil(() => isAnswering(site))
    expect(await signIn()).toEqual({ status: 200, code: 0 })

    const processes = [postmaster(site.dataDir), ...childrenOf(postmaster(site.dataDir))]
    for (const pid of processes) signal(pid, 'SIGSTOP')
    try {
      // More often than there are connections: none is kept.
      for (let n = 0; n < 3; n += 1) {
        const asked = await Promise.all(Array.from({ length: 8 }, () => ask('/health/ready')))
        expect(asked).toEqual(Array.from({ length: 8 }, () => away))
      }
    } finally {
      for (const pid of processes) signal(pid, 'SIGCONT')
    }
    await pollUntil(() => isAnswering(site))
    expect(run.child.exitCode).toBeNull()
  })

  test.runIf(long && process.getuid?.() === 0)(
    'when the disk was full',
    async () => {
      const disk = site.dataDir
      mount('-t', 'tmpfs', '-o', 'size=300m,mode=777', 'tmpfs', disk)
      try {
        await started()
        load = await openLoad(site, ownerUrlOf(site))
        await load.flows()
        fill(join(disk, 'filler'))
        await until('people are told', () => load.refused.has(unavailable), 60_000)
        await wait(pauseMs)
        rmSync(join(disk, 'filler'))
        note('disk full', 1, await recovered())
        await load.stop()
        await load.verify()
        expect([...load.refused]).toEqual([unavailable])
        expect(run.child.exitCode).toBeNull()
      } finally {
        run.child.kill('SIGKILL')
        await exitCodeOf(run)
        await pollUntil(() => processesNaming(disk).length === 0)
        spawnSync('umount', [disk])
      }
    },
    300_000,
  )
})

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

function mount(...options: string[]): void {
  const { status, stderr } = spawnSync('mount', options)
  if (status !== 0) throw new Error(`no small disk can be made here: ${stderr}`)
}

/** Writes until nothing fits any more. */
function fill(file: string): void {
  const block = Buffer.alloc(1_000_000)
  for (let size = block.length; size > 0; ) {
    try {
      writeFileSync(file, block.subarray(0, size), { flag: 'a' })
    } catch {
      size = Math.floor(size / 10)
    }
  }
}
