import { contract, deviceBulk, errors, type Job, type JobRow, messageBulk } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { setState } from '../../../../test/facts.ts'
import { openLiveStream } from '../../../../test/liveStream.ts'
import { wrongIn } from '../../../../test/wrongData.ts'
import { tellUnseen } from './runner.service.ts'

const { jobs, messages } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>
let app: TestApp
let school: number
let owner: Person
let ids: number[]
let foreign: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  owner = await app.signedIn({ codes: ['device:simulator', 'device:edit'], organs: [school] })
  ids = await simulators(school, 3)
  foreign = (await simulators(await makeOrganisation(app.services.pool), 1))[0] ?? 0
})

async function simulators(organ: number, many: number): Promise<number[]> {
  const room = await makeClassroom(app.services.pool, organ)
  const made: number[] = []
  for (let at = 0; at < many; at++)
    made.push((await makeSimulator(app.services.pool, { organ, room, name: `${at + 1} 号机` })).id)
  return made
}

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const disable = { kind: deviceBulk.setEnabled.kind, input: { enabled: false } }
const begin = (
  chosen: number[],
  act: { kind: string; input?: Record<string, unknown> } = disable,
  by = owner,
) => by.call(jobs.start, { ...act, selection: { ids: chosen } })
const stateOf = async (jobId: number, by = owner) =>
  (await by.call(jobs.list, {})).data.dataList.find(job => job.jobId === jobId)
const ended = (jobId: number, by = owner): Promise<Job> =>
  until('the job ended', async () => {
    const job = await stateOf(jobId, by)
    return job !== undefined && job.finishedAt !== null ? job : undefined
  })
const detail = async (jobId: number, by = owner): Promise<JobRow[]> =>
  (await by.call(jobs.rows, { jobId, pageSize: 100 })).data.dataList
async function run(chosen: number[], act: Parameters<typeof begin>[1] = disable, by = owner) {
  const { data } = await begin(chosen, act, by)
  return ended(data.jobId, by)
}
const disabled = async () =>
  (await rows('select simulator_id::int as id from simulator_state where not enabled order by 1')).map(row =>
    Reflect.get(Object(row), 'id'),
  )
const wrong = () => wrongIn(app)

