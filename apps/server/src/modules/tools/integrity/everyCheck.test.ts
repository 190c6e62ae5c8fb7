import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetDatabase, workerDatabase } from '../../../../test/database.ts'
import { patience } from '../../../../test/pace.ts'
import { wrongs } from '../../../../test/wrongs.ts'
import type { DB } from '../../../generated/schema.ts'
import { modules } from '../../../modules.ts'
import { makeDataKeys } from '../../../platform/keys/dataKeys.ts'
import { gatherParts } from '../../../platform/parts.ts'
import { openDb, openPool } from '../../../platform/postgres/db.ts'
import { seedDemo } from '../demo/seed.ts'
import { checkOne } from './service.ts'

const { checks, seed } = gatherParts(modules)
const dataKey = Buffer.alloc(32, 7)
const keys = makeDataKeys(() => [dataKey])
const size = { schools: 3, classrooms: 10, simulators: 70, students: 900, days: 45, lessonDays: 20 }
const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-checks-'))
/** One connection alone: what is begun on it holds for the checks too. */
let pool: pg.Pool
let db: Kysely<DB>

beforeAll(async () => {
  const database = await workerDatabase()
  await resetDatabase(database)
  pool = openPool(database.ownerUrl, 1)
  db = openDb(pool)
  await seedDemo(db, seed, { dataDir, dataKey, isLoopback: true, size, now: Date.now() })
}, patience(120_000))
afterAll(async () => {
  await db.destroy()
  rmSync(dataDir, { recursive: true, force: true })
})

test('each check has something wrong to tell of', () => {
  expect(Object.keys(wrongs).sort()).toEqual(checks.map(({ title }) => title).sort())
})

test.each(checks.map(check => [check.title, check] as const))(
  '%s: told when it is not so',
  async (title, check) => {
    const before = await checkOne(db, check, keys)
    // Nobody counts along, and nothing refers to what is changed.
    await pool.query('begin; set local session_replication_role = replica')
    try {
      await pool.query(wrongs[title] ?? '')
      const after = await checkOne(db, check, keys)
      expect([before.wrong, after.wrong > 0]).toEqual([0, true])
    } finally {
      await pool.query('rollback')
    }
  },
)
