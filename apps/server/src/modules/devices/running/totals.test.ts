import { contract, errors, mostFaults } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { makeSessions, setState } from '../../../../test/facts.ts'

// What the live view reads beside its stream: totals, the tree, and a classroom's tiles.

const { running } = contract
let app: TestApp
let manager: Client
let school: number
let room: number
let point: number
let pointRoom: number
let other: number
let otherRoom: number

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  room = await makeClassroom(pool, school, '一号教室')
  other = await makeOrganisation(pool, { name: '乙驾校' })
  otherRoom = await makeClassroom(pool, other, '外校教室')
  point = await makeOrganisation(pool, { name: '甲服务点', type: 'servicePoint', parent: school })
  pointRoom = await makeClassroom(pool, point, '点教室')
  manager = await app.signedIn({ codes: ['device:running'], organs: [school] })
})

const zero = { idle: 0, training: 0, fault: 0, offline: 0, disabled: 0 }
const range = { startDate: '2026-10-01', endDate: '2026-10-03' }
const october = '2026-10-02T09:00:00+08:00'

describe('totals', () => {
  test('count states and the use of the range, of the scope or one organisation of it', async () => {
    const { pool } = app.services
    const here = await makeSimulator(pool, { organ: school, room })
    const there = await makeSimulator(pool, { organ: point, room: pointRoom })
    const foreign = await makeSimulator(pool, { organ: other, room: otherRoom })
    await setState(pool, here.id, { online: true })
    const student = await makeStudent(pool, school)
    await makeSessions(pool, [
      { simulator: here.id, organ: school, room, at: october, seconds: 100, student },
      { simulator: there.id, organ: point, room: pointRoom, at: october, seconds: 50, student },
      { simulator: there.id, organ: point, room: pointRoom, at: october, seconds: 5, student: null },
      { simulator: here.id, organ: school, room, at: '2026-10-04T00:00:00+08:00', student },
      { simulator: foreign.id, organ: other, room: otherRoom, at: october, student },
    ])
    const ask = async (organId?: number) =>
      (await manager.call(running.totalInfo, { ...range, organId })).data
    expect(await ask()).toEqual({
      counts: { ...zero, idle: 1, offline: 1 },
      times: 3,
      seconds: 155,
      people: 1,
    })
    expect(await ask(school)).toEqual({ counts: { ...zero, idle: 1 }, times: 1, seconds: 100, people: 1 })
    const nothing = { counts: zero, times: 0, seconds: 0, people: 0 }
    expect(await ask(other)).toEqual(nothing)
    expect(await ask(999_999)).toEqual(nothing)
  })

  test.each([
    [{ startDate: '2026-10-02', endDate: '2026-10-01' }, '结束日期不能早于开始日期'],
    [{ startDate: '2016-10-02', endDate: '2026-10-01' }, '日期范围最长 400 天，请缩短后重试'],
    [{ startDate: '2026-10-02' }, '结束日期不能为空'],
    [{ ...range, organId: 'x' }, '机构格式不正确，请检查后重试'],
  ])('refuse %j', async (input, sentence) => {
    const answer = await manager.send(running.totalInfo, input)
    expect(answer).toMatchObject({ status: 200, code: errors.invalid.code, msg: sentence })
  })
})

test('the tree: organisations with classrooms, service points after their school, counts by state', async () => {
  const { pool } = app.services
  const empty = await makeClassroom(pool, school, '空教室')
  const closed = await makeClassroom(pool, school, '停用的教室')
  const closedInUse = await makeClassroom(pool, school, '停用但有设备的教室')
  await pool.query('update classroom set enabled = false where id = any($1)', [[closed, closedInUse]])
  await makeSimulator(pool, { organ: school, room: closedInUse })
  await makeOrganisation(pool, { name: '没有教室的服务点', type: 'servicePoint', parent: school })
  const idle = await makeSimulator(pool, { organ: school, room })
  await setState(pool, idle.id, { online: true })
  await makeSimulator(pool, { organ: school, room, enabled: false })
  await makeSimulator(pool, { organ: other, room: otherRoom })

  const own = {
    school: {
      organizationId: school,
      name: '甲驾校',
      rooms: [
        { roomId: room, roomName: '一号教室', counts: { ...zero, idle: 1, disabled: 1 } },
        { roomId: empty, roomName: '空教室', counts: zero },
        { roomId: closedInUse, roomName: '停用但有设备的教室', counts: { ...zero, offline: 1 } },
      ],
    },
    point: {
      organizationId: point,
      name: '甲服务点',
      rooms: [{ roomId: pointRoom, roomName: '点教室', counts: zero }],
    },
  }
  expect((await manager.call(running.tree)).data).toEqual([own.school, own.point])
  const admin = await app.signedIn({ codes: ['device:running'] })
  expect((await admin.call(running.tree)).data).toEqual([
    own.school,
    own.point,
    {
      organizationId: other,
      name: '乙驾校',
      rooms: [{ roomId: otherRoom, roomName: '外校教室', counts: { ...zero, offline: 1 } }],
    },
  ])
})

