import { contract, errors, type SimulatorRow, simulatorList, simulatorPlainFields } from '@drivesim/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { setState } from '../../../../test/facts.ts'

const { list } = contract.devices
let app: TestApp
let admin: Client
/** A school with two classrooms, and another school. */
let school: number
let rooms: [number, number]
let other: number
let otherRoom: number

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  rooms = [await makeClassroom(pool, school, '一号教室'), await makeClassroom(pool, school, '二号教室')]
  other = await makeOrganisation(pool, { name: '乙驾校' })
  otherRoom = await makeClassroom(pool, other)
  admin = await app.signedIn({ codes: ['device:simulator'] })
})

const add = (sn: string, room = rooms[0], organ = school) =>
  makeSimulator(app.services.pool, { organ, room, sn, name: `名称${sn}` })
const numbers = (rows: readonly SimulatorRow[]) => rows.map(row => row.simulatorNum)

test('a row carries everything a list shows', async () => {
  const { id } = await makeSimulator(app.services.pool, {
    organ: school,
    room: rooms[1],
    sn: 'A-0001',
    carNum: '粤A1234学',
  })
  const { data } = await admin.call(list, {})
  expect(data).toEqual({
    dataList: [
      {
        simulatorId: id,
        simulatorName: '模拟器A-0001',
        simulatorNum: 'A-0001',
        organId: school,
        organName: '甲驾校',
        roomId: rooms[1],
        classroomName: '二号教室',
        ...Object.fromEntries(simulatorPlainFields.map(field => [field, null])),
        carNum: '粤A1234学',
        stateId: 'offline',
        stateName: '未接入',
        lastSeenAt: null,
        version: 1,
      },
    ],
    totalDataNum: 1,
    pageSize: 10,
    hasPrevious: false,
    hasNext: false,
    totalPages: 1,
  })
})

test("a school's are its service points' too, counted and filtered", async () => {
  const { pool } = app.services
  const point = await makeOrganisation(pool, { type: 'servicePoint', parent: school })
  await add('A-0001')
  await add('P-0002', await makeClassroom(pool, point), point)
  await add('B-0003', otherRoom, other)
  for (const filter of [{ schoolId: school }, { schoolId: school, connected: 'no' as const }]) {
    const { data } = await admin.call(list, filter)
    expect([numbers(data.dataList), data.totalDataNum]).toEqual([['A-0001', 'P-0002'], 2])
  }
})

describe('filters', () => {
  beforeEach(async () => {
    await add('A-0001')
    const idle = await add('A-0002', rooms[1])
    await setState(app.services.pool, idle.id, { online: true })
    await app.services.pool.query(`update simulator set car_num = '粤A8800学' where id = $1`, [idle.id])
    await add('B-0003', otherRoom, other)
  })

  test.each([
    ['none', () => ({}), ['A-0001', 'A-0002', 'B-0003']],
    [
      'empty ones',
      () => ({ organId: '', roomId: [], simulatorNum: '', stateId: null }),
      ['A-0001', 'A-0002', 'B-0003'],
    ],
    ['organisation', () => ({ organId: school }), ['A-0001', 'A-0002']],
    ['classroom', () => ({ roomId: rooms[1] }), ['A-0002']],
    ['state', () => ({ stateId: 'offline' }), ['A-0001', 'B-0003']],
    ['part of a name, in any case', () => ({ simulatorName: '名称a-' }), ['A-0001', 'A-0002']],
    ['part of a plate', () => ({ carNum: 'a88' }), ['A-0002']],
    ['connected', () => ({ connected: 'yes' }), ['A-0002']],
    ['never connected', () => ({ stateId: 'offline', connected: 'no' }), ['A-0001', 'B-0003']],
    ['part of a number, in any case', () => ({ simulatorNum: ' a-000' }), ['A-0001', 'A-0002']],
    [
      'all together',
      () => ({ organId: school, roomId: rooms[0], simulatorNum: '1', stateId: 'offline' }),
      ['A-0001'],
    ],
    ['an unknown organisation', () => ({ organId: 999_999 }), []],
    ['a classroom of another organisation', () => ({ organId: school, roomId: otherRoom }), []],
    ['wildcards, which mean themselves', () => ({ simulatorNum: '%' }), []],
    ['an underscore, which means itself', () => ({ simulatorNum: 'A_0001' }), []],
    ['a backslash', () => ({ simulatorNum: '\\' }), []],
  ])('%s', async (_what, filter, expected) => {
    const { code, data } = await admin.call(list, filter() as object)
    expect(code).toBe(0)
    expect(numbers(data.dataList)).toEqual(expected)
    expect(data.totalDataNum).toBe(expected.length)
  })
})

