import pg from 'pg'
import { expect, test } from 'vitest'
import { lockClass } from '../src/platform/turns.ts'
import { type TestApp, testApp } from './app.ts'
import { patience } from './pace.ts'

const sweep = 'telemetry.sweepOffline'
const watch = 'telemetry.watchCommands'
const hearing = 'telemetry.sayHearing'

/** How often a server has run a task so far. */
async function runs({ services }: TestApp, task: string): Promise<number> {
  const { values } = await services.metrics.taskSeconds.get()
  return (
    values.find(
      ({ metricName, labels }) => metricName === 'scheduled_task_seconds_count' && labels.task === task,
    )?.value ?? 0
  )
}

const ranAgain = async (app: TestApp, task: string, times = 1) => {
  const before = await runs(app, task)
  await expect
    .poll(() => runs(app, task), { timeout: patience(10_000) })
    .toBeGreaterThanOrEqual(before + times)
}

test('of two servers one does what is done once, and the other when that has ended', {
  timeout: patience(30_000),
}, async () => {
  const first = await testApp()
  const second = await testApp()
  try {
    await ranAgain(first, sweep, 2)
    expect(await runs(second, hearing)).toBeGreaterThan(0)
    expect(await runs(second, sweep)).toBe(0)
    await first.close()
    await ranAgain(second, sweep)
  } finally {
    await second.close()
  }
})

test('a server whose session is cut off notices that others have its turn', {
  timeout: patience(30_000),
}, async () => {
  const app = await testApp()
  const other = new pg.Client(app.database.ownerUrl)
  await other.connect()
  try {
    await ranAgain(app, sweep)
    const taken = other.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, sweep])
    await expect
      .poll(() => app.database.asApp(`select from pg_locks where classid = ${lockClass} and not granted`))
      .toHaveLength(1)
    await app.services.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'drivesim-bus' and datname = current_database()`,
    )
    await taken
    // The turns that nobody else wanted have come back.
    await ranAgain(app, watch)
    const swept = await runs(app, sweep)
    await ranAgain(app, watch, 4)
    expect(await runs(app, sweep)).toBe(swept)
    await other.end()
    await ranAgain(app, sweep)
  } finally {
    await app.close()
  }
})
