import { contract, deviceBulk, errors } from '@drivesim/contract'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { wrongIn } from '../../../../test/wrongData.ts'
import { type BuiltServer, build } from '../../../app.ts'
import type { NotingCall } from '../../../platform/http/act.ts'
import type { Services } from '../../../platform/module.ts'
import type { BulkAct, BulkPart } from '../../../platform/parts.ts'
import type { LeasedJob } from './lease.queries.ts'
import { serveLease, serveNext } from './runner.service.ts'

// What runners do beside each other, after one that was killed, and when the owner's rights change. A job that a
// test's runner has is leased: the server's own takes a hand only when that is given back.

const { jobs } = contract
let app: TestApp
let owner: Awaited<ReturnType<TestApp['signedIn']>>
let ids: number[]
let beside: BuiltServer | undefined

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  const room = await makeClassroom(pool, organ)
  owner = await app.signedIn({ codes: ['device:edit'], organs: [organ] })
  ids = []
  for (let at = 0; at < 6; at++) ids.push((await makeSimulator(pool, { organ, room })).id)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await beside?.close()
  beside = undefined
})

const rows = async (text: string, values: unknown[] = []) =>
  (await query(app.database.ownerUrl, text, values)) as Record<string, unknown>[]
const never = () => false

/** A job that a process has, which the server's own runner leaves alone until the lease is given back. */
async function leasedJob(): Promise<LeasedJob> {
  const job = { kind: deviceBulk.setEnabled.kind, label: '停用设备', input: { enabled: false } }
  const [made] = await rows(
    `with made as (
       insert into job (kind, label, owner_id, input, total, state, lease_until)
       values ($1, $2, $3, $4, $5, 'running', now() + interval '1 day') returning id
     ), its as (
       insert into job_row (job_id, seq, record_id)
       select made.id, seq, r.id from made, unnest($6::bigint[]) with ordinality r (id, seq)
     ) select id::int from made`,
    [job.kind, job.label, owner.memberId, job.input, ids.length, ids],
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
const job = async () => (await rows('select state, total, done, failed from job'))[0]
const finished = () => until('the job finished', async () => (await job())?.state === 'finished')
/** How many acts the operation log has, and how many administration intervals they ended. */
async function acts() {
  const log = await rows(`select from operation_log where label = '停用设备'`)
  const ended = await rows(
    `select from simulator_interval where fact = 'administration' and value = 'enabled' and ended_at is not null`,
  )
  return [log.length, ended.length]
}
/** Whether somebody waits to change how far a job is. */
const waitsForTurn = async () =>
  (
    await rows(
      `select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
       where l.locktype = 'advisory' and not l.granted`,
    )
  ).length > 0
const reasons = () => rows('select state, reason from job_row order by seq')

const withBulk = (services: Services, of: (part: BulkPart) => BulkPart): Services => ({
  ...services,
  parts: { ...services.parts, bulk: services.parts.bulk.map(of) },
})
const watchedOne = (part: BulkPart, before: (id: number) => unknown): BulkPart => ({
  ...part,
  one: async (to, call, id, input) => {
    await before(id)
    return part.one(to, call, id, input)
  },
})
/** A server that acts one by one and is watched: `before` may hold up or change something before each. */
const watched = (services: Services, before: (id: number) => unknown): Services =>
  withBulk(services, ({ many, ...part }) => watchedOne(part, before))
/** A server that acts on so many together and is watched likewise. */
const together = (
  services: Services,
  most: number,
  before: (call: NotingCall, ids: readonly number[]) => unknown,
): Services =>
  withBulk(services, ({ many, ...part }) => {
    if (many === undefined) return part
    const act: BulkAct['act'] = async (to, call, ids, input) => {
      await before(call, ids)
      return many.act(to, call, ids, input)
    }
    return { ...part, many: { ...many, most, act } }
  })

test.each([
  ['one by one', watched],
  ['together', (services: Services, before: () => unknown) => together(services, 3, before)],
])('two servers at work on the same job, %s, do nothing twice', async (_how, at) => {
  const leased = await leasedJob()
  const { config } = app.services
  beside = await build({ config, databaseUrl: app.database.appUrl })
  let both = 0
  const servers = [app.services, beside.services].map(services =>
    at(services, async () => {
      both += 1
      // The other has read which rows wait, and now wants its turn.
      await until('both are at work', () => both > 1 || waitsForTurn())
    }),
  )
  await Promise.all(servers.map(server => serveLease(server, leased, never)))
  await finished()
  expect(await job()).toEqual({ state: 'finished', total: 6, done: 6, failed: 0 })
  expect(await acts()).toEqual([6, 6])
})

test('what one that was killed has left is gone on with when its lease is over, not before', async () => {
  await leasedJob()
  await rows(`update job_row set state = 'done' where seq = 1`)
  await rows('update job set done = 1')
  expect(await serveNext(app.services, never)).toBe(false)
  await rows(`update job set lease_until = now() - interval '1 s'`)
  await serveNext(app.services, never)
  await finished()
  expect(await job()).toMatchObject({ done: 6, failed: 0 })
  expect(await acts()).toEqual([5, 5])
})

/** Breaks off for the second simulator. */
const failsForOne = (id: number) => {
  if (id === ids[1]) throw new Error('a bug')
}

test.each([
  ['', (services: Services) => watched(services, failsForOne)],
  [
    ' with others',
    (services: Services) =>
      withBulk(
        together(services, 6, (_call, all) => all.forEach(failsForOne)),
        part => watchedOne(part, failsForOne),
      ),
  ],
])('an act that breaks off%s leaves nothing behind, and the others are done', async (_how, at) => {
  const leased = await leasedJob()
  const logged = vi.spyOn(app.services.log, 'error').mockImplementation(() => undefined)
  vi.spyOn(app.services.log, 'warn').mockImplementation(() => undefined)
  await serveLease(at(app.services), leased, never)
  expect(logged).toHaveBeenCalledOnce()
  expect(await job()).toMatchObject({ done: 5, failed: 1 })
  expect(await acts()).toEqual([5, 5])
  const reason = errors.unexpected.sentence(`job-${leased.id}`)
  expect((await reasons())[1]).toEqual({ state: 'failed', reason })
})

test.each([
  ['loses the code', 'delete from role_access'],
  ['is disabled', 'update member set enabled = false'],
])('its owner %s on the way: the next turn fails the rest', async (_what, sql) => {
  const leased = await leasedJob()
  let begun = 0
  const services = watched(app.services, async () => {
    begun += 1
    if (begun === 2) await rows(sql)
  })
  await serveLease(services, leased, () => begun >= 2)
  await until('the rest was dealt with', async () => {
    await serveNext(app.services, never)
    return (await job())?.state === 'finished'
  })
  expect(await job()).toMatchObject({ done: 2, failed: 4 })
  expect((await reasons()).slice(2)).toEqual(
    ids.slice(2).map(() => ({ state: 'failed', reason: errors.forbidden.sentence() })),
  )
  expect(await acts()).toEqual([2, 2])
})

test('cancelled, it stops after the row at hand; tried again, it goes on', async () => {
  const leased = await leasedJob()
  const { id: jobId } = leased
  let cancelled: Promise<unknown> | undefined
  const services = watched(app.services, async id => {
    if (id !== ids[1]) return
    cancelled = owner.call(jobs.cancel, { jobId })
    await until('it waits', waitsForTurn)
  })
  await serveLease(services, leased, never)
  expect(await cancelled).toMatchObject({ data: true })
  expect(await job()).toEqual({ state: 'cancelled', total: 6, done: 2, failed: 0 })
  const { data } = await owner.call(jobs.rows, { jobId, state: 'skipped' })
  expect(data.totalDataNum).toBe(4)
  expect(await owner.call(jobs.retry, { jobId })).toMatchObject({ data: true })
  await finished()
  expect(await job()).toMatchObject({ done: 6, failed: 0 })
  expect(await acts()).toEqual([6, 6])
  expect(await wrongIn(app)).toEqual([])
})

test('cancelled, it stops after those at hand that are done together', async () => {
  const leased = await leasedJob()
  let cancelled: Promise<unknown> | undefined
  const services = together(app.services, 2, async (_call, [id]) => {
    if (id !== ids[2]) return
    cancelled = owner.call(jobs.cancel, { jobId: leased.id })
    await until('it waits', waitsForTurn)
  })
  await serveLease(services, leased, never)
  expect(await cancelled).toMatchObject({ data: true })
  expect(await job()).toEqual({ state: 'cancelled', total: 6, done: 4, failed: 0 })
  expect(await acts()).toEqual([4, 4])
})

test('what belongs to none of the records that are done together is not noted of one of them: nothing is done so', async () => {
  const leased = await leasedJob()
  const logged = vi.spyOn(app.services.log, 'warn').mockImplementation(() => undefined)
  const services = together(app.services, 6, async (call, all) => {
    await call.note(all)
    await sql`update organisation set name = 'renamed' where type = 'school'`.execute(call.db)
  })
  await serveLease(services, leased, never)
  expect(logged).toHaveBeenCalledOnce()
  expect(await job()).toMatchObject({ done: 6, failed: 0 })
  expect(await acts()).toEqual([6, 6])
  expect(await rows(`select from organisation where name = 'renamed'`)).toEqual([])
  expect(await rows(`select distinct table_name from operation_log_change`)).toEqual([
    { table_name: 'simulator_state' },
  ])
})
