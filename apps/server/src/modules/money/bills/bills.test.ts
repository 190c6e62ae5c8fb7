import { bills, contracts, errors, home, vouchers } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { before, last } from '../../../../test/calendar.ts'
import { csvOf } from '../../../../test/csv.ts'
import { Months, midMonth, wireMonth } from '../../../../test/months.ts'
import { atOnce } from '../../../../test/till.ts'
import { whileLocked } from '../../../../test/whileLocked.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { closeDue } from './closing.service.ts'

// What becomes of a bill: who confirms, objects, answers and settles it, and how it is paid.

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

const code = async (answer: Promise<{ code: number }>) => (await answer).code
const info = async (billId: number) => (await keeper.call(bills.info, { billId })).data

const never = () => {
  throw new Error('no order')
}

/** 69,000 that the platform owes of the month before last, 24,000 that the school owes of the last. */
async function both() {
  const { id, clerk, student } = school
  await months.sign(id, { bank: '工商银行 0817' })
  await months.online(student, 120_000, midMonth(before))
  await months.buy(clerk, student, id, 100_000, midMonth(before))
  await months.offline(clerk, student, 130_000, midMonth(before))
  await months.buy(clerk, student, id, 70_000, midMonth(before))
  const credit = await months.close(id, before)
  await months.buy(clerk, student, id, 80_000, midMonth(last))
  const debt = await months.close(id, last)
  return { credit, debt }
}

describe('a statement', () => {
  const once = { done: 1, codes: [errors.billNot.code] }

  test('is confirmed by its school alone, or by the platform with the signed paper; an objection is answered first', async () => {
    const { credit, debt } = await both()
    const { checker } = school
    const { billId } = credit
    expect(await code(checker.send(bills.settle, { billId }))).toBe(errors.forbidden.code)
    expect(await keeper.send(bills.confirm, { billId })).toMatchObject({
      code: errors.paperMissing.code,
      msg: '平台代确认须上传驾校签章的对账单照片',
    })
    expect(await code(keeper.send(bills.settle, { billId }))).toBe(errors.billNot.code)
    const [named] = (await checker.call(bills.ordersToName, { billId })).data
    const [other] = (await checker.call(bills.ordersToName, { billId: debt.billId })).data
    const objection = { billId, version: credit.version, reason: '少计一单', orders: [named ?? never()] }
    expect(await checker.send(bills.object, { ...objection, orders: [other ?? never()] })).toMatchObject({
      code: errors.objectionOrder.code,
      msg: '所选的订单不在这张账单里，请重新选择',
    })
    expect(await atOnce(20, () => checker.send(bills.object, objection))).toEqual(once)
    const objected = (await info(billId)).events.find(({ kind }) => kind === 'objected')
    const waits = (await keeper.call(home.todos)).data.find(({ key }) => key === 'billsDisputed')
    expect(waits).toMatchObject({ count: 1, oldestAt: objected?.at })
    expect(await checker.send(bills.confirm, { billId })).toMatchObject({
      code: errors.billNot.code,
      msg: '账单是“有异议”状态，不能确认，请刷新后重试',
      data: { state: 'disputed' },
    })
    expect(await code(checker.send(bills.confirm, { billId, version: credit.version }))).toBe(
      errors.billNot.code,
    )
    expect(await code(checker.send(bills.answer, { billId, text: '已核对' }))).toBe(errors.forbidden.code)
    const answer = { billId, text: '下月以调整单补' }
    expect(await atOnce(20, () => keeper.send(bills.answer, answer))).toEqual(once)
    expect(await atOnce(20, () => checker.send(bills.confirm, { billId }))).toEqual(once)
    expect(await atOnce(20, () => keeper.send(bills.settle, { billId }))).toEqual(once)
    expect(await info(billId)).toMatchObject({
      state: 'toSettle',
      confirmedHow: 'school',
      bank: '工商银行 0817',
      // Nobody agreed to it yet.
      account: null,
      events: [
        { kind: 'issued', memberName: null },
        { kind: 'objected', text: '少计一单' },
        { kind: 'answered', text: '下月以调整单补', memberName: '林婉清' },
        { kind: 'confirmed' },
        { kind: 'settled' },
      ],
      thread: [{ orders: [{ orderNo: named?.orderNo }] }, { memberName: '林婉清' }],
    })
    const invoice = { billId, invoiceNo: '24442000', invoiceOn: addDays(today, 1) }
    expect(await code(keeper.send(bills.invoice, invoice))).toBe(errors.invoiceDay.code)
    await keeper.call(bills.invoice, { ...invoice, invoiceOn: today })
    const { voucherId } = (await keeper.call(vouchers.upload)).data
    await keeper.call(bills.confirm, { billId: debt.billId, voucherId })
    expect(await info(debt.billId)).toMatchObject({ state: 'checked', confirmedHow: 'platform' })
  })

  test('counts as confirmed ten days after its issue or the last answer, where that was agreed', async () => {
    const { id, checker } = school
    await months.sign(id, { startsOn: last, deemed: true })
    const { billId } = await months.close(id, last)
    await months.sql(`update bill set deemed_on = business_day(now())`)
    await checker.call(bills.object, { billId, reason: '有疑问' })
    await closeDue(app.services)
    expect((await info(billId)).state).toBe('disputed')
    await keeper.call(bills.answer, { billId, text: '已核对' })
    expect(await info(billId)).toMatchObject({ state: 'toCheck', deemedOn: addDays(today, 10) })
    await closeDue(app.services)
    expect((await info(billId)).state).toBe('toCheck')
    await months.sql(`update bill set deemed_on = business_day(now())`)
    await closeDue(app.services)
    // Its sum is zero, so nothing is left to pay.
    expect(await info(billId)).toMatchObject({ state: 'settled', confirmedHow: 'deemed', net: 0 })
  })
})

