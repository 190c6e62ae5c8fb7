import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { contract } from '@drivesim/contract'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { connectDevice } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { makeSessions } from '../../../../test/facts.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { archive, restoreMonth } from './service.ts'
import { type ArchiveStore, archiveStore } from './storage.ts'

let app: TestApp
let simulator: Awaited<ReturnType<typeof makeSimulator>>
let student: number
let person: Client
let client: pg.Client
let said: string[]

const old = '2024-01'
const fact = 'training_session' as const
const month = { fact, month: `${old}-01` }

beforeEachTest(async built => {
  app = built
  said = []
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  const room = await makeClassroom(pool, organ)
  simulator = await makeSimulator(pool, { organ, room })
  student = await makeStudent(pool, organ)
  person = await app.signedIn({ codes: ['device', 'device:simulator'], organs: [organ] })
  client = new pg.Client({ connectionString: app.database.ownerUrl })
  await client.connect()
  await forgetOlderMonths()
  const made = {
    simulator: simulator.id,
    organ,
    room,
    student,
    errors: [{ subSubjectId: 201, text: '压线，"左"', points: 10 }],
  }
  await makeSessions(pool, [
    { ...made, at: '2024-01-05T09:30:00+08:00' },
    { ...made, at: '2024-01-31T23:59:59+08:00' },
    { ...made, at: '2024-02-01T00:00:00+08:00', student: null },
    { ...made, at: new Date(Math.floor(Date.now() / 1000) * 1000 - 86_400_000).toISOString() },
  ])
})
afterEach(async () => {
  await client.end()
  // What other tests of this database would meet.
  await query(
    app.database.ownerUrl,
    `do $$ declare name text; begin
       for name in select relname from pg_class where relkind = 'r' and relname ~ '^archived_.*_[0-9]{6}$'
       loop execute format('drop table %I', name); end loop;
     end $$`,
  )
  await query(
    app.database.ownerUrl,
    `delete from archived_month;
     drop table if exists archived_training_session_202401, archived_training_session_202402;
     select ensure_months('2024-01-05', '2024-02-05')`,
  )
})
dataAgrees(() => app)

