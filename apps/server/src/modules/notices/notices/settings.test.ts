import { contract, errors, type InputOf, noticeTypes } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { openAttention } from '../attention/service.ts'

const { notices } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>
let app: TestApp
let organ: number
let room: number
let me: Person

beforeEachTest(async built => {
  app = built
  organ = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  room = await makeClassroom(app.services.pool, organ, '一号教室')
  me = await app.signedIn({ codes: ['device'], organs: [organ] })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const tables = [
  ['系统', notices.system, notices.saveSystem],
  ['邮件', notices.email, notices.saveEmail],
  ['短信', notices.sms, notices.saveSms],
] as const
const kinds = Object.entries(noticeTypes)
const table = async (of = me) => (await of.call(notices.system, {})).data.dataList
const rowOf = async (type: keyof typeof noticeTypes, of = me) => {
  const row = (await table(of)).find(({ messageType }) => messageType === type)
  if (row === undefined) throw new Error(type)
  return row
}
const offlineConfig = async (of = me) => (await rowOf('deviceOffline', of)).configId ?? 0
const device = (sn: string, inOrgan = organ, inRoom = room) =>
  makeSimulator(app.services.pool, { organ: inOrgan, room: inRoom, sn })

describe.each(tables)('%s通知设置', (channel, list, save) => {
  test('all kinds in order; the defaults hold until something is saved', async () => {
    const { data } = await me.call(list, {})
    expect(data).toMatchObject({ totalDataNum: kinds.length, hasNext: false })
    expect(data.dataList.map(row => row.messageTypeChn)).toEqual(kinds.map(([, { label }]) => label))
    // Only what has an ignored device to keep has a row from the beginning.
    expect(data.dataList.map(row => row.configId !== null)).toEqual(
      kinds.map(([, { ignoresDevices }]) => ignoresDevices),
    )
    expect(data.dataList[0]).toEqual({
      configId: expect.any(Number),
      messageType: 'deviceOffline',
      messageTypeChn: '设备离线提醒',
      enable: channel === '系统',
      createLimit: 30,
      ableTime: ['08:00', '20:00'],
      ableTimeBegin: '08:00',
      ableTimeEnd: '20:00',
      effectiveTime: 1,
    })
    expect(data.dataList[5]?.enable).toBe(true)
  })

  test('pages', async () => {
    const { data } = await me.call(list, { pageNum: 1, pageSize: 4 })
    expect(data.dataList.map(row => row.messageType)).toEqual(kinds.slice(4, 8).map(([type]) => type))
    expect(data).toMatchObject({
      totalDataNum: kinds.length,
      hasPrevious: true,
      hasNext: false,
      totalPages: 2,
    })
  })

  test('saving answers the saved row; the other channels and people stay as they were', async () => {
    const other = await app.signedIn({ codes: ['device'], organs: [organ] })
    const changed: InputOf<typeof save> = {
      messageType: 'workOrder',
      enable: true,
      createLimit: 65,
      ableTime: ['22:00', '06:30'],
      effectiveTime: 3,
    }
    const { code, data } = await me.call(save, changed)
    expect(code).toBe(0)
    expect(data).toEqual({
      ...changed,
      configId: expect.any(Number),
      messageTypeChn: '工单提醒',
      ableTimeBegin: '22:00',
      ableTimeEnd: '06:30',
    })
    expect((await me.call(list, {})).data.dataList[2]).toEqual(data)
    for (const [, listOther] of tables) {
      if (listOther === list) continue
      expect((await me.call(listOther, {})).data.dataList[2]?.configId).toBeNull()
    }
    expect((await other.call(list, {})).data.dataList[2]?.configId).toBeNull()
  })

  test('the row as it was listed goes back; the picked begin and end win over the pair', async () => {
    const row = (await me.call(list, {})).data.dataList[0]
    const edited = { ...row, ableTimeBegin: '09:15', ableTimeEnd: '09:15', enable: false }
    expect((await me.send(save, edited)).data).toMatchObject({
      configId: row?.configId,
      ableTime: ['09:15', '09:15'],
      enable: false,
    })
  })
})

test.each([
  [{ effectiveTime: 0 }, '通知间隔（天）不能小于 1'],
  [{ effectiveTime: 1.5 }, '通知间隔（天）格式不正确，请检查后重试'],
  [{ createLimit: 1440 }, '不能大于 1439'],
  [{ createLimit: -1 }, '不能小于 0'],
  [{ ableTimeEnd: undefined }, '请选择接收时间段的结束'],
  [{ ableTimeBegin: '24:00' }, '时间应为 HH:mm，如 08:30'],
  [{ messageType: 'horoscope' }, '通知类型只能是'],
  [{ enable: 'yes' }, '是否启用格式不正确'],
])('refuses %j and changes nothing', async (wrong, sentence) => {
  const row = {
    messageType: 'bill',
    enable: true,
    createLimit: 1,
    ableTimeBegin: '08:00',
    ableTimeEnd: '09:00',
  }
  const answer = await me.send(notices.saveSms, { ...row, effectiveTime: 1, ...wrong })
  expect(answer.code).toBe(errors.invalid.code)
  expect(answer.msg).toContain(sentence)
  expect(await rows('select from notice_config')).toEqual([])
})

test('the kinds of notice are those of the contract, and nothing is of another', async () => {
  const kinds = await rows('select name from notice_type order by position')
  expect(kinds).toEqual(Object.keys(noticeTypes).map(name => ({ name })))
  await table()
  await app.services.db
    .insertInto('message')
    .values({ member_id: me.memberId, title: '题', brief: '题', content: '' })
    .execute()
  await openAttention(app.services.db, [
    { subject: 'bill:1', type: 'bill', key: 'toPay', organId: organ, to: { codes: ['finance'] } },
  ])
  for (const column of ['message.kind', 'notice_config.message_type', 'attention.type']) {
    const [name, of] = column.split('.')
    const strange = `update ${name} set ${of} = 'weather' where id = (select min(id) from ${name})`
    await expect(rows(strange), column).rejects.toThrow('foreign key')
  }
})

test("another person's row, or one of another table or kind, is not there", async () => {
  const other = await app.signedIn({ codes: ['device'], organs: [organ] })
  const { messageTypeChn, ...row } = await rowOf('deviceOffline')
  const { configId, ...withoutId } = row
  for (const answer of [
    await other.call(notices.saveSystem, row),
    await me.call(notices.saveEmail, row),
    await me.call(notices.saveSystem, { ...withoutId, configId, messageType: 'deviceFault' }),
    await other.call(notices.ignoredDevices, { configId: configId ?? 0 }),
    await other.call(notices.otherDevices, { configId: configId ?? 0 }),
    await other.call(notices.ignore, { configId: configId ?? 0, simulatorIds: [1] }),
    await other.call(notices.stopIgnoring, { configId: configId ?? 0, simulatorId: 1 }),
  ]) {
    expect(answer).toMatchObject({ code: errors.notFound.code, msg: errors.notFound.sentence('通知设置') })
  }
  expect(messageTypeChn).toBe('设备离线提醒')
})

test('a default that is changed later holds for rows that nobody saved', async () => {
  await me.call(notices.saveSystem, {
    messageType: 'deviceFault',
    enable: true,
    createLimit: 7,
    ableTime: ['08:00', '20:00'],
    effectiveTime: 1,
  })
  await table()
  await rows('update offline_reminder_default set create_limit = 45, effective_time = 2')
  try {
    expect(await rowOf('deviceOffline')).toMatchObject({ createLimit: 45, effectiveTime: 2 })
    expect(await rowOf('deviceFault')).toMatchObject({ createLimit: 7, effectiveTime: 1 })
  } finally {
    await rows('update offline_reminder_default set create_limit = 30, effective_time = 1')
  }
})

test('a change is in the operation log, before and after', async () => {
  const { configId, messageTypeChn, ...row } = await rowOf('deviceOffline')
  await me.call(notices.saveSystem, { ...row, createLimit: 60 })
  expect(
    await rows(
      `select o.label, c.before ->> 'create_limit' as before, c.after ->> 'create_limit' as after
       from operation_log o join operation_log_change c on c.operation_id = o.id`,
    ),
  ).toEqual([{ label: '修改系统通知设置', before: null, after: '60' }])
  expect([configId, messageTypeChn]).toEqual([expect.any(Number), '设备离线提醒'])
})

describe('忽略设备', () => {
  test('added devices move from one page to the other, and back', async () => {
    const [first, second] = [await device('SIM-0001'), await device('SIM-0002')]
    const configId = await offlineConfig()
    const sns = async (list: typeof notices.ignoredDevices | typeof notices.otherDevices) =>
      (await me.call(list, { configId })).data.dataList.map(row => row.simulatorNum)
    expect(await sns(notices.otherDevices)).toEqual(['SIM-0001', 'SIM-0002'])
    const added = { configId, simulatorIds: [second.id, second.id] }
    expect((await me.call(notices.ignore, added)).data).toBe(true)
    expect((await me.call(notices.ignore, added)).data).toBe(true)
    expect([await sns(notices.ignoredDevices), await sns(notices.otherDevices)]).toEqual([
      ['SIM-0002'],
      ['SIM-0001'],
    ])
    expect((await me.call(notices.stopIgnoring, { configId, simulatorId: second.id })).data).toBe(true)
    expect(await sns(notices.ignoredDevices)).toEqual([])
    expect(first.organ).toBe(organ)
  })

  test('the list of one row is not that of another', async () => {
    const { id } = await device('SIM-0001')
    await me.call(notices.ignore, { configId: await offlineConfig(), simulatorIds: [id] })
    const configId = (await rowOf('deviceFault')).configId ?? 0
    expect((await me.call(notices.ignoredDevices, { configId })).data.totalDataNum).toBe(0)
  })

  test('filters by organisation, classroom and number; pages; totals are exact', async () => {
    const second = await makeClassroom(app.services.pool, organ, '二号教室')
    for (let number = 1; number <= 12; number++) await device(`SIM-${String(number).padStart(4, '0')}`)
    await device('SIM-0013', organ, second)
    const configId = await offlineConfig()
    const find = async (filter: object) => (await me.call(notices.otherDevices, { configId, ...filter })).data
    expect(await find({})).toMatchObject({ totalDataNum: 13, hasNext: true, totalPages: 2 })
    expect((await find({ pageNum: 1 })).dataList).toHaveLength(3)
    expect((await find({ roomId: second })).dataList.map(row => row.simulatorNum)).toEqual(['SIM-0013'])
    expect((await find({ simulatorNum: 'sim-001' })).totalDataNum).toBe(4)
    expect((await find({ organId: organ, roomId: '', simulatorNum: '' })).totalDataNum).toBe(13)
    expect((await find({ simulatorNum: '%' })).totalDataNum).toBe(0)
    await rows(`update simulator set car_num = '粤A0002学', name = '02 号模拟器' where sn = 'SIM-0002'`)
    for (const called of ['粤a0002', '02号', '02 号模'])
      expect(
        (await find({ simulatorNum: called })).dataList.map(row => row.simulatorNum),
        called,
      ).toEqual(['SIM-0002'])
  })

  test('devices outside the scope are not offered, not taken, and not shown any more', async () => {
    const other = await makeOrganisation(app.services.pool)
    const foreign = await device('FOR-0001', other, await makeClassroom(app.services.pool, other))
    const own = await device('SIM-0001')
    const configId = await offlineConfig()
    expect((await me.call(notices.otherDevices, { configId })).data.totalDataNum).toBe(1)
    const refused = await me.call(notices.ignore, { configId, simulatorIds: [own.id, foreign.id] })
    expect(refused).toMatchObject({ code: errors.notFound.code, msg: errors.notFound.sentence('设备') })
    expect(await rows('select from notice_ignored_device')).toEqual([])
    await me.call(notices.ignore, { configId, simulatorIds: [own.id] })
    await rows('update simulator set organ_id = $1 where id = $2', [other, own.id])
    expect((await me.call(notices.ignoredDevices, { configId })).data).toMatchObject({
      dataList: [],
      totalDataNum: 0,
    })
  })

  test('a kind that has nothing to do with devices ignores none', async () => {
    const { data } = await me.call(notices.saveSystem, {
      messageType: 'bill',
      enable: true,
      createLimit: 0,
      ableTime: ['08:00', '20:00'],
      effectiveTime: 1,
    })
    const answer = await me.call(notices.ignoredDevices, { configId: data.configId ?? 0 })
    expect(answer).toMatchObject({
      code: errors.noticeIgnoresNothing.code,
      msg: '“账单提醒”与设备无关，没有忽略设备',
    })
  })

  test('twenty at once add a device once', async () => {
    const { id } = await device('SIM-0001')
    const configId = await offlineConfig()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => me.call(notices.ignore, { configId, simulatorIds: [id] })),
    )
    expect(answers.every(({ code }) => code === 0)).toBe(true)
    expect(await rows('select from notice_ignored_device')).toHaveLength(1)
  })
})
