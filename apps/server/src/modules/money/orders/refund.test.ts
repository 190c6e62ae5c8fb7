import { errors, home, orders, vouchers } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { setLimit } from '../../../../test/limit.ts'
import { atOnce, clerkOf, makeCourse, makeLearner, makeOnline, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

let app: TestApp
let school: number
let student: number
let clerk: Client & { memberId: number }
let approver: Client & { memberId: number }
beforeEachTest(async built => {
  app = built
  school = await makeSelling(app, { name: '甲驾校' })
  student = await makeLearner(app, school)
  clerk = await clerkOf(app, school)
  approver = await app.signedIn({ codes: ['finance:edit', 'order:edit'] })
  await setLimit(app, 1_000_000)
})
dataAgrees(() => app)

const rows = async (sql: string) => (await app.services.pool.query(sql)).rows
const purse = async () => (await rows('select cash, bonus from purse'))[0]
const recharge = async (amount: number, more: object = {}) =>
  (await clerk.call(orders.rechargeOffline, { studentId: student, amount, confirmDouble: true, ...more }))
    .data.orderId
const buy = async (price: number, minutes: number) => {
  const courseId = await makeCourse(app, [school], { price, minutes })
  return (await clerk.call(orders.addCourseOrder, { studentId: student, courseId })).data.orderId
}
const refundCourse = (orderId: number, minutes: number) =>
  clerk.call(orders.refundCourseOrder, { orderId, minutes, reason: '不学了' })
const refundRecharge = (orderId: number, amount: number, more: object = {}) =>
  clerk.call(orders.refundRecharge, { orderId, amount, method: 'cash', reason: '不学了', ...more })
const courseInfo = async (orderId: number) => (await clerk.call(orders.courseOrderInfo, { orderId })).data
const rechargeInfo = async (orderId: number) => (await clerk.call(orders.rechargeInfo, { orderId })).data
const limit = (to: number) => setLimit(app, to)
const base = async () =>
  (await rows('select coalesce(sum(amount), 0)::int as base from order_funding'))[0].base
const today = businessDayOf(Date.now())

describe('the cases of the design', () => {
  test('E7: bonus goes back with the cash that brought it', async () => {
    await approver.call(orders.saveSettings, {
      approvalLimit: 1_000_000,
      tiers: [{ fromAmount: 100_000, bonus: 20_000 }],
    })
    const lot = await recharge(100_000)
    const course = await buy(110_000, 100)
    expect(await purse()).toEqual({ cash: 0, bonus: 10_000 })
    expect(await refundCourse(course, 100)).toMatchObject({ data: { amount: 100_000, state: 'refunded' } })
    expect(await base()).toBe(0)
    expect(await courseInfo(course)).toMatchObject({ state: 'refunded', untrained: 0, refundedCash: 100_000 })
    expect(await purse()).toEqual({ cash: 100_000, bonus: 10_000 })
    expect(await refundRecharge(lot, 100_000)).toMatchObject({
      data: { bonusBack: 10_000, state: 'refunded' },
    })
    expect(await purse()).toEqual({ cash: 0, bonus: 0 })
    expect(await rechargeInfo(lot)).toMatchObject({ state: 'refunded', cashLeft: 0, refunded: 100_000 })
  })

  test('E8: minutes refunded in parts give what they give in one', async () => {
    await recharge(19_999)
    const used = await buy(9999, 60)
    await rows(`insert into minute_entry (record_id, student_id, school_id, course_order_id, kind, minutes, day)
      values (1, ${student}, ${school}, ${used}, 'charge', 17, business_day(now()))`)
    await rows(`update course_order set used_minutes = 17 where id = ${used}`)
    expect(await clerk.call(orders.refundPreview, { orderId: used })).toMatchObject({
      data: { amount: 7166, mostMinutes: 43, mostAmount: 7166, needsApproval: false },
    })
    expect(await refundCourse(used, 44)).toMatchObject({ code: -12508, msg: '最多可退 ¥71.66 / 43 分钟' })
    expect(await refundCourse(used, 43)).toMatchObject({ data: { amount: 7166 } })
    expect(await courseInfo(used)).toMatchObject({ state: 'partlyRefunded', leftMinutes: 0 })
    const parts = await buy(10_000, 60)
    const amounts = []
    for (let part = 0; part < 3; part++) amounts.push((await refundCourse(parts, 20)).data.amount)
    expect(amounts).toEqual([3333, 3334, 3333])
    expect(await courseInfo(parts)).toMatchObject({ state: 'refunded' })
    expect(await refundCourse(parts, 1)).toMatchObject({
      msg: '课程订单是“已退款”状态，不能退款，请刷新后重试',
    })
  })

  test('E9: it goes back to the lot that was paid last', async () => {
    const cash = await recharge(40_000)
    const online = await makeOnline(app, student, 60_000)
    const course = await buy(100_000, 100)
    expect(await refundCourse(course, 30)).toMatchObject({ data: { amount: 30_000 } })
    expect(await rows('select id, cash_left from recharge_order order by id')).toEqual([
      { id: cash, cash_left: 0 },
      { id: online, cash_left: 30_000 },
    ])
    expect(await base()).toBe(70_000)
    expect(
      await rows('select sum(amount)::int as held from order_funding where holder_school_id is not null'),
    ).toEqual([{ held: 40_000 }])
  })
})

describe('a recharge', () => {
  test('is refunded up to what is left, in cash by the school that took it', async () => {
    const lot = await recharge(10_000)
    await buy(4000, 60)
    expect(await refundRecharge(lot, 6001)).toMatchObject({ code: -12508, msg: '最多可退 ¥60.00' })
    expect(await refundRecharge(lot, 6000, { method: 'bankTransfer', payee: '工行' })).toMatchObject({
      msg: '线下充值不能这样退款，请选择现金',
    })
    expect(
      await approver.call(orders.refundRecharge, {
        orderId: lot,
        amount: 100,
        method: 'cash',
        reason: '代退',
      }),
    ).toMatchObject({ msg: '该笔线下充值由甲驾校代收，请由该驾校办理' })
    const { data: refunded } = await refundRecharge(lot, 1000)
    expect(refunded).toMatchObject({ state: 'refunded' })
    const keeper = await clerkOf(app, school, ['finance'])
    const { postings } = (await keeper.call(orders.refundInfo, { refundId: refunded.refundId })).data
    expect(
      postings?.map(({ kind, entries }) => [
        kind,
        ...entries.map(({ account, amount }) => [account, amount]),
      ]),
    ).toEqual([
      ['rechargeRefund', ['student_cash', 1000], ['refunding', -1000]],
      ['refundPaid', ['refunding', 1000], ['custody', -1000]],
    ])
    expect(await rechargeInfo(lot)).toMatchObject({
      state: 'partlyRefunded',
      cashLeft: 5000,
      uses: [{ amount: 4000 }],
      refunds: [{ method: 'cash', state: 'refunded', onBehalf: false, doneAt: expect.any(String) }],
    })
    expect(await rows(`select amount from account_sum where account = 'custody'`)).toEqual([{ amount: 9000 }])
  })

  test('is refunded as often as it suffices, of twenty at once', async () => {
    const lot = await recharge(10_000)
    const result = await atOnce(20, () => refundRecharge(lot, 3000))
    expect(result).toEqual({ done: 3, codes: [errors.refundTooMuch.code] })
    expect(await purse()).toEqual({ cash: 1000, bonus: 0 })
  })

  test('that was paid online goes back by a transfer, which the platform marks as paid', async () => {
    const lot = await makeOnline(app, student, 5000)
    expect(await refundRecharge(lot, 5000)).toMatchObject({
      msg: '线上充值不能这样退款，请选择原路或银行转账',
    })
    expect(
      await clerk.send(orders.refundRecharge, {
        orderId: lot,
        amount: 1,
        method: 'bankTransfer',
        reason: '退',
      }),
    ).toMatchObject({ msg: '请填写收款人和银行账号' })
    const { data } = await refundRecharge(lot, 5000, { method: 'bankTransfer', payee: '王芳 工行 6222' })
    expect(data).toMatchObject({ state: 'refunding' })
    expect(await rechargeInfo(lot)).toMatchObject({ state: 'paid', cashLeft: 0 })
    const pay = (by: Client, paidOn = today) => by.call(orders.payRefund, { refundId: data.refundId, paidOn })
    expect(await pay(clerk)).toMatchObject({ code: errors.forbidden.code })
    const ofSchool = await clerkOf(app, school, ['finance:edit'])
    expect(await pay(ofSchool)).toMatchObject({ code: errors.platformOnly.code })
    for (const day of [addDays(today, -1), addDays(today, 1)]) {
      expect(await pay(approver, day)).toMatchObject({ code: errors.refundPaidOutside.code })
    }
    expect(await atOnce(20, () => pay(approver))).toEqual({ done: 1, codes: [errors.orderNot.code] })
    expect(await rechargeInfo(lot)).toMatchObject({ state: 'refunded', refunded: 5000 })
  })

  test('is paid by a slip that proves nothing else, and whoever sees the refund sees it', async () => {
    const upload = async (by: Client) => (await by.call(vouchers.upload)).data.voucherId
    const asked = async (lot: number, more: object = {}) =>
      (await refundRecharge(lot, 100, more)).data.refundId
    const transfer = { method: 'bankTransfer', payee: '王芳 工行 6222' }
    const online = await makeOnline(app, student, 5000)
    const [first, second] = [await asked(online, transfer), await asked(online, transfer)]
    const pay = async (refundId: number) =>
      approver.call(orders.payRefund, { refundId, paidOn: today, voucherId: await upload(approver) })
    const foreign = await upload(clerk)
    expect(
      await approver.call(orders.payRefund, { refundId: first, paidOn: today, voucherId: foreign }),
    ).toMatchObject({ code: errors.notFound.code })
    expect(await pay(first)).toMatchObject({ code: 0 })
    const { no, voucherId } = (await clerk.call(orders.refundInfo, { refundId: first })).data
    expect((await clerk.call(vouchers.url, { voucherId: voucherId ?? 0 })).code).toBe(0)
    expect(await pay(second)).toMatchObject({ msg: errors.voucherUsed.sentence(` ${no}`) })
    const stranger = await clerkOf(app, await makeSelling(app))
    expect((await stranger.call(vouchers.url, { voucherId: voucherId ?? 0 })).code).toBe(errors.notFound.code)
  })

  test('of a student who moved is refunded by the school that holds it, or by the platform for it', async () => {
    const lot = await recharge(10_000)
    const other = await makeSelling(app)
    await rows(`with moved as (update student set school_id = ${other} returning id)
      insert into journal (kind, event_key, day) values ('transfer', 'transfer:0', business_day(now()))`)
    await rows(`insert into ledger_entry (journal_id, line, account, school_id, student_id, unit, amount)
      select j.id, x.line, 'student_cash', x.school, ${student}, 'CNY', x.amount from journal j,
        (values (1, ${school}::bigint, 10000), (2, ${other}, -10000)) x (line, school, amount) where j.event_key = 'transfer:0'`)
    const elsewhere = await clerkOf(app, other)
    expect(
      await elsewhere.call(orders.refundRecharge, {
        orderId: lot,
        amount: 1,
        method: 'cash',
        reason: '退款',
      }),
    ).toMatchObject({ code: errors.notFound.code })
    expect(await refundRecharge(lot, 2000)).toMatchObject({ data: { state: 'refunded' } })
    const { data } = await approver.call(orders.refundOnBehalf, {
      orderId: lot,
      amount: 3000,
      payee: '王芳 工行 6222',
      reason: '驾校不配合',
    })
    expect(data).toMatchObject({ state: 'refunding' })
    expect(await approver.call(orders.payRefund, { refundId: data.refundId, paidOn: today })).toMatchObject({
      code: 0,
    })
    expect(await rechargeInfo(lot)).toMatchObject({ cashLeft: 5000, refunds: [{ onBehalf: true }, {}] })
    // The school goes on holding it until it is billed.
    expect(
      await rows(`select amount from account_sum where account in ('custody', 'bank') order by account`),
    ).toEqual([{ amount: -3000 }, { amount: 8000 }])
  })

  test('that is not paid is given up, and the money is the student’s again', async () => {
    const lot = await makeOnline(app, student, 5000)
    const { refundId } = (await refundRecharge(lot, 5000, { method: 'bankTransfer', payee: '工行' })).data
    const giveUp = () => approver.call(orders.giveUpRefund, { refundId, reason: '账号有误' })
    expect(await atOnce(20, giveUp)).toEqual({ done: 1, codes: [errors.orderNot.code] })
    expect(await purse()).toEqual({ cash: 5000, bonus: 0 })
    expect((await clerk.call(orders.refundInfo, { refundId })).data).toMatchObject({
      state: 'rejected',
      decisionReason: '账号有误',
      notDecided: expect.any(String),
    })
  })
})

describe('a course', () => {
  test('paid by bonus alone, or too little to be a fen, gives nothing back', async () => {
    await approver.call(orders.saveSettings, { approvalLimit: 0, tiers: [{ fromAmount: 1000, bonus: 1000 }] })
    await recharge(1000)
    await buy(1000, 60)
    const byBonus = await buy(1000, 60)
    const nothing = { code: errors.nothingToRefund.code, msg: '全部由赠送金支付，没有可退的现金' }
    expect(await courseInfo(byBonus)).toMatchObject({ state: 'paid', cashPaid: 0, bonusPaid: 1000 })
    expect(await refundCourse(byBonus, 60)).toMatchObject(nothing)
    await recharge(1)
    expect(await refundCourse(await buy(1, 60), 1)).toMatchObject(nothing)
  })

  test('twenty times at once gives back its minutes once', async () => {
    await recharge(10_000)
    const order = await buy(10_000, 60)
    const result = await atOnce(20, () => refundCourse(order, 40))
    expect(result).toEqual({ done: 1, codes: [errors.refundTooMuch.code] })
    expect(await purse()).toEqual({ cash: 6667, bonus: 0 })
  })
})

describe('somebody else’s word', () => {
  test('is needed past the limit of 30 days, and what was asked for is held meanwhile', async () => {
    await limit(5000)
    await recharge(20_000)
    const order = await buy(10_000, 100)
    expect(await refundCourse(order, 30)).toMatchObject({ data: { state: 'refunded' } })
    expect(await clerk.call(orders.refundPreview, { orderId: order, minutes: 21 })).toMatchObject({
      data: { amount: 2100, needsApproval: true },
    })
    const { data } = await refundCourse(order, 21)
    expect(data).toMatchObject({ amount: 2100, state: 'toApprove' })
    expect(await courseInfo(order)).toMatchObject({ leftMinutes: 49, refundedCash: 3000 })
    expect(await purse()).toEqual({ cash: 13_000, bonus: 0 })
    const todos = (by: Client) => by.call(home.todos)
    expect((await todos(approver)).data).toContainEqual(
      expect.objectContaining({ key: 'approvalsToDecide', count: 1, label: '待我审批' }),
    )
    const decide = (accept: boolean) =>
      approver.call(orders.decideRefund, { refundId: data.refundId, accept, reason: '同意' })
    expect(await atOnce(20, () => decide(true))).toEqual({ done: 1, codes: [errors.orderNot.code] })
    expect(await purse()).toEqual({ cash: 15_100, bonus: 0 })
    // Each kind has a limit of its own, and older refunds do not count.
    await rows(`update refund set created_at = now() - interval '31 days'`)
    expect(await refundCourse(order, 40)).toMatchObject({ data: { state: 'refunded' } })
  })

  test('may be no: what was held is free again', async () => {
    await limit(0)
    const lot = await recharge(10_000)
    const order = await buy(5000, 100)
    const course = (await refundCourse(order, 100)).data.refundId
    const money = (await refundRecharge(lot, 5000)).data.refundId
    expect(await purse()).toEqual({ cash: 0, bonus: 0 })
    for (const refundId of [course, money]) {
      expect(await approver.send(orders.decideRefund, { refundId, accept: false })).toMatchObject({
        msg: '请填写驳回的原因',
      })
      expect(
        await approver.call(orders.decideRefund, { refundId, accept: false, reason: '材料不全' }),
      ).toMatchObject({
        data: { state: 'rejected' },
      })
    }
    expect(await courseInfo(order)).toMatchObject({ leftMinutes: 100, state: 'paid' })
    expect(await rechargeInfo(lot)).toMatchObject({ cashLeft: 5000, state: 'paid' })
    const again = (await refundRecharge(lot, 5000)).data.refundId
    await approver.call(orders.decideRefund, { refundId: again, accept: true })
    const pay = () => clerk.call(orders.payRefund, { refundId: again, paidOn: today })
    expect(await approver.call(orders.payRefund, { refundId: again, paidOn: today })).toMatchObject({
      code: errors.heldBySchool.code,
    })
    expect(await pay()).toMatchObject({ code: 0 })
  })

  test('may be no after a later refund: what that took by its rounding is not taken again, and never given', async () => {
    await approver.call(orders.saveSettings, {
      approvalLimit: 0,
      tiers: [{ fromAmount: 100_000, bonus: 20_000 }],
    })
    const reject = (refundId: number) =>
      approver.call(orders.decideRefund, { refundId, accept: false, reason: '材料不全' })
    const lot = await recharge(100_000)
    const first = (await refundRecharge(lot, 50_002)).data.refundId
    expect(await refundRecharge(lot, 1)).toMatchObject({ data: { bonusBack: 1 } })
    await reject(first)
    expect(await refundRecharge(lot, 1)).toMatchObject({ data: { bonusBack: 0, state: 'toApprove' } })
    // The same of a course: 1.4 fen, then 1.5, and 0.2 once the first is rejected.
    const course = await buy(10, 100)
    const part = (await refundCourse(course, 14)).data.refundId
    expect(await refundCourse(course, 1)).toMatchObject({ data: { amount: 1 } })
    await reject(part)
    expect(await clerk.call(orders.refundPreview, { orderId: course, minutes: 1 })).toMatchObject({
      data: { amount: 0 },
    })
    expect(await refundCourse(course, 1)).toMatchObject({ code: errors.nothingToRefund.code })
  })

  test('is needed where the course has expired', async () => {
    await recharge(10_000)
    const order = await buy(10_000, 100)
    await rows('update course_order set expires_on = business_day(now()) - 1')
    expect(await refundCourse(order, 10)).toMatchObject({ data: { state: 'toApprove' } })
  })
})
