import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, query, type TestDatabase } from '../../../test/database.ts'
import { migrate, requireMigrated } from './migrate.ts'

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

describe('a migration of a newer version', () => {
  const older = () => write('0001_make.sql', `-- expand\ncreate table thing (id int)`)
  const newer = (kind: string) =>
    write('0002_newer.sql', `-- ${kind}\nalter table thing add column name text`)
  const withoutNewer = () => rmSync(join(folder, '0002_newer.sql'))
  const require = () => requireMigrated(database.appUrl, folder)

  test('that expands lets the older one start', async () => {
    older()
    newer('expand')
    await run()
    withoutNewer()
    expect(await run()).toEqual([])
    await require()
  })

  test.each(['contract', 'of no kind'])('that is %s stops it, whoever migrates', async kind => {
    older()
    newer(kind)
    await run()
    withoutNewer()
    const sentence = '数据库已有本程序没有的迁移 0002_newer.sql，它属于更新的版本，请使用那个版本启动'
    await expect(run()).rejects.toThrow(sentence)
    await expect(require()).rejects.toThrow(sentence)
  })

  test('that was noted before there were kinds stops it', async () => {
    older()
    newer('expand')
    await run()
    await query(database.ownerUrl, 'update schema_migration set kind = null')
    withoutNewer()
    await expect(run()).rejects.toThrow('0002_newer.sql')
  })

  test('is waited for by a process that does not migrate, which says what to do', async () => {
    older()
    await expect(require()).rejects.toThrow(
      '数据库还没有迁移 0001_make.sql，请先执行 npm run migrate，再以 MIGRATE=0 启动',
    )
    await run()
    await require()
    newer('expand')
    await expect(require()).rejects.toThrow('数据库还没有迁移 0002_newer.sql')
    await run()
    await require()
  })
})

test('a list of before there were kinds gets them, and marks added to applied files change nothing', async () => {
  write('0001_make.sql', `create table thing (id int)`)
  await run()
  await query(database.ownerUrl, 'alter table schema_migration drop column kind')
  write('0001_make.sql', `-- expand\ncreate table thing (id int)`)
  expect(await run()).toEqual([])
  expect(await query(database.ownerUrl, 'select kind from schema_migration')).toEqual([{ kind: 'expand' }])
})

describe('an index that is made concurrently', () => {
  const indexes = (table: string) =>
    query(
      database.ownerUrl,
      `select c.relname as name, x.indisvalid as valid from pg_index x join pg_class c on c.oid = x.indexrelid
       where x.indrelid = '${table}'::regclass order by 1`,
    )
  const index = (table: string) =>
    write(
      '0002_index.sql',
      `-- expand concurrently\n-- Why.\ncreate unique index concurrently thing_id on ${table} (id);\n`,
    )

  test('half done is thrown away and made again', async () => {
    write('0001_make.sql', `create table thing (id int); insert into thing values (1), (1)`)
    index('thing')
    await expect(run()).rejects.toThrow(/^迁移文件 0002_index\.sql 执行失败，再次启动会接着做：/)
    expect(await indexes('thing')).toEqual([{ name: 'thing_id', valid: false }])
    await query(database.ownerUrl, 'truncate thing')
    expect(await run()).toEqual(['0002_index.sql'])
    expect(await indexes('thing')).toEqual([{ name: 'thing_id', valid: true }])
  })

  test('done but not noted is only noted', async () => {
    write('0001_make.sql', `create table thing (id int); create unique index thing_id on thing (id)`)
    await run()
    index('thing')
    expect(await run()).toEqual(['0002_index.sql'])
  })

  test('of a partitioned table is made of each partition, also where some have it already', async () => {
    write(
      '0001_make.sql',
      `create table fact (id int) partition by range (id);
       create table fact_1 partition of fact for values from (0) to (10);
       create table fact_2 partition of fact for values from (10) to (20);
       create unique index fact_1_thing_id on fact_1 (id)`,
    )
    await run()
    index('fact')
    expect(await run()).toEqual(['0002_index.sql'])
    expect(await indexes('fact')).toEqual([{ name: 'thing_id', valid: true }])
    expect(await indexes('fact_2')).toEqual([{ name: 'fact_2_thing_id', valid: true }])
    await query(database.ownerUrl, `delete from schema_migration where name like '0002%'`)
    expect(await run()).toEqual(['0002_index.sql'])
  })

  test('goes on beside other processes that wait for their turn to migrate', async () => {
    write('0001_make.sql', `create table thing (id int)`)
    index('thing')
    const applied = await Promise.all([run(), run(), run()])
    expect(applied.flat()).toEqual(['0001_make.sql', '0002_index.sql'])
  })

  test('waits for a long read without holding anybody up', async () => {
    write('0001_make.sql', `create table thing (id int)`)
    await run()
    index('thing')
    const reader = new pg.Client({ connectionString: database.ownerUrl })
    await reader.connect()
    await reader.query('begin isolation level repeatable read; select * from thing')
    const made = run()
    await expect.poll(() => indexes('thing')).toHaveLength(1)
    await database.asApp('insert into thing values (1)')
    await reader.query('commit')
    expect(await made).toEqual(['0002_index.sql'])
    await reader.end()
  })

  test.each(['vacuum thing', 'create index thing_id on thing (id)'])('“%s” is none', async sql => {
    write('0001_make.sql', `create table thing (id int)`)
    write('0002_index.sql', `-- expand concurrently\n${sql}`)
    await expect(run()).rejects.toThrow('0002_index.sql 标为 concurrently，应只有一条')
  })
})

test('a partition is detached while others read, also where that was begun already', async () => {
  write(
    '0001_make.sql',
    `create table fact (id int) partition by range (id);
     create table fact_1 partition of fact for values from (0) to (10)`,
  )
  await run()
  write('0002_detach.sql', `-- contract concurrently\nalter table fact detach partition fact_1 concurrently`)
  const reader = new pg.Client({ connectionString: database.ownerUrl })
  await reader.connect()
  await reader.query('begin isolation level repeatable read; select * from fact')
  await expect(migrate(database.ownerUrl, { folder, patienceMs: 300, say: () => undefined })).rejects.toThrow(
    '0002_detach.sql 等不到',
  )
  const pending = () => query(database.ownerUrl, 'select inhdetachpending as pending from pg_inherits')
  expect(await pending()).toEqual([{ pending: true }])
  await reader.query('commit')
  await reader.end()
  expect(await run()).toEqual(['0002_detach.sql'])
  expect(await pending()).toEqual([])
})
