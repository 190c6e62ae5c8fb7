import { contract, type Endpoint, errors, type InputOf } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'

// What the lists of 招生 show, on the screen and in their files.

const call = contract.enrolment
let app: TestApp
let admin: Client
let school: number
let other: number
let room: number
let otherRoom: number

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  other = await makeOrganisation(pool, { name: '乙驾校' })
  room = await makeClassroom(pool, school, '一号教室')
  otherRoom = await makeClassroom(pool, other)
  admin = await app.signedIn({ codes: ['enroll:edit'] })
})

const config = {
  title: 'C1 普通班',
  gearType: 'C1',
  classType: 'standard',
  price: 298_000,
  originalPrice: 358_050,
  contents: '含 20 小时模拟器训练',
  validFrom: '2026-01-01',
  validUntil: '2026-12-31',
} as const
const addConfig = async (schoolId = school, title: string = config.title) =>
  (await admin.call(call.addConfig, { ...config, schoolId, title })).data.id
const addCoach = async () => {
  const coach = {
    schoolId: school,
    name: '李师傅',
    phone: '13800000001',
    gearTypes: ['C1' as const],
    years: 12,
  }
  return (await admin.call(call.addCoach, coach)).data.id
}
const apply = (configId: number) =>
  query(
    app.database.ownerUrl,
    `insert into applicant (config_id, name, phone) values ($1, '王芳', '13900000001')`,
    [configId],
  )

test('phones of applicants and coaches are masked for everybody, in the files too, and found whole or by their end', async () => {
  await apply(await addConfig())
  await addCoach()
  expect((await admin.call(call.applicants, {})).data.dataList[0]?.phone).toBe('139****0001')
  expect((await csvOf(admin, call.applicantExport))[1]).toContain('王芳,待确认,139****0001,')
  expect((await admin.call(call.coaches, {})).data.dataList[0]?.phone).toBe('138****0001')
  expect((await csvOf(admin, call.coachExport))[1]).toContain('李师傅,在职,138****0001,甲驾校')
  for (const [paramValue, found] of [
    ['0001', 1],
    ['13900000001', 1],
    ['1390', 0],
    ['13900000', 0],
  ] as const) {
    expect((await admin.call(call.applicants, { paramValue })).data.totalDataNum).toBe(found)
  }
  expect((await admin.call(call.coaches, { paramValue: '13800000001' })).data.totalDataNum).toBe(1)
  expect((await admin.call(call.coaches, { paramValue: '1380' })).data.totalDataNum).toBe(0)
})

test('of the applications those who wait come first, the longest wait at the top, then the newest decided', async () => {
  const configId = await addConfig()
  await query(
    app.database.ownerUrl,
    `insert into applicant (config_id, name, phone, applied_at, state, reason)
     select $1, name, '13900000001', applied_at::timestamptz, state, reason
     from (values ('乙待', '2026-03-02', 'waiting', null), ('丁拒', '2026-03-01', 'refused', '年龄'),
       ('甲待', '2026-01-05', 'waiting', null), ('丙消', '2026-03-05', 'cancelled', null),
       ('戊待', '2026-03-02', 'waiting', null)) as a (name, applied_at, state, reason)`,
    [configId],
  )
  const names = async (input: InputOf<typeof call.applicants>) =>
    (await admin.call(call.applicants, input)).data.dataList.map(({ name }) => name)
  expect(await names({})).toEqual(['甲待', '乙待', '戊待', '丙消', '丁拒'])
  expect(await names({ page: 1, pageSize: 2 })).toEqual(['戊待', '丙消'])
  expect(await names({ state: 'waiting' })).toEqual(['甲待', '乙待', '戊待'])
  expect(await names({ sortField: 'appliedAt', sortOrder: 'descend' })).toEqual([
    '丙消',
    '乙待',
    '戊待',
    '丁拒',
    '甲待',
  ])
  expect(await names({ sortField: 'appliedAt', sortOrder: 'ascend', pageSize: 2 })).toEqual(['甲待', '丁拒'])
  expect(await admin.send(call.applicants, { sortField: 'phone' })).toMatchObject({
    code: errors.invalid.code,
  })
})

test('whoever may, gets one phone in full for a reason; nobody of another school', async () => {
  await apply(await addConfig())
  const coachId = await addCoach()
  const [applicant] = (await admin.call(call.applicants, {})).data.dataList
  const revealer = await app.signedIn({ codes: ['student:reveal'], organs: [school] })
  const stranger = await app.signedIn({ codes: ['student:reveal'], organs: [other] })
  for (const [endpoint, id, phone] of [
    [call.revealApplicant, applicant?.id ?? 0, '13900000001'],
    [call.revealCoach, coachId, '13800000001'],
  ] as const) {
    const input = { id, reason: '通知报名结果' }
    expect((await revealer.call(endpoint, input)).data).toEqual({ phone })
    expect(await stranger.call(endpoint, input)).toMatchObject({ code: errors.notFound.code })
    const reader = await app.signedIn({ codes: ['enroll:edit'], organs: [school] })
    expect(await reader.call(endpoint, input)).toMatchObject({ code: errors.forbidden.code })
  }
})

