import { type BoardFigure, contract, type InputOf } from '@drivesim/contract'
import { addDays, businessDayOf, localTime } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { type BoardFact, writeFacts } from '../../../../test/boardFacts.ts'
import { type Board, makeBoard } from '../../../../test/boardGround.ts'
import { csvOf } from '../../../../test/csv.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

const { dashboard } = contract
const today = businessDayOf(Date.now())

let app: TestApp
let organs: Board['organs']
let student: Board['student']
let ground: Board['ground']
let settle: Board['settle']

beforeEachTest(async built => {
  app = built
  ;({ organs, student, ground, settle } = await makeBoard(built))
})

type Asked = Partial<Omit<InputOf<typeof dashboard.overview>, 'by'>>
const week = { beginDate: '2026-10-05', endDate: '2026-10-11' }
const asked = (changes: Asked = {}) => ({ ...week, figure: 'courseUsers' as const, ...changes })
const cardsOf = async (client: Client, changes: Asked = {}) => {
  const { data } = await client.call(dashboard.overview, asked(changes))
  return Object.fromEntries(data.figures.map(({ key, value }) => [key, value]))
}

test('a range has the facts of its first and last day, none of the days beside them', async () => {
  const session = { kind: 'session', organ: organs.one, student: student(0), seconds: 60 } as const
  await writeFacts(ground, [
    { ...session, day: '2026-10-04', clock: '23:59' },
    { ...session, day: '2026-10-05', clock: '00:00' },
    { ...session, day: '2026-10-11', clock: '23:59' },
    { ...session, day: '2026-10-12', clock: '00:00' },
    { ...session, day: '2026-10-08', student: null },
  ])
  const platform = await app.signedIn()
  expect(await cardsOf(platform)).toMatchObject({ appUses: 3, courseUsers: 1 })
  const { data } = await platform.call(dashboard.detail, { ...asked({ figure: 'appUses' }), by: 'day' })
  expect(data.page.dataList.map(({ key, value }) => [key, value])).toEqual([
    ['2026-10-11', 1],
    ['2026-10-10', 0],
    ['2026-10-09', 0],
    ['2026-10-08', 1],
    ['2026-10-07', 0],
    ['2026-10-06', 0],
    ['2026-10-05', 1],
  ])
})

test('a session counts when it has ended', async () => {
  const [day = '', clock = ''] = localTime(Date.now()).slice(0, 16).split(' ')
  const at = { organ: organs.one, student: student(0), seconds: 60, day, clock }
  await writeFacts(ground, [
    { kind: 'session', ...at },
    { kind: 'session', ...at, running: true },
  ])
  const days = { beginDate: day, endDate: day }
  expect(await cardsOf(await app.signedIn(), days)).toMatchObject({ appUses: 1, courseUsers: 1 })
})

test('everybody sees what lies in their scope, without any code', async () => {
  const paid = { kind: 'recharge', day: '2026-10-06', amount: 100 } as const
  await writeFacts(ground, [
    { ...paid, organ: organs.one, student: student(0) },
    { ...paid, organ: organs.point, student: student(0) },
    { ...paid, organ: organs.point, student: student(1) },
    { ...paid, organ: organs.two, student: student(0), bonus: 50, refunded: 30 },
    { ...paid, organ: organs.two, student: student(2), reversed: true },
  ])
  const seen = async (given: number[] | undefined, organId?: number) => {
    const client = await app.signedIn({ codes: [], ...(given && { organs: given }) })
    const { payStudents, rechargeFen } = await cardsOf(client, organId === undefined ? {} : { organId })
    return [payStudents, rechargeFen]
  }
  expect(await seen(undefined)).toEqual([2, 400])
  expect(await seen([organs.one])).toEqual([2, 300])
  expect(await seen([organs.point])).toEqual([2, 200])
  expect(await seen([organs.one, organs.two])).toEqual([2, 400])
  expect(await seen([organs.point, organs.two])).toEqual([2, 300])
  expect(await seen([organs.empty])).toEqual([0, 0])
  // of an organisation: what of it lies in the scope
  expect(await seen(undefined, organs.two)).toEqual([1, 100])
  expect(await seen([organs.one], organs.point)).toEqual([2, 200])
  expect(await seen([organs.point], organs.one)).toEqual([0, 0])
  expect(await seen([organs.one], organs.two)).toEqual([0, 0])
})

