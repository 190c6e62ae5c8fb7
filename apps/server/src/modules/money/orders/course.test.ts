import { courses, errors, orders } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { openLiveStream } from '../../../../test/liveStream.ts'
import { atOnce, clerkOf, makeCourse, makeLearner, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { closeLate, endExpired } from './tasks.ts'

let app: TestApp
let school: number
let student: number
let clerk: Client
let platform: Client
beforeEachTest(async built => {
  app = built
  school = await makeSelling(app)
  student = await makeLearner(app, school)
  clerk = await clerkOf(app, school)
  platform = await app.signedIn({ codes: ['order:edit', 'finance:edit', 'app:edit'] })
})
dataAgrees(() => app)

const rows = async (sql: string) => (await app.services.pool.query(sql)).rows
const purse = async () => (await rows('select cash, bonus from purse'))[0]
const remaining = async () => (await rows('select remaining_minutes as minutes from enrolment'))[0].minutes
const recharge = (amount: number, more: object = {}) =>
  clerk.call(orders.rechargeOffline, { studentId: student, amount, confirmDouble: true, ...more })
const buy = (courseId: number) => clerk.call(orders.addCourseOrder, { studentId: student, courseId })
const info = async (orderId: number) => (await clerk.call(orders.courseOrderInfo, { orderId })).data
const today = businessDayOf(Date.now())

describe('a course', () => {
  test('is paid of the cash first, the oldest first, then of the bonus, and brings its minutes', async () => {
    await platform.call(orders.saveSettings, { approvalLimit: 0, tiers: [{ fromAmount: 6000, bonus: 1500 }] })
    const first = (await recharge(4000)).data.orderId
    const second = (await recharge(6000)).data.orderId
    const course = await makeCourse(app, [school], { price: 11_000, minutes: 300, validDays: 30 })
    const { data } = await buy(course)
    expect(data).toMatchObject({ state: 'paid', shortage: 0 })
    expect(await info(data.orderId)).toMatchObject({
      no: expect.stringMatching(/^KC\d{16}$/),
      state: 'paid',
      listPrice: 11_000,
      amount: 11_000,
      cashPaid: 10_000,
      bonusPaid: 1000,
      untrained: 10_000,
      leftMinutes: 300,
      expiresOn: addDays(today, 29),
      sources: [
        { orderId: second, amount: 6000 },
        { orderId: first, amount: 4000 },
      ],
      paidElsewhere: 0,
    })
    expect(await purse()).toEqual({ cash: 0, bonus: 500 })
    expect(await remaining()).toBe(300)
  })

  test('waits where the balance is short, and is paid later, or closed', async () => {
    const course = await makeCourse(app, [school], { price: 10_000, minutes: 60 })
    const yesterday = addDays(today, -1)
    await recharge(4000, { paidOn: yesterday })
    const { data } = await buy(course)
    expect(data).toMatchObject({ state: 'waiting', shortage: 6000 })
    const { orderId } = data
    expect(await clerk.call(orders.payCourseOrder, { orderId })).toMatchObject({
      code: errors.balanceShort.code,
      msg: '余额不足，还差 ¥60.00，请先充值',
    })
    expect(
      await clerk.call(orders.rechargeOffline, { studentId: student, amount: 5999, thenCourse: orderId }),
    ).toMatchObject({
      msg: '余额不足，还差 ¥0.01，请先充值',
    })
    expect(await recharge(6000, { thenCourse: orderId, paidOn: yesterday })).toMatchObject({
      data: { paidCourseOrder: orderId },
    })
    // It is paid on the recharge's day.
    expect(await info(orderId)).toMatchObject({ state: 'paid', day: yesterday })
    const second = (await buy(course)).data.orderId
    expect(await clerk.call(orders.closeCourseOrder, { orderId: second })).toMatchObject({ data: true })
    expect(await clerk.call(orders.payCourseOrder, { orderId: second })).toMatchObject({
      msg: '课程订单是“已关闭”状态，不能支付，请刷新后重试',
    })
  })

  test('is sold to one balance as often as it suffices, of twenty at once', async () => {
    const course = await makeCourse(app, [school], { price: 3000, minutes: 60 })
    await recharge(10_000)
    const sales = await Promise.all(Array.from({ length: 20 }, () => buy(course)))
    expect(sales.filter(({ data }) => data.state === 'paid')).toHaveLength(3)
    expect(sales.filter(({ data }) => data.state === 'waiting' && data.shortage === 2000)).toHaveLength(17)
    expect(await purse()).toEqual({ cash: 1000, bonus: 0 })
    await recharge(2000)
    const waiting = sales.find(({ data }) => data.state === 'waiting')?.data.orderId ?? 0
    const paid = await atOnce(20, () => clerk.call(orders.payCourseOrder, { orderId: waiting }))
    expect(paid).toEqual({ done: 1, codes: [errors.orderNot.code] })
    expect(await remaining()).toBe(240)
  })

  test('is not sold by the school that the student is just leaving', async () => {
    const course = await makeCourse(app, [school], { price: 1000, minutes: 60 })
    await recharge(1000)
    const other = await makeSelling(app)
    const move = await app.services.pool.connect()
    await move.query('begin')
    await move.query('update student set school_id = $2 where id = $1', [student, other])
    const sale = buy(course)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await rows(waiting)).length).toBe(1)
    // As 转校 does: the balance goes along.
    await move.query(`
      with moved as (insert into journal (kind, event_key, day) values ('transfer', 'moved', business_day(now())) returning id)
      insert into ledger_entry (journal_id, line, account, school_id, student_id, unit, amount)
      select id, line, 'student_cash', school, ${student}, 'CNY', amount
      from moved, (values (1, ${school}, 1000), (2, ${other}, -1000)) e (line, school, amount)`)
    await move.query('commit')
    move.release()
    expect(await sale).toMatchObject({ code: errors.notFound.code })
    expect(await rows('select from course_order')).toEqual([])
  })

  test('costs what the school asks, not below the platform’s price', async () => {
    const course = await makeCourse(app, [school], { price: 10_000, minutes: 60 })
    const offers = (price: number) => ({ schoolId: school, offers: [{ courseId: course, price }] })
    await platform.call(courses.saveOfSchool, offers(9000))
    const { courseName, gearType, moduleIds, minutes, price, validDays } = (
      await platform.call(courses.list, {})
    ).data.dataList[0] ?? { courseName: '', moduleIds: [], minutes: 0, price: 0, validDays: 0 }
    const form = {
      courseId: course,
      courseName,
      gearType: gearType as 'C1',
      moduleIds,
      minutes,
      price,
      validDays,
    }
    expect(await platform.call(courses.modify, { ...form, floorPrice: 9500 })).toMatchObject({
      data: { offersBelowFloor: [{ schoolId: school, price: 9000 }] },
    })
    // A form without this field leaves it unchanged.
    await platform.call(courses.modify, form)
    expect(await buy(course)).toMatchObject({
      code: errors.belowFloorPrice.code,
      msg: '价格低于平台底价 ¥95.00，请调整价格',
    })
    expect(await platform.call(courses.saveOfSchool, offers(9499))).toMatchObject({
      code: errors.belowFloorPrice.code,
    })
    await platform.call(courses.saveOfSchool, offers(9500))
    expect(await buy(course)).toMatchObject({ data: { shortage: 9500 } })
  })

  test('that the school does not sell, or nobody does, or of a disabled school, is not sold', async () => {
    const course = await makeCourse(app, [], { price: 10_000, minutes: 60 })
    expect(await buy(course)).toMatchObject({ code: errors.courseNotOffered.code })
    const offered = await makeCourse(app, [school], { price: 10_000, minutes: 60 })
    await rows(`update course set enabled = false where id = ${offered}`)
    expect(await buy(offered)).toMatchObject({ code: errors.courseDisabled.code })
    const { orderId } = (await buy(await makeCourse(app, [school], { price: 100, minutes: 60 }))).data
    await recharge(1000)
    await rows(`update organisation set enabled = false where id = ${school}`)
    expect(await clerk.call(orders.payCourseOrder, { orderId })).toMatchObject({
      code: errors.organisationDisabled.code,
    })
  })

  test('that nobody pays for 30 minutes is closed, and one that expires is finished', async () => {
    const course = await makeCourse(app, [school], { price: 1000, minutes: 60, validDays: 2 })
    const late = (await buy(course)).data.orderId
    await rows(`update course_order set created_at = now() - interval '31 minutes'`)
    const waiting = (await buy(course)).data.orderId
    await recharge(1000)
    const paid = (await buy(course)).data.orderId
    await closeLate(app.services)
    expect(await info(late)).toMatchObject({ state: 'closed' })
    expect(await info(waiting)).toMatchObject({ state: 'waiting' })
    await rows(`update course_order set expires_on = business_day(now()) where id = ${paid}`)
    await endExpired(app.services)
    expect(await info(paid)).toMatchObject({ state: 'paid' })
    await rows(`update course_order set expires_on = business_day(now()) - 1 where id = ${paid}`)
    await endExpired(app.services)
    expect(await info(paid)).toMatchObject({ state: 'finished', leftMinutes: 0, untrained: 0 })
    expect(await remaining()).toBe(0)
  })
})

describe('who', () => {
  test('has finance:edit sells nothing, and an order of another school is nobody’s here', async () => {
    const finance = await app.signedIn({ codes: ['finance', 'finance:edit'] })
    const course = await makeCourse(app, [school], { price: 1000, minutes: 60 })
    expect(await finance.call(orders.addCourseOrder, { studentId: student, courseId: course })).toMatchObject(
      {
        code: errors.forbidden.code,
      },
    )
    const { orderId } = (await buy(course)).data
    const other = await clerkOf(app, await makeSelling(app))
    expect(await other.call(orders.payCourseOrder, { orderId })).toMatchObject({ code: errors.notFound.code })
  })

  test('has the order open sees it turn', async () => {
    const { token } = await app.signedIn({ organs: [school] })
    const stream = await openLiveStream(await app.app.listen({ host: '127.0.0.1', port: 0 }), token)
    const course = await makeCourse(app, [school], { price: 1000, minutes: 60 })
    const { orderId } = (await buy(course)).data
    const { data } = await stream.wait('order')
    expect(data).toEqual({ kind: 'course', id: orderId, studentId: student })
    stream.close()
  })
})
