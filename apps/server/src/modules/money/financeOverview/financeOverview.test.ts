import {
  addMonths,
  ageingDues,
  bills,
  type Endpoint,
  endOfMonth,
  errors,
  type FinanceOverview,
  financeOverview,
  type InputOf,
  orders,
} from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { before, last, now } from '../../../../test/calendar.ts'
import { csvOf } from '../../../../test/csv.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { makeSessions } from '../../../../test/facts.ts'
import { Months, midMonth, wireMonth } from '../../../../test/months.ts'
import { makeCourse } from '../../../../test/till.ts'
import { wrongIn } from '../../../../test/wrongData.ts'
import { closeDue } from '../bills/closing.service.ts'

// 财务概况: each figure is what the list behind it adds up to, for everything, one school and one's own scope.

let app: TestApp
let months: Months
/** Sees all lists, of all organisations. */
let reader: Client
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  months = await Months.of(app)
  reader = await app.signedIn({ codes: ['finance', 'finance:home', 'finance:accCheck'] })
})

const month = wireMonth(last)
const days = { beginDate: last, endDate: endOfMonth(last) }
const day = midMonth(last)
const overview = async (who: Client, input: Partial<InputOf<typeof financeOverview.overview>> = {}) =>
  (await who.call(financeOverview.overview, { month, ...input })).data

/** Two schools with sales online and in cash, refunds, bills in both directions, and training that nothing covers. */
async function business() {
  const one = await months.school('甲驾校')
  const other = await months.school('乙驾校')
  await months.sign(one.id)
  await months.sign(other.id, { offlineCap: 80_000_00 })
  await months.online(one.student, 150_000, day)
  const order = await months.buy(one.clerk, one.student, one.id, 100_000, day)
  await months.sql('update course_order set list_price = amount + 5000 where id = $1', [order])
  await months.refundCourse(one.clerk, order, 30, day)
  await months.offline(other.clerk, other.student, 60_000, day)
  await months.buy(other.clerk, other.student, other.id, 50_000, day)
  // Of the month before, and in no figure of this one but the trend's.
  await months.online(one.student, 20_000, midMonth(before))
  await months.buy(one.clerk, one.student, one.id, 20_000, midMonth(before))
  await untrained(one)
  for (const closing of [before, last]) {
    // Refused where the day came on which it is closed by itself.
    await months.keeper.call(bills.close, { month: wireMonth(closing) })
    await closeDue(app.services)
  }
  await months.sql('select rebuild_figures()')
  return { one, other }
}

/** A session of twelve minutes that the student has no order for. */
async function untrained({ id, student }: { id: number; student: number }) {
  const { pool } = app.services
  const room = await makeClassroom(pool, id)
  const { id: simulator } = await makeSimulator(pool, { organ: id, room })
  const at = `${day}T09:30:00+08:00`
  const [record] = await makeSessions(pool, [{ simulator, organ: id, room, student, at }])
  await months.sql(
    `insert into minute_entry (record_id, student_id, school_id, kind, minutes, day) values ($1, $2, $3, 'charge', 12, $4)`,
    [record, student, id, day],
  )
}

/** What the lists behind the figures add up to. */
async function listed(who: Client, schoolId?: number) {
  const organ = schoolId === undefined ? {} : { organId: schoolId }
  const school = schoolId === undefined ? {} : { schoolId }
  const income = async (kind: { kind?: 'sale' | 'refund' } = {}) =>
    (await who.call(financeOverview.incomes, { ...organ, ...days, ...kind })).data.sum.amount
  const bill = async (filter: InputOf<typeof bills.list>) =>
    (await who.call(bills.list, { ...school, ...filter })).data
  const ofMonth = { beginMonth: month, endMonth: month }
  const all = await bill(ofMonth)
  const owed = await bill({ ...ofMonth, side: 'school' })
  const due = await bill({ ...ofMonth, side: 'platform' })
  const late = await bill({ side: 'school', due: 'overdue' })
  const below = (await who.call(orders.courseOrders, { ...organ, ...days, below: 'yes' })).data
  const custody = (await who.call(financeOverview.custodies, school)).data.sum
  const found: Omit<
    FinanceOverview,
    'schools' | 'fee' | 'trend' | 'ranking' | 'rest' | 'monthBefore' | 'yearBefore'
  > = {
    income: {
      paid: await income({ kind: 'sale' }),
      refunded: 0 - (await income({ kind: 'refund' })),
      income: await income(),
    },
    below: { orders: below.totalDataNum, amount: below.sum.discount ?? -1 },
    uncoveredMinutes: (await who.call(financeOverview.uncovered, { ...school, ...days })).data.sum.minutes,
    bills: {
      closed: all.totalDataNum,
      platformShare: all.sum.platformShare,
      schoolShare: all.sum.schoolShare,
      receivable: 0 - owed.sum.net,
      received: 0 - owed.sum.paid,
      payable: due.sum.net,
      paidOut: due.sum.paid,
    },
    now: {
      overdue: late.sum.paid - late.sum.net,
      balance: (await who.call(financeOverview.balances, school)).data.sum.cash,
      ...custody,
      untrained: (await who.call(orders.courseOrders, organ)).data.sum.untrained,
    },
    ageing: await Promise.all(
      ageingDues.map(async step => {
        const { totalDataNum, sum } = await bill({ side: 'school', due: step })
        return { due: step, bills: totalDataNum, amount: sum.paid - sum.net }
      }),
    ),
    payableAgeing: await Promise.all(
      ageingDues.map(async step => {
        const { totalDataNum, sum } = await bill({ side: 'platform', due: step })
        return { due: step, bills: totalDataNum, amount: sum.net - sum.paid }
      }),
    ),
    channels: [],
  }
  for (const channel of ['wechat', 'alipay', 'offline'] as const) {
    const filter = { ...organ, ...days, channel, received: 'yes' } as const
    const { totalDataNum, sum } = (await who.call(orders.recharges, filter)).data
    if (totalDataNum > 0) found.channels.push({ channel, orders: totalDataNum, amount: sum.amount })
  }
  found.channels.sort((a, b) => b.amount - a.amount)
  return found
}