describe('a job', () => {
  test('does to each what is done to one, each with its entry in the log, as its owner', async () => {
    const job = await run(ids)
    expect(job).toEqual({
      jobId: job.jobId,
      kind: 'device.setEnabled',
      label: '停用设备',
      state: 'finished',
      total: 3,
      done: 3,
      failed: 0,
      reason: null,
      fileUntil: null,
      createdAt: expect.any(String),
      finishedAt: expect.any(String),
      seen: false,
    })
    expect(await disabled()).toEqual(ids)
    expect(await detail(job.jobId)).toEqual(
      ids.map((id, at) => ({
        seq: at + 1,
        recordId: id,
        name: `${at + 1} 号机`,
        to: `/device/deviceDetail?simulatorId=${id}`,
        state: 'done',
        reason: null,
      })),
    )
    const log = await rows(
      `select l.member_id::int as by, l.request_id, host(l.address) as address, c.table_name as "table", c.row_id
       from operation_log l join operation_log_change c on c.operation_id = l.id where l.label = '停用设备' order by l.id`,
    )
    expect(log).toEqual(
      ids.map(id => ({
        by: owner.memberId,
        request_id: `job-${job.jobId}`,
        address: '127.0.0.1',
        table: 'simulator_state',
        row_id: String(id),
      })),
    )
    expect(await wrong()).toEqual([])
  })

  test('what is refused fails with its sentence and leaves nothing behind; retry takes that alone', async () => {
    const [first = 0, busy = 0, last = 0] = ids
    await setState(app.services.pool, busy, { online: true, activity: 'training' })
    const job = await run(ids)
    expect(job).toMatchObject({ state: 'finished', done: 2, failed: 1 })
    expect(await disabled()).toEqual([first, last])
    const { data } = await owner.call(jobs.rows, { jobId: job.jobId, state: 'failed' })
    expect(data).toMatchObject({
      totalDataNum: 1,
      dataList: [{ recordId: busy, name: '2 号机', reason: errors.deviceTraining.sentence() }],
    })
    const entries = await rows(`select from operation_log where label = '停用设备'`)
    expect(entries).toHaveLength(2)
    await setState(app.services.pool, busy, { activity: 'idle' })
    expect((await owner.call(jobs.retry, { jobId: job.jobId })).data).toBe(true)
    expect(await ended(job.jobId)).toMatchObject({ state: 'finished', done: 3, failed: 0 })
    expect(await rows(`select from operation_log where label = '停用设备'`)).toHaveLength(3)
    expect(await owner.call(jobs.retry, { jobId: job.jobId })).toMatchObject({
      code: errors.nothingToRetry.code,
    })
  })

  test('a record of another school fails as one that is not there, and is not touched', async () => {
    const job = await run([ids[0] ?? 0, foreign, 999_999])
    expect(job).toMatchObject({ done: 1, failed: 2 })
    const reason = errors.notFound.sentence('设备')
    expect((await detail(job.jobId)).slice(1)).toEqual([
      { seq: 2, recordId: foreign, name: null, to: null, state: 'failed', reason },
      { seq: 3, recordId: 999_999, name: null, to: null, state: 'failed', reason },
    ])
    expect(await disabled()).toEqual([ids[0]])
    expect(await begin([foreign])).toMatchObject({ code: errors.notFound.code })
  })

  test('its file has all rows, with what became of them', async () => {
    const { jobId } = await run([ids[0] ?? 0, foreign])
    const { body } = await owner.call(jobs.export, { jobId })
    expect(body.split('\r\n')).toEqual([
      '\ufeff序号,名称,编号,结果,原因',
      `1,1 号机,${ids[0]},已完成,`,
      `2,,${foreign},失败,设备不存在，或不在您管理的机构内，请刷新列表后重试`,
      '',
    ])
  })

  test('waits on 首页 for its owner while it runs, and with rows that failed until they know', async () => {
    const [busy = 0] = ids
    const todos = async (who: Person) =>
      (await who.call(contract.home.todos)).data.filter(({ key }) => key === 'ownJobs')
    await run(ids)
    expect(await todos(owner)).toEqual([])
    await setState(app.services.pool, busy, { online: true, activity: 'training' })
    const enable = (enabled: boolean) => ({ ...disable, input: { enabled } })
    await run(ids, enable(true))
    const { jobId, failed, createdAt } = await run(ids)
    expect(failed).toBe(1)
    const waiting = { key: 'ownJobs', label: '我的任务', to: '/home?job=all' }
    expect(await todos(owner)).toEqual([{ ...waiting, count: 1, oldestAt: createdAt, tone: 'warning' }])
    expect(await todos(await app.signedIn({ organs: [school] }))).toEqual([])
    await owner.call(jobs.seen, { jobId })
    expect(await todos(owner)).toEqual([])
    await rows(
      `update job set state = 'running', finished_at = null, lease_until = now() + interval '1 hour' where id = $1`,
      [jobId],
    )
    expect(await todos(owner)).toEqual([{ ...waiting, count: 1, oldestAt: createdAt, tone: 'normal' }])
  })

  test('an end that nobody saw is told in a message, once; one that was seen is not', async () => {
    const { jobId } = await run(ids)
    const { jobId: seen } = await run(ids)
    expect((await owner.call(jobs.seen, { jobId: seen })).data).toBe(true)
    await rows(`update job set finished_at = now() - interval '1 minute'`)
    await tellUnseen(app.services)
    await tellUnseen(app.services)
    const { dataList } = (await owner.call(messages.list, {})).data
    expect(dataList.map(({ messageBrief }) => messageBrief)).toEqual([
      '任务“停用设备”已完成：共 3 条，成功 3 条',
    ])
    expect((await stateOf(jobId))?.seen).toBe(true)
  })

  test('of messages takes those of its owner', async () => {
    const other = await app.signedIn({ organs: [school] })
    const made = await rows(
      `insert into message (member_id, title, brief, content) select m, '通知', '', ''
       from unnest(array[$1, $1, $2]::bigint[]) m returning id::int`,
      [owner.memberId, other.memberId],
    )
    const chosen = made.map(row => Number(Reflect.get(Object(row), 'id')))
    const job = await run(chosen, { kind: messageBulk.remove.kind, input: {} })
    expect(job).toMatchObject({ label: '删除信息', done: 2, failed: 1 })
    expect((await other.call(messages.count)).data).toBe(1)
  })
})

