import { contract } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { writeFacts } from '../../../../test/boardFacts.ts'
import { makeBoard } from '../../../../test/boardGround.ts'

// The example of schema/board/peopleRead.sql and docs/figures.md: Ann trains at one school on Monday, at both on Wednesday, Bo at
// the other on Tuesday and on Monday of the week after.

let app: TestApp
let seven: number
let eight: number
let ann: number
let bo: number
beforeEachTest(async built => {
  app = built
  const { organs, student, ground } = await makeBoard(built)
  ;[seven, eight, ann, bo] = [organs.one, organs.two, student(0), student(1)]
  const session = { kind: 'session', seconds: 600 } as const
  await writeFacts(ground, [
    { ...session, organ: seven, student: ann, day: '2026-03-02' },
    { ...session, organ: seven, student: ann, day: '2026-03-04' },
    { ...session, organ: eight, student: ann, day: '2026-03-04' },
    { ...session, organ: eight, student: bo, day: '2026-03-03' },
    { ...session, organ: eight, student: bo, day: '2026-03-09' },
  ])
})

/** Rows of these columns as text, in its order: `03-02 2`. */
async function rowsOf(columns: string, from: string): Promise<string[]> {
  const { rows } = await app.services.pool.query<{ row: string }>(
    `select concat_ws(' ', ${columns}) as row from ${from} order by 1`,
  )
  return rows.map(({ row }) => row.replaceAll('2026-', ''))
}
const underKeys = (...keys: number[]) => `array['courseUsers']::metric[], '{${keys}}'::bigint[]`
const days = (first: string, last: string) => `'2026-${first}'::date, '2026-${last}'::date`

test('person_day says where else they were, and when they were there before', async () => {
  const school = (id: string) => `case ${id} when ${seven} then 7 when ${eight} then 8 else 0 end`
  const who = `case person_id when ${ann} then 'Ann' else 'Bo' end`
  const columns = `${who}, day, ${school('organ_id')}, ${school('other_school')}, day_before`
  expect(await rowsOf(columns, 'person_day')).toEqual([
    'Ann 03-02 7 8 -infinity',
    'Ann 03-04 7 8 03-02',
    'Ann 03-04 8 7 -infinity',
    'Bo 03-03 8 0 -infinity',
    'Bo 03-09 8 0 03-03',
  ])
})

test('people_first keeps of each day, week and month how many count, by when they did so before', async () => {
  const kept = (key: number) =>
    rowsOf('grain, period, prev, people', `people_first where metric = 'courseUsers' and key = ${key}`)
  expect((await kept(0)).filter(row => row.startsWith('d'))).toEqual([
    'd 03-02 -infinity 1',
    'd 03-03 -infinity 1',
    'd 03-04 03-02 1',
    'd 03-09 03-03 1',
  ])
  expect(await kept(seven)).toEqual([
    'd 03-02 -infinity 1',
    'd 03-04 03-02 1',
    'm 03-01 -infinity 1',
    't 03-01 -infinity 1',
    'w 03-02 -infinity 1',
  ])
  expect(await kept(eight)).toEqual([
    'd 03-03 -infinity 1',
    'd 03-04 -infinity 1',
    'd 03-09 03-03 1',
    'm 03-01 -infinity 2',
    't 03-01 -infinity 2',
    'w 03-02 -infinity 2',
    'w 03-09 -infinity 1',
  ])
})

test('each function of people answers as its example says', async () => {
  const both = underKeys(seven, eight)
  const at = `case key when ${seven} then 7 else 8 end`
  const who = `case person_id when ${ann} then 'Ann' else 'Bo' end`
  const week = days('03-02', '03-08')
  const monday = "'2026-03-02'"
  expect(await rowsOf(`${at}, period, people`, `new_people(${both}, 'd', ${week}, ${monday})`)).toEqual([
    '7 03-02 1',
    '8 03-03 1',
    '8 03-04 1',
  ])
  const ofEight = `people_by_days(${underKeys(eight)}, 'week', ${days('03-03', '03-09')}, '2026-03-03')`
  expect(await rowsOf('at, people, newcomers', ofEight)).toEqual(['03-02 2 2', '03-09 1 0'])
  const weeks = `people_by_weeks(${both}, ${days('03-02', '03-09')})`
  expect(await rowsOf('at, people', weeks)).toEqual(['03-02 3', '03-09 1'])
  const months = `people_by_months(${underKeys(eight)}, ${days('03-01', '03-01')}, '2026-03-01')`
  expect(await rowsOf('at, people, newcomers', months)).toEqual(['03-01 2 2'])
  expect(await rowsOf(`${who}, day, ${at}`, `people_overlapping(${both}, ${week})`)).toEqual([
    'Ann 03-02 7',
    'Ann 03-04 7',
    'Ann 03-04 8',
  ])
  const firstDays = `people_on_first_days('courseUsers', '{${seven},${eight}}', ${monday}, ${week})`
  expect(await rowsOf(`${who}, day`, firstDays)).toEqual(['Ann 03-02', 'Bo 03-03'])
  expect(await rowsOf("bucket_of('week', '2026-03-04')", '(values (1)) one')).toEqual(['03-02'])
})

test('the planner takes each function into the statement that asks it', async () => {
  const both = underKeys(seven, eight)
  const range = days('03-02', '03-08')
  const calls = [
    `new_people(${both}, 'd', ${range}, '2026-03-02')`,
    `people_by_days(${both}, 'week', ${range}, '2026-03-02')`,
    `people_by_weeks(${both}, ${range})`,
    `people_by_months(${both}, ${range}, '2026-03-02')`,
    `people_overlapping(${both}, ${range})`,
    `people_on_first_days('courseUsers', '{${seven}}', '2026-03-02', ${range})`,
  ]
  for (const call of calls) {
    const { rows } = await app.services.pool.query<{ 'QUERY PLAN': string }>(
      `explain verbose select * from ${call}`,
    )
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Scan .*(people_first|person_day)/)
    expect(plan).not.toMatch(/Function Scan on .*people|bucket_of/)
  }
})

test('a week of two schools: who was at both counts at each, and once in the figure', async () => {
  const { dashboard } = contract
  const platform = await app.signedIn()
  const week = { beginDate: '2026-03-02', endDate: '2026-03-08', figure: 'courseUsers' } as const
  const bySchool = (await platform.call(dashboard.detail, { ...week, by: 'school' })).data
  expect(bySchool.page.dataList.map(({ name, value }) => [name, value])).toEqual([
    ['乙驾校', 2],
    ['甲驾校', 1],
    ['丙驾校', 0],
  ])
  expect([bySchool.overlap, bySchool.total, bySchool.figure.value]).toEqual([1, 2, 2])
  const manager = await app.signedIn({ codes: [], organs: [seven, eight] })
  for (const client of [platform, manager]) {
    const { page, total } = (await client.call(dashboard.detail, { ...week, by: 'day' })).data
    const counted = page.dataList.map(({ key, value, first }) => [key.slice(5), value, first])
    expect(counted.slice(-3)).toEqual([
      ['03-04', 1, 0],
      ['03-03', 1, 1],
      ['03-02', 1, 1],
    ])
    expect(total).toBe(2)
    const list = (await client.call(dashboard.people, week)).data
    expect(list.dataList.map(({ studentId, day }) => [studentId, day])).toEqual([
      [bo, '2026-03-03'],
      [ann, '2026-03-02'],
    ])
  }
})
