import { contract, mondayOf } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { type BoardFact, type BoardGround, writeFacts } from '../../../../test/boardFacts.ts'
import { csvOf } from '../../../../test/csv.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'

const { dashboard } = contract
/** The Monday of this week, and days of the weeks before it. */
const monday = mondayOf(businessDayOf(Date.now()))
const ago = (days: number) => addDays(monday, -days)

let app: TestApp
let one: number
let two: number
let point: number
let student: number
let ground: BoardGround

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  one = await makeOrganisation(pool, { name: '甲驾校' })
  two = await makeOrganisation(pool, { name: '乙驾校' })
  point = await makeOrganisation(pool, { name: '甲一服务点', type: 'servicePoint', parent: one })
  student = await makeStudent(pool, one, '张三')
  const simulators = new Map<number, { id: number; room: number }>()
  for (const organ of [one, point, two]) {
    const room = await makeClassroom(pool, organ)
    simulators.set(organ, { id: (await makeSimulator(pool, { organ, room })).id, room })
  }
  ground = { pool, ownerUrl: app.database.ownerUrl, simulators }
})

const session = (organ: number, day: string, more: { clock?: string; seconds?: number } = {}): BoardFact => ({
  kind: 'session',
  organ,
  day,
  student,
  seconds: 1800,
  ...more,
})

test('use by weekday and hour, of the time in which simulators can be used', async () => {
  const { pool } = app.services
  await pool.query(`update classroom set opens_at = '08:30', closes_at = '20:00'`)
  await makeSimulator(pool, {
    organ: one,
    room: (ground.simulators.get(one) ?? { room: 0 }).room,
    enabled: false,
  })
  await writeFacts(ground, [
    session(one, ago(7), { clock: '08:40', seconds: 7200 }),
    session(one, ago(56), { clock: '08:59', seconds: 7200 }),
    session(point, ago(1), { clock: '09:00', seconds: 3600 }),
    // before the eight weeks, and after them
    session(one, ago(57), { clock: '09:00' }),
    session(one, monday, { clock: '00:00' }),
  ])
  const platform = await app.signedIn()
  const { data } = await platform.call(dashboard.heat, { organId: one })
  expect(data).toMatchObject({ beginDate: ago(56), endDate: ago(1), simulators: 2 })
  expect(data.cells).toHaveLength(7 * 24)
  const cell = (weekday: number, hour: number) =>
    data.cells.find(found => found.weekday === weekday && found.hour === hour)
  // two simulators, half an hour of eight Mondays
  expect(cell(1, 8)).toMatchObject({ seconds: 14_400, rate: 14_400 / (2 * 1800 * 8) })
  expect(cell(7, 9)).toMatchObject({ seconds: 3600, rate: 3600 / (2 * 3600 * 8) })
  expect(cell(1, 9)).toMatchObject({ seconds: 0, rate: 0 })
  expect(cell(1, 7)).toMatchObject({ seconds: 0, rate: null })
  const clerk = await app.signedIn({ codes: [], organs: [two] })
  const foreign = await clerk.call(dashboard.heat, { organId: one })
  expect(foreign.data.simulators).toBe(0)
  expect(foreign.data.cells.every(({ seconds, rate }) => seconds === 0 && rate === null)).toBe(true)
})

test('pass rates by month are of whole schools', async () => {
  await writeFacts(ground, [session(one, ago(3)), session(point, ago(3)), session(two, ago(3))])
  const month = ago(3).slice(0, 7)
  const rates = async (organs: number[] | undefined, organId?: number) => {
    const client = await app.signedIn({ codes: [], ...(organs && { organs }) })
    const { data } = await client.call(dashboard.passRate, organId === undefined ? {} : { organId })
    const points = data.modules.flatMap(({ name, points }) =>
      points.flatMap(point => (point.month === month ? [[name, point.times, point.rate]] : [])),
    )
    expect(data.months).toHaveLength(12)
    return [data.whole, ...points]
  }
  expect(await rates(undefined)).toEqual([true, ['倒车入库', 3, 1]])
  expect(await rates([one])).toEqual([true, ['倒车入库', 2, 1]])
  expect(await rates([point])).toEqual([false])
  expect(await rates(undefined, point)).toEqual([false])
  expect(await rates([point, two])).toEqual([false, ['倒车入库', 1, 1]])
})