test('orders by what is asked, what has no value last, page by page', async () => {
  const { pool } = app.services
  for (const [sn, carNum] of [
    ['A-0001', '粤A2000学'],
    ['A-0002', null],
    ['A-0003', '粤A1000学'],
  ] as const) {
    await makeSimulator(pool, { organ: school, room: rooms[0], sn, ...(carNum && { carNum }) })
  }
  const ordered = async (
    sortField: 'carNum' | 'simulatorNum',
    sortOrder: 'ascend' | 'descend',
    pageNum = 0,
  ) => numbers((await admin.call(list, { sortField, sortOrder, pageNum, pageSize: 2 })).data.dataList)
  expect(await ordered('carNum', 'ascend')).toEqual(['A-0003', 'A-0001'])
  expect(await ordered('carNum', 'ascend', 1)).toEqual(['A-0002'])
  expect(await ordered('carNum', 'descend')).toEqual(['A-0001', 'A-0003'])
  expect(await ordered('simulatorNum', 'descend')).toEqual(['A-0003', 'A-0002'])
  const refused = await admin.send(list, { sortField: 'key_hash' })
  expect(refused).toMatchObject({ code: errors.invalid.code })
  expect(refused.msg).toContain('排序字段只能是')
})

test('pages are cut in the order of the ids, and know their neighbours', async () => {
  for (let i = 1; i <= 5; i += 1) await add(`A-000${i}`)
  const pages = await Promise.all([0, 1, 2].map(pageNum => admin.call(list, { pageNum, pageSize: 2 })))
  expect(pages.map(({ data }) => numbers(data.dataList))).toEqual([
    ['A-0001', 'A-0002'],
    ['A-0003', 'A-0004'],
    ['A-0005'],
  ])
  expect(pages.map(({ data }) => [data.hasPrevious, data.hasNext, data.totalPages])).toEqual([
    [false, true, 3],
    [true, true, 3],
    [true, false, 3],
  ])
})

test('a page far beyond the last is empty', async () => {
  await add('A-0001')
  const { code, data } = await admin.call(list, { pageNum: 1_000_000_000, pageSize: 100 })
  expect({ code, rows: data.dataList, total: data.totalDataNum, next: data.hasNext }).toEqual({
    code: 0,
    rows: [],
    total: 1,
    next: false,
  })
})

test.each([
  [{ pageNum: -1 }, '页码不能小于 0'],
  [{ pageNum: 1_000_000_001 }, '页码不能大于 1000000000'],
  [{ pageNum: 'x' }, '页码格式不正确，请检查后重试'],
  [{ pageSize: 0 }, '每页条数不能小于 1'],
  [{ pageSize: 101 }, '每页条数不能大于 100'],
  [{ organId: 'x' }, '机构格式不正确，请检查后重试'],
  [{ roomId: -3 }, '教室不能小于 0'],
  [{ stateId: 'asleep' }, '状态只能是“空闲”、“训练中”、“故障”、“离线”、“停用”之一'],
  [{ simulatorNum: 'X'.repeat(33) }, '设备编号最多 32 个字'],
])('refuses %j, naming the field', async (input, sentence) => {
  const { status, code, msg } = await admin.send(list, input)
  expect({ status, code }).toEqual({ status: 200, code: errors.invalid.code })
  expect(msg).toBe(sentence)
})

test('what lies outside the scope is in no row and no total', async () => {
  await add('A-0001')
  await add('B-0002', otherRoom, other)
  const manager = await app.signedIn({ codes: ['device:running'], organs: [school] })
  const all = await manager.call(list, {})
  expect(numbers(all.data.dataList)).toEqual(['A-0001'])
  expect(all.data.totalDataNum).toBe(1)
  for (const filter of [
    { organId: other },
    { roomId: otherRoom },
    { simulatorNum: 'B-0002' },
    { organId: other, stateId: 'offline' as const },
  ]) {
    const { data } = await manager.call(list, filter)
    expect([data.dataList, data.totalDataNum]).toEqual([[], 0])
  }
})

