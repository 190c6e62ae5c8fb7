import { contract, errors, type InputOf } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { sendDue } from './send.service.ts'

const { exports, jobs, messages, reportSchedules } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>
type Plan = InputOf<typeof reportSchedules.add>

let app: TestApp
let school: number
let other: number
let owner: Person
beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  other = await makeOrganisation(pool, { name: '乙驾校' })
  for (const [organ, name] of [
    [school, '甲机'],
    [school, '甲机二'],
    [other, '乙机'],
  ] as const)
    await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ), name })
  owner = await app.signedIn({
    name: '所有者',
    codes: ['device:simulator', 'finance:home'],
    organs: [school, other],
  })
})

const sql = (text: string, values: unknown[] = []) => query(app.database.ownerUrl, text, values)
const plan = (given: Partial<Plan> = {}): Plan => ({
  name: '每周设备',
  path: contract.devices.export.path,
  input: {},
  range: null,
  every: 'weekly',
  day: 1,
  hour: 8,
  byMail: false,
  receiverIds: [owner.memberId],
  ...given,
})
async function added(given: Partial<Plan> = {}): Promise<number> {
  const answer = await owner.call(reportSchedules.add, plan(given))
  expect(answer).toMatchObject({ code: 0 })
  return answer.data.scheduleId
}
const schedule = async (id: number) =>
  (await owner.call(reportSchedules.mine)).data.find(({ scheduleId }) => scheduleId === id)
const runs = async (scheduleId: number) =>
  (await owner.call(reportSchedules.runs, { scheduleId, pageSize: 100 })).data.dataList
/** 08:00 of a Monday, 23 November 2099, in Shanghai. */
const monday = Date.parse('2099-11-23T00:00:00Z')
const minutes = 60_000
const day = 86_400_000
/** Makes it due at a moment. */
const dueAt = (id: number, at: number) =>
  sql('update report_schedule set next_at = $2 where id = $1', [id, new Date(at)])
const settled = (id: number) =>
  until('the reports are sent', async () => {
    const all = await runs(id)
    return all.length > 0 && all.every(({ state }) => state !== 'waiting') ? all : undefined
  })
const mailbox = (person: Person) =>
  until('there is a message', async () => {
    const { data } = await person.call(messages.list, {})
    return data.dataList.length > 0 ? data.dataList.map(({ messageBrief }) => messageBrief) : undefined
  })
/** What a person downloads by the link of a message. */
async function downloaded(person: Person): Promise<string> {
  const { data } = await person.call(messages.list, {})
  const [{ messageId } = { messageId: 0 }] = data.dataList
  const { data: message } = await person.call(messages.info, { messageId })
  const jobId = Number(/job=(\d+)&amp;file=1/.exec(message.messageInfo)?.[1])
  return (await person.call(exports.file, { jobId })).body
}

