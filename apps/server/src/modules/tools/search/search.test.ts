import { contract, students } from '@drivesim/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { serverOf } from '../../../../test/serverOf.ts'
import { clerkOf, makeLearner, makeOnline, makeSelling } from '../../../../test/till.ts'
import type { SearchPart } from '../../../platform/parts.ts'
import { searchModule } from './routes.ts'

let app: TestApp
let school: number
let person: Client
beforeEachTest(async built => {
  app = built
  school = await makeSelling(app, { name: '云珠驾校' })
  person = await app.signedIn({ codes: ['device', 'device:simulator'], organs: [school] })
})

const find = async (text: string, by = person) => (await by.call(contract.search.records, { text })).data
/** What was found, by kind. */
const found = async (text: string, by = person) =>
  (await find(text, by)).groups.map(({ kind, rows }) => [kind, ...rows.map(({ title }) => title)])

test('a record is found by its name, initials, phone, number or plate, with what tells it from others', async () => {
  const room = await makeClassroom(app.services.pool, school, '王府教室')
  const { id } = await makeSimulator(app.services.pool, {
    organ: school,
    room,
    sn: 'SIM-GZ01-0003',
    name: '03 号模拟器',
    carNum: '粤A1234学',
  })
  const clerk = await clerkOf(app, school)
  const form = { schoolId: school, userName: '王府', userPhone: '13800138000', gearType: 'C1' as const }
  const editor = await app.signedIn({ codes: ['student:edit'], organs: [school] })
  const { userId } = (await editor.call(students.add, form)).data
  const device = {
    id,
    title: '03 号模拟器',
    note: 'SIM-GZ01-0003 · 粤A1234学 · 云珠驾校 王府教室',
    to: `/device/deviceDetail?simulatorId=${id}`,
  }
  for (const text of ['gz01-0003', '粤A1234', '03 号'])
    expect(await find(text)).toEqual({
      groups: [{ kind: 'device', label: '设备', rows: [device], more: null }],
      partial: [],
    })
  expect(await found('王府')).toEqual([
    ['classroom', '王府教室'],
    ['student', '王府'],
  ])
  expect((await find('wf')).groups[0]?.rows).toEqual([
    {
      id: userId,
      title: '王府',
      note: '138****8000 · 云珠驾校 · C1',
      to: `/student/studentDetail?userId=${userId}`,
    },
  ])
  for (const text of ['13800138000', '8000']) expect(await found(text)).toEqual([['student', '王府']])
  expect(await found('1380013')).toEqual([])
  expect(await found('没有这个')).toEqual([])

  const orderId = await makeOnline(app, userId, 36_800)
  const { rows } = await app.services.pool.query<{ no: string }>(
    'select no from recharge_order where id = $1',
    [orderId],
  )
  const { no = '' } = rows[0] ?? {}
  expect((await find(no.toLowerCase(), clerk)).groups).toMatchObject([
    { kind: 'recharge', rows: [{ title: no, to: `/orderManage/rechargeOrder?orderId=${orderId}` }] },
  ])
})

test('five of a kind are shown; more leads to the list with all of them', async () => {
  for (let made = 0; made < 6; made += 1) await makeLearner(app, school, `赵同名${made}`)
  const { groups } = await find('赵同名')
  expect(groups).toMatchObject([
    { kind: 'student', more: '/student/studentManagement?paramValue=%E8%B5%B5%E5%90%8C%E5%90%8D' },
  ])
  expect(groups[0]?.rows).toHaveLength(5)
})

test('nothing of another school, and no kind whose list the person may not read', async () => {
  const other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  const room = await makeClassroom(app.services.pool, other, '乙教室')
  await makeSimulator(app.services.pool, { organ: other, room, sn: 'SIM-YY-0001' })
  await makeLearner(app, other, '钱乙')
  expect(await found('SIM-YY-0001')).toEqual([])
  expect(await found('钱乙')).toEqual([])
  const there = await app.signedIn({ codes: [], organs: [other] })
  expect(await found('SIM-YY-0001', there)).toEqual([])
  expect(await found('钱乙', there)).toEqual([['student', '钱乙']])
})

test('a number is searched for only among kinds that have numbers which begin like it', async () => {
  const asked: string[] = []
  const part = (kind: string, by: SearchPart['by'], series: readonly string[]): SearchPart => ({
    kind,
    label: kind,
    access: 'signedIn',
    by,
    series,
    async find() {
      asked.push(kind)
      return { rows: [], total: 0 }
    },
    list: () => '/home',
  })
  const search = [
    part('ticket', [], ['QA', 'QB']),
    part('other', ['name'], ['QC']),
    part('named', ['serial'], []),
  ]
  const server = serverOf([searchModule], { ...app.services, parts: { ...app.services.parts, search } })
  const { token } = await app.signedIn()
  const askedFor = async (text: string) => {
    asked.length = 0
    await server.inject({
      method: 'POST',
      url: `/dm-api${contract.search.records.path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: { text },
    })
    return [...asked]
  }
  expect(await askedFor('qb202611-000001')).toEqual(['ticket'])
  expect(await askedFor('QC2026')).toEqual(['other'])
  expect(await askedFor('CZ2026')).toEqual(['other', 'named'])
  await server.close()
})

test('one letter is no search, one Chinese character is; a kind that is too slow is named, and the others answer', async () => {
  expect((await person.send(contract.search.records, { text: ' a ' })).msg).toContain('请至少输入 1 个汉字')
  expect(await person.send(contract.search.records, { text: ' 王 ' })).toMatchObject({ code: 0 })
  const part = (kind: string, statement: string): SearchPart => ({
    kind,
    label: kind,
    access: 'signedIn',
    by: ['name'],
    async find(db) {
      await sql.raw(statement).execute(db)
      return { rows: [{ id: 1, title: kind, note: '', to: '/home' }], total: 1 }
    },
    list: () => '/home',
  })
  const { services } = app
  const search = [part('slow', 'select pg_sleep(3600)'), part('quick', 'select 1')]
  const server = serverOf([searchModule], { ...services, parts: { ...services.parts, search } })
  const { token } = await app.signedIn()
  const reply = await server.inject({
    method: 'POST',
    url: `/dm-api${contract.search.records.path}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { text: '王芳' },
  })
  await server.close()
  expect(reply.json().data).toMatchObject({ groups: [{ kind: 'quick' }], partial: ['slow'] })
})
