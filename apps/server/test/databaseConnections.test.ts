import { contract, errors } from '@drivesim/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../src/platform/postgres/db.ts'
import { openDb, openPool } from '../src/platform/postgres/db.ts'
import { beforeEachTest, type TestApp, testApp } from './app.ts'
import { ownerPool } from './database.ts'
import { connectDevice } from './device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from './factories.ts'
import { patience } from './pace.ts'

const long = process.env.TEST_LONG === '1'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const limitOf = async (db: Db) =>
  (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)).rows[0]
    ?.limit

test('a connection has the limit of whoever uses it, whoever used it before', async () => {
  const pool = openPool(app.database.appUrl, 1)
  const [short, unhurried] = [openDb(pool, 50), openDb(pool)]
  try {
    expect(await limitOf(short)).toBe('50ms')
    await expect(sql`select pg_sleep(5)`.execute(short)).rejects.toMatchObject({ code: '57014' })
    await sql`select pg_sleep(0.1)`.execute(unhurried)
    await short.transaction().execute(async trx => expect(await limitOf(trx)).toBe('50ms'))
    expect(await limitOf(unhurried)).toBe('0')
  } finally {
    await pool.end()
  }
})

test('POOL_SIZE is the most connections that a server uses, and enough with the fewest', async () => {
  const small = await testApp({ POOL_SIZE: '3', NOTICES: '1', OPERATIONS: '1', CLOSING: '1' })
  try {
    const member = await small.signedIn({ codes: ['device:simulator'] })
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => member.call(contract.devices.list, {})),
    )
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0))
    expect(small.services.pool.totalCount).toBe(3)
  } finally {
    await small.close()
  }
})

test('calls have 15 s a statement, files and what no call waits for have none', async () => {
  expect(await limitOf(app.services.db)).toBe('15s')
  expect(await limitOf(app.services.unhurriedDb)).toBe('0')
})

/** Does something while a table is locked, until the act gives it back. */
async function whileHeld(
  table: string,
  act: (giveBack: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const holder = await ownerPool(app.database.ownerUrl).connect()
  const giveBack = async () => {
    await holder.query('rollback')
  }
  try {
    await holder.query(`begin; lock table ${table}`)
    await act(giveBack)
  } finally {
    await giveBack()
    holder.release()
  }
}

test.runIf(long)(
  'what waits for a lock: a call is told to come later, its file and the devices wait',
  {
    timeout: patience(90_000),
  },
  async () => {
    const organ = await makeOrganisation(app.services.pool)
    const simulator = await makeSimulator(app.services.pool, {
      organ,
      room: await makeClassroom(app.services.pool, organ),
    })
    const member = await app.signedIn({ codes: ['device:simulator'], organs: [organ] })
    const device = await connectDevice(app.services.devices.address() ?? '', simulator)
    await whileHeld('simulator_state', async giveBack => {
      const began = new Date()
      const file = member.send(contract.devices.export)
      const batch = device.report({ activity: 'training' })
      const list = await member.send(contract.devices.list)
      expect(list).toMatchObject({
        status: 503,
        code: errors.unavailable.code,
        msg: errors.unavailable.sentence(),
      })
      // The batch is cut off after 30 s, and tried again.
      await expect
        .poll(
          () =>
            app.database.asApp(
              `select from pg_locks where relation = 'simulator_state'::regclass and mode = 'RowShareLock'
             and waitstart > '${began.toISOString()}'::timestamptz + interval '29 s'`,
            ),
          { timeout: patience(40_000), interval: 500 },
        )
        .toHaveLength(1)
      await giveBack()
      await batch
      expect((await file).status).toBe(200)
    })
    const { rows } = await app.services.pool.query('select state_id as state from simulator_state')
    expect(rows).toEqual([{ state: 'training' }])
    device.cut()
  },
)
