import { contract, errors } from '@drivesim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'

// What filters and forms of simulators choose from: never more than the scope.

const { devices } = contract
let app: TestApp
let person: Client
let school: number
let room: number
let simulator: number

beforeAll(async () => {
  app = await testApp()
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  room = await makeClassroom(pool, school, '一号教室')
  const made = await makeSimulator(pool, { organ: school, room, carNum: '粤A0001学' })
  simulator = made.id
  await makeSimulator(pool, { organ: school, room })
  const other = await makeOrganisation(pool, { name: '乙驾校' })
  await makeSimulator(pool, { organ: other, room: await makeClassroom(pool, other), carNum: '粤B0001学' })
  await makeOrganisation(pool, { name: '没有设备的驾校' })
  const left = await makeOrganisation(pool, { name: '设备都已移走的驾校' })
  const moved = await makeSimulator(pool, { organ: left, room: await makeClassroom(pool, left) })
  await pool.query('update simulator set organ_id = $2, room_id = $3 where id = $1', [moved.id, school, room])
  await pool.query(`update simulator set bind_num = '01', model = 'VR-' || organ_id`)
  person = await app.signedIn({ organs: [school] })
})
afterAll(() => app.close())

test('organisations that have simulators', async () => {
  expect((await person.call(devices.organisations)).data).toEqual([
    { organizationId: school, name: '甲驾校' },
  ])
  const admin = await app.signedIn()
  expect((await admin.call(devices.organisations)).data.map(({ name }) => name)).toEqual(['甲驾校', '乙驾校'])
})

test('the states with their words', async () => {
  expect((await person.call(devices.states)).data).toEqual([
    { stateId: 'idle', stateName: '空闲' },
    { stateId: 'training', stateName: '训练中' },
    { stateId: 'fault', stateName: '故障' },
    { stateId: 'offline', stateName: '离线' },
    { stateId: 'disabled', stateName: '停用' },
  ])
})

test('queryCon answers what was asked for, and nothing else', async () => {
  const { data } = await person.call(devices.choices, { queryTypes: ['organ', 'room', 'model'] })
  expect(data).toEqual({
    organ: [{ value: school, label: '甲驾校' }],
    room: [{ value: room, label: '甲驾校 · 一号教室' }],
    model: [{ value: `VR-${school}`, label: `VR-${school}` }],
  })
  const alone = await person.call(devices.choices, { queryTypes: 'state' })
  expect(alone.data.state?.[0]).toEqual({ value: 'idle', label: '空闲' })
  expect(await person.send(devices.choices, { queryTypes: ['colour'] })).toMatchObject({
    code: errors.invalid.code,
    msg: expect.stringContaining('查询类型'),
  })
})

test('cars that simulators are bound to', async () => {
  expect((await person.call(devices.cars)).data).toEqual([
    { carId: simulator, bindNum: '01', carNum: '粤A0001学' },
  ])
})

test('training scenes, each once for its subject', async () => {
  const { data } = await person.call(devices.maps)
  expect(data).toContainEqual({ mapId: 1, mapName: '科目二标准场地', subject: '科目二' })
  const names = data.map(({ mapName, subject }) => `${mapName} ${subject}`)
  expect(new Set(names).size).toBe(names.length)
})

test('the defaults of offline reminders', async () => {
  expect((await person.call(devices.offlineDefaults)).data).toEqual({
    createLimit: 30,
    ableTimeBegin: '08:00',
    ableTimeEnd: '20:00',
    effectiveTime: 1,
    version: expect.any(Number),
  })
})
