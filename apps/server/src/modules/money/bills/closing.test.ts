import {
  addMonths,
  type BillInfo,
  type BillItem,
  bills,
  contract,
  endOfMonth,
  errors,
  monthWords,
  orders,
  students,
} from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { before, last, now } from '../../../../test/calendar.ts'
import { csvOf } from '../../../../test/csv.ts'
import { Months, midMonth, wireMonth } from '../../../../test/months.ts'
import { makeCourse } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { closeDue } from './closing.service.ts'
import { itemsOfLine, restOfLine } from './statement.queries.ts'

// Months are closed: what a bill takes, once and whole. Golden cases by their names in the design.

const { contracts } = contract
let app: TestApp
let months: Months
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  months = await Months.of(app)
})
dataAgrees(() => app)

const amounts = (bill: { lines: readonly { kind: string; amount: number; late: boolean }[] }) =>
  bill.lines.map(({ kind, amount, late }) => `${kind} ${amount}${late ? ' 跨期' : ''}`)
const day = midMonth(last)

describe('golden', () => {
  test('E1: online and offline sales, one share, and what the school has stays with it', async () => {
    const { id, clerk, student } = await months.school('甲驾校')
    await months.sign(id)
    await months.online(student, 100_000, day)
    const orderId = await months.buy(clerk, student, id, 100_000, day)
    const billOf = async () => (await clerk.call(orders.courseOrderInfo, { orderId })).data.sources
    expect(await billOf()).toMatchObject([{ amount: 100_000, billId: null, billNo: null }])
    await months.offline(clerk, student, 60_000, day)
    await months.buy(clerk, student, id, 50_000, day)
    const shown = (await months.keeper.call(bills.current, { schoolId: id, month: wireMonth(last) })).data
    await months.close(id, before)
    const bill = await months.close(id, last)
    expect(bill).toMatchObject({
      no: expect.stringMatching(new RegExp(`^ZD${wireMonth(last).replace('-', '')}-\\d{6}$`)),
      state: 'toCheck',
      base: 150_000,
      platformShare: 45_000,
      schoolShare: 105_000,
      held: 50_000,
      net: 55_000,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      dueOn: addDays(businessDayOf(Date.now()), 15),
      custody: { open: 0, taken: 60_000, used: 50_000, refunded: 0, reversed: 0, close: 10_000 },
    })
    expect(amounts(bill)).toEqual([
      'onlineSale 100000',
      'ownSale 50000',
      'platformShare 45000',
      'schoolShare 105000',
      'held 50000',
    ])
    expect(bill.lines.map(({ items }) => items)).toEqual([1, 1, 2, 2, 1])
    // What was shown beforehand is what came.
    expect(shown.lines).toEqual(bill.lines.map(({ lineId: _, ...line }) => line))
    expect(shown.custody).toEqual(bill.custody)
    const sale = bill.lines[0]?.lineId ?? 0
    const { data } = await months.keeper.call(bills.orders, { billId: bill.billId, line: sale })
    expect(data).toMatchObject({
      totalDataNum: 1,
      dataList: [{ orderKind: 'course', amount: 100_000, studentName: '甲驾校学员', day }],
    })
    await sumsAreTheLines(bill)
    for (const { lineId, items } of bill.lines) await fileIsTheList(bill.billId, lineId, items)
    // From the order, the bill is found again.
    expect(await billOf()).toMatchObject([{ amount: 100_000, billId: bill.billId, billNo: bill.no }])
  })

  test('E7, E9: refunds go back to the lots that paid, and are shared as their orders were', async () => {
    const { id, clerk, student } = await months.school('甲驾校')
    await months.sign(id, { startsOn: last })
    await months.offline(clerk, student, 40_000, day)
    await months.online(student, 60_000, day)
    const order = await months.buy(clerk, student, id, 100_000, day)
    await months.refundCourse(clerk, order, 30, day)
    const bill = await months.close(id, last)
    expect(bill).toMatchObject({ base: 70_000, held: 40_000, net: 9000 })
    expect(amounts(bill)).toContain('onlineRefund -30000')
  })

  test('E10: cash taken by one school and spent at another: each bill has its side', async () => {
    const x = await months.school('甲驾校')
    const y = await months.school('乙驾校')
    await months.sign(x.id, { startsOn: last })
    await months.sign(y.id, { startsOn: last })
    await months.offline(x.clerk, x.student, 50_000, day)
    const registrar = await app.signedIn({ codes: ['student:edit'] })
    const moved = await registrar.call(students.enrol, {
      userId: x.student,
      kind: 'transfer',
      schoolId: y.id,
      confirmOffline: true,
    })
    expect(moved.code).toBe(0)
    await months.buy(y.clerk, x.student, y.id, 50_000, day)
    expect(await months.close(x.id, last)).toMatchObject({ base: 0, held: 50_000, net: -50_000 })
    const ofY = await months.close(y.id, last)
    expect(ofY).toMatchObject({ platformShare: 15_000, net: 35_000 })
    expect(amounts(ofY)[0]).toBe('otherSale 50000')
  })

  test('E4, E11: what comes late goes into the next bill, under the contract of its day', async () => {
    const { id, clerk, student } = await months.school('甲驾校')
    await months.sign(id, { endsOn: endOfMonth(before) })
    await months.sign(id, { startsOn: last, platformBp: 4000 })
    await months.online(student, 300_000, midMonth(before))
    const old = await months.buy(clerk, student, id, 120_000, midMonth(before))
    expect(await months.close(id, before)).toMatchObject({ base: 120_000 })
    // Of the closed month, and known only now.
    await months.buy(clerk, student, id, 10_000, endOfMonth(before))
    await months.buy(clerk, student, id, 80_000, day)
    await months.refundCourse(clerk, old, 37, day)
    await months.refundCourse(clerk, old, 1, day)
    const bill = await months.close(id, last)
    expect(amounts(bill)).toEqual([
      'onlineSale 10000 跨期',
      'onlineRefund -45600',
      'platformShare -10680',
      'schoolShare -24920',
      'onlineSale 80000',
      'platformShare 32000',
      'schoolShare 48000',
    ])
    expect(bill.net).toBe(23_080)
    // What comes now of a closed month is the platform's to register, with a reason.
    const late = { studentId: student, amount: 100, paidOn: endOfMonth(last) }
    expect(await clerk.send(orders.rechargeOffline, late)).toMatchObject({ code: errors.paidOnClosed.code })
  })

  test('E12: a sale on a day without contract waits for one', async () => {
    const { id, clerk, student } = await months.school('甲驾校')
    await months.sign(id, { startsOn: last, endsOn: addDays(last, 9) })
    await months.online(student, 100_000, day)
    await months.buy(clerk, student, id, 30_000, day)
    const current = await months.keeper.call(bills.current, { schoolId: id })
    expect(current.data).toMatchObject({
      base: 0,
      uncovered: { orders: 1, amount: 30_000 },
      month: wireMonth(last),
    })
    expect(await months.close(id, last)).toMatchObject({ base: 0, state: 'toCheck' })
    await months.sign(id, { startsOn: addDays(last, 10) })
    const next = await months.keeper.call(bills.current, { schoolId: id })
    expect(next.data).toMatchObject({ month: wireMonth(now), base: 30_000, over: false })
    const running = await months.keeper.call(bills.runningMonths)
    expect(running.data.find(({ schoolId }) => schoolId === id)).toMatchObject({
      schoolName: expect.stringContaining('甲驾校'),
      month: wireMonth(now),
      over: false,
      closeRequested: false,
    })
    expect(amounts(next.data)[0]).toBe('onlineSale 30000 跨期')
  })
})

