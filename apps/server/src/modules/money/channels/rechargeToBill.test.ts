import { bills, contract, isImported, orders } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { environmentOf } from '@drivesim/paysim/environment'
import { startPaysim } from '@drivesim/paysim/paysim'
import { afterAll, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { last } from '../../../../test/calendar.ts'
import { openChannelAddress } from '../../../../test/channelAddress.ts'
import { at } from '../../../../test/channelDays.ts'
import { query } from '../../../../test/database.ts'
import { Months, midMonth, wireMonth } from '../../../../test/months.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// One recharge of ¥1,000 the whole way: from the code on a student's phone to the bill that is settled with the school.

const { channels, channelStatements } = contract
const paysim = await startPaysim()
const channelAddress = await openChannelAddress(() => app)
let app: TestApp
let months: Months
beforeEachTest(
  async built => {
    app = built
    months = await Months.of(app)
  },
  { ...environmentOf(paysim), PUBLIC_URL: channelAddress.url },
)
afterAll(() => paysim.stop())
dataAgrees(() => app)

const thousand = 100_000
const day = midMonth(last)

/** What an order or a bill posted: account, and fen in debit (+) or credit (−). */
const posted = (
  postings: readonly { kind: string; entries: readonly { account: string; amount: number }[] }[] | null,
) =>
  postings?.map(({ kind, entries }) => [
    kind,
    ...entries.map(({ account, amount }) => `${account} ${amount}`),
  ])

test('a recharge of ¥1,000: code, payment, course, bill, settlement, the channel’s file, and each in the ledger', async () => {
  const school = await months.school('甲驾校')
  await months.sign(school.id, { startsOn: last })

  // The student scans the code; the channel says that it was paid, and when.
  const { data: made } = await school.clerk.call(channels.rechargeByCode, {
    studentId: school.student,
    channel: 'wechat',
    amount: thousand,
  })
  const { orderId, no } = made
  const { data: code } = await school.clerk.call(channels.rechargeCode, { orderId })
  expect(code.svg).toContain('<svg')
  const payment = paysim.books.findAny(no)
  if (payment === undefined) throw new Error('the channel does not know the order')
  // All of it was last month.
  await query(app.database.ownerUrl, 'update recharge_order set created_at = $1 where id = $2', [
    at(day),
    orderId,
  ])
  payment.paidAt = at(day)
  await paysim.tell(payment, 'notice')
  const paid = (await school.checker.call(orders.rechargeInfo, { orderId })).data
  expect(paid).toMatchObject({ state: 'paid', day, amount: thousand, cashLeft: thousand, uses: [] })
  expect(posted(paid.postings)).toEqual([['recharge', `clearing ${thousand}`, `student_cash ${-thousand}`]])

  // It buys a course.
  const courseId = await months.buy(school.clerk, school.student, school.id, thousand, day)
  const spent = (await school.clerk.call(orders.rechargeInfo, { orderId })).data
  expect(spent).toMatchObject({ cashLeft: 0, uses: [{ orderId: courseId, amount: thousand }] })
  const course = (await school.checker.call(orders.courseOrderInfo, { orderId: courseId })).data
  expect(course).toMatchObject({ state: 'paid', sources: [{ orderId, no, amount: thousand, billId: null }] })
  expect(posted(course.postings)).toEqual([
    ['course', `student_cash ${thousand}`, `course_income ${-thousand}`],
  ])

  // The month is closed; the school confirms, the platform settles and pays.
  const { billId } = await months.close(school.id, last)
  const billed = (await school.clerk.call(orders.courseOrderInfo, { orderId: courseId })).data
  expect(billed.sources).toMatchObject([{ billId }])
  await months.settled(school.checker, billId)
  const { data: payout } = await months.keeper.call(bills.pay, {
    billId,
    amount: 70_000,
    method: 'bankTransfer',
    paidOn: businessDayOf(Date.now()),
  })
  expect(payout.no).toMatch(/^FK/)
  const settled = (await school.checker.call(bills.info, { billId })).data
  expect(settled).toMatchObject({
    state: 'settled',
    base: thousand,
    platformShare: 30_000,
    schoolShare: 70_000,
    net: 70_000,
    paid: 70_000,
    lines: [
      { kind: 'onlineSale', items: 1, amount: thousand },
      { kind: 'platformShare', amount: 30_000 },
      { kind: 'schoolShare', amount: 70_000 },
    ],
  })
  expect(posted(settled.postings)).toEqual([
    ['close', `course_income ${thousand}`, 'platform_share -30000', 'school_current -70000'],
    ['payout', 'bank -70000', 'school_current 70000'],
  ])
  const [sale] = settled.lines
  const behind = await school.checker.call(bills.orders, { billId, line: sale?.lineId ?? 0 })
  expect(behind.data.dataList).toMatchObject([{ orderKind: 'course', orderId: courseId, amount: thousand }])

  // The channel's own file of the day says the same, and what it kept for itself.
  const file = paysim.statement('wechat', day)
  const { data: taken } = await months.keeper.call(channelStatements.import, { file } as never)
  await expect
    .poll(async () => {
      const { data } = await months.keeper.call(channelStatements.importInfo, { importId: taken.importId })
      return isImported(data.state)
    })
    .toBe(true)
  const { data } = await months.keeper.call(channelStatements.list, { month: wireMonth(last) })
  expect(data.statements).toMatchObject([
    { day, paid: thousand, fee: 600, feePosted: 600, outcomes: { matched: 1 }, unresolved: 0 },
  ])

  const { rows } = await app.services.pool.query(
    `select account, sum(amount)::int as amount from ledger_entry group by 1 having sum(amount) <> 0 order by 1`,
  )
  expect(rows).toEqual([
    { account: 'bank', amount: -70_000 },
    { account: 'channel_fee', amount: 600 },
    { account: 'clearing', amount: thousand - 600 },
    { account: 'platform_share', amount: -30_000 },
  ])
})
