import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../../../test/database.ts'
import { openPool } from '../db.ts'

let database: TestDatabase
let pool: ReturnType<typeof openPool>
beforeEach(async () => {
  database = await emptyDatabase()
  pool = openPool(database.ownerUrl, 2)
  await pool.query('create table thing (id bigint, name text)')
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const add = (id: string | number, name: string | null) =>
  pool.query('insert into thing values ($1, $2)', [id, name])

test('rows have the columns of their statement, in every run', async () => {
  await add(1, '甲')
  await add(2, null)
  const ask = (least: number) => pool.query('select id, name from thing where id >= $1 order by id', [least])
  for (const { rows, rowCount } of [await ask(1), await ask(1)]) {
    expect({ rows, rowCount }).toEqual({
      rows: [
        { id: 1, name: '甲' },
        { id: 2, name: null },
      ],
      rowCount: 2,
    })
  }
  expect((await ask(3)).rows).toEqual([])
})

test('a value that cannot be read is an error of its statement; the connection goes on', async () => {
  await add('9007199254740993', '甲')
  const [one, other] = [await pool.connect(), await pool.connect()]
  for (const client of [one, other]) {
    const ask = (name: string) => client.query('select id from thing where name = $1', [name])
    await expect(ask('甲')).rejects.toThrow('int8 beyond 2^53')
    expect((await ask('乙')).rows).toEqual([])
    client.release()
  }
})

test('where a table was changed meanwhile, its rows are read as they are now', async () => {
  await add(1, '甲')
  const [one, other] = [await pool.connect(), await pool.connect()]
  const ask = (client: typeof one) => client.query('select * from thing where id::text = $1', ['1'])
  expect((await ask(one)).rows).toEqual([{ id: 1, name: '甲' }])
  await one.query("alter table thing alter id type text, add at date default '2026-11-21'")
  expect((await ask(other)).rows).toEqual([{ id: '1', name: '甲', at: '2026-11-21' }])
  one.release()
  other.release()
})
