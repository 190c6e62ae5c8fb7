import { contract, type Endpoint, type InputOf } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../test/app.ts'
import { csvOf } from '../../../test/csv.ts'
import { query } from '../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../test/factories.ts'

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
  (await admin.call(call.createConfig, { ...config, schoolId, title })).data.id
const addCoach = async () => {
  const coach = {
    schoolId: school,
    name: '李师傅',
    phone: '13800000001',
    gearTypes: ['C1' as const],
    years: 12,
  }
  return (await admin.call(call.createCoach, coach)).data.id
}
const apply = (configId: number) =>
  query(
    app.database.ownerUrl,
    `insert into applicant (config_id, name, phone) values ($1, '王芳', '13900000001')`,
    [configId],
  )

test('the phone of an applicant is whole for who keeps 招生 alone, in the file too', async () => {
  await apply(await addConfig())
  const reader = await app.signedIn({ organs: [school] })
  for (const [person, phone] of [
    [admin, '13900000001'],
    [reader, '139****0001'],
  ] as const) {
    expect((await person.call(call.applicants, {})).data.dataList[0]?.phone).toBe(phone)
    expect((await csvOf(person, call.applicantExport))[1]).toContain(`王芳,${phone},甲驾校`)
  }
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
    '标题,驾校,驾照类型,班型,价格（元）,原价（元）,课程内容,有效期开始日期,有效期结束日期,教练数,设备数,报名数,状态',
    "'=1+1,甲驾校,C1,普通班,2980,3580.5,含 20 小时模拟器训练,2026-01-01,2026-12-31,0,1,1,启用",
  ])
  expect(await file(call.coachExport)).toEqual([
    '姓名,手机号,驾校,教室,准教车型,教龄,状态',
    '李师傅,13800000001,甲驾校,,C1,12,在职',
  ])
  expect(await file(call.applicantExport)).toEqual([
    '姓名,手机号,驾校,招生配置,驾照类型,教练,报名时间,状态,原因',
    expect.stringMatching(/^王芳,13900000001,甲驾校,'=1\+1,C1,,\d{4}-\d\d-\d\d [\d:]{8},待确认,$/),
  ])
  expect(await file(call.simulatorExport)).toEqual([
    '设备名称,设备编号,驾校,教室,车牌号,招生配置,教练',
    "一号,SIM-A1,甲驾校,一号教室,粤A1学,'=1+1,",
  ])
})