test('what changed much last week is said, with the way to its page', async () => {
  const sold = (organ: number, day: string, amount: number): BoardFact => ({
    kind: 'recharge',
    organ,
    day,
    student,
    amount,
  })
  await writeFacts(ground, [
    ...[35, 28, 21, 14].map(days => sold(one, ago(days), 200_000)),
    sold(one, ago(7), 100_000),
    ...[35, 28, 21, 14].map(days => sold(two, ago(days), 100_000)),
    sold(two, ago(1), 160_000),
    // of this week and of long ago
    sold(one, monday, 900_000),
    sold(one, ago(36), 900_000),
  ])
  const platform = await app.signedIn()
  const { data } = await platform.call(dashboard.findings, {})
  expect(data.rows.map(({ sentence }) => sentence)).toEqual([
    '甲驾校 充值金额上周 ¥1,000.00，比前四周平均低 50%',
    '乙驾校 充值金额上周 ¥1,600.00，比前四周平均高 60%',
  ])
  expect(data.rows[0]?.to).toBe(
    `/rechargeMoney?beginDate=${ago(7)}&endDate=${ago(1)}&align=week&compare=fourWeeks&organId=${one}`,
  )
  // The page compares as the sentence does, day by day too.
  for (const { to, figure, value, mean, change } of data.rows) {
    const opened = new URLSearchParams(to.split('?')[1])
    const detail = await platform.call(dashboard.detail, {
      ...{ figure, by: 'day', beginDate: ago(7), endDate: ago(1) },
      compare: opened.get('compare') as 'fourWeeks',
      organId: Number(opened.get('organId')),
    })
    expect(detail.data.figure).toMatchObject({ value, previous: mean, change })
    expect(detail.data.basis).toMatchObject({ words: '前四周平均', mean: 4 })
    const { points } = detail.data.trend
    expect(points).toHaveLength(7)
    expect(points.reduce((sum, { other }) => sum + (other ?? 0), 0)).toBe(mean)
  }
  // People of four weeks have no mean.
  const people = { figure: 'payStudents', by: 'day', beginDate: ago(7), endDate: ago(1) } as const
  const { data: page } = await platform.call(dashboard.detail, { ...people, compare: 'fourWeeks' })
  expect([page.figure.previous, page.figure.change]).toEqual([null, null])
  const school = await app.signedIn({ codes: [], organs: [two] })
  expect((await school.call(dashboard.findings, {})).data.rows.map(({ organName }) => organName)).toEqual([
    '乙驾校',
  ])
  expect((await school.call(dashboard.findings, { organId: one })).data.rows).toEqual([])
})

test('files have the table with its sum, and every row of the list', async () => {
  await writeFacts(ground, [
    session(one, ago(3), { clock: '10:00' }),
    session(one, ago(3), { clock: '11:00' }),
    session(two, ago(2)),
    { kind: 'recharge', organ: one, day: ago(3), student, amount: 12_345, bonus: 100 },
    { kind: 'course', organ: one, day: ago(3), student, cash: 5000, refunded: 2500 },
  ])
  const platform = await app.signedIn()
  const range = { beginDate: ago(3), endDate: ago(2) }
  const lines = async (
    figure: 'courseUsers' | 'appUses' | 'rechargeFen' | 'incomeFen',
    by: 'day' | 'school' | 'list',
  ) => (await csvOf(platform, dashboard.export, { ...range, figure, by })).map(line => line.split(','))
  expect(await lines('courseUsers', 'day')).toEqual([
    ['日期', '课程使用人数（不可相加）', '首次计入'],
    [ago(2), '1', '0'],
    [ago(3), '1', '1'],
    ['合计', '1', '1'],
  ])
  expect(await lines('courseUsers', 'school')).toEqual([
    ['驾校', '课程使用人数（人）'],
    ['甲驾校', '1'],
    ['乙驾校', '1'],
    ['跨校重复', '-1'],
    ['合计', '1'],
  ])
  expect(await lines('rechargeFen', 'school')).toEqual([
    ['驾校', '充值金额（元）', '充值订单（单）', '赠送（元）', '退款（元）', '净额（元）'],
    ['甲驾校', '123.45', '1', '1.00', '0.00', '123.45'],
    ['乙驾校', '0.00', '0', '0.00', '0.00', '0.00'],
    ['合计', '123.45', '1', '1.00', '0.00', '123.45'],
  ])
  // One day of what is added up is divided into hours, of people it is one line.
  const ofOneDay = async (figure: 'appUses' | 'courseUsers') => {
    const day = { beginDate: ago(3), endDate: ago(3), figure, by: 'day' as const }
    return (await csvOf(platform, dashboard.export, day)).map(line => line.split(',')[0])
  }
  expect((await ofOneDay('appUses')).slice(0, 2)).toEqual(['时段', '23:00'])
  expect(await ofOneDay('courseUsers')).toEqual(['日期', ago(3), '合计'])
  const sessions = await lines('appUses', 'list')
  expect(sessions.map(line => [line.at(-2), line.at(-1)?.slice(11, 16), line[0], line[1]])).toEqual([
    ['日期', '', '学员', '手机号'],
    [ago(2), '12:00', '张三', '138****0000'],
    [ago(3), '11:00', '张三', '138****0000'],
    [ago(3), '10:00', '张三', '138****0000'],
  ])
  const income = await lines('incomeFen', 'list')
  expect(income.map(line => [line.at(-4), line.at(-3)])).toEqual([
    ['内容', '金额（元）'],
    ['课程退款', '-25.00'],
    ['课程收款', '50.00'],
  ])
  expect((await lines('courseUsers', 'list')).length).toBe(2)
  // A list's file has the columns that one chose, in their order, under the names of the screen.
  const chosen = { ...range, figure: 'appUses', columns: 'at,seconds,what,organ,school,phone,student' }
  const [titles] = await csvOf(platform, dashboard.export, chosen)
  expect(titles).toBe('开始时间,时长（秒）,训练内容,服务点,驾校,手机号,学员')
})

