import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { contract, errors, type Job, type LongFile, longFile } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, requestOf, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { wrongIn } from '../../../../test/wrongData.ts'
import { tellUnseen } from '../jobs/runner.service.ts'
import { removeOld } from './service.ts'
import { exportStore } from './storage.ts'

const { devices, exports, jobs, messages } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>

let app: TestApp
let school: number
let room: number
let owner: Person
beforeEachTest(
  async built => {
    app = built
    rmSync(folder(), { recursive: true, force: true })
    school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
    room = await makeClassroom(app.services.pool, school)
    owner = await app.signedIn({ codes: ['device:simulator'], organs: [school] })
    for (const name of ['一号机', '二号机', '三号机']) await addDevice(name)
  },
  { EXPORT_ROWS: '3' },
)

const addDevice = (name: string) => makeSimulator(app.services.pool, { organ: school, room, name })
const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const folder = () => join(app.services.config.dataDir, 'exports')
const filesKept = () => (existsSync(folder()) ? readdirSync(folder()) : [])
const jobOf = async (jobId: number) => (await owner.call(jobs.list, { jobId })).data.dataList[0]
const ended = (jobId: number): Promise<Job> =>
  until('the file is written', async () => {
    const job = await jobOf(jobId)
    return job === undefined || job.finishedAt === null ? undefined : job
  })
const ask = async (): Promise<LongFile> => longFile.parse((await owner.call(devices.export, {})).data)

/** The job of a file that another server is writing. */
async function beingWritten(): Promise<number> {
  const [job] = await rows(
    `insert into job (kind, label, owner_id, input, total, state, lease_until)
     values ('export', '导出设备列表', $1, '{"call":"devices.export","input":{}}', 4, 'running', now() + interval '1 day')
     returning id::int`,
    [owner.memberId],
  )
  return Number(Reflect.get(Object(job), 'id'))
}

/** The file of all four devices, written. */
async function written(): Promise<number> {
  await addDevice('四号机')
  const { jobId } = await ask()
  await ended(jobId)
  return jobId
}

describe('a file of a list', () => {
  test('is sent at once up to the limit; a row more, and a job writes the same', async () => {
    const sent = await owner.call(devices.export, {})
    expect(sent.headers['content-type']).toContain('text/csv')
    await addDevice('四号机')
    const { jobId, rows: counted } = await ask()
    expect(counted).toBe(4)
    expect(await ended(jobId)).toEqual({
      jobId,
      kind: 'export',
      label: '导出设备列表',
      state: 'finished',
      total: 4,
      done: 4,
      failed: 0,
      reason: null,
      fileUntil: expect.any(String),
      createdAt: expect.any(String),
      finishedAt: expect.any(String),
      seen: false,
    })
    const file = await owner.call(exports.file, { jobId })
    expect(file.headers).toMatchObject({
      'content-disposition': sent.headers['content-disposition'],
      'content-type': sent.headers['content-type'],
      'cache-control': 'no-store',
    })
    expect(file.body.startsWith(sent.body)).toBe(true)
    expect(file.body.slice(sent.body.length)).toMatch(/^四号机,[^\n]+\r\n$/)
  })

  test('is what it was asked to be, and comes gzipped to whoever takes that', async () => {
    await addDevice('四号机')
    const other = await makeClassroom(app.services.pool, school, '另一间')
    const filter = { roomId: other }
    for (const name of ['甲', '乙', '丙', '丁'])
      await makeSimulator(app.services.pool, { organ: school, room: other, name })
    const { jobId } = longFile.parse((await owner.call(devices.export, filter)).data)
    await ended(jobId)
    const headers = { authorization: `Bearer ${owner.token}`, 'accept-encoding': 'gzip, br' }
    const { rawPayload, headers: got } = await app.app.inject(
      requestOf('/dm-api', exports.file, { jobId }, headers),
    )
    expect(got).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(rawPayload.length) })
    const lines = gunzipSync(rawPayload).toString().split('\r\n').slice(0, -1)
    expect(lines.map(line => line.split(',')[0])).toEqual(['\ufeff设备名称', '甲', '乙', '丙', '丁'])
  })

  test('has the columns that were chosen, in their order, at once and from a job', async () => {
    const chosen = { columns: 'carNum,simulatorName,gone' }
    const head = '\ufeff车牌号,设备名称\r\n'
    const sent = await owner.call(devices.export, chosen)
    expect(sent.body).toMatch(new RegExp(`^${head}[^,\n]*,一号机\r\n`))
    expect((await owner.call(devices.export, { columns: 'gone' })).body).toMatch(/^\ufeff设备名称,状态,/)
    expect(await owner.call(devices.export, { columns: '车牌号' })).toMatchObject({
      code: errors.invalid.code,
      msg: '列的格式不正确，请用逗号分隔列名',
    })
    await addDevice('四号机')
    const jobs = [chosen, {}].map(async asked =>
      longFile.parse((await owner.call(devices.export, asked)).data),
    )
    const [some, all] = await Promise.all(jobs)
    expect(some?.jobId).not.toBe(all?.jobId)
    await ended(some?.jobId ?? 0)
    const file = await owner.call(exports.file, { jobId: some?.jobId ?? 0 })
    expect(file.body.startsWith(head)).toBe(true)
    expect(file.body.trim().split('\r\n')).toHaveLength(5)
    const [seen] = await rows(`select detail from security_event where kind = 'export' order by id limit 1`)
    expect(seen).toEqual({ detail: null })
  })

  test('stands in the logs when it is asked for and when it is taken', async () => {
    const jobId = await written()
    await owner.call(exports.file, { jobId })
    expect(
      await rows(
        `select l.label, l.call, l.member_id::int as by, c.table_name as "table", c.row_id
         from operation_log l join operation_log_change c on c.operation_id = l.id where l.member_id = $1`,
        [owner.memberId],
      ),
    ).toEqual([
      {
        label: '导出设备列表',
        call: 'devices.export',
        by: owner.memberId,
        table: 'job',
        row_id: String(jobId),
      },
    ])
    expect(
      await rows(`select label, target, detail, rows from security_event where kind = 'export' order by id`),
    ).toEqual([
      { label: '导出设备列表', target: null, detail: '后台生成', rows: 4 },
      { label: '下载导出文件', target: '导出设备列表', detail: null, rows: 4 },
    ])
    expect(await wrongIn(app)).toEqual([])
  })

  test('that is being written is not begun a second time', async () => {
    await addDevice('四号机')
    const begun = await beingWritten()
    const asked = await Promise.all([1, 2, 3].map(ask))
    expect(asked.map(({ jobId }) => jobId)).toEqual(Array(3).fill(begun))
    expect(await owner.call(exports.file, { jobId: begun })).toMatchObject({
      code: errors.jobNot.code,
      msg: '任务执行中，不能下载，请刷新任务列表',
    })
    await rows(`insert into job (kind, label, owner_id, input, total, state, lease_until)
      select kind, label, owner_id, '{}', 1, 'running', lease_until from job, generate_series(1, 19)`)
    const other = longFile.safeParse((await owner.call(devices.export, { organId: school })).data)
    expect(other.success).toBe(false)
    expect(await owner.call(devices.export, { organId: school })).toMatchObject({
      code: errors.tooManyJobs.code,
    })
  })

  test('that was cancelled cannot be downloaded, and is not called expired', async () => {
    const jobId = await beingWritten()
    expect((await owner.call(jobs.cancel, { jobId })).data).toBe(true)
    expect(await owner.call(exports.file, { jobId })).toMatchObject({
      code: errors.jobNot.code,
      msg: '任务已取消，不能下载，请刷新任务列表',
    })
  })

  test('that ended without being looked at is told in a message that leads to it', async () => {
    const jobId = await written()
    await rows(`update job set finished_at = now() - interval '1 minute'`)
    await tellUnseen(app.services)
    const [told] = (await owner.call(messages.list, {})).data.dataList
    expect(told?.messageBrief).toBe('任务“导出设备列表”已完成：共 4 行，7 天内可以下载')
    const [message] = await rows('select content from message')
    expect(message).toEqual({
      content: expect.stringContaining(`<a href="/home?job=${jobId}&amp;file=1">下载</a>`),
    })
  })
})

