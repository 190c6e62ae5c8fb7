import { contract, errors } from '@drivesim/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { keepDatabase } from '../../../../test/database.ts'
import {
  makeClassroom,
  makeMember,
  makeOrganisation,
  makeSimulator,
  makeStudent,
} from '../../../../test/factories.ts'
import { setState } from '../../../../test/facts.ts'

// Lists, files, details and what hangs below: exact, and never more than the scope.

const { organisations } = contract
let app: TestApp
let manager: Client
let admin: Client
let pointManager: Client
let school: number
let point: number
let other: number
let room: number
let pointRoom: number
let otherRoom: number
let training: number
let restore: () => Promise<void>

beforeAll(async () => {
  app = await testApp()
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '广州云珠驾校' })
  point = await makeOrganisation(pool, { name: '天河服务点', type: 'servicePoint', parent: school })
  other = await makeOrganisation(pool, { name: '=乙驾校' })
  await pool.query(
    `update organisation set province_code = '440000', city_code = '440100', address = '中山大道西 238 号',
       contact = '陈海峰', phone = '02088880001' where id = $1`,
    [school],
  )
  await pool.query(
    `update organisation set province_code = '110000', city_code = '110100', enabled = false where id = $1`,
    [other],
  )
  room = await makeClassroom(pool, school, '一号教室')
  pointRoom = await makeClassroom(pool, point, '点教室')
  otherRoom = await makeClassroom(pool, other, '外校教室')
  await pool.query(`update classroom set network_address = '10.0.0.1', address = '二楼' where id = $1`, [
    room,
  ])
  const busy = await makeSimulator(pool, { organ: school, room, sn: 'SIM-0001' })
  training = busy.id
  await setState(pool, training, { online: true, activity: 'training' })
  await makeSimulator(pool, { organ: point, room: pointRoom, sn: 'SIM-0002' })
  await makeSimulator(pool, { organ: other, room: otherRoom, sn: 'FOR-0001' })
  for (const name of ['张三', '李四', '王五']) await makeStudent(pool, school, name)
  await makeStudent(pool, other, '外校学员')
  await makeMember(pool, { organs: [school], enabled: false })
  manager = await app.signedIn({ codes: ['organ:school'], organs: [school] })
  admin = await app.signedIn({ codes: ['organ:school'] })
  pointManager = await app.signedIn({ codes: ['organ:school'], organs: [point] })
  restore = await keepDatabase(app.database)
})
// Some make what the others would count.
afterEach(() => restore())
afterAll(() => app.close())

const schoolRow = () => ({
  organizationId: school,
  name: '广州云珠驾校',
  type: 'school',
  parentId: expect.any(Number),
  parentName: '平台',
  provinceId: '440000',
  cityId: '440100',
  area: '广东省 广州市',
  address: '中山大道西 238 号',
  contact: '陈海峰',
  phone: '02088880001',
  servicePoints: 1,
  classrooms: 2,
  simulators: 2,
  students: 3,
  state: 'enabled',
  version: 2,
})

