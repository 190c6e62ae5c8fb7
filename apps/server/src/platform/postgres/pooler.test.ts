import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../../test/database.ts'
import { hasPgbouncer, startPgbouncer } from '../../../test/pgbouncer.ts'
import { refusePooler } from './pooler.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.drop())

const ignored = 'ignore_startup_parameters = options'
/** As a pooler that lets through what a session begins with. */
const connectQuery = `connect_query='set plan_cache_mode = force_generic_plan'`

describe.skipIf(!hasPgbouncer)('a pooler is refused that hands out sessions', () => {
  test.each([
    ['by transaction', ['pool_mode = transaction'], connectQuery],
    ['by transaction, one for all', ['pool_mode = transaction', 'default_pool_size = 1'], connectQuery],
    ['by statement', ['pool_mode = statement'], connectQuery],
    ['whole, without what a session begins with', ['pool_mode = session'], ''],
  ])('%s', async (_, settings, ofDatabase) => {
    const url = await startPgbouncer(database.ownerUrl, [ignored, ...settings], ofDatabase)
    await expect(refusePooler('DATABASE_URL', url)).rejects.toThrow(
      /^DATABASE_URL 经过的连接池[^\n]+请改为直接连接 PostgreSQL 的地址$/,
    )
  })

  test('by transaction, in turns, when it has a few', async () => {
    const turns = [ignored, 'pool_mode = transaction', 'server_round_robin = 1']
    const url = await startPgbouncer(database.ownerUrl, turns, connectQuery)
    const pool = new pg.Pool({ connectionString: url })
    const busy = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
    for (const client of busy) await client.query('begin')
    for (const client of busy) await client.query('commit')
    await expect(refusePooler('DATABASE_URL', url)).rejects.toThrow(/^DATABASE_URL 经过的连接池/)
    for (const client of busy) client.release()
    await pool.end()
  })

  test('as it is installed, refusing what a session begins with', async () => {
    const url = await startPgbouncer(database.ownerUrl, ['pool_mode = session'])
    await expect(refusePooler('DATABASE_URL', url)).rejects.toThrow(/^DATABASE_URL 经过的连接池/)
  })
})

test('PostgreSQL itself is not', async () => {
  await expect(refusePooler('DATABASE_URL', database.ownerUrl)).resolves.toBeUndefined()
})