describe('a file that was written', () => {
  const expired = { code: errors.exportExpired.code, msg: '导出已失效，请重新导出' }

  test("is nobody else's", async () => {
    const jobId = await written()
    const other = await app.signedIn({ codes: ['device:simulator'], organs: [school] })
    expect(await other.call(exports.file, { jobId })).toMatchObject({ code: errors.notFound.code })
    expect(filesKept()).toHaveLength(1)
  })

  test.each([
    ['lost the code', 'delete from role_access'],
    ['sees less than when it was written', 'delete from member_organisation'],
  ])('is deleted when its owner %s, and can be written anew', async (_what, sql) => {
    const jobId = await written()
    await rows(sql)
    expect(await owner.call(exports.file, { jobId })).toMatchObject(expired)
    expect(filesKept()).toEqual([])
    expect(await jobOf(jobId)).toMatchObject({ state: 'finished', fileUntil: null })
    expect(await owner.call(exports.file, { jobId })).toMatchObject(expired)
    expect((await owner.call(jobs.retry, { jobId })).data).toBe(true)
  })

  test('stays good for whoever sees more than when it was written', async () => {
    const jobId = await written()
    await rows(
      `insert into member_organisation (member_id, organ_id) select $1, id from organisation where type = 'platform'`,
      [owner.memberId],
    )
    expect((await owner.call(exports.file, { jobId })).body).toContain('四号机')
  })

  test('is kept seven days', async () => {
    const jobId = await written()
    const store = exportStore(app.services.files)
    await rows(`update export_file set finished_at = now() - interval '6 days 23 hours'`)
    await removeOld(app.services, store)
    expect(filesKept()).toHaveLength(1)
    await rows(`update export_file set finished_at = now() - interval '7 days 1 minute'`)
    expect(await jobOf(jobId)).toMatchObject({ fileUntil: null })
    expect(await owner.call(exports.file, { jobId })).toMatchObject(expired)
    await removeOld(app.services, store)
    expect(filesKept()).toEqual([])
    expect(await rows('select from export_file')).toEqual([])
    await owner.call(jobs.retry, { jobId })
    await ended(jobId)
    expect((await owner.call(exports.file, { jobId })).body).toContain('四号机')
    expect(await owner.call(jobs.retry, { jobId })).toMatchObject({ code: errors.nothingToRetry.code })
  })

  test('fails with its reason where the owner may not have the list any more', async () => {
    const jobId = await written()
    await rows('delete from role_access')
    await owner.call(exports.file, { jobId })
    await owner.call(jobs.retry, { jobId })
    expect(await ended(jobId)).toMatchObject({
      state: 'finished',
      done: 0,
      failed: 4,
      reason: errors.forbidden.sentence(),
      fileUntil: null,
    })
  })

  test('that lies there no more is expired', async () => {
    const jobId = await written()
    const [name = ''] = filesKept()
    await exportStore(app.services.files).remove(name)
    expect(await owner.call(exports.file, { jobId })).toMatchObject(expired)
  })
})