test('who objects while others are confirmed by their silence is not silent', async () => {
  const other = await months.school('乙驾校')
  for (const { id } of [school, other]) await months.sign(id, { startsOn: last, deemed: true })
  const [first, second] = [await months.close(school.id, last), await months.close(other.id, last)]
  await months.sql(`update bill set deemed_on = business_day(now())`)
  const { billId } = second
  let closing: Promise<void> | undefined
  await whileLocked(app, `select from bill where id = ${first.billId} for update`, async waiting => {
    closing = closeDue(app.services)
    await waiting()
    expect(await code(other.checker.send(bills.object, { billId, reason: '有疑问' }))).toBe(0)
    expect(await code(keeper.send(bills.answer, { billId, text: '已核对' }))).toBe(0)
  })
  await closing
  expect((await info(first.billId)).state).toBe('settled')
  expect(await info(billId)).toMatchObject({ state: 'toCheck', deemedOn: addDays(today, 10) })
})

test('schools whose month cannot be closed keep no other from closing', async () => {
  const broken = [school, await months.school('乙驾校'), await months.school('丙驾校')].map(({ id }) => id)
  const sound = [await months.school('丁驾校'), await months.school('戊驾校')].map(({ id }) => id)
  for (const id of [...broken, ...sound]) await months.sign(id, { startsOn: last })
  const { billId } = await months.close(sound[0] ?? 0, last)
  await months.sql('update bill set deemed_on = business_day(now())')
  await months.keeper.call(bills.close, { month: wireMonth(last) })
  await months.sql(`create function breaks() returns trigger language plpgsql as $$ begin
    if new.school_id in (${broken.join()}) then raise 'broken'; end if; return new; end $$`)
  await months.sql('create trigger breaks before insert on bill for each row execute function breaks()')
  await closeDue(app.services).finally(() => months.sql('drop function breaks cascade'))
  expect((await months.bill(sound[1] ?? 0, last)).state).toBe('toCheck')
  expect((await info(billId)).state).toBe('settled')
  await closeDue(app.services)
  for (const id of broken) expect((await months.bill(id, last)).state).toBe('toCheck')
})

test('corrections of a month that closes meanwhile are in its bill or the next: never both, never none', async () => {
  const { id } = school
  await months.sign(id, { startsOn: last })
  const adjust = { schoolId: id, amount: 700, reason: '核对' }
  await months.sql(`create function corrects_last_month() returns trigger language plpgsql as $$ begin
    new.day := '${midMonth(last)}'; return new; end $$`)
  await months.sql(
    'create trigger corrects_last_month before insert on adjustment for each row execute function corrects_last_month()',
  )
  await keeper.call(bills.close, { month: wireMonth(last), schoolId: id })
  // While a correction holds the school, its closing waits for the next time.
  const closing = async () => {
    while (!(await months.closeNext(id)));
  }
  const [made] = await Promise.all([atOnce(20, () => keeper.send(bills.adjust, adjust)), closing()])
  await months.sql('drop function corrects_last_month cascade')
  expect(made).toEqual({ done: 20, codes: [] })
  const { adjusted, net } = await months.bill(id, last)
  expect(net).toBe(adjusted)
  const next = (await keeper.call(bills.current, { schoolId: id })).data
  expect(
    adjusted + next.lines.reduce((sum, line) => sum + (line.kind === 'adjustment' ? line.amount : 0), 0),
  ).toBe(14_000)
})

