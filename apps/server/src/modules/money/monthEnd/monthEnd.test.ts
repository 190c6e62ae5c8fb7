import {
  addMonths,
  bills,
  contract,
  endOfMonth,
  errors,
  type MonthEndStep,
  monthEndSteps,
} from '@drivesim/contract'
import { addDays, dayStart } from '@drivesim/contract/businessDay'
import { beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { before, last, now, today } from '../../../../test/calendar.ts'
import { csvOf } from '../../../../test/csv.ts'
import { Months, midMonth, wireMonth } from '../../../../test/months.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

const { approvals, monthEnd } = contract
let app: TestApp
let months: Months
let one: Awaited<ReturnType<Months['school']>>
let two: Awaited<ReturnType<Months['school']>>
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  months = await Months.of(app)
  one = await months.school('甲驾校')
  two = await months.school('乙驾校')
})
dataAgrees(() => app)

/** Open of a month, step by step: how many, and fen; what is done is left out. */
async function open(month = before) {
  const { data } = await months.keeper.call(monthEnd.checklist, { month: wireMonth(month) })
  expect(data.lines.map(({ step }) => step)).toEqual(Object.keys(monthEndSteps))
  return Object.fromEntries(
    data.lines.flatMap(({ step, open, amount }) => (open === 0 ? [] : [[step, [open, amount]]])),
  )
}
const rowsOf = async (step: MonthEndStep, by: Client = months.keeper) =>
  (await by.call(monthEnd.checklist, { month: wireMonth(before) })).data.lines.find(
    line => line.step === step,
  )?.rows

/** The platform owes 70,000 to the first school, and the second owes 30,000. */
async function billed() {
  await months.sign(one.id, { bank: '工商银行 6222 0817' })
  await months.online(one.student, 100_000, midMonth(before))
  await months.buy(one.clerk, one.student, one.id, 100_000, midMonth(before))
  await months.sign(two.id)
  await months.offline(two.clerk, two.student, 100_000, midMonth(before))
  await months.buy(two.clerk, two.student, two.id, 100_000, midMonth(before))
  return { owed: await months.close(one.id, before), owing: await months.close(two.id, before) }
}

test('a month says step by step what it still needs, whose it is and since when', async () => {
  await months.sign(one.id, { bank: '工商银行 6222 0817' })
  await months.online(one.student, 100_000, midMonth(before))
  await months.buy(one.clerk, one.student, one.id, 100_000, midMonth(before))
  // A sale before any contract is in no bill.
  await months.online(two.student, 5_000, midMonth(before))
  await months.buy(two.clerk, two.student, two.id, 5_000, midMonth(before))
  // Students paid by code on the 15th; nobody has brought the channel's file.
  const noFile = { channels: [1, null] }
  expect(await open()).toEqual({ ...noFile, toClose: [1, null], uncovered: [1, 5_000] })
  expect(await rowsOf('uncovered')).toMatchObject([{ name: '乙驾校', amount: 5_000 }])

  const { billId, no, events } = await months.close(one.id, before)
  expect(await open()).toEqual({ ...noFile, uncovered: [1, 5_000], toCheck: [1, 70_000] })
  const issued = events.find(({ kind }) => kind === 'issued')?.at
  expect(await rowsOf('toCheck')).toEqual([
    { name: `${no} 甲驾校`, since: issued, amount: 70_000, to: `/finacial/statement?billId=${billId}` },
  ])
  const { checker } = one
  await checker.call(bills.object, { billId, reason: '少计一单' })
  expect(await open()).toMatchObject({ disputed: [1, 70_000] })
  await months.keeper.call(bills.answer, { billId, text: '已核对' })
  await checker.call(bills.confirm, { billId })
  expect(await open()).toMatchObject({ toSettle: [1, 70_000] })
  await months.keeper.call(bills.settle, { billId })
  expect(await open()).toMatchObject({ toAsk: [1, 70_000] })
  const ask = (amount: number) =>
    months.keeper.call(bills.requestPayment, { items: [{ billId, amount }], reason: null })
  const { approvalId } = (await ask(20_000)).data
  expect(await open()).toMatchObject({ toAsk: [1, 50_000], toApprove: [1, 20_000] })
  const decider = await app.signedIn({ codes: ['finance', 'finance:approve'] })
  await decider.call(approvals.decide, { approvalId, accept: true })
  await ask(50_000)
  expect(await open()).toEqual({
    ...noFile,
    uncovered: [1, 5_000],
    toApprove: [1, 50_000],
    toPay: [1, 20_000],
  })
  // The month after has none of it; what no contract covers waits there, too.
  expect(await open(addMonths(before, -1))).toEqual({})
  expect(await checker.send(monthEnd.checklist, { month: wireMonth(before) })).toMatchObject({
    code: errors.platformOnly.code,
  })
})