test('an edit without a phone leaves it as it is', async () => {
  const id = await addCoach()
  const coach = { id, name: '李教练', gearTypes: ['C1' as const], years: 13, state: 'employed' as const }
  expect(await admin.call(call.modifyCoach, coach)).toMatchObject({ code: 0 })
  const kept = () => query(app.database.ownerUrl, 'select name, phone from coach')
  expect(await kept()).toEqual([{ name: '李教练', phone: '13800000001' }])
  await admin.call(call.modifyCoach, { ...coach, phone: '13800000002' })
  expect(await kept()).toEqual([{ name: '李教练', phone: '13800000002' }])
  expect(await admin.send(call.modifyCoach, { ...coach, phone: '138****0002' })).toMatchObject({
    code: errors.invalid.code,
  })
})

test('设备绑定 shows the simulators of a school with what they serve, its service points’ too', async () => {
  const { pool } = app.services
  const point = await makeOrganisation(pool, { name: '甲服务点', type: 'servicePoint', parent: school })
  const pointRoom = await makeClassroom(pool, point)
  const bound = await makeSimulator(pool, { organ: school, room, sn: 'SIM-A1', name: '一号' })
  const free = await makeSimulator(pool, { organ: point, room: pointRoom, sn: 'SIM-A2', name: '二号' })
  await makeSimulator(pool, { organ: other, room: otherRoom, sn: 'SIM-B1', name: '三号' })
  const configId = await addConfig()
  const coachIds = [await addCoach()]
  await admin.call(call.bindConfig, { configId, coachIds, simulatorIds: [bound.id] })

  const { data } = await admin.call(call.simulators, { schoolId: school })
  expect(data).toMatchObject({
    totalDataNum: 2,
    dataList: [
      { simulatorId: free.id, schoolName: '甲驾校', configs: [] },
      {
        simulatorId: bound.id,
        classroomName: '一号教室',
        configs: [{ id: configId, title: config.title, coaches: ['李师傅'] }],
      },
    ],
  })
  const found = async (input: InputOf<typeof call.simulators>) =>
    (await admin.call(call.simulators, input)).data.dataList.map(({ simulatorNum }) => simulatorNum)
  expect(await found({ bound: 'yes' })).toEqual(['SIM-A1'])
  expect(await found({ bound: 'no', schoolId: school })).toEqual(['SIM-A2'])
  expect(await found({ paramValue: 'm-b1' })).toEqual(['SIM-B1'])
})

test('every list has its file: the whole filtered list, as it stands on the screen', async () => {
  const { pool } = app.services
  const { id } = await makeSimulator(pool, {
    organ: school,
    room,
    sn: 'SIM-A1',
    name: '一号',
    carNum: '粤A1学',
  })
  const configId = await addConfig(school, '=1+1')
  await addConfig(other, '乙班')
  await addCoach()
  await admin.call(call.bindConfig, { configId, simulatorIds: [id] })
  await apply(configId)
  const file = (endpoint: Endpoint) => csvOf(admin, endpoint, { schoolId: school })
  expect(await file(call.configExport)).toEqual([
    '标题,状态,驾校,驾照类型,班型,价格（元）,原价（元）,有效期开始日期,有效期结束日期,报名数,教练数,设备数,课程内容',
    "'=1+1,启用,甲驾校,C1,普通班,2980.00,3580.50,2026-01-01,2026-12-31,1,0,1,含 20 小时模拟器训练",
  ])
  expect(await file(call.coachExport)).toEqual([
    '姓名,状态,手机号,驾校,教室,准教车型,教龄（年）',
    '李师傅,在职,138****0001,甲驾校,,C1,12',
  ])
  expect(await file(call.applicantExport)).toEqual([
    '姓名,状态,手机号,招生配置,驾照类型,驾校,教练,报名时间,原因',
    expect.stringMatching(/^王芳,待确认,139\*{4}0001,'=1\+1,C1,甲驾校,,\d{4}-\d\d-\d\d [\d:]{8},$/),
  ])
  expect(await file(call.simulatorExport)).toEqual([
    '设备名称,设备编号,车牌号,驾校,教室,招生配置,教练',
    "一号,SIM-A1,粤A1学,甲驾校,一号教室,'=1+1,",
  ])
})