test('every figure is what its list adds up to: of all, of one school, and of one’s own', async () => {
  const { one, other } = await business()
  const own = await app.signedIn({ codes: ['finance', 'finance:home'], organs: [other.id] })
  expect(await overview(reader)).toMatchObject({
    schools: 2,
    income: { paid: 150_000, refunded: 30_000, income: 120_000 },
    below: { orders: 1, amount: 5_000 },
    uncoveredMinutes: 12,
    // 甲 100,000 − 30,000 online, 乙 50,000 in cash: 30 % of both are the platform's.
    bills: { closed: 2, platformShare: 36_000, schoolShare: 84_000, receivable: 15_000, payable: 49_000 },
    now: { balance: 90_000, custody: 10_000, untrained: 140_000 },
    channels: [
      { channel: 'wechat', orders: 1, amount: 150_000 },
      { channel: 'offline', orders: 1, amount: 60_000 },
    ],
    ranking: [
      { organId: one.id, organName: '甲驾校', income: 70_000 },
      { organId: other.id, organName: '乙驾校', income: 50_000 },
    ],
    rest: { organs: 0, income: 0 },
    fee: 0,
  })
  for (const [who, organId] of [
    [reader, undefined],
    [reader, one.id],
    [reader, other.id],
    [own, undefined],
  ] as const) {
    const input = organId === undefined ? {} : { organId }
    expect(await overview(who, input)).toMatchObject(await listed(who, organId))
  }
  // What is the platform's alone is told to nobody else.
  expect(await overview(own)).toMatchObject({ schools: 1, fee: null, income: { income: 50_000 } })
  expect(await own.call(financeOverview.overview, { month, organId: one.id })).toMatchObject({
    code: errors.notFound.code,
  })
})

test('twelve months, the asked one last; months of nothing are there', async () => {
  await business()
  const { trend } = await overview(reader)
  expect(trend.map(point => point.month)).toEqual(
    Array.from({ length: 12 }, (_, back) => wireMonth(addMonths(last, back - 11))),
  )
  expect(trend.at(-1)).toEqual({
    month,
    paid: 150_000,
    refunded: 30_000,
    income: 120_000,
    platformShare: 36_000,
    billed: true,
  })
  expect(trend.at(-2)).toMatchObject({
    month: wireMonth(before),
    income: 20_000,
    platformShare: 6_000,
    billed: true,
  })
  // Without bills it is not known, not nothing.
  expect(trend.at(-3)).toMatchObject({ income: 0, platformShare: 0, billed: false })
  const current = await overview(reader, { month: wireMonth(now) })
  expect(current.income.income).toBe(0)
  expect(current.bills.closed).toBe(0)
  expect(current.trend.at(-1)).toMatchObject({ month: wireMonth(now), billed: false })
})

test('the month before and the year before, of all and of one school; what has no data is null, not nothing', async () => {
  const { one, other } = await business()
  const yearAgo = addMonths(last, -12)
  const { monthBefore, yearBefore, income } = await overview(reader)
  expect(income.income).toBe(120_000)
  expect(monthBefore).toMatchObject({
    month: wireMonth(before),
    income: { paid: 20_000, refunded: 0, income: 20_000 },
    below: { orders: 0, amount: 0 },
    uncoveredMinutes: 0,
    bills: { closed: 2, platformShare: 6_000 },
    fee: null,
  })
  const nothing = { income: null, below: null, uncoveredMinutes: null, bills: null, fee: null }
  expect(yearBefore).toEqual({ month: wireMonth(yearAgo), ...nothing })
  // 乙 sold nothing before this month: that is before its first sale.
  expect((await overview(reader, { organId: other.id })).monthBefore).toMatchObject({ income: null })
  // A sale a year ago is there, and the months without one after it are months of nothing.
  await months.online(one.student, 40_000, midMonth(yearAgo))
  await months.buy(one.clerk, one.student, one.id, 40_000, midMonth(yearAgo))
  await months.sql('select rebuild_figures()')
  expect((await overview(reader)).yearBefore).toMatchObject({
    income: { paid: 40_000, income: 40_000 },
    bills: null,
  })
  const later = await overview(reader, { month: wireMonth(addMonths(last, -1)) })
  expect(later.yearBefore).toMatchObject({ month: wireMonth(addMonths(last, -13)), income: null })
  expect((await overview(reader, { month: wireMonth(before) })).monthBefore.income).toEqual({
    paid: 0,
    refunded: 0,
    income: 0,
  })
})