/** A statement of each of these days, by its state. */
const statements = (...days: [day: string, state: 'open' | 'balanced'][]) =>
  months.sql(
    `insert into channel_statement (channel, merchant, bill_date, version, sha256, simulated, paid, refunded, fee, matched,
       amount_differs, local_only, channel_only, state, balanced_at)
     select 'wechat', 'm', d::date, 1, sha256(d::bytea), false, 0, 0, 0, 0, 0, 0, 0, s, case s when 'balanced' then now() end
     from jsonb_to_recordset($1) x (d text, s text)`,
    [JSON.stringify(days.map(([d, s]) => ({ d, s })))],
  )

test('days of channels that do not agree, or are without a statement, are of their month', async () => {
  await months.online(one.student, 5_000, before)
  await months.online(one.student, 5_000, last)
  await months.online(one.student, 5_000, today)
  expect(await open()).toEqual({ channels: [1, null] })
  expect(await open(last)).toEqual({ channels: [1, null] })
  // Of a day that goes on no channel has a file.
  if (today !== now) expect(await open(now)).toEqual({})
  expect(await rowsOf('channels')).toEqual([
    {
      name: `微信支付 ${before} 缺账单`,
      since: new Date(dayStart(addDays(before, 1))).toISOString(),
      amount: null,
      to: `/finacial/reconciliation?tab=channel&month=${wireMonth(before)}`,
    },
  ])
  await statements([midMonth(before), 'open'], [endOfMonth(before), 'balanced'], [midMonth(last), 'open'])
  expect(await open()).toEqual({ channels: [2, null] })
  await statements([before, 'balanced'])
  expect(await open()).toEqual({ channels: [1, null] })
  expect(await rowsOf('channels')).toMatchObject([{ name: `微信支付 ${midMonth(before)}` }])
  await months.sql('delete from channel_statement')
})

test('what is owed either way stands side by side by its age, exact, and by school in list and file', async () => {
  const { owed, owing } = await billed()
  const due = (billId: number, days: number) =>
    months.sql('update bill set due_on = business_day(now()) - $2::integer where id = $1', [billId, days])
  const steps = async (by: Client) =>
    (await by.call(monthEnd.ageing)).data.flatMap(({ due, school, platform }) =>
      school.bills + platform.bills === 0 ? [] : [[due, school.amount, platform.amount]],
    )
  for (const [days, step] of [
    [0, 'notDue'],
    [1, 'late30'],
    [30, 'late30'],
    [31, 'late60'],
    [60, 'late60'],
    [61, 'late90'],
    [90, 'late90'],
    [91, 'later'],
  ] as const) {
    await due(owed.billId, days)
    await due(owing.billId, days)
    expect(await steps(months.keeper)).toEqual([[step, 30_000, 70_000]])
    const { data } = await months.keeper.call(bills.list, { side: 'school', due: step })
    expect(data.dataList.map(({ billId }) => billId)).toEqual([owing.billId])
  }
  await due(owed.billId, 5)
  const { data } = await months.keeper.call(monthEnd.ageingBySchool, {})
  expect(data.dataList).toEqual([
    { ...none, schoolId: one.id, schoolName: '甲驾校', side: 'platform', late30: 70_000, total: 70_000 },
    { ...none, schoolId: two.id, schoolName: '乙驾校', side: 'school', later: 30_000, total: 30_000 },
  ])
  expect(await steps(two.checker)).toEqual([['later', 30_000, 0]])
  const [head, ...lines] = await csvOf(months.keeper, monthEnd.ageingExport, { side: 'school' })
  expect(head).toContain('逾期 90 天以上（元）')
  expect(lines).toEqual(['乙驾校,驾校应还,0.00,0.00,0.00,0.00,300.00,300.00'])
  await months.sql('update bill set due_on = issued_on + 15')
})

const none = { notDue: 0, late30: 0, late60: 0, late90: 0, later: 0 }