/** The orders of a line come to its amount, or to what it is a share of; those that are searched for to their own. */
async function sumsAreTheLines({ billId, lines }: BillInfo): Promise<void> {
  for (const { lineId, base, amount, kind } of lines) {
    const ofLine = (paramValue: string) =>
      months.keeper.call(bills.orders, { billId, line: lineId, paramValue }).then(({ data }) => data)
    const all = await ofLine('')
    expect(all.sum.amount).toBe(kind.endsWith('Share') ? base : amount)
    const [row] = all.dataList
    const own = all.dataList.filter(({ orderNo }) => orderNo === row?.orderNo)
    expect(await ofLine(row?.orderNo.toLowerCase() ?? '')).toMatchObject({
      totalDataNum: own.length,
      sum: { amount: own.reduce((sum, { amount }) => sum + amount, 0) },
      dataList: own,
    })
    expect(await ofLine('查无此人')).toMatchObject({ totalDataNum: 0, sum: { amount: 0 }, dataList: [] })
  }
}

/** The file of a line's orders has the rows of the list in its order, also where it is read in parts of one. */
async function fileIsTheList(billId: number, line: number, items: number): Promise<void> {
  const { dataList } = (await months.keeper.call(bills.orders, { billId, line })).data
  expect(dataList).toHaveLength(items)
  const [head, ...lines] = await csvOf(months.keeper, bills.orderExport, { billId, line })
  expect(head).toBe('订单号,学员,机构,退款单,日期,金额（元）')
  expect(lines).toEqual(
    dataList.map(row =>
      [
        row.orderNo,
        row.studentName,
        row.organName,
        row.refundNo,
        row.day,
        (row.amount / 100).toFixed(2),
      ].join(','),
    ),
  )
  const { db } = app.services
  const found = await itemsOfLine(db, billId, line)
  const read: BillItem[] = []
  while (found !== undefined && read.length <= items) {
    const [next] = await restOfLine(db, found, { last: read.at(-1), most: 1 })
    if (next === undefined) break
    read.push(next)
  }
  expect(read).toEqual(dataList)
}