describe('a report', () => {
  test('is sent at its time to each receiver, with what that receiver may see', async () => {
    const colleague = await app.signedIn({ name: '同事', codes: ['device:simulator'], organs: [school] })
    const id = await added({ receiverIds: [owner.memberId, colleague.memberId] })
    await dueAt(id, monday)
    await sendDue(app.services, monday + 1000)
    expect(await settled(id)).toMatchObject([
      { receiverName: '同事', state: 'sent', rows: 2, late: false, reason: null },
      { receiverName: '所有者', state: 'sent', rows: 3, late: false },
    ])
    expect(await mailbox(owner)).toEqual(['定时报表“每周设备”：共 3 行，7 天内可以下载'])
    expect(await downloaded(owner)).toContain('乙机')
    await mailbox(colleague)
    expect(await downloaded(colleague)).not.toContain('乙机')
    const next = await schedule(id)
    expect(next).toMatchObject({
      nextAt: new Date(monday + 7 * day).toISOString(),
      lastSent: 2,
      lastFailed: 0,
    })
  })

  test('is one message: its job says nothing of its own', async () => {
    const id = await added()
    await dueAt(id, monday)
    await sendDue(app.services, monday)
    await settled(id)
    const { data } = await owner.call(jobs.list, {})
    expect(data.dataList).toMatchObject([{ label: '导出设备列表', state: 'finished', seen: true }])
  })

  test('is sent once, whoever looks how often', async () => {
    const id = await added()
    await dueAt(id, monday)
    await Promise.all([1, 2, 3].map(() => sendDue(app.services, monday)))
    await dueAt(id, monday)
    await sendDue(app.services, monday)
    await settled(id)
    expect(await runs(id)).toHaveLength(1)
    expect(await sql('select id from job')).toHaveLength(1)
  })

  test('of a receiver who may not any more is not sent, and they are a receiver no longer', async () => {
    const colleague = await app.signedIn({ name: '同事', codes: ['device:simulator'], organs: [school] })
    const id = await added({ receiverIds: [owner.memberId, colleague.memberId] })
    await sql('delete from member_role where member_id = $1', [colleague.memberId])
    await dueAt(id, monday)
    await sendDue(app.services, monday)
    expect(await settled(id)).toMatchObject([
      { receiverName: '同事', state: 'refused', reason: '没有权限执行此操作，请联系管理员开通' },
      { receiverName: '所有者', state: 'sent' },
    ])
    expect(await mailbox(owner)).toContain(
      '定时报表“每周设备”不再发给 同事：没有权限执行此操作，请联系管理员开通',
    )
    expect((await schedule(id))?.receivers).toContainEqual(
      expect.objectContaining({ memberName: '同事', stopped: '没有权限执行此操作，请联系管理员开通' }),
    )
    await dueAt(id, monday + 7 * day)
    await sendDue(app.services, monday + 7 * day)
    expect((await settled(id)).filter(({ receiverName }) => receiverName === '同事')).toHaveLength(1)
  })

  test('whose owner may not any more stops, and they are told', async () => {
    const id = await added()
    await sql('delete from member_role where member_id = $1', [owner.memberId])
    await dueAt(id, monday)
    await sendDue(app.services, monday)
    expect(await schedule(id)).toMatchObject({ state: 'stopped', nextAt: null })
    expect(await runs(id)).toMatchObject([{ state: 'refused' }])
    expect(await mailbox(owner)).toEqual(['定时报表“每周设备”已停止：没有权限执行此操作，请联系管理员开通'])
    expect(await owner.call(reportSchedules.resume, { scheduleId: id })).toMatchObject({
      code: errors.scheduleNot.code,
    })
  })

  test('passes over a receiver who is disabled', async () => {
    const colleague = await app.signedIn({ name: '同事', codes: ['device:simulator'], organs: [school] })
    const id = await added({ receiverIds: [owner.memberId, colleague.memberId] })
    await sql('update member set enabled = false where id = $1', [colleague.memberId])
    await dueAt(id, monday)
    await sendDue(app.services, monday)
    expect(await settled(id)).toMatchObject([
      { receiverName: '同事', state: 'skipped', reason: '已停用' },
      { state: 'sent' },
    ])
    expect((await schedule(id))?.receivers).toContainEqual(
      expect.objectContaining({ memberName: '同事', stopped: null }),
    )
  })

  test('has the days before the day on which it was due, whenever it is sent', async () => {
    const id = await added({
      path: contract.financeOverview.incomeExport.path,
      input: { beginDate: '2020-01-01', endDate: '2020-01-02' },
      range: 'lastWeek',
    })
    await dueAt(id, monday)
    await sendDue(app.services, monday + 3 * day)
    await settled(id)
    expect(await mailbox(owner)).toEqual([
      '定时报表“每周设备”：2099-11-16 至 2099-11-22，共 0 行，迟到：应于 2099-11-23 08:00 发送，7 天内可以下载',
    ])
  })

  test('that was missed several times is sent for the latest of them, and is late', async () => {
    const id = await added({ every: 'daily', day: null })
    await dueAt(id, monday)
    await sendDue(app.services, monday + 3 * day + 20 * minutes)
    const all = await settled(id)
    expect(all.map(({ dueAt, state, late }) => [dueAt.slice(0, 10), state, late])).toEqual([
      ['2099-11-26', 'sent', true],
      ['2099-11-25', 'missed', false],
      ['2099-11-24', 'missed', false],
      ['2099-11-23', 'missed', false],
    ])
    expect((await schedule(id))?.nextAt).toBe(new Date(monday + 4 * day).toISOString())
  })
})

