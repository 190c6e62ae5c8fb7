import { approvals, orders } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { setLimit } from '../../../../test/limit.ts'
import { clerkOf, makeCourse, makeLearner, makeSelling } from '../../../../test/till.ts'

// What whoever decides a refund is told of it: how it was reckoned, what it comes to with those before it, and why they are asked.

let app: TestApp
let clerk: Client
let decider: Client
let courseOrder: number
beforeEachTest(async built => {
  app = built
  const school = await makeSelling(app, { name: '甲驾校' })
  const studentId = await makeLearner(app, school)
  clerk = await clerkOf(app, school)
  decider = await app.signedIn({ codes: ['finance:edit'] })
  await clerk.call(orders.rechargeOffline, { studentId, amount: 20_000 })
  const courseId = await makeCourse(app, [school], { price: 10_000, minutes: 300 })
  courseOrder = (await clerk.call(orders.addCourseOrder, { studentId, courseId })).data.orderId
})

const refund = async (minutes: number) =>
  (await clerk.call(orders.refundCourseOrder, { orderId: courseOrder, minutes, reason: '不学了' })).data.state

/** Of the newest request, behind the numbers of the refund and the order. */
async function said() {
  const [asked] = (await decider.call(approvals.list, { view: 'mine' })).data.dataList
  const { lines } = (await decider.call(approvals.info, { approvalId: asked?.approvalId ?? 0 })).data
  return lines.slice(2).map(({ label, after }) => `${label}：${after}`)
}

test('of a refund above the limit: its minutes, the price of one, the 30 days, the limit', async () => {
  await setLimit(app, 5000)
  expect(await refund(30)).toBe('refunded')
  await app.services.pool.query(`update refund set created_at = now() - interval '31 days'`)
  expect(await refund(90)).toBe('refunded')
  expect(await refund(90)).toBe('toApprove')
  expect(await said()).toEqual([
    '退还分钟：90 分钟',
    '单价：每分钟约 ¥0.33（现金支付 ¥100.00 ÷ 购买 300 分钟）',
    '30 天内课程退款累计：¥60.00（2 笔，含这一笔）',
    '退款免审批限额：¥50.00',
    '审批的原因：30 天内累计超过免审批限额',
  ])
  await setLimit(app, 500_000)
  expect((await said()).at(-1)).toBe('审批的原因：申请时的累计超过当时的免审批限额')
})

test('of a course that has expired', async () => {
  await setLimit(app, 500_000)
  await app.services.pool.query('update course_order set expires_on = business_day(now()) - 1')
  expect(await refund(30)).toBe('toApprove')
  expect(await said()).toEqual([
    '退还分钟：30 分钟',
    '单价：每分钟约 ¥0.33（现金支付 ¥100.00 ÷ 购买 300 分钟）',
    '30 天内课程退款累计：¥10.00（1 笔，含这一笔）',
    '退款免审批限额：¥5,000.00',
    '审批的原因：课程已过有效期，不论金额都要审批',
  ])
})