describe('a month', () => {
  test('is closed once, however often and by however many it is asked, with one number', async () => {
    const schools = await Promise.all(['甲', '乙', '丙', '丁'].map(name => months.school(`${name}驾校`)))
    for (const { id, clerk, student } of schools) {
      await months.sign(id, { startsOn: last })
      await months.online(student, 30_000, day)
      await months.buy(clerk, student, id, 30_000, day)
    }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => months.keeper.call(bills.close, { month: wireMonth(last) })),
    )
    expect(new Set(answers.map(({ code, data }) => `${code} ${data.schools}`))).toEqual(new Set(['0 4']))
    await Promise.all(Array.from({ length: 6 }, () => closeDue(app.services)))
    await closeDue(app.services)
    const made = await months.sql('select no from bill order by no')
    const series = `ZD${wireMonth(last).replace('-', '')}-00000`
    expect(made).toEqual([1, 2, 3, 4].map(number => ({ no: `${series}${number}` })))
    const again = await months.keeper.send(bills.close, { month: wireMonth(last), schoolId: schools[0]?.id })
    expect(again).toMatchObject({ code: errors.monthClosed.code, msg: '该月已出账，请用调整单' })
  })

  test('is closed in its turn, once it is over; empty ones are passed over', async () => {
    const { id, clerk, student } = await months.school('甲驾校')
    const close = async (month: string) =>
      (await months.keeper.send(bills.close, { month: wireMonth(month), schoolId: id })).msg
    expect(await close(last)).toBe(errors.nothingToClose.sentence())
    await months.sign(id, { startsOn: addMonths(now, -5), endsOn: endOfMonth(addMonths(now, -5)) })
    const late = await months.sign(id, { startsOn: before })
    expect(await close(now)).toBe(errors.monthNotOver.sentence(monthWords(wireMonth(now))))
    expect(await close(last)).toBe(`请先出账${monthWords(wireMonth(addMonths(now, -5)))}`)
    await months.closeNext(id)
    await months.closeNext(id)
    // The months of before are long due; between them nothing was agreed and nothing sold.
    const closed = async () =>
      (await months.sql(`select to_char(month, 'YYYY-MM-DD') as month from bill order by month`)).map(row =>
        String(Object(row).month),
      )
    expect(await closed()).toEqual([addMonths(now, -5), before])
    await months.online(student, 500, day)
    await months.buy(clerk, student, id, 500, day)
    await months.close(id, last)
    expect(await closed()).toEqual([addMonths(now, -5), before, last])
    // What was billed of a contract stays.
    const { contractId } = late
    const voided = await months.keeper.send(contracts.void, { contractId, reason: '录入错误' })
    expect(voided.code).toBe(errors.contractBilled.code)
    const ended = await months.keeper.send(contracts.terminate, {
      contractId,
      endsOn: endOfMonth(before),
    })
    expect(ended).toMatchObject({
      code: errors.endInClosedMonth.code,
      msg: expect.stringContaining(endOfMonth(last)),
    })
    const row = (await months.keeper.call(contracts.info, { contractId })).data
    const form = { ...row, attachmentId: undefined, platformBp: row.platformBp ?? 0, monthlyRent: undefined }
    const cheaper = await months.keeper.send(contracts.modify, { ...form, platformBp: 100 })
    expect(cheaper.code).toBe(errors.contractFrozen.code)
    const moved = await months.keeper.call(contracts.modify, { ...form, bank: '建设银行 0817' })
    expect(moved.code).toBe(0)
  })

  test('takes a sale that commits while it closes, or the next one does: never both, never none', async () => {
    const { id, clerk, student } = await months.school('甲驾校')
    await months.sign(id, { startsOn: last })
    await months.online(student, 1_000_000, day)
    const courseId = await makeCourse(app, [id], { price: 1000, minutes: 10 })
    await months.sql(`create function of_last_month() returns trigger language plpgsql as $$ begin
      new.day := '${day}'; new.contract_day := '${day}'; return new; end $$`)
    await months.sql(
      'create trigger of_last_month before insert on order_funding for each row execute function of_last_month()',
    )
    await months.keeper.call(bills.close, { month: wireMonth(last), schoolId: id })
    const sale = () => clerk.call(orders.addCourseOrder, { studentId: student, courseId })
    const [, ...sales] = await Promise.all([
      sale().then(() => closeDue(app.services)),
      ...Array.from({ length: 20 }, sale),
    ])
    expect(sales.filter(({ data }) => data.state === 'paid')).toHaveLength(20)
    const bill = await months.bill(id, last)
    const rest = (await months.keeper.call(bills.current, { schoolId: id })).data
    expect(bill.base + rest.base).toBe(21_000)
    expect(rest.month).toBe(wireMonth(now))
    await months.sql('drop trigger of_last_month on order_funding; drop function of_last_month')
  })

  test('costs its rent by days and takes adjustments of its days; debts past their day count against the cap', async () => {
    const { id, clerk, student, checker } = await months.school('甲驾校')
    const terms = { mode: 'rent', monthlyRent: 300_000, platformBp: undefined } as const
    await months.sign(id, { ...terms, startsOn: last, offlineCap: 300_000, dueDays: 1 })
    await months.keeper.call(bills.adjust, { schoolId: id, amount: -5000, reason: '设备赔偿' })
    await months.sql('update adjustment set day = $1', [day])
    const bill = await months.close(id, last)
    expect(bill).toMatchObject({ rent: 300_000, adjusted: -5000, net: -305_000 })
    expect(bill.adjustments).toMatchObject([{ amount: -5000, reason: '设备赔偿', createdBy: '林婉清' }])
    await months.settled(checker, bill.billId)
    const take = (amount: number) => clerk.call(orders.rechargeOffline, { studentId: student, amount })
    expect((await take(100)).code).toBe(0)
    await months.sql(`update bill set due_on = business_day(now()) - 1`)
    // The digest says when it was due: the statement of before is none any more.
    await months.sql('update bill set digest = bill_digest(id)')
    expect(await take(200)).toMatchObject({ code: errors.offlineCapReached.code })
  })
})