describe('what is in fault', () => {
  const inFault = async (at: { organ: number; room: number }, since: string) => {
    const { id } = await makeSimulator(app.services.pool, at)
    await setState(app.services.pool, id, { online: true, health: 'fault', since })
    return id
  }
  const raise = (simulator: number, code: string, raised: string, cleared: string | null = null) =>
    app.services.pool.query(
      `insert into fault (simulator_id, organ_id, room_id, code, text, raised_at, cleared_at)
       select id, organ_id, room_id, $2, '转向电机过热', $3, $4 from simulator where id = $1`,
      [simulator, code, raised, cleared],
    )

  test('anywhere in the scope, the longest first, with what its newest open fault says', async () => {
    const { pool } = app.services
    const later = await inFault({ organ: school, room }, '2026-10-02T02:00:00Z')
    const first = await inFault({ organ: point, room: pointRoom }, '2026-10-02T01:00:00Z')
    const foreign = await inFault({ organ: other, room: otherRoom }, '2026-10-02T00:00:00Z')
    const idle = await makeSimulator(pool, { organ: school, room })
    await setState(pool, idle.id, { online: true })
    await raise(later, 'E01', '2026-10-02T01:00:00Z')
    await raise(later, 'E02', '2026-10-02T02:00:00Z')
    await raise(later, 'E03', '2026-10-02T03:00:00Z', '2026-10-02T04:00:00Z')
    await raise(foreign, 'E09', '2026-10-02T00:00:00Z')

    const { data } = await manager.call(running.faults)
    expect(data).toMatchObject([
      { simulatorId: first, organName: '甲服务点', classroomName: '点教室', fault: null },
      { simulatorId: later, organName: '甲驾校', stateName: '故障', fault: 'E02 转向电机过热' },
    ])
    expect(data[0]?.stateSince).toBe('2026-10-02T01:00:00.000Z')
    const admin = await app.signedIn({ codes: ['device:running'] })
    const all = (await admin.call(running.faults)).data
    expect(all.map(({ simulatorId }) => simulatorId)).toEqual([foreign, first, later])
    expect(all[0]?.fault).toBe('E09 转向电机过热')
  })

  test('so many at most, and a simulator that was moved does not bring what another organisation was told', async () => {
    const { pool } = app.services
    const moved = await inFault({ organ: other, room: otherRoom }, '2026-10-01T00:00:00Z')
    await raise(moved, 'E09', '2026-10-01T00:00:00Z')
    await pool.query('update simulator set organ_id = $2, room_id = $3 where id = $1', [moved, school, room])
    expect((await manager.call(running.faults)).data).toMatchObject([{ simulatorId: moved, fault: null }])

    const more = Array.from({ length: mostFaults }, () =>
      inFault({ organ: school, room }, '2026-10-02T00:00:00Z'),
    )
    await Promise.all(more)
    const { data } = await manager.call(running.faults)
    expect(data.length).toBe(mostFaults)
    expect(data[0]?.simulatorId).toBe(moved)
  })
})

describe('the simulators of a classroom', () => {
  test('each with what goes on on it', async () => {
    const { pool } = app.services
    const busy = await makeSimulator(pool, { organ: school, room, sn: 'SIM-0001' })
    const quiet = await makeSimulator(pool, { organ: school, room, sn: 'SIM-0002' })
    await setState(pool, busy.id, { online: true, activity: 'training', since: '2026-10-02T01:00:00Z' })
    await pool.query(
      `update simulator_state set student_id = $2, module_id = 3, session_started_at = '2026-10-02T01:00:01Z', last_score = 92
       where simulator_id = $1`,
      [busy.id, await makeStudent(pool, school, '张三')],
    )
    const { data } = await manager.call(running.simulatorsOfRoom, { roomId: room })
    expect(data).toMatchObject([
      {
        simulatorId: busy.id,
        simulatorNum: 'SIM-0001',
        stateId: 'training',
        stateName: '训练中',
        student: '张三',
        module: '坡道定点停车和起步',
        startedAt: '2026-10-02T01:00:01.000Z',
        score: 92,
        stateSince: '2026-10-02T01:00:00.000Z',
      },
      {
        simulatorId: quiet.id,
        stateId: 'offline',
        student: null,
        module: null,
        startedAt: null,
        score: null,
      },
    ])
  })

  test('none in an empty classroom; one outside the scope, or none, does not exist', async () => {
    await makeSimulator(app.services.pool, { organ: other, room: otherRoom })
    expect(await manager.call(running.simulatorsOfRoom, { roomId: room })).toMatchObject({
      code: 0,
      data: [],
    })
    for (const roomId of [otherRoom, 999_999]) {
      expect(await manager.call(running.simulatorsOfRoom, { roomId })).toMatchObject({
        code: errors.notFound.code,
        msg: errors.notFound.sentence('教室'),
      })
    }
    expect(await manager.send(running.simulatorsOfRoom, {})).toMatchObject({ msg: '教室不能为空' })
  })
})