describe('schools', () => {
  test('with the counts of what hangs below, service points included', async () => {
    const { data } = await manager.call(organisations.schoolPage, {})
    expect(data).toMatchObject({ totalDataNum: 1, hasNext: false, dataList: [schoolRow()] })
  })

  test.each([
    [{ paramValue: '云珠' }, ['广州云珠驾校']],
    [{ paramValue: '陈海' }, ['广州云珠驾校']],
    [{ paramValue: '8888' }, ['广州云珠驾校']],
    [{ paramValue: '%' }, []],
    [{ provinceId: '110000' }, ['=乙驾校']],
    [{ cityId: '440100' }, ['广州云珠驾校']],
    [{ state: 'disabled' as const }, ['=乙驾校']],
    [{ state: '' as const, paramValue: '', provinceId: null }, ['=乙驾校', '广州云珠驾校']],
  ])('filtered by %j', async (filter, names) => {
    const { data } = await admin.call(organisations.schoolPage, filter)
    expect(data.dataList.map(({ name }) => name)).toEqual(names)
    expect(data.totalDataNum).toBe(names.length)
  })

  test('page by page, each once, the newest first; a page beyond the last is empty', async () => {
    const pages = await Promise.all(
      [0, 1, 2].map(pageNum => admin.call(organisations.schoolPage, { pageNum, pageSize: 1 })),
    )
    expect(pages.map(({ data }) => data.dataList.map(({ organizationId }) => organizationId))).toEqual([
      [other],
      [school],
      [],
    ])
    expect(pages[0]?.data).toMatchObject({ totalDataNum: 2, totalPages: 2, hasNext: true })
  })

  test('a municipality is said once', async () => {
    const { data } = await admin.call(organisations.info, { organizationId: other })
    expect(data.area).toBe('北京市')
  })

  test('as a file: the filtered list, and no cell runs', async () => {
    const { body, headers } = await admin.call(organisations.schoolExport, {})
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(body.split('\r\n')).toEqual([
      '\ufeff名称,状态,地区,服务点数,教室数,设备数,学员数,联系人,联系电话,详细地址',
      `'=乙驾校,停用,北京市,0,1,1,1,,,`,
      '广州云珠驾校,启用,广东省 广州市,1,2,2,3,陈海峰,02088880001\t,中山大道西 238 号',
      '',
    ])
    const own = await manager.call(organisations.schoolExport, { state: 'disabled' })
    expect(own.body).not.toContain('乙驾校')
  })

  test('a wrong filter is refused', async () => {
    for (const [filter, sentence] of [
      [{ provinceId: '44' }, '地区代码应为六位数字'],
      [{ pageSize: 101 }, '每页条数不能大于 100'],
      [{ paramValue: 'x'.repeat(51) }, '搜索内容最多 50 个字'],
    ] as const) {
      expect(await admin.send(organisations.schoolPage, filter)).toMatchObject({
        code: errors.invalid.code,
        msg: sentence,
      })
    }
  })
})

describe('service points', () => {
  test('with their school, of one school or all', async () => {
    const { data } = await admin.call(organisations.servicePointPage, {})
    expect(data.dataList).toMatchObject([
      { organizationId: point, parentId: school, parentName: '广州云珠驾校', classrooms: 1, simulators: 1 },
    ])
    const none = await admin.call(organisations.servicePointPage, { schoolId: other })
    expect(none.data).toMatchObject({ dataList: [], totalDataNum: 0 })
  })

  test('as a file', async () => {
    const { body } = await manager.call(organisations.servicePointExport, { schoolId: school })
    expect(body).toContain('天河服务点,广州云珠驾校,')
  })

  test('whoever manages one alone sees neither its school nor what hangs there', async () => {
    expect((await pointManager.call(organisations.schoolPage, {})).data.totalDataNum).toBe(0)
    expect((await pointManager.call(organisations.servicePointPage, {})).data.totalDataNum).toBe(1)
    expect(await pointManager.call(organisations.below, { organizationId: school })).toMatchObject({
      code: errors.notFound.code,
    })
  })
})