describe('a payment', () => {
  const pay = (billId: number, amount: number) =>
    ({ billId, amount, method: 'bankTransfer', paidOn: today }) as const

  test('goes in its direction up to what is left, and is taken back with its number kept', async () => {
    const { credit, debt } = await both()
    await months.settled(school.checker, credit.billId)
    await months.settled(school.checker, debt.billId)
    expect(credit.net).toBe(69_000)
    expect(debt.net).toBe(-24_000)
    expect(await code(keeper.send(bills.receive, pay(credit.billId, 1)))).toBe(errors.billNot.code)
    expect(await keeper.send(bills.receive, pay(debt.billId, 24_001))).toMatchObject({
      code: errors.overpaid.code,
      msg: '本账单还需 ¥240.00，不能超收，请修改金额',
    })
    const early = { ...pay(debt.billId, 1), paidOn: addDays(today, -1) }
    expect(await code(keeper.send(bills.receive, early))).toBe(errors.paymentDay.code)
    const { voucherId } = (await keeper.call(vouchers.upload)).data
    const first = (await keeper.call(bills.receive, { ...pay(debt.billId, 1500), voucherId })).data
    const again = { ...pay(credit.billId, 1500), voucherId }
    expect(await keeper.send(bills.pay, again)).toMatchObject({
      code: errors.voucherUsed.code,
      msg: expect.stringContaining(first.no),
    })
    expect(await info(debt.billId)).toMatchObject({ state: 'partlyRepaid', paid: -1500 })
    const rest = await atOnce(20, () => keeper.send(bills.receive, pay(debt.billId, 22_500)))
    expect(rest).toEqual({ done: 1, codes: [errors.billNot.code] })
    expect(await info(debt.billId)).toMatchObject({ state: 'settled', paid: -24_000 })
    const voided = await atOnce(20, () =>
      keeper.send(bills.voidPayment, { paymentId: first.paymentId, reason: '录入错误' }),
    )
    expect(voided).toEqual({ done: 1, codes: [errors.paymentNot.code] })
    expect(await info(debt.billId)).toMatchObject({
      state: 'partlyRepaid',
      paid: -22_500,
      payments: [{ no: first.no, state: 'void', voidReason: '录入错误' }, { state: 'valid' }],
    })
    await keeper.call(bills.pay, again)
    expect(await info(credit.billId)).toMatchObject({ state: 'partlySettled', paid: 1500 })
    const list = (await keeper.call(bills.receipts, { schoolId: school.id })).data
    expect(list.sum).toEqual({ amount: 22_500 })
    expect(list.dataList.map(({ amount, state }) => [amount, state])).toEqual([
      [22_500, 'valid'],
      [1500, 'void'],
    ])
    expect(await csvOf(keeper, bills.receiptExport, { state: 'void' })).toHaveLength(2)
  })

  test('over the same amount within ten minutes is asked about, of twenty at once too', async () => {
    const { debt } = await both()
    await months.settled(school.checker, debt.billId)
    const part = pay(debt.billId, 700)
    const once = await atOnce(20, () => keeper.send(bills.receive, part))
    expect(once).toEqual({ done: 1, codes: [errors.paidTwice.code] })
    const { payments } = await info(debt.billId)
    const [first] = payments
    expect((await keeper.send(bills.receive, part)).msg).toBe(errors.paidTwice.sentence(first?.no ?? ''))
    await keeper.call(bills.receive, { ...part, confirmDouble: true })
    expect(await info(debt.billId)).toMatchObject({ paid: -1400 })
    // Once it is taken back, there is nothing to take it for.
    for (const { paymentId } of (await info(debt.billId)).payments)
      await keeper.call(bills.voidPayment, { paymentId, reason: '登记有误' })
    expect((await keeper.send(bills.receive, part)).code).toBe(0)
  })

  test('is proved by a slip that proves no other, nor a deposit, of twenty at once by other uploads of it', async () => {
    const { credit, debt } = await both()
    for (const { billId } of [credit, debt]) await months.settled(school.checker, billId)
    const { dataList } = (await keeper.call(contracts.list, {})).data
    const contractId = dataList[0]?.contractId ?? 0
    const uploads: number[] = []
    while (uploads.length < 20) uploads.push((await keeper.call(vouchers.upload)).data.voucherId)
    let next = 0
    const slip = { amount: 100, paidOn: today, method: 'bankTransfer' as const }
    const used = await atOnce(20, () => {
      const voucherId = uploads[next++]
      if (next % 3 === 0)
        return keeper.call(contracts.addDeposit, { contractId, amount: 100, paidOn: today, voucherId })
      return next % 3 === 1
        ? keeper.call(bills.receive, { ...slip, billId: debt.billId, voucherId })
        : keeper.call(bills.pay, { ...slip, billId: credit.billId, voucherId })
    })
    expect(used).toEqual({ done: 1, codes: [errors.voucherUsed.code] })
  })

  test('E13: one bill sets off another of its school, both sides at once, and back', async () => {
    const { credit, debt } = await both()
    const other = await months.school('乙驾校')
    await months.sign(other.id, { startsOn: last })
    await months.online(other.student, 1000, midMonth(last))
    await months.buy(other.clerk, other.student, other.id, 1000, midMonth(last))
    const foreign = await months.close(other.id, last)
    for (const [who, billId] of [
      [school.checker, credit.billId],
      [school.checker, debt.billId],
      [other.checker, foreign.billId],
    ] as const)
      await months.settled(who, billId)
    const { billId } = debt
    const by = (byBillId: number, amount: number) => keeper.send(bills.offset, { billId, byBillId, amount })
    expect(await code(by(foreign.billId, 100))).toBe(errors.offsetOther.code)
    expect(await code(by(billId, 100))).toBe(errors.billNot.code)
    const set = await atOnce(20, () => by(credit.billId, 24_000))
    expect(set).toEqual({ done: 1, codes: [errors.billNot.code] })
    expect(await info(billId)).toMatchObject({
      state: 'settled',
      payments: [{ method: 'offset', offsetBillNo: credit.no, direction: 'in' }],
    })
    const settling = await info(credit.billId)
    expect(settling).toMatchObject({ state: 'partlySettled', paid: 24_000 })
    // Each side's 记账 says which bill the other is.
    expect(settling.postings.at(-1)).toMatchObject({
      kind: 'offset',
      no: expect.stringMatching(/^SK/),
      entries: [
        { account: 'school_current', amount: 24_000, otherBillNo: null },
        { account: 'school_current', amount: -24_000, otherBillNo: debt.no },
      ],
    })
    const [payout] = settling.payments
    await keeper.call(bills.voidPayment, { paymentId: payout?.paymentId ?? 0, reason: '改为收款' })
    expect([(await info(billId)).state, (await info(credit.billId)).state]).toEqual(['toRepay', 'toSettle'])
  })
})

