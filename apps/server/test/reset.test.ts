import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPool } from '../src/platform/postgres/db.ts'
import { resetDatabase, type TestDatabase, workerDatabase } from './database.ts'
import { until } from './device.ts'
import { makeClassroom, makeMember, makeOrganisation, makeSimulator, makeStudent } from './factories.ts'
import { makeSessions } from './facts.ts'

let database: TestDatabase
let pool: pg.Pool
beforeEach(async () => {
  database = await workerDatabase()
  await resetDatabase(database)
  pool = openPool(database.ownerUrl, 2)
})
afterEach(() => pool.end())

const rowsOf = async (sql: string) => (await pool.query(sql)).rows

/** Every row there is, by table. */
async function everything() {
  const tables = await rowsOf(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const rows = tables.map(({ name }) => `select '${name}' as name, t::text as row from ${name} t`)
  return rowsOf(`${rows.join(' union all ')} order by 1, 2`)
}

test('whatever a test does to the rows, the next begins with those of the migrations, and with id 1', async () => {
  const before = await everything()
  expect(before).toContainEqual({ name: 'subject', row: '(1,科目一)' })

  const organ = await makeOrganisation(pool)
  const room = await makeClassroom(pool, organ)
  const simulator = await makeSimulator(pool, { organ, room })
  await makeMember(pool)
  const student = await makeStudent(pool, organ)
  const at = '2024-02-29T09:00:00+08:00'
  await makeSessions(pool, [{ simulator: simulator.id, organ, room, student, at }])
  await pool.query(
    `delete from module where id > 1; update area set name = '别处'; insert into subject values (9, '科目九')`,
  )
  expect(await everything()).not.toEqual(before)

  await resetDatabase(database)
  expect(await everything()).toEqual(before)
  expect(await makeOrganisation(pool, { type: 'platform' })).toBe(1)
})

test('who is writing still ends first', async () => {
  const writer = await pool.connect()
  await writer.query('begin')
  await writer.query(`insert into organisation (name, type) values ('平台', 'platform')`)
  const waiting = () =>
    rowsOf(`select from pg_locks where not granted and relation = 'organisation'::regclass`)
  const emptied = resetDatabase(database)
  await until('the reset waits', async () => (await waiting()).length > 0)
  await writer.query('commit')
  writer.release()
  await emptied
  expect(await rowsOf('select from organisation')).toEqual([])
})