test('managing a school includes its service points', async () => {
  const point = await makeOrganisation(app.services.pool, { type: 'servicePoint', parent: school })
  await add('P-0001', await makeClassroom(app.services.pool, point), point)
  const manager = await app.signedIn({ codes: ['device:simulator'], organs: [school] })
  expect(numbers((await manager.call(list, {})).data.dataList)).toEqual(['P-0001'])
})

test('someone who manages nothing sees nothing', async () => {
  await add('A-0001')
  const nobody = await app.signedIn({ codes: ['device:simulator'], organs: [] })
  expect((await nobody.call(list, {})).data).toMatchObject({ dataList: [], totalDataNum: 0, totalPages: 0 })
})

describe('the export', () => {
  const lines = (body: string) => body.replace('\ufeff', '').trimEnd().split('\r\n')

  test('holds the whole filtered list, in more than one chunk', async () => {
    await app.services.pool.query(
      `with made as (
         insert into simulator (sn, name, organ_id, room_id, key_hash)
         select 'E-' || lpad(i::text, 5, '0'), '批量' || i, $1, $2, '' from generate_series(1, 4321) i returning id
       ) insert into simulator_state (simulator_id) select id from made`,
      [school, rooms[0]],
    )
    await add('B-0001', otherRoom, other)
    const { status, headers, body } = await admin.call(contract.devices.export, { organId: school })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(body.startsWith('\ufeff')).toBe(true)
    const [head, ...rows] = lines(body)
    expect(head?.split(',')).toEqual(Object.values(simulatorList.columns).map(({ word }) => word))
    expect(rows.map(row => row.split(',')[2])).toEqual(
      Array.from({ length: 4321 }, (_, i) => `E-${String(i + 1).padStart(5, '0')}`),
    )
  })

  test('keeps the filters and the scope of the list', async () => {
    await add('A-0001')
    await add('A-0002', rooms[1])
    await add('B-0003', otherRoom, other)
    const manager = await app.signedIn({ codes: ['device:simulator'], organs: [school] })
    for (const filter of [
      {},
      { roomId: rooms[1] },
      { simulatorNum: '000' },
      { stateId: 'idle' as const },
      { organId: other },
    ]) {
      const listed = await manager.call(list, filter)
      const { body } = await manager.call(contract.devices.export, filter)
      expect(
        lines(body)
          .slice(1)
          .map(row => row.split(',')[2]),
      ).toEqual(numbers(listed.data.dataList))
    }
  })

  test('no cell runs in Excel, and the last report is local time', async () => {
    const { id } = await add('A-0001')
    await app.services.pool.query(`update simulator set name = '=1+1', bind_num = '＠x' where id = $1`, [id])
    await app.services.pool.query(
      `update simulator_state set last_seen_at = '2026-10-05T16:30:00Z' where simulator_id = $1`,
      [id],
    )
    // Excel of a Chinese keyboard takes the full-width signs for formulas too.
    const fullWidth = ['＝1+1', '＋1', '－1']
    for (const [i, name] of fullWidth.entries())
      await makeSimulator(app.services.pool, { organ: school, room: rooms[0], sn: `A-000${i + 2}`, name })
    const { body } = await admin.call(contract.devices.export, {})
    const [head = [], first = [], ...others] = lines(body).map(line => line.split(','))
    expect(Object.fromEntries(head.map((word, place) => [word, first[place]]))).toMatchObject({
      设备名称: "'=1+1",
      状态: '离线',
      车牌号: '',
      最近上报: '2026-10-06 00:30:00',
      绑定编号: "'＠x",
    })
    expect(others.map(line => line[0])).toEqual(fullWidth.map(name => `'${name}`))
  })

  test('refuses a wrong filter with a sentence', async () => {
    const { status, code, msg } = await admin.send(contract.devices.export, { stateId: 'asleep' })
    expect({ status, code }).toEqual({ status: 200, code: errors.invalid.code })
    expect(msg).toContain('状态')
  })
})
