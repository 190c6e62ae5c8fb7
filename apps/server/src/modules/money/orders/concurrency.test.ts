import { errors, orders } from '@drivesim/contract'
import { describe, expect } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeSimulator } from '../../../../test/factories.ts'
import { makeSessions } from '../../../../test/facts.ts'
import { clerkOf, doneOnce, makeCourse, makeLearner, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// What twenty people do to one order at the same time is done by one of them; the others read why not.

let app: TestApp
let school: number
let student: number
let clerk: Client
let platform: Client
let orderId: number
beforeEachTest(async built => {
  app = built
  school = await makeSelling(app)
  student = await makeLearner(app, school)
  clerk = await clerkOf(app, school, ['order:edit', 'finance'])
  platform = await app.signedIn({ codes: ['order:edit', 'finance:edit'] })
})
dataAgrees(() => app)

const rows = async (sql: string) => (await app.services.pool.query(sql)).rows
const purse = async () => (await rows('select cash::int from purse'))[0].cash
const recharge = async (amount: number, by = clerk) =>
  (await by.call(orders.rechargeOffline, { studentId: student, amount })).data.orderId
const buy = async () => {
  const courseId = await makeCourse(app, [school], { price: 6000, minutes: 60 })
  return (await clerk.call(orders.addCourseOrder, { studentId: student, courseId })).data.orderId
}
const rechargeNow = async () => (await clerk.call(orders.rechargeInfo, { orderId })).data
const courseNow = async () => (await clerk.call(orders.courseOrderInfo, { orderId })).data
const not = (what: string, state: string, act: string) => errors.orderNot.sentence(what, state, act)
const toldNobody = async () =>
  expect(await rows('select from attention where ends_at is null and key = $$toAccept$$')).toEqual([])

describe('a recharge', () => {
  doneOnce({
    'closing what the platform registered': {
      async prepare() {
        orderId = await recharge(5000, platform)
        return headers => platform.call(orders.closeRecharge, { orderId, reason: '登记错误' }, headers)
      },
      told: not('充值订单', '已关闭', '关闭'),
      async after() {
        expect(await rechargeNow()).toMatchObject({ state: 'closed', postings: [] })
        expect(await purse()).toBe(0)
        await toldNobody()
      },
    },
    'saying no to what the platform registered': {
      async prepare() {
        orderId = await recharge(5000, platform)
        return headers =>
          clerk.call(orders.acceptRecharge, { orderId, accept: false, reason: '没有收到' }, headers)
      },
      told: not('充值订单', '已关闭', '拒绝代登记'),
      async after() {
        expect(await rechargeNow()).toMatchObject({ state: 'closed', toAccept: false, postings: [] })
        expect(await purse()).toBe(0)
        await toldNobody()
      },
    },
    '平台代退 of more than half of it': {
      async prepare() {
        orderId = await recharge(10_000)
        const form = { orderId, amount: 6000, payee: '王芳 工行 6222', reason: '驾校不配合' }
        return headers => platform.call(orders.refundOnBehalf, form, headers)
      },
      told: errors.refundTooMuch.sentence('¥40.00'),
      async after() {
        expect(await rechargeNow()).toMatchObject({
          cashLeft: 4000,
          refunds: [{ amount: 6000, onBehalf: true }],
        })
        expect(await purse()).toBe(4000)
      },
    },
  })
})

describe('a course order', () => {
  doneOnce({
    'closing it': {
      async prepare() {
        orderId = await buy()
        return headers => clerk.call(orders.closeCourseOrder, { orderId }, headers)
      },
      told: not('课程订单', '已关闭', '关闭'),
      async after() {
        expect(await courseNow()).toMatchObject({ state: 'closed', postings: [] })
      },
    },
    'giving back 8 of the 13 minutes that a session used': {
      async prepare() {
        await recharge(6000)
        orderId = await buy()
        const { pool } = app.services
        const room = await makeClassroom(pool, school)
        const { id: simulator } = await makeSimulator(pool, { organ: school, room })
        await rows(`update finance_setting set charged_from = now() - interval '1 day'`)
        const at = new Date(Math.ceil(Date.now() / 1000) * 1000).toISOString()
        const lesson = { simulator, organ: school, room, student, at, seconds: 780 }
        const [recordId = 0] = await makeSessions(pool, [lesson])
        await rows(`select charge_minutes(array[${recordId}])`)
        const form = { recordId, minutes: 8, reason: '设备故障' }
        return headers => platform.call(orders.restoreMinutes, form, headers)
      },
      told: errors.refundTooMuch.sentence('5 分钟'),
      async after() {
        expect(await courseNow()).toMatchObject({
          usedMinutes: 5,
          leftMinutes: 55,
          trainings: [
            { kind: 'restore', minutes: -8 },
            { kind: 'charge', minutes: 13 },
          ],
        })
      },
    },
  })
})

describe('the settings', () => {
  doneOnce({
    'saving them as one read them': {
      async prepare() {
        const { data: read } = await platform.call(orders.settings)
        const form = { ...read, approvalLimit: 7000, tiers: [{ fromAmount: 1000, bonus: 10 }] }
        return headers => platform.call(orders.saveSettings, form, headers)
      },
      told: errors.staleVersion.sentence('充值与退款设置'),
      async after() {
        const { approvalLimit, tiers } = (await platform.call(orders.settings)).data
        expect({ approvalLimit, tiers }).toEqual({
          approvalLimit: 7000,
          tiers: [{ fromAmount: 1000, bonus: 10 }],
        })
      },
    },
  })
})
