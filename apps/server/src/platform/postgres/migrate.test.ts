import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../../test/database.ts'
import { migrate } from './migrate.ts'

let folder: string
let database: TestDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drivesim-migrate-'))
  database = await emptyDatabase()
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
const run = () => migrate(database.ownerUrl, { folder, appRole: database.appRole })

test('applies what is missing, in order, once', async () => {
  write('0002_fill.sql', `insert into thing values (1)`)
  write('0001_make.sql', `create table thing (id int)`)
  expect(await run()).toEqual(['0001_make.sql', '0002_fill.sql'])
  expect(await run()).toEqual([])
  expect(await database.asApp('select id from thing')).toEqual([{ id: 1 }])
})

test('two processes at once apply each file once', async () => {
  write('0001_make.sql', `create table thing (id int); select pg_sleep(0.1)`)
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat()).toEqual(['0001_make.sql'])
})

test('a file that fails leaves nothing of itself and says which it was', async () => {
  write('0001_make.sql', `create table thing (id int)`)
  write('0002_bad.sql', `insert into thing values (1); insert into thong values (1)`)
  await expect(run()).rejects.toThrow(/0002_bad\.sql.*thong/)
  expect(await database.asApp('select count(*)::int as rows from thing')).toEqual([{ rows: 0 }])
})

describe('a table that a long read uses', () => {
  let reader: pg.Client
  let said: string[]
  const alter = (patienceMs?: number) =>
    migrate(database.ownerUrl, {
      folder,
      appRole: database.appRole,
      say: sentence => said.push(sentence),
      ...(patienceMs === undefined ? {} : { patienceMs }),
    })
  beforeEach(async () => {
    said = []
    write('0001_make.sql', `create table thing (id int); insert into thing values (1)`)
    await run()
    write('0002_widen.sql', `alter table thing add column name text`)
    reader = new pg.Client({ connectionString: database.ownerUrl })
    await reader.connect()
    await reader.query('begin; select * from thing')
  })
  afterEach(() => reader.end())

  test('is waited for, and others go on reading and writing meanwhile', async () => {
    const altered = alter()
    while (said.length < 3) {
      await database.asApp('insert into thing (id) values (2)')
      await database.asApp('select id from thing')
    }
    expect(said[0]).toBe('迁移文件 0002_widen.sql 要改的表正在使用，稍后再试')
    await reader.query('commit')
    expect(await altered).toEqual(['0002_widen.sql'])
    expect(await database.asApp('select name from thing limit 1')).toEqual([{ name: null }])
  })

  test('is not waited for without end: one sentence says what to do, and nothing was changed', async () => {
    await expect(alter(0)).rejects.toThrow(/^迁移文件 0002_widen\.sql 等不到要改的表[^\n]+再启动$/)
    await reader.query('commit')
    await expect(database.asApp('select name from thing')).rejects.toThrow('name')
  })
})

test('a file changed after it was applied stops the start', async () => {
  write('0001_make.sql', `create table thing (id int)`)
  await run()
  write('0001_make.sql', `create table thing (id bigint)`)
  await expect(run()).rejects.toThrow('0001_make.sql 在执行之后被改动了')
})

test('a database of a newer version stops the start', async () => {
  write('0001_make.sql', `create table thing (id int)`)
  await run()
  rmSync(join(folder, '0001_make.sql'))
  await expect(run()).rejects.toThrow('数据库已有本程序没有的迁移 0001_make.sql')
})

test('the application may fill tables, and keeps only what a migration leaves it', async () => {
  write(
    '0001_log.sql',
    `create table log (id bigint generated always as identity, said text);
     do $$ begin
       if current_setting('drivesim.app_role') <> '' then
         execute format('revoke update, delete on log from %I', current_setting('drivesim.app_role'));
       end if;
     end $$`,
  )
  await run()
  await run()
  await database.asApp(`insert into log (said) values ('hello')`)
  await expect(database.asApp(`update log set said = 'nothing'`)).rejects.toThrow('permission denied')
  await expect(database.asApp('delete from log')).rejects.toThrow('permission denied')
  await expect(database.asApp('delete from schema_migration')).rejects.toThrow('permission denied')
})

test('a database that does not answer is one sentence without the password', async () => {
  const started = migrate('postgresql://me:hunter2@127.0.0.1:1/drivesim')
  await expect(started).rejects.toThrow(/^连不上数据库 postgresql:\/\/me@127\.0\.0\.1:1\/drivesim：[^\n]+$/)
})

test('a database that is not UTF-8 is refused', async () => {
  const latin = await emptyDatabase(`encoding 'LATIN1' locale_provider 'libc' locale 'C' template template0`)
  await expect(migrate(latin.ownerUrl, { folder })).rejects.toThrow('数据库的编码是 LATIN1，需要 UTF8')
  await latin.drop()
})
