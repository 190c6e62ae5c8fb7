import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { makeSessions } from '../../../../test/facts.ts'
import { setIntervals, twoMonths } from '../../../../test/intervals.ts'
import { patience } from '../../../../test/pace.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

let app: TestApp
let simulator: Awaited<ReturnType<typeof makeSimulator>>
beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  const room = await makeClassroom(pool, organ)
  simulator = await makeSimulator(pool, { organ, room })
  await makeSessions(pool, [
    { simulator: simulator.id, organ, room, at: '2024-01-05T09:30:00+08:00' },
    { simulator: simulator.id, organ, room, at: '2024-02-05T09:30:00+08:00' },
  ])
})
afterEach(async () => {
  await query(
    app.database.ownerUrl,
    `delete from archived_month;
     drop table if exists archived_training_session_202401, archived_training_session_202402;
     drop table if exists archived_simulator_interval_202312, archived_simulator_interval_202401, archived_simulator_interval_202402;
     select ensure_months('2024-01-05', '2024-02-05')`,
  )
})
dataAgrees(() => app)

const command = join(import.meta.dirname, '../../../../dist/src/commands/archive.js')
const folder = () => join(app.services.config.dataDir, 'archive')
const monthsKept = () => String((new Date().getFullYear() - 2024) * 12 + new Date().getMonth() - 2)

let keeping: 'KEEP_SESSION_MONTHS' | 'KEEP_INTERVAL_MONTHS'
const begin = (...args: string[]) =>
  spawn(process.execPath, [command, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: app.database.ownerUrl,
      DATA_DIR: app.services.config.dataDir,
      [keeping]: monthsKept(),
    },
    stdio: 'ignore',
  })

const ended = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Kills a command as soon as a file of the archive has this ending. */
async function killAtFile(ending: string, ...args: string[]): Promise<void> {
  mkdirSync(folder(), { recursive: true })
  const watcher = watch(folder())
  const child = begin(...args)
  watcher.on('change', (_event, name) => {
    if (String(name).endsWith(ending)) child.kill('SIGKILL')
  })
  await ended(child)
  watcher.close()
}

/** How many rows there are in a table and in the files of months that are away. */
const all = async (fact: string) =>
  (await query(
    app.database.ownerUrl,
    `select (select count(*)::int from ${fact}) + coalesce(sum(rows), 0)::int as n
     from archived_month where detached_at is not null`,
  )) as { n: number }[]
const sessions = () => all('training_session')

test('killed as its files come, and at moments of the database, no row is lost and the next call goes on', {
  timeout: patience(60_000),
}, async () => {
  keeping = 'KEEP_SESSION_MONTHS'
  await dieWithin('detach_month', 'lock table training_session in share update exclusive mode', 'archive')
  expect(await sessions()).toEqual([{ n: 2 }])
  for (const ending of [
    '2024-01.csv.gz.tmp',
    '2024-01.csv.gz',
    '2024-01.json',
    '2024-02.csv.gz.tmp',
    '2024-02.json',
  ]) {
    await killAtFile(ending, 'archive')
    expect(await sessions(), ending).toEqual([{ n: 2 }])
  }
  expect(await ended(begin('archive'))).toBe(0)
  expect(existsSync(join(folder(), 'training_session_2024-02.csv.gz'))).toBe(true)
  await query(
    app.database.ownerUrl,
    `update archived_month set detached_at = detached_at - interval '8 days'`,
  )
  expect(await ended(begin('archive'))).toBe(0)
  await dieWithin(
    'attach_month',
    'lock table training_session in share update exclusive mode',
    ...['restore', 'training_session', '2024-01'],
  )
  expect(await sessions()).toEqual([{ n: 2 }])
  expect(await ended(begin('restore', 'training_session', '2024-01'))).toBe(0)
  rmSync(folder(), { recursive: true })
  expect(await sessions()).toEqual([{ n: 2 }])
  expect(await query(app.database.ownerUrl, 'select count(*)::int as n from training_session')).toEqual([
    { n: 1 },
  ])
})

test('the same of intervals: at each step of the way, what goes on beyond a month is there once', {
  timeout: patience(90_000),
}, async () => {
  keeping = 'KEEP_INTERVAL_MONTHS'
  await setIntervals(app.services.pool, simulator, twoMonths)
  const before = await query(
    app.database.ownerUrl,
    'select * from simulator_interval order by fact, started_at',
  )
  const there = [{ n: before.length }]
  for (const [called, lock] of [
    ['prepare_long_intervals', 'lock table simulator in row exclusive mode'],
    ['fill_long_intervals', 'lock table simulator_interval_202312 in access exclusive mode'],
    ['detach_month', 'lock table simulator_interval in share update exclusive mode'],
  ] as const) {
    await dieWithin(called, lock, 'archive')
    expect(await all('simulator_interval'), called).toEqual(there)
  }
  for (const ending of ['2024-01.csv.gz.tmp', '2024-01.csv.gz', '2024-01.json', '2024-02.json']) {
    await killAtFile(ending, 'archive')
    expect(await all('simulator_interval'), ending).toEqual(there)
  }
  expect(await ended(begin('archive'))).toBe(0)
  await query(
    app.database.ownerUrl,
    `update archived_month set detached_at = detached_at - interval '8 days' where month = '2024-01-01'`,
  )
  expect(await ended(begin('archive'))).toBe(0)
  expect(await all('simulator_interval')).toEqual(there)
  for (const month of ['2023-12', '2024-01', '2024-02']) {
    const part = `simulator_interval_${month.replace('-', '')}`
    await dieWithin(
      'attach_month',
      `lock table ${part} in share mode`,
      'restore',
      'simulator_interval',
      month,
    )
    expect(await all('simulator_interval'), month).toEqual(there)
    expect(await ended(begin('restore', 'simulator_interval', month))).toBe(0)
  }
  expect(
    await query(app.database.ownerUrl, 'select * from simulator_interval order by fact, started_at'),
  ).toEqual(before)
})

/** Holds a command up in a statement that calls a function, and kills it there. */
async function dieWithin(called: string, lock: string, ...args: string[]): Promise<void> {
  const { pool } = app.services
  const holder = await pool.connect()
  try {
    await holder.query(`begin; ${lock}`)
    const child = begin(...args)
    const waits = `select pid from pg_stat_activity where query like '%${called}%' and wait_event_type = 'Lock'`
    const isHeldUp = async () => (await query(app.database.ownerUrl, waits)).length > 0
    await until('held up', isHeldUp, patience(8_000), 1)
    child.kill('SIGKILL')
    await ended(child)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}
