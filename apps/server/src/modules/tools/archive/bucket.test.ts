import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { query, resetDatabase } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { makeSessions } from '../../../../test/facts.ts'
import { setIntervals, twoMonths } from '../../../../test/intervals.ts'
import { type S3Server, s3Server } from '../../../../test/s3Server.ts'
import { wrongIn } from '../../../../test/wrongData.ts'
import { archivedFacts } from './kept.rules.ts'
import { archive, restoreMonth } from './service.ts'
import { archiveStore } from './storage.ts'

// With FILES_URL archived months lie in the bucket, and nowhere else.

let bucket: S3Server
let app: TestApp
let client: pg.Client

beforeAll(async () => {
  bucket = await s3Server()
  app = await testApp({ FILES_URL: bucket.url })
  client = new pg.Client({ connectionString: app.database.ownerUrl })
  await client.connect()
})
beforeEach(async () => {
  bucket.fate = () => 'served'
  await resetDatabase(app.database)
  await clear()
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  const room = await makeClassroom(pool, organ)
  const simulator = await makeSimulator(pool, { organ, room })
  await setIntervals(pool, simulator, twoMonths)
  await makeSessions(
    pool,
    ['2024-01-05T09:30:00+08:00', '2024-02-02T09:00:00+08:00'].map(at => ({
      simulator: simulator.id,
      organ,
      room,
      at,
    })),
  )
})
afterAll(async () => {
  await clear()
  await client.end()
  await app.close()
  await bucket.kill()
})

const rows = (sql: string) => query(app.database.ownerUrl, sql)
/** What other tests of this database would meet. */
const clear = () =>
  rows(`delete from archived_month; select ensure_months('2024-01-05', '2024-02-05');
    ${archivedFacts
      .flatMap(fact =>
        ['202312', '202401', '202402'].map(month => `drop table if exists archived_${fact}_${month}`),
      )
      .join(';')}`)
const place = () => ({ client, store: archiveStore(app.services.files), say: () => undefined })
const kept = (new Date().getFullYear() - 2024) * 12 + new Date().getMonth() - 2
const run = () => archive(place(), { training_session: kept, simulator_interval: kept })
const facts = async () => [
  await rows('select * from training_session order by record_id'),
  await rows('select * from simulator_interval order by fact, started_at'),
]
const months = (state: string) =>
  rows(`select fact, month::text from archived_month where ${state} order by 1, 2`)

test('months go into the bucket, are read back from it, and come back out of it', async () => {
  const before = await facts()
  await run()
  expect(bucket.names('archive').sort()).toEqual(
    ['simulator_interval', 'training_session'].flatMap(fact =>
      ['2023-12', '2024-01', '2024-02'].flatMap(month => [
        `${fact}_${month}.csv.gz`,
        `${fact}_${month}.json`,
      ]),
    ),
  )
  expect(existsSync(join(app.services.config.dataDir, 'archive'))).toBe(false)
  await rows(`update archived_month set detached_at = detached_at - interval '8 days'`)
  await run()
  expect(await months('dropped_at is not null')).toHaveLength(6)
  expect(await wrongIn(app)).toEqual([])
  for (const { fact, month } of (await months('true')) as { fact: 'training_session'; month: string }[])
    await restoreMonth(place(), { fact, month })
  expect(await facts()).toEqual(before)
  expect(await wrongIn(app)).toEqual([])
})

test.each([
  [
    'is away as a month is written',
    (request: string) => request.startsWith('PUT archive/simulator_interval_2024-01'),
  ],
  [
    'is away as it is read back',
    (request: string) => request.startsWith('GET archive/simulator_interval_2024-01'),
  ],
])('where the store %s, the month stays, and goes when it is there again', async (_when, isAway) => {
  const before = await facts()
  bucket.fate = request => (isAway(request) ? 503 : 'served')
  await expect(run()).rejects.toThrow()
  expect(await months(`detached_at is not null and fact = 'simulator_interval'`)).toEqual([
    { fact: 'simulator_interval', month: '2023-12-01' },
  ])
  expect((await facts())[1]).toEqual(before[1])
  bucket.fate = () => 'served'
  await run()
  expect(await months('detached_at is not null')).toHaveLength(6)
  expect(await wrongIn(app)).toEqual([])
})

test('a month that the bucket lost is not dropped, and the sentence names its file', async () => {
  await run()
  await rows(`update archived_month set detached_at = detached_at - interval '8 days'`)
  await app.services.files.folder('archive').remove('training_session_2024-01.csv.gz')
  await expect(run()).rejects.toThrow('归档文件 training_session_2024-01.csv.gz 缺失或已损坏')
  expect(await rows('select from archived_training_session_202401')).toHaveLength(1)
})