/** Months of before 2024 that other files' tests needed stay with their database, and would be archived first. */
async function forgetOlderMonths(): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'training_session'::regclass
     and right(inhrelid::regclass::text, 6) < '202401'`,
  )
  for (const { name } of rows) await client.query(`drop table ${name}`)
}

const store = () => archiveStore(app.services.files)
const folder = () => join(app.services.config.dataDir, 'archive')
const place = (of: ArchiveStore = store()) => ({ client, store: of, say: (line: string) => said.push(line) })
/** So many that January and February of 2024 are older, and no later month with sessions. */
const kept = () => (new Date().getFullYear() - 2024) * 12 + new Date().getMonth() - 2
const run = (of?: ArchiveStore) => archive(place(of), { training_session: kept() })
const weekLater = () =>
  query(app.database.ownerUrl, `update archived_month set detached_at = detached_at - interval '8 days'`)
const listed = async (days: { endDate?: string } = {}) =>
  (await person.call(contract.devices.sessions, { simulatorId: simulator.id, ...days })).data
const tables = async () =>
  (
    (await query(
      app.database.ownerUrl,
      `select relname as name from pg_class where relkind = 'r' and relname ~ 'training_session.*20240[12]$' order by 1`,
    )) as { name: string }[]
  ).map(({ name }) => name)

test('a list ends where the archive begins; what is counted stays, and all comes back as it was', async () => {
  const before = await app.services.pool.query('select * from training_session order by record_id')
  const keys = await app.services.pool.query('select * from training_session_key order by record_id')
  expect(await listed()).toMatchObject({ totalDataNum: 4, archivedUntil: null })
  await run()
  expect(said).toEqual([
    '2024 年 1 月训练的 2 条记录已归档到 training_session_2024-01.csv.gz',
    '2024 年 2 月训练的 1 条记录已归档到 training_session_2024-02.csv.gz',
  ])
  expect(await listed()).toMatchObject({ totalDataNum: 1, archivedUntil: '2024-02-01' })
  expect(await listed({ endDate: '2024-01-20' })).toMatchObject({
    totalDataNum: 0,
    dataList: [],
    archivedUntil: '2024-01-05',
  })
  await weekLater()
  await run()
  expect(await tables()).toEqual([])
  expect(said.at(-1)).toBe('2024 年 2 月训练的 1 条记录一周前已归档，现已从数据库删除')
  await restoreMonth(place(), month)
  await restoreMonth(place(), { fact, month: '2024-02-01' })
  expect(said.slice(-2)).toEqual([
    '2024 年 1 月训练的 2 条记录已恢复，30 天内不再归档',
    '2024 年 2 月训练的 1 条记录已恢复，30 天内不再归档',
  ])
  expect((await app.services.pool.query('select * from training_session order by record_id')).rows).toEqual(
    before.rows,
  )
  expect(
    (await app.services.pool.query('select * from training_session_key order by record_id')).rows,
  ).toEqual(keys.rows)
  await run()
  expect(await listed()).toMatchObject({ totalDataNum: 4, archivedUntil: null })
})

test('the copy of a person says on which days they trained in months that were archived', async () => {
  await run()
  const keeper = await app.signedIn({ codes: ['system:privacy'] })
  const { data } = await keeper.call(contract.persons.file, { studentId: student, reason: '本人要求查阅' })
  const archived = data.sections?.find(({ title }) => title.startsWith('已归档的训练'))
  expect(archived?.rows.map(([, day, sessions]) => [day, sessions])).toEqual([
    ['2024-01-31', '1'],
    ['2024-01-05', '1'],
  ])
})

test('within the week a month comes back without its file', async () => {
  await run()
  rmSync(folder(), { recursive: true })
  await restoreMonth(place(), month)
  expect(await listed()).toMatchObject({ totalDataNum: 3, archivedUntil: '2024-02-01' })
})

test('in a database restored from a back-up, which has the files alone, a month comes back from its file', async () => {
  await run()
  await query(app.database.ownerUrl, 'drop table archived_training_session_202401')
  await restoreMonth(place(), month)
  expect(await listed()).toMatchObject({ totalDataNum: 3, archivedUntil: '2024-02-01' })
})

test('what a device says of an archived month is refused, and counted no second time', async () => {
  await run()
  const device = await connectDevice(app.services.devices.address() ?? '', simulator)
  await device.end({
    sessionId: randomUUID(),
    startedAt: '2024-01-05T09:30:00+08:00',
    at: '2024-01-05T09:40:00+08:00',
  })
  await device.leave()
  expect(await app.services.pool.query('select from training_session')).toMatchObject({ rowCount: 1 })
  expect(await tables()).toEqual(['archived_training_session_202401', 'archived_training_session_202402'])
})

test.each([
  ['missing', () => rmSync(folder(), { recursive: true })],
  ['another', () => writeFileSync(join(folder(), `training_session_${old}.csv.gz`), 'x')],
  ['of other rows', () => writeFileSync(join(folder(), `training_session_${old}.csv.gz`), gzipSync('1,2,3'))],
  [
    'short of its end',
    () => {
      const file = join(folder(), `training_session_${old}.csv.gz`)
      writeFileSync(file, readFileSync(file).subarray(0, -12))
    },
  ],
])('a month whose file is %s is not dropped, and the sentence says what to do', async (_what, spoil) => {
  await run()
  await weekLater()
  spoil()
  await expect(run()).rejects.toThrow(
    '归档文件 training_session_2024-01.csv.gz 缺失或已损坏，请从备份取回它和 training_session_2024-01.json 后再试',
  )
  expect(await tables()).toContain('archived_training_session_202401')
})

test('what is written wrongly stays in its table', async () => {
  const rotten: ArchiveStore = {
    ...store(),
    put: async (name, bytes) => {
      await store().put(name, bytes)
      if (name.endsWith('.gz')) writeFileSync(join(folder(), name), '')
    },
  }
  await expect(run(rotten)).rejects.toThrow('缺失或已损坏')
  expect(await listed()).toMatchObject({ totalDataNum: 4, archivedUntil: null })
})

test('what a killed process left half written is removed, and the month archived', async () => {
  mkdirSync(folder(), { recursive: true })
  writeFileSync(join(folder(), `training_session_${old}.csv.gz.tmp`), 'half')
  writeFileSync(join(folder(), `training_session_${old}.csv.gz`), 'of before')
  await run()
  expect(readdirSync(folder()).sort()).toEqual([
    'training_session_2024-01.csv.gz',
    'training_session_2024-01.json',
    'training_session_2024-02.csv.gz',
    'training_session_2024-02.json',
  ])
})

test('one at a time; and what is not archived needs no restoring', async () => {
  const other = new pg.Client({ connectionString: app.database.ownerUrl })
  await other.connect()
  await other.query(`select pg_advisory_lock(hashtext('archive'))`)
  await run()
  await expect(restoreMonth(place(), month)).rejects.toThrow('正在归档或恢复另一个月，请稍后再试')
  await other.end()
  await expect(restoreMonth(place(), month)).rejects.toThrow(
    '2024 年 1 月训练没有归档，它的记录就在数据库里，无需恢复',
  )
  expect(said).toEqual([])
})

test('figures are not counted anew while some of their facts are away', async () => {
  await run()
  await expect(client.query('select rebuild_figures()')).rejects.toThrow('restore the months first')
})