test('beside a figure stand its parts, and who is counted at several schools', async () => {
  await writeFacts(ground, [
    { kind: 'recharge', organ: organs.one, student: student(0), day: '2026-10-06', amount: 500, bonus: 50 },
    {
      kind: 'recharge',
      organ: organs.two,
      student: student(0),
      day: '2026-10-07',
      amount: 200,
      refunded: 80,
    },
    { kind: 'course', organ: organs.one, student: student(1), day: '2026-10-07', cash: 300, refunded: 100 },
    { kind: 'enrolment', organ: organs.one, student: student(2), day: '2026-10-05' },
    { kind: 'enrolment', organ: organs.one, student: student(2), day: '2026-10-09' },
    { kind: 'enrolment', organ: organs.two, student: student(2), day: '2026-10-10' },
  ])
  const platform = await app.signedIn()
  const { data } = await platform.call(dashboard.overview, asked({ figure: 'payStudents' }))
  const card = (key: BoardFigure) => data.figures.find(figure => figure.key === key)
  expect(card('rechargeFen')).toMatchObject({
    value: 700,
    more: [
      { key: 'rechargeOrders', value: 2 },
      { key: 'rechargeBonusFen', value: 50 },
      { key: 'rechargeRefundFen', value: 80 },
      { key: 'rechargeNetFen', value: 620 },
    ],
  })
  expect(card('incomeFen')).toMatchObject({
    value: 200,
    more: [
      { key: 'courseCashFen', value: 300 },
      { key: 'courseRefundFen', value: 100 },
    ],
  })
  // 增驾 and a return count nothing new.
  expect(card('newStudents')).toMatchObject({ value: 2, more: [{ key: 'transfersIn', value: 1 }] })
  const came = await platform.call(dashboard.people, asked({ figure: 'newStudents' }))
  expect(came.data.dataList.map(({ schoolName, day, what }) => [schoolName, day, what])).toEqual([
    ['乙驾校', '2026-10-10', 'C1 转入'],
    ['甲驾校', '2026-10-05', 'C1'],
  ])
  expect(data.ranking).toMatchObject({
    rows: [
      { name: '甲驾校', value: 2 },
      { name: '乙驾校', value: 1 },
      { name: '丙驾校', value: 0 },
    ],
    rest: null,
    overlap: 1,
    total: 2,
  })
})

test('the first places of a ranking, and the others in one line', async () => {
  const { pool } = app.services
  const facts: BoardFact[] = []
  for (let place = 1; place <= 12; place += 1) {
    const organ = await makeOrganisation(pool, { name: `第${place}驾校` })
    for (let n = 0; n < 13 - place; n += 1)
      facts.push({ kind: 'recharge', organ, student: student(0), day: '2026-10-06', amount: 1 })
  }
  await writeFacts(ground, facts)
  const platform = await app.signedIn()
  const { data } = await platform.call(dashboard.ranking, asked({ figure: 'rechargeFen' }))
  expect(data.rows.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, i) => `第${i + 1}驾校`))
  // 第 11, 第 12 and the three of every test
  expect(data.rest).toEqual({ places: 5, value: 3 })
  expect(data.total).toBe(78)
  const cities = await platform.call(dashboard.ranking, { ...asked({ figure: 'rechargeFen' }), by: 'city' })
  expect(cities.data).toMatchObject({ rows: [{ name: '未登记地区', value: 78 }], total: 78 })
})

