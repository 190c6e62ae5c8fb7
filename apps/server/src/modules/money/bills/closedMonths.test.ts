import { bills, contract, endOfMonth, errors, type InputOf, orders } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { before, last } from '../../../../test/calendar.ts'
import { Months, midMonth } from '../../../../test/months.ts'
import { doneOnce } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// What a closed month still allows, and what it forbids: its invoice, its payment, the end of its contract, more cash.

const { contracts } = contract
const today = businessDayOf(Date.now())
let app: TestApp
let months: Months
let keeper: Client
let school: Awaited<ReturnType<Months['school']>>
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  months = await Months.of(app)
  keeper = months.keeper
  school = await months.school('甲驾校')
})
dataAgrees(() => app)

const info = async (billId: number) => (await keeper.call(bills.info, { billId })).data
/** 70,000 that the platform owes of the last month. */
async function credit() {
  const { id, clerk, student } = school
  await months.sign(id, { startsOn: last })
  await months.online(student, 100_000, midMonth(last))
  await months.buy(clerk, student, id, 100_000, midMonth(last))
  return months.close(id, last)
}
const invoiceOf = (billId: number, more: Partial<InputOf<typeof bills.invoice>> = {}) => ({
  billId,
  invoiceNo: '2411200012345678',
  invoiceOn: today,
  ...more,
})

describe('an invoice', () => {
  test('is entered once the bill is agreed, corrected by entering it again, and both stay told', async () => {
    const { billId } = await credit()
    const enter = (more: object = {}, by = keeper) => by.send(bills.invoice, invoiceOf(billId, more))
    const not = (state: string) => ({ msg: errors.billNot.sentence(state, '登记发票') })
    expect(await enter()).toMatchObject(not('待对账'))
    await school.checker.call(bills.object, { billId, reason: '少计一单' })
    expect(await enter()).toMatchObject(not('有异议'))
    await keeper.call(bills.answer, { billId, text: '已核对' })
    await school.checker.call(bills.confirm, { billId })
    expect(await enter({ invoiceNo: '1234-5678' })).toMatchObject({
      msg: '发票号码应为 8 至 20 位数字或字母',
    })
    expect(await enter({}, school.checker)).toMatchObject({ code: errors.forbidden.code })
    const ofSchool = await app.signedIn({ codes: ['finance:edit'], organs: [school.id] })
    expect(await enter({}, ofSchool)).toMatchObject({ code: errors.platformOnly.code })
    expect(await info(billId)).toMatchObject({ invoiceNo: null, invoiceOn: null })
    expect(await enter({ invoiceNo: ' 2411200099999999 ' })).toMatchObject({ data: true })
    expect(await enter({ invoiceOn: addDays(today, -1) })).toMatchObject({ data: true })
    await keeper.call(bills.settle, { billId })
    await keeper.call(bills.pay, { billId, amount: 70_000, method: 'cash', paidOn: today })
    // Settled and paid, it may still come.
    expect(await enter()).toMatchObject({ data: true })
    const { events, ...bill } = await info(billId)
    expect(bill).toMatchObject({ state: 'settled', invoiceNo: '2411200012345678', invoiceOn: today })
    const invoiced = events.filter(({ kind }) => kind === 'invoiced')
    expect(invoiced.map(({ text, memberName }) => [text, memberName])).toEqual([
      ['2411200099999999', '林婉清'],
      ['2411200012345678', '林婉清'],
      ['2411200012345678', '林婉清'],
    ])
  })
})