describe('its owner', () => {
  test('has it sent at once, paused or not, and one may pause and go on', async () => {
    const id = await added()
    expect(await owner.call(reportSchedules.pause, { scheduleId: id })).toMatchObject({ code: 0 })
    expect(await schedule(id)).toMatchObject({ state: 'paused', nextAt: null })
    expect(await owner.call(reportSchedules.sendNow, { scheduleId: id })).toMatchObject({ code: 0 })
    expect(await settled(id)).toMatchObject([{ state: 'sent', byHand: true, late: false }])
    expect(await owner.call(reportSchedules.resume, { scheduleId: id })).toMatchObject({ code: 0 })
    expect(await schedule(id)).toMatchObject({ state: 'active', nextAt: expect.any(String) })
    expect(await owner.call(reportSchedules.remove, { scheduleId: id })).toMatchObject({ code: 0 })
    expect(await schedule(id)).toBeUndefined()
  })

  test('has no more than twenty', async () => {
    await sql(
      `insert into report_schedule (owner_id, name, call, input, every, hour, mails, state)
       select $1, 'n' || n, 'devices.export', '{}', 'daily', 8, false, 'paused' from generate_series(1, 20) n`,
      [owner.memberId],
    )
    expect(await owner.call(reportSchedules.add, plan())).toMatchObject({ code: errors.schedulesFull.code })
  })

  test('sends it to nobody outside their scope, and to nobody who may not see it', async () => {
    const stranger = await app.signedIn({ name: '外人', codes: ['device:simulator'] })
    const unable = await app.signedIn({ name: '无权者', codes: [], organs: [school] })
    const answers = [stranger, unable].map(({ memberId }) =>
      owner.call(reportSchedules.add, plan({ receiverIds: [memberId] })),
    )
    const [outside, without] = await Promise.all(answers)
    expect(outside).toMatchObject({ code: errors.notFound.code })
    expect(without).toMatchObject({
      code: errors.receiverCannot.code,
      msg: expect.stringContaining('无权者'),
    })
    const { data } = await owner.call(reportSchedules.receivers, { path: contract.devices.export.path })
    expect(data.map(({ memberName }) => memberName)).toEqual(['所有者'])
  })

  test('cannot have sent what they may not see, nor what is no file of a list', async () => {
    const answers = await Promise.all(
      [contract.outbox.export, exports.file, contract.devices.list].map(({ path }) =>
        owner.call(reportSchedules.add, plan({ path })),
      ),
    )
    expect(answers.map(({ code }) => code)).toEqual([
      errors.forbidden.code,
      errors.notSchedulable.code,
      errors.notSchedulable.code,
    ])
  })

  test('changes its time, and one who read an older version is told so', async () => {
    const id = await added()
    const before = await schedule(id)
    const { path: _, input: __, ...form } = plan({ name: '每月设备', every: 'monthly', day: 31 })
    const change = { ...form, scheduleId: id, version: before?.version }
    expect(await owner.call(reportSchedules.modify, change)).toMatchObject({ code: 0 })
    expect(await schedule(id)).toMatchObject({ name: '每月设备', every: 'monthly', day: 31 })
    expect(await owner.call(reportSchedules.modify, change)).toMatchObject({ code: errors.staleVersion.code })
  })
})

test('who sees to 开放接口 sees those of their scope, and stops one for good', async () => {
  const id = await added()
  const keeper = await app.signedIn({ name: '管理员', codes: ['system:open'] })
  const elsewhere = await app.signedIn({ codes: ['system:open'], organs: [other] })
  const { data } = await keeper.call(reportSchedules.list, {})
  expect(data.dataList).toMatchObject([{ scheduleId: id, ownerName: '所有者', title: '导出设备列表' }])
  expect((await elsewhere.call(reportSchedules.list, {})).data.totalDataNum).toBe(0)
  expect(await elsewhere.call(reportSchedules.stop, { scheduleId: id })).toMatchObject({
    code: errors.notFound.code,
  })
  expect((await keeper.call(reportSchedules.runs, { scheduleId: id })).code).toBe(0)
  expect(await keeper.call(reportSchedules.stop, { scheduleId: id })).toMatchObject({ code: 0 })
  expect(await mailbox(owner)).toEqual(['定时报表“每周设备”已停止：管理员 停止了它'])
  await dueAt(id, monday).catch(() => undefined)
  await sendDue(app.services, monday)
  expect(await runs(id)).toEqual([])
})
