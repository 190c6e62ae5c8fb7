import { boardFigureKeys, boardFigures, contract, isPeopleFigure } from '@drivesim/contract'
import { addDays } from '@drivesim/contract/businessDay'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { type BoardFact, figureByFacts, writeFacts } from '../../../../test/boardFacts.ts'
import { type Board, makeBoard } from '../../../../test/boardGround.ts'
import { patience } from '../../../../test/pace.ts'

const { dashboard } = contract

let app: TestApp
let organs: Board['organs']
let student: Board['student']
let ground: Board['ground']
let settle: Board['settle']

beforeEachTest(async built => {
  app = built
  ;({ organs, student, ground, settle } = await makeBoard(built))
})

const clients = async () => ({
  platform: await app.signedIn(),
  one: await app.signedIn({ organs: [organs.one] }),
  point: await app.signedIn({ organs: [organs.point] }),
  both: await app.signedIn({ organs: [organs.one, organs.two] }),
  mixed: await app.signedIn({ organs: [organs.point, organs.two] }),
})
const placeNames = ['one', 'point', 'two', 'empty'] as const
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
  area: fc.option(fc.constantFrom('440000', '440100', '440300'), { nil: undefined, freq: 2 }),
})
/** Guangdong, of 甲驾校 with its point Guangzhou, of 乙驾校 Shenzhen; 丙驾校 stands nowhere. */
const areas: Readonly<Record<(typeof placeNames)[number], readonly string[]>> = {
  one: ['440000', '440100'],
  point: ['440000', '440100'],
  two: ['440000', '440300'],
  empty: [],
}
const questions = 240
const tables = ['day', 'school', 'city', 'province'] as const
/** Every figure in every table: each range asks for the next of them, so that none is left to chance. */
const pairs = boardFigureKeys.flatMap(figure => tables.map(by => ({ figure, by })))

test(`figures, their tables and lists are what the facts are, in ${questions} ranges and scopes`, {
  timeout: patience(240_000),
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
  await settle(organs.one, '440000', '440100')
  await settle(organs.two, '440000', '440300')
  expect(questions).toBeGreaterThanOrEqual(pairs.length)
  const asks = fc.sample(question, { seed: 5, numRuns: questions })
  for (const [index, { who, organ, beginDate, length, area }] of asks.entries()) {
    const { figure, by } = pairs[index % pairs.length] ?? { figure: 'appUses', by: 'day' }
    const end = addDays(beginDate, length)
    const range = { beginDate, endDate: end < lastDay ? end : lastDay }
    const organId = organ && organs[organ]
    // What an organisation's own key covers must lie in the scope as a whole.
    const seen = scopes[who]()
    const asked = organId === undefined ? seen : seen.includes(organId) ? below(organId) : []
    const there = placeNames.filter(name => area === undefined || areas[name].includes(area))
    const places = asked.filter(id => there.some(name => organs[name] === id))
    const counts = (fact: BoardFact) =>
      places.includes(fact.organ) && fact.day >= range.beginDate && fact.day <= range.endDate
    const expected = figureByFacts(figure, facts, counts)
    const input = {
      ...range,
      figure,
      ...(organId && { organId }),
      ...(area && { area }),
      compare: 'none' as const,
      pageSize: 100,
    }
    const client = asking[who]
    const where = JSON.stringify({ who, organ, area, ...range, figure })

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