describe('of a bill', () => {
  let billId: number
  const settled = async () => {
    billId = (await credit()).billId
    await months.settled(school.checker, billId)
    return info(billId)
  }
  const pay = (amount: number) => async () => {
    await settled()
    const form = { billId, amount, method: 'bankTransfer', paidOn: today } as const
    return (headers: Record<string, string>) => keeper.send(bills.pay, form, headers)
  }
  const paid = (state: string, amount: number) => async () => {
    expect(await info(billId)).toMatchObject({
      state,
      paid: amount,
      payments: [{ direction: 'out', amount, state: 'valid', no: expect.stringMatching(/-000001$/) }],
    })
  }
  doneOnce({
    'the invoice': {
      async prepare() {
        const { version } = await settled()
        return headers => keeper.send(bills.invoice, invoiceOf(billId, { version }), headers)
      },
      told: errors.staleVersion.sentence('账单'),
      async after() {
        const { events, invoiceNo } = await info(billId)
        expect(invoiceNo).toBe('2411200012345678')
        expect(events.filter(({ kind }) => kind === 'invoiced')).toHaveLength(1)
      },
    },
    'the payout of all': {
      prepare: pay(70_000),
      told: errors.billNot.sentence('已结清', '登记付款'),
      after: paid('settled', 70_000),
    },
    'the payout of more than half': {
      prepare: pay(40_000),
      told: '本账单还需 ¥300.00，不能超付，请修改金额',
      after: paid('partlySettled', 40_000),
    },
  })
})

describe('the end of its contract', () => {
  test('comes forward to the last closed day and no further, also by 修改合同; later it may always be', async () => {
    const { id, clerk, student } = school
    const { contractId } = await months.sign(id)
    await months.online(student, 100_000, midMonth(before))
    await months.buy(clerk, student, id, 100_000, midMonth(before))
    const bill = await months.close(id, before)
    const row = (await keeper.call(contracts.info, { contractId })).data
    const modify = (endsOn: string) =>
      keeper.send(contracts.modify, {
        ...{ ...row, attachmentId: undefined, monthlyRent: undefined, version: undefined },
        endsOn,
      })
    const closed = endOfMonth(before)
    for (const day of [midMonth(before), addDays(closed, -1)])
      expect(await modify(day)).toMatchObject({
        code: errors.endInClosedMonth.code,
        msg: `合同不能在已出账月份的最后一天 ${closed} 之前结束，请重新选择日期`,
      })
    const later = addDays(row.endsOn, 365)
    for (const endsOn of [closed, midMonth(last), later]) {
      expect(await modify(endsOn)).toMatchObject({ data: true })
      expect((await keeper.call(contracts.info, { contractId })).data).toMatchObject({ endsOn })
    }
    // The bill stays to the letter, and the next month is closed under the same contract.
    expect(await info(bill.billId)).toEqual(bill)
    await months.online(student, 10_000, midMonth(last))
    await months.buy(clerk, student, id, 10_000, midMonth(last))
    await months.close(id, last)
    const bound = await months.sql('select distinct contract_id::int as id from bill_line')
    expect(bound).toEqual([{ id: contractId }])
  })
})

describe('more cash', () => {
  test('is not taken beside what is overdue, whether the school confirmed its bill or not', async () => {
    const { id, clerk, student } = school
    const terms = { mode: 'rent', monthlyRent: 300_000, platformBp: undefined } as const
    await months.sign(id, { ...terms, startsOn: last, offlineCap: 300_500 })
    const { billId } = await months.close(id, last)
    expect(await info(billId)).toMatchObject({ state: 'toCheck', net: -300_000 })
    const take = (amount: number) => clerk.call(orders.rechargeOffline, { studentId: student, amount })
    // Not due yet, it does not count.
    expect((await take(501)).code).toBe(0)
    const due = async (days: number) => {
      await months.sql('update bill set due_on = business_day(now()) - $1::int', [days])
      await months.sql('update bill set digest = bill_digest(id)')
    }
    await due(0)
    expect((await take(502)).code).toBe(0)
    await due(1)
    expect(await take(503)).toMatchObject({
      code: errors.offlineCapReached.code,
      msg: '线下代收已达上限 ¥3,005.00，请先结清账单',
    })
    await school.checker.call(bills.object, { billId, reason: '少计一单' })
    expect(await take(504)).toMatchObject({ code: errors.offlineCapReached.code })
    await keeper.call(bills.answer, { billId, text: '已核对' })
    await months.settled(school.checker, billId)
    await keeper.call(bills.receive, { billId, amount: 299_000, method: 'cash', paidOn: today })
    // What is left of it, with what the school has, is below the cap.
    expect((await take(505)).code).toBe(0)
  })
})