describe('classrooms', () => {
  const row = () => ({
    roomId: room,
    roomName: '一号教室',
    organId: school,
    organName: '广州云珠驾校',
    schoolId: school,
    address: '二楼',
    opensAt: '08:00',
    closesAt: '20:00',
    seats: 8,
    ip: '10.0.0.1',
    simulators: 1,
    state: 'enabled',
    version: 2,
  })

  test("a school's include its service points'", async () => {
    const { data } = await admin.call(organisations.classroomPage, { organId: school })
    expect(data.totalDataNum).toBe(2)
    expect(data.dataList[0]).toEqual(row())
    expect(data.dataList[1]).toMatchObject({ roomId: pointRoom, organId: point, schoolId: school, ip: null })
  })

  test.each([
    [{ paramValue: '一号' }, ['一号教室']],
    [{ paramValue: '天河' }, ['点教室']],
    [{ state: 'disabled' as const }, []],
  ])('filtered by %j', async (filter, names) => {
    const { data } = await manager.call(organisations.classroomPage, filter)
    expect(data.dataList.map(({ roomName }) => roomName)).toEqual(names)
    expect(data.totalDataNum).toBe(names.length)
  })

  test('as a file, never of another school', async () => {
    const { body } = await manager.call(organisations.classroomExport, {})
    expect(body.split('\r\n').slice(1)).toEqual([
      '一号教室,启用,广州云珠驾校,08:00,20:00,8,1,10.0.0.1,二楼',
      '点教室,启用,天河服务点,08:00,20:00,8,1,,',
      '',
    ])
  })

  test('the network address', async () => {
    expect((await manager.call(organisations.classroomAddress, { roomId: room })).data).toEqual({
      roomId: room,
      ip: '10.0.0.1',
    })
    expect((await manager.call(organisations.classroomAddress, { roomId: pointRoom })).data.ip).toBeNull()
  })
})

describe('what hangs below', () => {
  test('service points, their classrooms, their devices', async () => {
    const { data } = await manager.call(organisations.below, { organizationId: school })
    expect(data).toMatchObject([
      {
        organizationId: school,
        classrooms: [
          {
            roomId: room,
            simulators: [{ simulatorId: training, simulatorNum: 'SIM-0001', stateId: 'training' }],
          },
        ],
      },
      { organizationId: point, classrooms: [{ roomId: pointRoom, simulators: [{ stateId: 'offline' }] }] },
    ])
  })

  test('what still uses an organisation or a classroom, in words and numbers', async () => {
    await app.services.pool.query(
      `with coach as (
         insert into coach (school_id, name, phone, gear_types, years, state)
         values ($1, '李师傅', '13800000001', '{C1}', 8, 'employed'), ($1, '王师傅', '13800000002', '{C1}', 8, 'left')
       )
       insert into enrolment_config (school_id, title, gear_type, class_type, price, valid_from, valid_until)
       values ($1, 'C1 普通班', 'C1', 'standard', 100, '2026-01-01', '2099-01-01')`,
      [school],
    )
    expect((await manager.call(organisations.usage, { organizationId: school })).data).toEqual([
      { what: '正在训练的设备', count: 1 },
      { what: '设备', count: 2 },
      { what: '学员', count: 3 },
      { what: '教室', count: 2 },
      { what: '服务点', count: 1 },
      { what: '成员', count: 2 },
      { what: '启用的招生配置', count: 1 },
      { what: '在职教练', count: 1 },
    ])
    expect((await manager.call(organisations.classroomUsage, { roomId: room })).data).toEqual([
      { what: '正在训练的设备', count: 1 },
      { what: '设备', count: 1 },
    ])
    const empty = await makeClassroom(app.services.pool, other)
    expect((await admin.call(organisations.classroomUsage, { roomId: empty })).data).toEqual([])
  })

  test('nothing of another school, by whatever call', async () => {
    const answers = await Promise.all([
      manager.call(organisations.info, { organizationId: other }),
      manager.call(organisations.below, { organizationId: other }),
      manager.call(organisations.usage, { organizationId: other }),
      manager.call(organisations.classroomUsage, { roomId: otherRoom }),
      manager.call(organisations.classroomAddress, { roomId: otherRoom }),
    ])
    expect(answers.map(({ code }) => code)).toEqual(Array(5).fill(errors.notFound.code))
    const lists = await Promise.all([
      manager.call(organisations.classroomPage, { organId: other }),
      manager.call(organisations.servicePointPage, { schoolId: other }),
    ])
    expect(lists.map(({ data }) => data.totalDataNum)).toEqual([0, 0])
  })
})
