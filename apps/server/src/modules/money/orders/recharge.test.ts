import { errors, orders, students } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { atOnce, clerkOf, makeCourse, makeLearner, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

let app: TestApp
let school: number
let student: number
let clerk: Client
let platform: Client
beforeEachTest(async built => {
  app = built
  school = await makeSelling(app)
  student = await makeLearner(app, school, '李明')
  clerk = await clerkOf(app, school)
  platform = await app.signedIn({ codes: ['order:edit', 'finance:edit', 'organ:edit'] })
})
dataAgrees(() => app)

const rows = async (sql: string) => (await app.services.pool.query(sql)).rows
const purse = async () => (await rows('select cash, bonus from purse'))[0]
const today = businessDayOf(Date.now())
const recharge = (amount: number, more: object = {}, by = clerk) =>
  by.call(orders.rechargeOffline, { studentId: student, amount, ...more })
const info = async (orderId: number) => (await clerk.call(orders.rechargeInfo, { orderId })).data
const tiers = (list: { fromAmount: number; bonus: number }[]) =>
  platform.call(orders.saveSettings, { approvalLimit: 100_000, tiers: list })

describe('cash at the school', () => {
  test('is the student’s at once, with the bonus of its tier, and the school holds it', async () => {
    await tiers([
      { fromAmount: 50_000, bonus: 5000 },
      { fromAmount: 100_000, bonus: 20_000 },
    ])
    const answer = await recharge(99_999)
    expect(answer).toMatchObject({ code: 0, data: { state: 'paid', paidCourseOrder: null } })
    expect(await purse()).toEqual({ cash: 99_999, bonus: 5000 })
    expect(await info(answer.data.orderId)).toMatchObject({
      no: expect.stringMatching(/^CZ\d{16}$/),
      studentName: '李明',
      state: 'paid',
      amount: 99_999,
      bonus: 5000,
      cashLeft: 99_999,
      holderSchoolId: school,
      clerkName: '测试员',
      day: today,
      toAccept: false,
    })
    expect(await rows(`select account, school_id, unit, amount from ledger_entry order by line`)).toEqual([
      { account: 'custody', school_id: school, unit: 'CNY', amount: 99_999 },
      { account: 'bonus_issued', school_id: school, unit: 'BONUS', amount: 5000 },
      { account: 'student_cash', school_id: school, unit: 'CNY', amount: -99_999 },
      { account: 'student_bonus', school_id: school, unit: 'BONUS', amount: -5000 },
    ])
  })

  test('its tiers, read before somebody else saved them, are not saved over theirs', async () => {
    const read = (await platform.call(orders.settings)).data
    const ours = { ...read, tiers: [{ fromAmount: 50_000, bonus: 1000 }] }
    expect(await platform.call(orders.saveSettings, ours)).toMatchObject({ code: 0 })
    expect(await platform.call(orders.saveSettings, { ...read, approvalLimit: 1 })).toMatchObject({
      code: errors.staleVersion.code,
      data: { approvalLimit: read.approvalLimit, tiers: ours.tiers, version: read.version + 1 },
    })
  })

  test('of the same amount within 10 minutes is asked about, and passes when confirmed', async () => {
    await recharge(5000)
    const again = await recharge(5000)
    expect(again.code).toBe(errors.rechargedTwice.code)
    expect(again.msg).toMatch(
      /10 分钟内已为该学员登记过相同金额的线下充值（单号 CZ\d+），确认不是重复请再次提交/,
    )
    expect(await recharge(5001)).toMatchObject({ code: 0 })
    expect(await recharge(5000, { confirmDouble: true })).toMatchObject({ code: 0 })
    await rows(`update recharge_order set created_at = now() - interval '11 minutes'`)
    expect(await recharge(5000)).toMatchObject({ code: 0 })
  })

  test('twenty times at once is registered once', async () => {
    const result = await atOnce(20, () => recharge(5000))
    expect(result).toEqual({ done: 1, codes: [errors.rechargedTwice.code] })
    expect(await purse()).toEqual({ cash: 5000, bonus: 0 })
  })

  test.each([
    ['tomorrow', addDays(today, 1), false],
    ['31 days ago', addDays(today, -31), false],
    ['30 days ago', addDays(today, -30), true],
  ])('taken %s', async (_when, paidOn, allowed) => {
    const answer = await recharge(5000, { paidOn })
    expect(answer.code).toBe(allowed ? 0 : errors.paidOnOutside.code)
    if (allowed) expect(await info(answer.data.orderId)).toMatchObject({ day: paidOn })
  })

  test('taken under another contract is for the platform to register, with a reason', async () => {
    await rows(`update contract set starts_on = business_day(now()) - 1`)
    expect(await recharge(5000, { paidOn: addDays(today, -1) })).toMatchObject({ code: 0 })
    const paidOn = addDays(today, -2)
    expect(await recharge(5000, { paidOn, reason: '漏登' })).toMatchObject({ code: errors.paidOnClosed.code })
    expect(await recharge(6000, { paidOn }, platform)).toMatchObject({ code: errors.paidOnClosed.code })
    expect(await recharge(6000, { paidOn, reason: '漏登' }, platform)).toMatchObject({ code: 0 })
  })

  test('brings another bonus than its tier’s only by the platform, with a reason', async () => {
    await tiers([{ fromAmount: 1000, bonus: 100 }])
    expect(await recharge(1000, { bonus: 100 })).toMatchObject({ code: 0 })
    expect(await recharge(2000, { bonus: 200, bonusReason: '活动' })).toMatchObject({
      code: errors.bonusByTiers.code,
    })
    expect(await recharge(2000, { bonus: 200 }, platform)).toMatchObject({ code: errors.bonusByTiers.code })
    expect(await recharge(2000, { bonus: 200, bonusReason: '活动' }, platform)).toMatchObject({ code: 0 })
    expect(await recharge(2000, { bonus: 2001, bonusReason: '活动' }, platform)).toMatchObject({
      msg: '赠送金额不能超过充值金额',
    })
  })

  test('is taken up to the cap of the contract in force, however many register at once', async () => {
    await rows('update contract set offline_cap = 45000')
    const others = await Promise.all(Array.from({ length: 20 }, () => makeLearner(app, school)))
    const asked = others.map(studentId => clerk.call(orders.rechargeOffline, { studentId, amount: 10_000 }))
    const codes = (await Promise.all(asked)).map(({ code }) => code)
    expect(codes.filter(code => code === 0)).toHaveLength(4)
    expect(await recharge(5001)).toMatchObject({
      code: errors.offlineCapReached.code,
      msg: '线下代收已达上限 ¥450.00，请先结清账单',
    })
    expect(await recharge(5000)).toMatchObject({ code: 0 })
    await rows(`update contract set ends_on = business_day(now()) - 1`)
    expect(await recharge(1)).toMatchObject({ msg: '线下代收已达上限 ¥0.00，请先结清账单' })
  })

  test('is not taken by a school that is disabled', async () => {
    await rows(`update organisation set enabled = false where id = ${school}`)
    expect(await recharge(5000)).toMatchObject({ code: errors.organisationDisabled.code })
  })
})

describe('a course that is paid with it', () => {
  const orderOf = async (price: number) => {
    const courseId = await makeCourse(app, [school], { price, minutes: 60 })
    return (await clerk.call(orders.addCourseOrder, { studentId: student, courseId })).data.orderId
  }
  const dayOf = async (orderId: number) => (await clerk.call(orders.courseOrderInfo, { orderId })).data.day

  test.each([
    ['of its own day where it alone pays', 0, 5, 10_000, 5],
    ['of a later day where money of that day pays, too', 2, 5, 15_000, 2],
    ['not of a day before it, though older money suffices', 9, 5, 4000, 5],
  ])('is %s', async (_what, other, own, price, expected) => {
    const day = (ago: number) => addDays(today, -ago)
    const thenCourse = await orderOf(price)
    if (other > 0) await recharge(8000, { paidOn: day(other) })
    expect(await recharge(10_000, { paidOn: day(own), thenCourse })).toMatchObject({
      data: { paidCourseOrder: thenCourse },
    })
    expect(await dayOf(thenCourse)).toBe(day(expected))
    expect(
      await rows(
        `select distinct business_day(now()) - day as day, contract_day = day as same from order_funding`,
      ),
    ).toEqual([{ day: expected, same: true }])
  })
})

describe('代登记: what the platform registers', () => {
  test('waits for the school, which is told, and counts from then on', async () => {
    const course = await makeCourse(app, [school], { price: 3000, minutes: 60 })
    const waiting = (await clerk.call(orders.addCourseOrder, { studentId: student, courseId: course })).data
    const { data } = await recharge(5000, { thenCourse: waiting.orderId }, platform)
    expect(data).toMatchObject({ state: 'waiting', paidCourseOrder: null })
    expect(await purse()).toEqual({ cash: 0, bonus: 0 })
    const subject = `recharge:${data.orderId}`
    expect(
      await rows(
        "select subject, key, organ_id, own_people, ends_at from attention where subject like 'recharge:%'",
      ),
    ).toEqual([{ subject, key: 'toAccept', organ_id: school, own_people: true, ends_at: null }])
    expect(await info(data.orderId)).toMatchObject({ toAccept: true })
    const yes = { orderId: data.orderId, accept: true }
    expect(await platform.call(orders.acceptRecharge, yes)).toMatchObject({
      code: errors.acceptedBySchool.code,
    })
    expect(await clerk.call(orders.acceptRecharge, yes)).toMatchObject({
      data: { state: 'paid', paidCourseOrder: waiting.orderId },
    })
    expect(await purse()).toEqual({ cash: 2000, bonus: 0 })
    expect(
      await rows("select ends_at is not null as ended from attention where subject like 'recharge:%'"),
    ).toEqual([{ ended: true }])
    expect(await clerk.call(orders.acceptRecharge, yes)).toMatchObject({
      code: errors.orderNot.code,
      msg: '充值订单是“已支付”状态，不能确认代登记，请刷新后重试',
    })
  })

  test('is closed when the school says no, with its reason', async () => {
    const { orderId } = (await recharge(5000, {}, platform)).data
    expect(await clerk.send(orders.acceptRecharge, { orderId, accept: false })).toMatchObject({
      msg: '请填写拒绝的原因',
    })
    await clerk.call(orders.acceptRecharge, { orderId, accept: false, reason: '没有收到' })
    expect(await info(orderId)).toMatchObject({ state: 'closed', toAccept: false })
    expect(await purse()).toEqual({ cash: 0, bonus: 0 })
  })

  test('is accepted once by twenty', async () => {
    const { orderId } = (await recharge(5000, {}, platform)).data
    const result = await atOnce(20, () => clerk.call(orders.acceptRecharge, { orderId, accept: true }))
    expect(result).toEqual({ done: 1, codes: [errors.orderNot.code] })
  })

  test('is closed by whoever registered it, and counts in nobody’s cap before', async () => {
    await rows('update contract set offline_cap = 5000')
    const { orderId } = (await recharge(5000, {}, platform)).data
    expect(await recharge(4000)).toMatchObject({ code: 0 })
    expect(await clerk.call(orders.acceptRecharge, { orderId, accept: true })).toMatchObject({
      code: errors.offlineCapReached.code,
    })
    expect(await platform.call(orders.closeRecharge, { orderId, reason: '登记错误' })).toMatchObject({
      data: true,
    })
    expect(
      await rows(
        "select count(*)::int as open from attention where subject like 'recharge:%' and ends_at is null",
      ),
    ).toEqual([{ open: 0 }])
  })
})

describe('冲正', () => {
  test('takes back what nothing was spent of, with the bonus as far as it is there, once', async () => {
    await tiers([{ fromAmount: 10_000, bonus: 2000 }])
    const course = await makeCourse(app, [school], { price: 20_500, minutes: 60 })
    const first = (await recharge(10_000)).data.orderId
    const second = (await recharge(10_000, { confirmDouble: true })).data.orderId
    const sale = (await clerk.call(orders.addCourseOrder, { studentId: student, courseId: course })).data
    const reverse = () => clerk.call(orders.reverseRecharge, { orderId: second, reason: '重复登记' })
    expect(await reverse()).toMatchObject({ msg: '充值已使用，不能冲正，请退款' })
    // Of the bonus 500 were spent, and do not come back with the course; 2000 go with the first recharge.
    await clerk.call(orders.refundCourseOrder, { orderId: sale.orderId, minutes: 60, reason: '不学了' })
    await clerk.call(orders.refundRecharge, {
      orderId: first,
      amount: 10_000,
      method: 'cash',
      reason: '不学了',
    })
    expect(await purse()).toEqual({ cash: 10_000, bonus: 1500 })
    const result = await atOnce(20, reverse)
    expect(result).toEqual({ done: 1, codes: [errors.orderNot.code] })
    expect(await info(second)).toMatchObject({
      state: 'closed',
      reversed: true,
      cashLeft: 0,
      refunded: 0,
      refunds: [{ method: 'reversal', amount: 10_000, bonusBack: 1500, state: 'refunded' }],
    })
    expect(await purse()).toEqual({ cash: 0, bonus: 0 })
  })

  test('is for the school that took the cash, not for the platform', async () => {
    const { orderId } = (await recharge(10_000)).data
    expect(await platform.call(orders.reverseRecharge, { orderId, reason: '错误' })).toMatchObject({
      code: errors.heldBySchool.code,
    })
  })
})

describe('转校', () => {
  const move = (schoolId: number, confirmOffline: boolean, by: Client) =>
    by.call(students.enrol, { userId: student, kind: 'transfer', schoolId, confirmOffline })

  test('takes the balance along; cash that the school holds only with the platform’s word', async () => {
    const other = await makeSelling(app, { name: '乙驾校' })
    await tiers([{ fromAmount: 10_000, bonus: 500 }])
    await recharge(10_000)
    const both = await app.signedIn({ codes: ['student:edit'], organs: [school, other] })
    const mover = await app.signedIn({ codes: ['student:edit'] })
    const refused = {
      code: errors.offlineBalanceLeft.code,
      msg: '学员还有线下充值余额 ¥100.00，转校请由平台确认',
    }
    expect(await move(other, true, both)).toMatchObject(refused)
    expect(await move(other, false, mover)).toMatchObject(refused)
    expect(await move(other, true, mover)).toMatchObject({ code: 0 })
    const balance = await balanceFor(await clerkOf(app, other))
    expect(balance).toEqual({
      cash: 10_000,
      bonus: 500,
      entries: [
        expect.objectContaining({
          kind: 'transfer',
          cash: 10_000,
          bonus: 500,
          no: null,
          schoolName: '乙驾校',
        }),
      ],
      elsewhere: { cash: 0, bonus: 0 },
    })
    expect(await rows(`select holder_school_id from recharge_order`)).toEqual([{ holder_school_id: school }])
  })

  const balanceFor = async (reader: Client) =>
    (await reader.call(students.info, { userId: student, queryTypes: ['balance'] })).data.balance
})