test('a city or province is followed to its schools, of an organisation as of all, and where there are no cities', async () => {
  const paid = { kind: 'recharge', student: student(0), day: '2026-10-06' } as const
  await writeFacts(ground, [
    { ...paid, organ: organs.one, amount: 1 },
    { ...paid, organ: organs.point, amount: 2 },
    { ...paid, organ: organs.two, amount: 4 },
    { ...paid, organ: organs.empty, amount: 8 },
  ])
  await settle(organs.one, '440000', '440100')
  await settle(organs.two, '440000', '440300')
  await settle(organs.empty, '810000', null)
  const client = await app.signedIn()
  const figure = asked({ figure: 'rechargeFen' })
  const read = async (changes: { by: 'city' | 'province' | 'school'; area?: string; organId?: number }) => {
    const { data } = await client.call(dashboard.detail, { ...figure, ...changes })
    return data.page.dataList.map(({ key, name, value }) => [key, name, value])
  }
  expect(await read({ by: 'city' })).toEqual([
    ['810000', '香港特别行政区', 8],
    ['440300', '深圳市', 4],
    ['440100', '广州市', 3],
  ])
  const two = [String(organs.two), '乙驾校', 4]
  const one = [String(organs.one), '甲驾校', 3]
  expect(await read({ by: 'school', area: '440100' })).toEqual([one])
  expect(await read({ by: 'school', area: '440000' })).toEqual([two, one])
  expect(await read({ by: 'school', area: '810000' })).toEqual([[String(organs.empty), '丙驾校', 8]])
  const { rows } = await app.services.pool.query("select id from organisation where type = 'platform'")
  expect(await read({ by: 'school', area: '440000', organId: rows[0].id })).toEqual([two, one])
  expect(await read({ by: 'school', area: '440300', organId: organs.one })).toEqual([])
  const list = await client.call(dashboard.people, { ...figure, area: '440100' })
  expect(list.data).toMatchObject({ sum: 3, totalDataNum: 2 })
  const file = await csvOf(client, dashboard.export, {
    ...week,
    figure: 'rechargeFen',
    area: '440300',
    by: 'school',
  })
  expect(file.at(-1)).toMatch(/^合计,0.04/)
})

test('what is compared, and the other period in the chart', async () => {
  const session = { kind: 'session', organ: organs.one, seconds: 60 } as const
  await writeFacts(ground, [
    { ...session, day: '2026-09-28', student: student(0) },
    { ...session, day: '2026-09-29', student: student(0) },
    { ...session, day: '2026-10-06', student: student(1) },
    { ...session, day: '2025-10-06', student: student(1) },
  ])
  const platform = await app.signedIn()
  const { data } = await platform.call(dashboard.overview, asked({ align: 'week', figure: 'appUses' }))
  expect(data.basis).toMatchObject({
    current: week,
    previous: { beginDate: '2026-09-28', endDate: '2026-10-04' },
    words: '前一周',
  })
  const card = (key: string) => data.figures.find(figure => figure.key === key)
  expect(card('appUses')).toMatchObject({ value: 1, current: 1, previous: 2, change: -0.5, today: null })
  expect(card('courseUsers')).toMatchObject({ value: 1, current: 1, previous: 1, change: 0 })
  expect(card('rechargeFen')).toMatchObject({ value: 0, previous: 0, change: null })
  expect(
    data.trend.points.map(({ x, value, otherX, other }) => [x, value, otherX, other]).slice(0, 3),
  ).toEqual([
    ['2026-10-05', 0, '2026-09-28', 1],
    ['2026-10-06', 1, '2026-09-29', 1],
    ['2026-10-07', 0, '2026-09-30', 0],
  ])
  const lastYear = await platform.call(dashboard.detail, { ...asked({ compare: 'lastYear' }) })
  expect(lastYear.data.figure).toMatchObject({ current: 1, previous: 1, change: 0 })
  const alone = await platform.call(dashboard.detail, asked({ compare: 'none' }))
  expect(alone.data.figure).toMatchObject({ value: 1, current: null, previous: null, change: null })
})

test('today stands beside what is compared, and is not in it', async () => {
  const session = { kind: 'session', organ: organs.one, seconds: 60, clock: '00:00' } as const
  await writeFacts(ground, [
    { ...session, day: today, student: student(0) },
    { ...session, day: addDays(today, -1), student: student(0) },
    { ...session, day: addDays(today, -2), student: student(1) },
    { ...session, day: addDays(today, -3), student: student(2) },
  ])
  const platform = await app.signedIn()
  const { data } = await platform.call(
    dashboard.overview,
    asked({ beginDate: addDays(today, -1), endDate: today, figure: 'appUses' }),
  )
  // A test that begins before midnight and ends after it.
  if (data.basis.today !== today) return
  const card = (key: string) => data.figures.find(figure => figure.key === key)
  expect(card('appUses')).toMatchObject({ value: 2, today: 1, current: 1, previous: 1 })
  expect(card('courseUsers')).toMatchObject({ value: 1, today: 1, current: 1, previous: 1 })
  expect(data.trend.points.at(-1)).toMatchObject({ x: today, value: 1, partial: true, other: null })
  const alone = await platform.call(dashboard.detail, asked({ beginDate: today, endDate: today }))
  expect(alone.data.figure).toMatchObject({ value: 1, today: 1, current: null, previous: null, change: null })
  expect(alone.data.trend.points).toMatchObject([{ x: today, value: 1, partial: true, other: null }])
})
