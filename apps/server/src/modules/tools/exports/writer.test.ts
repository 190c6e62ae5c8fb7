import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { contract, errors } from '@drivesim/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { type FilePart, FileReply } from '../../../platform/http/call.ts'
import type { LeasedJob } from '../jobs/service.ts'
import { exportStore, newFileName, writeFile } from './storage.ts'
import { type Writer, writeLease } from './writer.service.ts'

// What writers do beside each other, after one that was killed, and when nobody wants the file any more. A job that a
// test's writer has is leased: the server's own takes a hand only when that is given back.

const { exports, jobs } = contract
const call = 'clientErrors.export'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['signedIn']>>
beforeEachTest(async built => {
  app = built
  rmSync(folder(), { recursive: true, force: true })
  owner = await app.signedIn({ codes: ['system'] })
})
afterEach(() => vi.restoreAllMocks())

const rows = async (sql: string, values: unknown[] = []) =>
  (await query(app.database.ownerUrl, sql, values)) as Record<string, unknown>[]

async function leasedJob(): Promise<LeasedJob> {
  const job = { kind: 'export', label: '导出前端错误', input: { call, input: {} } }
  const [made] = await rows(
    `insert into job (kind, label, owner_id, input, total, state, lease_until)
     values ($1, $2, $3, $4, 3, 'running', now() + interval '1 day') returning id::int`,
    [job.kind, job.label, owner.memberId, job.input],
  )
  return {
    ...job,
    id: Number(made?.id),
    ownerId: owner.memberId,
    address: null,
    userAgent: null,
    requestId: null,
  }
}

const line = (text: string): FilePart => ({ lines: [[text]], rows: 1 })

/** A writer whose list has these lines. */
function writerOf(lines: () => AsyncIterable<FilePart>, isStopping = () => false): Writer {
  const { services } = app
  const real = services.fileCalls.get(call)
  if (real === undefined) throw new Error(`no file ${call}`)
  const fileCalls = new Map([[call, { ...real, open: async () => new FileReply('前端错误', lines()) }]])
  const store = exportStore(services.files)
  return { services: { ...services, fileCalls }, store, isStopping, tellEveryMs: 0 }
}

const folder = () => join(app.services.config.dataDir, 'exports')
const filesKept = () => (existsSync(folder()) ? readdirSync(folder()) : [])
const job = async () => (await rows('select state, total, done, failed, reason from job'))[0]
const waiting = () =>
  rows(`select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
    where l.locktype = 'advisory' and not l.granted`)
const body = async (jobId: number) => (await owner.call(exports.file, { jobId })).body

test('its owner sees it move, and what is beyond the count is written, too', async () => {
  const leased = await leasedJob()
  const seen: unknown[] = []
  await writeLease(
    writerOf(async function* () {
      for (const text of ['一', '二', '三', '四']) {
        yield line(text)
        seen.push((await job())?.done)
      }
    }),
    leased,
  )
  expect(seen).toEqual([1, 2, 3, 3])
  expect(await job()).toMatchObject({ state: 'finished', total: 4, done: 4 })
  expect(await body(leased.id)).toBe('\ufeff一\r\n二\r\n三\r\n四\r\n')
})

test('cancelled, it stops and leaves nothing; tried again, it is written anew', async () => {
  const leased = await leasedJob()
  const { id: jobId } = leased
  let read = 0
  await writeLease(
    writerOf(async function* () {
      // There is no end of it unless the writer stops.
      for (;;) {
        read += 1
        yield line('一')
        if (read === 3) expect((await owner.call(jobs.cancel, { jobId })).data).toBe(true)
      }
    }),
    leased,
  )
  expect(read).toBe(4)
  expect(await job()).toMatchObject({ state: 'cancelled', failed: 0 })
  expect(filesKept()).toEqual([])
  expect((await owner.call(jobs.retry, { jobId })).data).toBe(true)
  await until('it is written', async () => (await job())?.state === 'finished')
  expect(await body(jobId)).toContain('\ufeff最近发生')
})

test('one that was killed: when its lease is over another writes from the first row on, and it stops if it is alive', async () => {
  const leased = await leasedJob()
  const left = newFileName('csv')
  await writeFile(exportStore(app.services.files), left, Readable.from([]))
  await rows('insert into export_file (job_id, file, name) values ($1, $2, $3)', [
    leased.id,
    left,
    '半个文件',
  ])
  let second: Promise<void> | undefined
  await writeLease(
    writerOf(async function* () {
      yield line('一')
      second = writeLease(
        writerOf(async function* () {
          yield line('甲')
          yield line('乙')
        }),
        leased,
      )
      await second
      yield line('二')
      yield line('三')
    }),
    leased,
  )
  expect(await job()).toMatchObject({ state: 'finished', total: 2, done: 2 })
  expect(await body(leased.id)).toBe('\ufeff甲\r\n乙\r\n')
  expect(filesKept()).toHaveLength(1)
})

test('a server that ends gives it back, and another writes it', async () => {
  const leased = await leasedJob()
  let stopping = false
  await writeLease(
    writerOf(
      async function* () {
        yield line('一')
        stopping = true
        yield line('二')
        yield line('三')
      },
      () => stopping,
    ),
    leased,
  )
  await until('the server has written it', async () => (await job())?.state === 'finished')
  expect(await body(leased.id)).toContain('\ufeff最近发生')
})

test('a server that is told to end while it says that the list is whole keeps the file', async () => {
  const leased = await leasedJob()
  let stopping = false
  const turn = await app.services.pool.connect()
  try {
    const writing = writeLease(
      {
        ...writerOf(
          async function* () {
            yield line('一')
            await turn.query('begin')
            await turn.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`job ${leased.id}`])
          },
          () => stopping,
        ),
        tellEveryMs: 60_000,
      },
      leased,
    )
    await until('the end waits for its turn', async () => (await waiting()).length > 0)
    stopping = true
    await turn.query('commit')
    await writing
  } finally {
    turn.release()
  }
  expect(await job()).toMatchObject({ state: 'finished', done: 1 })
  expect(await body(leased.id)).toBe('\ufeff一\r\n')
})

test('what breaks off fails with a sentence, and leaves nothing', async () => {
  const leased = await leasedJob()
  const logged = vi.spyOn(app.services.log, 'error').mockImplementation(() => undefined)
  await writeLease(
    writerOf(async function* () {
      yield line('一')
      throw new Error('a bug')
    }),
    leased,
  )
  expect(logged).toHaveBeenCalledOnce()
  const reason = errors.unexpected.sentence(`job-${leased.id}`)
  expect(await job()).toEqual({ state: 'finished', total: 3, done: 0, failed: 3, reason })
  expect(filesKept()).toEqual([])
  expect(await rows('select from export_file')).toEqual([])
})
