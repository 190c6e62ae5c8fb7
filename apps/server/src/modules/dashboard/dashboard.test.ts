import {
  type BoardFigure,
  boardFigureKeys,
  boardFigures,
  contract,
  type InputOf,
  isPeopleFigure,
} from '@drivesim/contract'
import { addDays, businessDayOf, localTime } from '@drivesim/contract/businessDay'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../test/app.ts'
import { type BoardFact, type BoardGround, figureByFacts, writeFacts } from '../../../test/boardFacts.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../test/factories.ts'

const { dashboard } = contract
const today = businessDayOf(Date.now())

let app: TestApp
/** Two schools, the first with a service point, and one where nothing happens. */
let organs: { one: number; point: number; two: number; empty: number }
let students: number[]
let ground: BoardGround

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  const one = await makeOrganisation(pool, { name: '甲驾校' })
  const point = await makeOrganisation(pool, { name: '甲一服务点', type: 'servicePoint', parent: one })
  const two = await makeOrganisation(pool, { name: '乙驾校' })
  organs = { one, point, two, empty: await makeOrganisation(pool, { name: '丙驾校' }) }
  students = []
  for (const name of ['张三', '李四', '王五', '赵六']) students.push(await makeStudent(pool, one, name))
  const simulators = new Map<number, { id: number; room: number }>()
  for (const organ of [one, point, two]) {
    const room = await makeClassroom(pool, organ)
    simulators.set(organ, { id: (await makeSimulator(pool, { organ, room })).id, room })
  }
  ground = { pool, ownerUrl: app.database.ownerUrl, simulators }
})

const student = (index: number) => students[index] ?? 0
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
  expect(cities.data).toMatchObject({ rows: [{ name: '未登记城市', value: 78 }], total: 78 })
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

const clients = async () => ({
  platform: await app.signedIn(),
  one: await app.signedIn({ organs: [organs.one] }),
  point: await app.signedIn({ organs: [organs.point] }),
  both: await app.signedIn({ organs: [organs.one, organs.two] }),
  mixed: await app.signedIn({ organs: [organs.point, organs.two] }),
})
const scopes = {
  platform: () => Object.values(organs),
  one: () => [organs.one, organs.point],
  point: () => [organs.point],
  both: () => [organs.one, organs.point, organs.two],
  mixed: () => [organs.point, organs.two],
}
type Who = keyof typeof scopes

/** What lies below an organisation. */
const below = (organ: number) => (organ === organs.one ? [organs.one, organs.point] : [organ])

const firstDay = '2025-08-20'
const lastDay = '2026-11-10'
const days = fc.nat({ max: 440 }).map(n => addDays(firstDay, n))
const factOf = fc.record({
  kind: fc.constantFrom('enrolment', 'recharge', 'course', 'session'),
  organ: fc.constantFrom('one', 'point', 'two'),
  day: days,
  hour: fc.nat({ max: 23 }),
  student: fc.nat({ max: 3 }),
  amount: fc.integer({ min: 1, max: 9000 }),
  special: fc.boolean(),
})
const question = fc.record({
  who: fc.constantFrom<Who>('platform', 'one', 'point', 'both', 'mixed'),
  organ: fc.option(fc.constantFrom('one', 'point', 'two', 'empty'), { nil: undefined }),
  beginDate: days,
  length: fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 399 })),
  figure: fc.constantFrom(...boardFigureKeys),
})
const questions = 240
const tables = ['day', 'school', 'city', 'province'] as const

test(`figures, their tables and lists are what the facts are, in ${questions} ranges and scopes`, {
  timeout: 240_000,
}, async () => {
  const asking = await clients()
  const made = fc.sample(factOf, { seed: 28, numRuns: 160 }).map((given): BoardFact => {
    const { kind, day, amount, special } = given
    const organ = kind === 'enrolment' && given.organ === 'point' ? organs.one : organs[given.organ]
    const base = {
      organ,
      day,
      clock: `${String(given.hour).padStart(2, '0')}:30`,
      student: student(given.student),
    }
    if (kind === 'enrolment') return { ...base, kind }
    if (kind === 'recharge') return { ...base, kind, amount, reversed: special, bonus: special ? 0 : 1 }
    if (kind === 'course')
      return { ...base, kind, cash: special ? 0 : amount, bonus: amount, refunded: special ? 0 : amount >> 1 }
    return { ...base, kind, student: special ? null : base.student, seconds: amount % 3600 }
  })
  // They are written in the order of their days: the first enrolment is the earliest.
  const facts = made.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  await writeFacts(ground, facts)
  const asks = fc.sample(question, { seed: 5, numRuns: questions })
  for (const [index, { who, organ, beginDate, length, figure }] of asks.entries()) {
    const end = addDays(beginDate, length)
    const range = { beginDate, endDate: end < lastDay ? end : lastDay }
    const organId = organ && organs[organ]
    // What an organisation's own key covers must lie in the scope as a whole.
    const seen = scopes[who]()
    const places = organId === undefined ? seen : seen.includes(organId) ? below(organId) : []
    const counts = (fact: BoardFact) =>
      places.includes(fact.organ) && fact.day >= range.beginDate && fact.day <= range.endDate
    const expected = figureByFacts(figure, facts, counts)
    const input = { ...range, figure, ...(organId && { organId }), compare: 'none' as const, pageSize: 100 }
    const client = asking[who]
    const where = JSON.stringify({ who, organ, ...range, figure })

    const by = tables[index % tables.length] ?? 'day'
    const { data } = await client.call(dashboard.detail, { ...input, by })
    expect([data.figure.value, data.total], where).toEqual([expected, expected])
    const rows = [...data.page.dataList]
    for (let pageNum = 1; pageNum < data.page.totalPages; pageNum += 1)
      rows.push(...(await client.call(dashboard.detail, { ...input, by, pageNum })).data.page.dataList)
    const summed = rows.reduce((total, { value, first }) => total + (first ?? value), 0)
    expect(summed - data.overlap, `${by} ${where}`).toBe(expected)
    if (by === 'day' && data.trend.grain === 'day') {
      for (const { key, value } of rows) {
        const ofDay = figureByFacts(figure, facts, fact => counts(fact) && fact.day === key)
        expect(value, `${key} ${where}`).toBe(ofDay)
      }
    }

    const list = await client.call(dashboard.people, { ...input, pageNum: 0 })
    expect(list.data.sum, where).toBe(expected)
    const listed = [...list.data.dataList]
    for (let pageNum = 1; pageNum < list.data.totalPages; pageNum += 1)
      listed.push(...(await client.call(dashboard.people, { ...input, pageNum })).data.dataList)
    expect(new Set(listed.map(({ key }) => key)).size, where).toBe(list.data.totalDataNum)
    expect(listed.length, where).toBe(list.data.totalDataNum)
    const isMoney = boardFigures[figure].unit === 'fen'
    const sum = isMoney ? listed.reduce((total, { amount }) => total + (amount ?? 0), 0) : listed.length
    expect(sum, `list ${where}`).toBe(expected)
    expect(listed.every(row => places.includes(row.organId))).toBe(true)
    if (isPeopleFigure(figure)) expect(listed.every(({ day }) => day >= range.beginDate)).toBe(true)
  }
})