test('a list far behind, in parts and in a file, has every fact once', async () => {
  const facts: BoardFact[] = Array.from({ length: 60 }, (_, n) => ({
    kind: 'recharge',
    organ: n % 3 === 0 ? two : one,
    day: ago(1 + (n % 7) * 16),
    student,
    amount: n + 1,
  }))
  await writeFacts(ground, facts)
  const school = await app.signedIn({ codes: [], organs: [one] })
  // Whole months among its days: a page is found by these first.
  const input = { beginDate: ago(97), endDate: ago(1), figure: 'rechargeFen' as const, pageSize: 7 }
  const amounts: (number | null)[] = []
  for (let pageNum = 0; ; pageNum += 1) {
    const { data } = await school.call(dashboard.people, { ...input, pageNum })
    expect(data.totalDataNum).toBe(40)
    amounts.push(...data.dataList.map(({ amount }) => amount))
    if (!data.hasNext) break
  }
  expect(new Set(amounts).size).toBe(40)
  const { beginDate, endDate, figure } = input
  const [, ...written] = await csvOf(school, dashboard.export, { beginDate, endDate, figure, by: 'list' })
  expect(written.map(line => Math.round(Number(line.split(',').at(-3)) * 100))).toEqual(amounts)
})

test('whoever manages a point alone asks for its school in vain: figure, list and file say nothing', async () => {
  await writeFacts(ground, [
    { kind: 'course', organ: point, day: ago(3), student, cash: 5000 },
    session(point, ago(3)),
  ])
  const clerk = await app.signedIn({ codes: [], organs: [point] })
  const range = { beginDate: ago(7), endDate: ago(1), figure: 'incomeFen' as const }
  const seen = async (organId: number) => {
    const { data } = await clerk.call(dashboard.people, { ...range, organId })
    const lines = await csvOf(clerk, dashboard.export, { ...range, organId, by: 'list' })
    const { simulators } = (await clerk.call(dashboard.heat, { organId })).data
    return [data.sum, data.totalDataNum, lines.length - 1, simulators]
  }
  expect(await seen(point)).toEqual([5000, 1, 1, 1])
  expect(await seen(one)).toEqual([0, 0, 0, 0])
})

test('a phone is shown where the student is still of the scope, and never whole', async () => {
  await writeFacts(ground, [session(one, ago(3)), session(two, ago(3))])
  const listed = async (organs: number[]) => {
    const client = await app.signedIn({ codes: [], organs })
    const { data } = await client.call(dashboard.people, {
      beginDate: ago(3),
      endDate: ago(3),
      figure: 'courseUsers',
    })
    return data.dataList.map(({ studentName, studentPhone, schoolName }) => [
      studentName,
      studentPhone,
      schoolName,
    ])
  }
  expect(await listed([one])).toEqual([['张三', '138****0000', '甲驾校']])
  expect(await listed([two])).toEqual([['张三', null, '乙驾校']])
})

test('the board as one file: a table for each block, in the scope, as the page has them', async () => {
  await writeFacts(ground, [session(one, ago(3)), session(one, ago(2)), session(two, ago(2))])
  const range = { beginDate: ago(7), endDate: ago(1), figure: 'appUses' as const, compare: 'none' as const }
  const platform = await app.signedIn()
  const clerk = await app.signedIn({ organs: [two] })
  const ofUses = async (who: typeof platform) => {
    const lines = await csvOf(who, dashboard.boardExport, range)
    const uses = (await who.call(dashboard.overview, range)).data.figures.find(({ key }) => key === 'appUses')
    expect(lines).toContain(`应用使用次数,次,${uses?.value},,,`)
    return lines
  }
  const all = await ofUses(platform)
  expect(all.filter(line => line === '' || !line.includes(',')).filter(line => line !== '')).toEqual([
    '指标',
    '趋势 应用使用次数',
    '排名 应用使用次数',
    '今日训练时段',
    expect.stringMatching(/^利用率 /),
    '模块通过率',
  ])
  expect(all).toEqual(expect.arrayContaining(['甲驾校,2', '乙驾校,1', '合计,3', `${ago(2)},2,,`]))
  expect((await ofUses(clerk)).filter(line => line.includes('甲驾校'))).toEqual([])
  const { body } = await platform.send(dashboard.boardExport, { ...range, format: 'xlsx' })
  expect(body.startsWith('PK')).toBe(true)
})