describe('is refused', () => {
  test('without the code of the kind, for a kind that there is not, for input that it does not take', async () => {
    const reader = await app.signedIn({ codes: ['device:simulator'], organs: [school] })
    expect(await begin(ids, disable, reader)).toMatchObject({ code: errors.forbidden.code })
    expect(await begin(ids, { kind: 'device.explode' })).toMatchObject({ code: errors.jobKindUnknown.code })
    expect(await begin(ids, { kind: disable.kind, input: {} })).toMatchObject({ msg: '启用状态不能为空' })
    expect(await begin([])).toMatchObject({ msg: '请先选择要操作的记录' })
    expect(await begin(Array.from({ length: 1001 }, (_, at) => at + 1))).toMatchObject({
      msg: '一次最多选择 1,000 条，请分几次操作',
    })
    expect(await rows('select from job')).toEqual([])
  })

  test("to look into, stop or try again another's", async () => {
    const { jobId } = await run(ids)
    const other = await app.signedIn({ codes: ['device:edit'], organs: [school] })
    for (const endpoint of [jobs.rows, jobs.export, jobs.cancel, jobs.retry, jobs.seen])
      expect(await other.send(endpoint, { jobId })).toMatchObject({ code: errors.notFound.code })
    expect((await other.call(jobs.list, {})).data.totalDataNum).toBe(0)
  })

  test('to be stopped once it is over', async () => {
    const { jobId } = await run(ids)
    expect(await owner.call(jobs.cancel, { jobId })).toMatchObject({
      code: errors.jobNot.code,
      msg: '任务已完成，不能取消，请刷新任务列表',
      data: { jobId, state: 'finished' },
    })
  })

  test('where too many are open', async () => {
    await rows(
      `insert into job (kind, label, owner_id, input, total, state, lease_until)
       select 'message.remove', '删除', $1, '{}', 1, 'running', now() + interval '1 day' from generate_series(1, 20)`,
      [owner.memberId],
    )
    expect(await begin(ids)).toMatchObject({ code: errors.tooManyJobs.code })
  })
})

test('the same key again is the same job', async () => {
  const key = { 'idempotency-key': 'a-key-of-one-job' }
  const input = { ...disable, selection: { ids } }
  const answers = await Promise.all([1, 2, 3].map(() => owner.call(jobs.start, input, key)))
  expect(new Set(answers.map(({ data }) => data.jobId)).size).toBe(1)
  expect(await rows('select from job')).toHaveLength(1)
})

test('its owner sees it move, nobody else does', async () => {
  const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const colleague = await app.signedIn({ codes: ['device:edit'], organs: [school] })
  const [mine, theirs] = await Promise.all([owner, colleague].map(({ token }) => openLiveStream(base, token)))
  const { data } = await begin(ids)
  const told = await mine?.wait('job', ({ state }) => state === 'finished')
  expect(told?.data).toMatchObject({ jobId: data.jobId, label: '停用设备', done: 3, total: 3 })
  await colleague.call(jobs.start, { ...disable, selection: { ids } })
  const other = await theirs?.wait('job', ({ state }) => state === 'finished')
  expect(other?.data).toMatchObject({ failed: 3 })
  const seen = theirs?.events.flatMap(event =>
    event.name === 'job' ? [Reflect.get(event.data, 'jobId')] : [],
  )
  expect(new Set(seen)).toEqual(new Set([other?.data.jobId]))
  mine?.close()
  theirs?.close()
})
