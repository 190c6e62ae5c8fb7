import { contract, mostFound } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { setState } from '../../../../test/facts.ts'

const { find } = contract.devices
let app: TestApp
let person: Client
let school: number
let room: number

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  room = await makeClassroom(pool, school, '一号教室')
  person = await app.signedIn({ codes: ['device:running'], organs: [school] })
})

/** What a search finds, by plates. */
const plates = async (paramValue: string, by = person) =>
  (await by.call(find, { paramValue })).data.map(({ carNum }) => carNum)
/** Its number has no digit that a seat or a plate could have. */
const add = (name: string, carNum: string, place = { organ: school, room }) =>
  makeSimulator(app.services.pool, { ...place, name, carNum, sn: `SN-${letters(carNum)}` })
const letters = (carNum: string) =>
  [...carNum].map(sign => String.fromCharCode(65 + ((sign.codePointAt(0) ?? 0) % 26))).join('')

test('a simulator is found by plate, seat, number, place, and by several of them together', async () => {
  const other = { organ: school, room: await makeClassroom(app.services.pool, school, '二号教室') }
  const { sn } = await add('12 号模拟器', '粤A0012学')
  await add('02 号模拟器', '粤A0002学')
  await add('02 号模拟器', '粤B7002学', other)
  expect(await plates('粤b7')).toEqual(['粤B7002学'])
  expect(await plates(sn.toLowerCase())).toEqual(['粤A0012学'])
  for (const seat of ['02 号', '02号', '02号模拟器'])
    expect(await plates(seat), seat).toEqual(['粤A0002学', '粤B7002学'])
  expect((await plates('2号'))[0]).toBe('粤A0002学')
  expect(await plates('二号教室')).toEqual(['粤B7002学'])
  expect(await plates('一号教室 02号')).toEqual(['粤A0002学'])
  expect(await plates('甲驾校 一号教室 12')).toEqual(['粤A0012学'])
  expect(await plates('丙驾校 02号')).toEqual([])
  expect(await plates('')).toHaveLength(3)
})

test('by the student who trains in it, for as long as that is so', async () => {
  const { pool } = app.services
  const { id } = await add('02 号模拟器', '粤A0002学')
  await add('03 号模拟器', '粤A0003学')
  const student = await makeStudent(pool, school, '王芳')
  await pool.query('update simulator_state set student_id = $2 where simulator_id = $1', [id, student])
  await setState(pool, id, { online: true, activity: 'training' })
  const { data } = await person.call(find, { paramValue: '王芳' })
  expect(data).toMatchObject([{ simulatorId: id, carNum: '粤A0002学', student: '王芳' }])
  await setState(pool, id, { activity: 'idle' })
  expect(await plates('王芳')).toEqual([])
})

test('never outside the scope, and no more than anybody reads', async () => {
  const { pool } = app.services
  const elsewhere = await makeOrganisation(pool, { name: '乙驾校' })
  await add('02 号模拟器', '粤C0002学', { organ: elsewhere, room: await makeClassroom(pool, elsewhere) })
  expect(await plates('粤C0002')).toEqual([])
  expect(await plates('粤C0002', await app.signedIn({ codes: ['device:simulator'] }))).toHaveLength(1)
  for (let seat = 0; seat < mostFound + 1; seat += 1) await add(`${seat + 10} 号模拟器`, `粤A10${seat}学`)
  expect(await plates('粤A')).toHaveLength(mostFound)
})