test('the file has the statement and what is behind the charts, as the page', async () => {
  await business()
  const found = await overview(reader)
  const lines = await csvOf(reader, financeOverview.export, { month })
  const cells = (name: string) => lines.find(line => line.includes(`,${name},`))?.split(',')
  expect(lines[0]).toContain('概况')
  expect(cells('收入金额')).toEqual(['收入与退款', '收入金额', '元', '1200.00', '200.00', ''])
  expect(lines).toEqual(expect.arrayContaining(['近12个月', '驾校应还账龄', '收入排名', '学员充值方式']))
  expect(lines).toContain(`合计,${(found.income.income / 100).toFixed(2)}`)
  const own = await app.signedIn({ codes: ['finance', 'finance:accCheck'] })
  expect(await own.call(financeOverview.export, { month })).toMatchObject({ code: errors.forbidden.code })
})

test('账龄 counts from the day after the bill was due', async () => {
  const { other } = await business()
  const today = businessDayOf(Date.now())
  for (const [daysLate, due] of [
    [0, 'notDue'],
    [1, 'late30'],
    [30, 'late30'],
    [31, 'late60'],
    [60, 'late60'],
    [61, 'late90'],
    [90, 'late90'],
    [91, 'later'],
  ] as const) {
    await months.sql('update bill set due_on = $2 where school_id = $1', [
      other.id,
      addDays(today, -daysLate),
    ])
    const { ageing, now: standing } = await overview(reader)
    expect(ageing.filter(step => step.bills > 0)).toEqual([{ due, bills: 1, amount: 15_000 }])
    expect(standing.overdue).toBe(daysLate > 0 ? 15_000 : 0)
    expect((await listed(reader)).ageing).toEqual(ageing)
  }
})

test('a sale below the list price counts as soon as the balance paid it', async () => {
  const { id, student, clerk } = await months.school('甲驾校')
  await months.online(student, 50_000, businessDayOf(Date.now()))
  const courseId = await makeCourse(app, [id], { price: 10_000, minutes: 60 })
  await months.sql('update school_course set price = 9000 where course_id = $1', [courseId])
  for (const sold of [1, 2]) {
    expect(await clerk.call(orders.addCourseOrder, { studentId: student, courseId })).toMatchObject({
      code: 0,
    })
    const { below } = await overview(reader, { month: businessDayOf(Date.now()).slice(0, 7) })
    expect(below).toEqual({ orders: sold, amount: sold * 1000 })
  }
  expect(await wrongIn(app)).toEqual([])
})

test('a service point has income of its own and no bills; files have what the lists have', async () => {
  const { one } = await business()
  const point = await makeOrganisation(app.services.pool, {
    parent: one.id,
    type: 'servicePoint',
    name: '甲服务点',
  })
  for (const table of ['course_order', 'refund'])
    await months.sql(`update ${table} set organ_id = $1 where school_id = $2`, [point, one.id])
  await months.sql('select rebuild_figures()')
  const own = await app.signedIn({ codes: ['finance', 'finance:home'], organs: [point] })
  expect(await overview(own)).toMatchObject({
    schools: 0,
    income: { income: 70_000 },
    bills: { closed: 0 },
    now: { balance: 0, custody: 0 },
    ranking: [{ organId: point, organName: '甲服务点' }],
  })
  const lines = (endpoint: Endpoint) => csvOf(reader, endpoint)
  const incomes = await lines(financeOverview.incomeExport)
  expect(incomes).toHaveLength(5)
  expect(incomes[0]).toBe('课程订单,日期,收退,学员,课程,机构,充值方式,退款单,金额（元）')
  expect(incomes[1]).toMatch(/^KC\d+,[\d-]+,课程(收款|退款),/)
  expect(await lines(financeOverview.balanceExport)).toEqual([
    '学员,驾校,余额（元）,赠送（元）',
    expect.stringContaining('乙驾校学员,乙驾校,100.00,0.00'),
    expect.stringContaining('甲驾校学员,甲驾校,800.00,0.00'),
  ])
  const custodies = await lines(financeOverview.custodyExport)
  expect(custodies).toHaveLength(3)
  expect(custodies[0]).toBe('驾校,代收未用（元）,逾期未还（元）,线下代收上限（元）,已用上限（%）')
  expect(await lines(financeOverview.uncoveredExport)).toEqual([
    '学员,驾校,模块,日期,开始时间,未覆盖分钟',
    expect.stringMatching(/,12$/),
  ])
})
