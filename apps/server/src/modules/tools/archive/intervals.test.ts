import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { contract } from '@drivesim/contract'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { connectDevice, until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { setIntervals, twoMonths } from '../../../../test/intervals.ts'
import { patience } from '../../../../test/pace.ts'
import { dataAgrees, wrongIn } from '../../../../test/wrongData.ts'
import { archive, restoreMonth } from './service.ts'
import { type ArchiveStore, archiveStore } from './storage.ts'

let app: TestApp
let simulator: Awaited<ReturnType<typeof makeSimulator>>
let person: Client
let client: pg.Client
let said: string[]

const fact = 'simulator_interval' as const
const january = { fact, month: '2024-01-01' }
const february = { fact, month: '2024-02-01' }

beforeEachTest(async built => {
  app = built
  said = []
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  simulator = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  await setIntervals(pool, simulator, twoMonths)
  person = await app.signedIn({ codes: ['device', 'device:simulator'], organs: [organ] })
  client = new pg.Client({ connectionString: app.database.ownerUrl })
  await client.connect()
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
     drop table if exists archived_simulator_interval_202312, archived_simulator_interval_202401, archived_simulator_interval_202402;
     drop table if exists archived_long_simulator_interval_202312, archived_long_simulator_interval_202401`,
  )
})
dataAgrees(() => app)

const store = () => archiveStore(app.services.files)
const place = (of: ArchiveStore = store()) => ({ client, store: of, say: (line: string) => said.push(line) })
/** So many that February of 2024 is older, and March is not. */
const kept = () => (new Date().getFullYear() - 2024) * 12 + new Date().getMonth() - 2
const run = (of?: ArchiveStore) => archive(place(of), { simulator_interval: kept() })
const rows = (sql: string) => query(app.database.ownerUrl, sql)
const intervals = () => rows('select * from simulator_interval order by fact, started_at')
const days = () => rows('select * from health_day order by day')
const shown = async () => (await person.call(contract.devices.intervals, { simulatorId: simulator.id })).data
const away = (name: string) => rows(`select from pg_class where relname = '${name}'`)
const weeksLater = () =>
  rows(
    `update archived_month set detached_at = detached_at - interval '8 days', restored_at = restored_at - interval '31 days'`,
  )

test('what began and ended in a month goes into its file, what goes on beyond it stays, and all comes back as it was', async () => {
  const [before, daysBefore, shownBefore] = [await intervals(), await days(), await shown()]
  await run()
  expect(said).toEqual([
    '2023 年 12 月状态区间的 0 条记录已归档到 simulator_interval_2023-12.csv.gz',
    '2024 年 1 月状态区间的 4 条记录已归档到 simulator_interval_2024-01.csv.gz',
    '2024 年 2 月状态区间的 2 条记录已归档到 simulator_interval_2024-02.csv.gz',
  ])
  const file = join(app.services.config.dataDir, 'archive', 'simulator_interval_2024-01.csv.gz')
  expect(gunzipSync(readFileSync(file)).toString().trim().split('\n')).toHaveLength(4)
  expect(
    await rows('select fact, value, started_at::text from simulator_interval order by started_at, fact'),
  ).toEqual(
    [
      ['activity', 'idle', '2023-12-20 01:00:00+00'],
      ['administration', 'enabled', '2023-12-20 01:00:00+00'],
      ['health', 'ok', '2023-12-20 01:00:00+00'],
      ['link', 'offline', '2023-12-20 01:00:00+00'],
      ['activity', 'idle', '2024-01-05 01:40:00+00'],
      ['health', 'ok', '2024-01-06 04:00:00+00'],
      ['link', 'online', '2024-01-31 15:00:00+00'],
      ['link', 'online', '2024-02-02 00:00:00+00'],
      ['activity', 'idle', '2024-02-02 01:30:00+00'],
      ['link', 'offline', '2024-02-29 16:00:00+00'],
    ].map(([fact, value, started_at]) => ({ fact, value, started_at })),
  )
  expect(await days()).toEqual(daysBefore)
  expect(await shown()).toEqual(shownBefore)
  expect(await wrongIn(app)).toEqual([])
  // A month that is archived is not archived again.
  await run()
  expect(said).toHaveLength(3)

  await weeksLater()
  await run()
  expect(said.at(-1)).toBe('2024 年 2 月状态区间的 2 条记录一周前已归档，现已从数据库删除')
  expect(await away('archived_simulator_interval_202401')).toEqual([])
  await restoreMonth(place(), january)
  // One month is there, those beside it are away.
  expect(await wrongIn(app)).toEqual([])
  await restoreMonth(place(), { fact, month: '2023-12-01' })
  await restoreMonth(place(), february)
  expect(said.at(-1)).toBe('2024 年 2 月状态区间的 2 条记录已恢复，30 天内不再归档')
  expect(await intervals()).toEqual(before)
  await run()
  expect(await intervals()).toEqual(before)
  await weeksLater()
  await run()
  expect(await intervals()).toHaveLength(10)
})

test('within the week a month comes back without its file, with what ended meanwhile', async () => {
  await run()
  const device = await connectDevice(app.services.devices.address() ?? '', simulator)
  await device.report({ activity: 'training' })
  await until(
    'it trains',
    async () => (await shown()).some(({ value }) => value === 'training'),
    patience(5_000),
  )
  await restoreMonth(
    place({ ...store(), get: () => Promise.reject(new Error('no file is needed')) }),
    january,
  )
  expect(await intervals()).toHaveLength(10 + 2 + 4)
  await device.leave()
})

test('what ends while its month is written stays with its end', async () => {
  const slow: ArchiveStore = {
    ...store(),
    put: async (name, bytes) => {
      if (name === 'simulator_interval_2023-12.csv.gz') {
        const device = await connectDevice(app.services.devices.address() ?? '', simulator)
        await device.fault('raised', 'E1')
        await device.leave()
      }
      await store().put(name, bytes)
    },
  }
  await run(slow)
  expect(
    await rows(
      `select value, ended_at is null as open from simulator_interval where fact = 'health' order by started_at`,
    ),
  ).toEqual([
    { value: 'ok', open: false },
    { value: 'ok', open: false },
    { value: 'fault', open: true },
  ])
})

test('a month that is not the same as when it was written stays in its table', async () => {
  const changing: ArchiveStore = {
    ...store(),
    put: async (name, bytes) => {
      if (name === 'simulator_interval_2024-01.csv.gz')
        await rows(`select close_intervals(array[${simulator.id}], array['health'], array['2024-01-06T12:00:00+08:00'::timestamptz],
          array['2024-01-07T12:00:00+08:00'::timestamptz])`)
      await store().put(name, bytes)
    },
  }
  const before = (await intervals()).length
  await expect(run(changing)).rejects.toThrow('simulator_interval_202401 changed while it was written')
  expect(await intervals()).toHaveLength(before)
  expect(await rows('select detached_at from archived_month where detached_at is null')).toHaveLength(1)
  await rows(`insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
    select simulator_id, fact, 'ok', organ_id, room_id, ended_at from simulator_interval
    where fact = 'health' and started_at = '2024-01-06T12:00:00+08:00';
    update simulator_state set health_since = '2024-01-07T12:00:00+08:00'`)
  await run()
  expect(said.at(-2)).toContain('2024 年 1 月状态区间的 5 条记录已归档')
})

test('months that messages may still tell of are not taken out, whatever is asked for', async () => {
  const recent = new Date(Date.now() - 410 * 86_400_000).toISOString()
  await setIntervals(app.services.pool, simulator, [
    ['administration', 'enabled', recent],
    ['health', 'ok', recent],
    ['activity', 'idle', recent],
    ['link', 'offline', recent],
  ])
  await expect(archive(place(), { simulator_interval: 12 })).rejects.toThrow('messages may still tell of')
})

test('sessions and intervals of a month are archived each for itself', async () => {
  await archive(place(), { training_session: kept(), simulator_interval: kept() })
  expect(said.filter(line => line.includes('2024 年 1 月'))).toEqual([
    '2024 年 1 月训练的 0 条记录已归档到 training_session_2024-01.csv.gz',
    '2024 年 1 月状态区间的 4 条记录已归档到 simulator_interval_2024-01.csv.gz',
  ])
  await restoreMonth(place(), { ...january, fact: 'training_session' })
  await restoreMonth(place(), january)
  expect(
    await rows(
      `select count(*)::int as n from archived_month where detached_at is not null and month = '2024-01-01'`,
    ),
  ).toEqual([{ n: 0 }])
  await restoreMonth(place(), { ...february, fact: 'training_session' })
  await restoreMonth(place(), { fact: 'training_session', month: '2023-12-01' })
  // Figures are of sessions: they can be counted with intervals away.
  await client.query('select rebuild_figures()')
})