test('lists find by state, side, month and what is due, with their sums; a school sees its own', async () => {
  const { credit, debt } = await both()
  await months.settled(school.checker, debt.billId)
  await months.sql('update bill set due_on = business_day(now()) - 3 where id = $1', [debt.billId])
  await months.sql('update bill set digest = bill_digest(id)')
  const stranger = await months.school('乙驾校')
  const found = async (filter: object, who: Client = keeper) => {
    const { dataList, sum } = (await who.call(bills.list, filter)).data
    return [dataList.map(({ no }) => no), sum.net]
  }
  // What a school owes does not lessen what is to be paid to schools.
  expect((await keeper.call(bills.list, {})).data.sum).toMatchObject({
    leftToSchools: 69_000,
    leftBySchools: 24_000,
  })
  expect(await found({})).toEqual([[debt.no, credit.no], 45_000])
  // What the months of all schools come to is kept; sorted, the bills themselves are read.
  for (const pageNum of [0, 1, 2]) {
    const page = { pageNum, pageSize: 1, beginMonth: wireMonth(before) }
    const sorted = { ...page, sortField: 'month', sortOrder: 'descend' } as const
    expect((await keeper.call(bills.list, page)).data).toEqual((await keeper.call(bills.list, sorted)).data)
  }
  expect(await found({ side: 'school' })).toEqual([[debt.no], -24_000])
  expect(await found({ due: 'overdue' })).toEqual([[debt.no], -24_000])
  // Late since the day after it was due, whenever it was issued: as long as 账龄 says.
  const late = (await keeper.call(home.todos)).data.find(({ key }) => key === 'billsOverdue')
  expect(late).toMatchObject({ count: 1, oldestAt: new Date(dayStart(addDays(today, -2))).toISOString() })
  expect(await found({ state: 'toCheck', beginMonth: wireMonth(before) })).toEqual([[credit.no], 69_000])
  expect(await found({ paramValue: '甲' }, school.checker)).toEqual([[debt.no, credit.no], 45_000])
  expect(await found({}, stranger.checker)).toEqual([[], 0])
  const { billId } = credit
  expect(await code(stranger.checker.send(bills.info, { billId }))).toBe(errors.notFound.code)
  expect(await csvOf(keeper, bills.export)).toHaveLength(3)
})
