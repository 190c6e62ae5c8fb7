import { orders, students } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { clerkOf, makeCourse, makeLearner, makeSelling } from '../../../../test/till.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

test('what was posted of an order and its refunds is for those who keep the books', async () => {
  const school = await makeSelling(app)
  const studentId = await makeLearner(app, school)
  const clerk = await clerkOf(app, school)
  const lot = (await clerk.call(orders.rechargeOffline, { studentId, amount: 10_000 })).data.orderId
  const courseId = await makeCourse(app, [school], { price: 6000, minutes: 60 })
  const course = (await clerk.call(orders.addCourseOrder, { studentId, courseId })).data.orderId
  const reason = '不学了'
  await clerk.call(orders.refundCourseOrder, { orderId: course, minutes: 30, reason })
  const { data: refund } = await clerk.call(orders.refundRecharge, {
    orderId: lot,
    amount: 1000,
    method: 'cash',
    reason,
  })
  const read = async (who: Client) =>
    [
      (await who.call(orders.rechargeInfo, { orderId: lot })).data,
      (await who.call(orders.courseOrderInfo, { orderId: course })).data,
      (await who.call(orders.refundInfo, { refundId: refund.refundId })).data,
    ].map(({ postings }) => postings?.map(({ kind, no }) => `${kind} ${no?.slice(0, 2)}`) ?? null)
  expect(await read(await clerkOf(app, school, ['finance']))).toEqual([
    ['recharge CZ', 'rechargeRefund TK', 'refundPaid TK'],
    ['course KC', 'courseRefund TK'],
    ['rechargeRefund TK', 'refundPaid TK'],
  ])
  expect(await read(clerk)).toEqual([null, null, null])
})

test('the school to which a student went is not named to the one that they left', async () => {
  const [school, other] = [await makeSelling(app), await makeSelling(app)]
  const userId = await makeLearner(app, school)
  const clerk = await clerkOf(app, school, ['order:edit', 'finance'])
  const keeper = await app.signedIn({ codes: ['finance', 'student:edit'] })
  const { orderId } = (await clerk.call(orders.rechargeOffline, { studentId: userId, amount: 10_000 })).data
  const moved = { userId, kind: 'transfer', schoolId: other, confirmOffline: true } as const
  expect(await keeper.call(students.enrol, moved)).toMatchObject({ code: 0 })
  const back = { orderId, amount: 1000, method: 'cash', reason: '不学了' } as const
  const { refundId } = (await clerk.call(orders.refundRecharge, back)).data
  const schoolsOf = async (who: Client) => {
    const { postings } = (await who.call(orders.refundInfo, { refundId })).data
    return postings?.flatMap(({ entries }) => entries.map(({ account, schoolName }) => [account, schoolName]))
  }
  const [held, ...rest] = (await schoolsOf(keeper)) ?? []
  expect(held).toEqual(['student_cash', expect.any(String)])
  expect(await schoolsOf(clerk)).toEqual([['student_cash', null], ...rest])
})
