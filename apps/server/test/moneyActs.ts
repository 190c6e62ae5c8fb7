import { orders, students } from '@drivesim/contract'
import { settleRefund } from '../src/modules/money/orders/refundOutcome.service.ts'
import { transact } from '../src/platform/postgres/db.ts'
import type { Answer, Client, TestApp } from './app.ts'
import { before, last, today } from './calendar.ts'
import { makeClassroom, makeSimulator } from './factories.ts'
import { makeSessions, recount } from './facts.ts'
import { Months, midMonth } from './months.ts'
import { soundApp } from './soundApp.ts'
import { makeCourse, makeOnline } from './till.ts'

/** One act on a student; `n` chooses among what there is, `amount` is fen or minutes. @returns whether it was let through */
export type Act = (student: number, n: number, amount: number) => Promise<boolean>
/** What was asked for is done, by one of those who asked. */
export const doneByOne = async (...asked: Promise<Answer<unknown>>[]) =>
  (await Promise.all(asked)).some(({ code }) => code === 0)

const reason = '随机'

/**
 * Two schools with contracts, their clerks, and all that can happen to the money of their students. Acts may be refused; one
 * that fails within the server throws.
 */
export async function moneyActs(tested: TestApp) {
  const app = soundApp(tested)
  const { pool } = app.services
  const months = await Months.of(app)
  const schools = [await months.school('甲驾校'), await months.school('乙驾校')]
  const ids = schools.map(({ id }) => id)
  for (const id of ids) await months.sign(id, { offlineCap: 10_000_000 })
  const platform = await app.signedIn({ codes: ['order:edit', 'finance:edit', 'student:edit'] })
  const approver = await app.signedIn({ codes: ['finance:edit'] })
  const courses = [
    await makeCourse(app, ids, { price: 9999, minutes: 60 }),
    await makeCourse(app, ids, { price: 333, minutes: 7 }),
  ]
  await platform.call(orders.saveSettings, {
    approvalLimit: 4000,
    tiers: [{ fromAmount: 5000, bonus: 777 }],
  })
  // Training of months that are over costs, too.
  await months.sql(`update finance_setting set charged_from = '2020-01-01'`)
  const [organ = 0] = ids
  const room = await makeClassroom(pool, organ)
  const { id: simulator } = await makeSimulator(pool, { organ, room })

  const rows = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows
  /** Both schools' clerks try: one of them is refused. */
  const eachClerk = (act: (clerk: Client) => Promise<Answer<unknown>>) =>
    doneByOne(...schools.map(({ clerk }) => act(clerk)))
  const pick = async (table: string, student: number, n: number): Promise<number> => {
    const found = await rows(`select id from ${table} where student_id = $1 order by id`, [student])
    return found[n % Math.max(1, found.length)]?.id ?? 1
  }
  const train = async (student: number, at: string, seconds: number) => {
    const [record = 0] = await makeSessions(pool, [{ simulator, organ, room, student, at, seconds }])
    await rows('select charge_minutes(array[$1::bigint])', [record])
    return true
  }

  const acts: Record<string, Act> = {
    cash: (studentId, n, amount) =>
      eachClerk(clerk =>
        clerk.call(orders.rechargeOffline, { studentId, amount: amount + 1, confirmDouble: n % 2 === 0 }),
      ),
    online: async (student, _n, amount) => (await makeOnline(app, student, amount + 1)) > 0,
    register: (studentId, _n, amount) =>
      doneByOne(
        platform.call(orders.rechargeOffline, { studentId, amount: amount + 1, confirmDouble: true }),
      ),
    accept: async (student, n, amount) => {
      const orderId = await pick('recharge_order', student, n)
      return eachClerk(clerk =>
        clerk.call(orders.acceptRecharge, { orderId, accept: amount % 3 > 0, reason }),
      )
    },
    buy: (studentId, n) =>
      eachClerk(clerk => clerk.call(orders.addCourseOrder, { studentId, courseId: courses[n % 2] ?? 0 })),
    pay: async (student, n) => {
      const orderId = await pick('course_order', student, n)
      return eachClerk(clerk => clerk.call(orders.payCourseOrder, { orderId }))
    },
    train: (student, _n, amount) =>
      train(student, new Date(Math.ceil(Date.now() / 1000) * 1000).toISOString(), (amount % 900) + 1),
    trainLate: (student, n, amount) =>
      train(student, `${midMonth(n % 2 === 0 ? last : before)}T09:30:00+08:00`, (amount % 900) + 1),
    correct: async (student, n, amount) => {
      const [session] = await rows(
        `select record_id from training_session where student_id = $1 order by record_id offset $2::int limit 1`,
        [student, n % 3],
      )
      if (session === undefined) return false
      const id = session.record_id
      await recount(pool, 'session', id, async () => {
        await rows('select roll_up_sessions(array[$1::bigint], -1)', [id])
        await rows('update training_session set seconds = $2, effective_seconds = 0 where record_id = $1', [
          id,
          amount % 900,
        ])
        await rows('select roll_up_sessions(array[$1::bigint])', [id])
      })
      await rows('select charge_minutes(array[$1::bigint])', [id])
      return true
    },
    restore: async (student, n, amount) => {
      const recordId = (
        await rows(
          'select record_id from minute_entry where student_id = $1 order by id offset $2::int limit 1',
          [student, n],
        )
      )[0]?.record_id
      if (recordId === undefined) return false
      return doneByOne(platform.call(orders.restoreMinutes, { recordId, minutes: (amount % 9) + 1, reason }))
    },
    refundCourse: async (student, n, amount) => {
      const orderId = await pick('course_order', student, n)
      return eachClerk(clerk =>
        clerk.call(orders.refundCourseOrder, { orderId, minutes: (amount % 60) + 1, reason }),
      )
    },
    refundRecharge: async (student, n, amount) => {
      const orderId = await pick('recharge_order', student, n)
      const method = n % 2 === 0 ? 'cash' : 'bankTransfer'
      return eachClerk(clerk =>
        clerk.call(orders.refundRecharge, { orderId, amount: amount + 1, method, payee: '工行', reason }),
      )
    },
    onBehalf: async (student, n, amount) => {
      const orderId = await pick('recharge_order', student, n)
      return doneByOne(
        platform.call(orders.refundOnBehalf, { orderId, amount: amount + 1, payee: '工行', reason }),
      )
    },
    decide: async (student, n, amount) => {
      const refundId = await pick('refund', student, n)
      return doneByOne(approver.call(orders.decideRefund, { refundId, accept: amount % 3 > 0, reason }))
    },
    paid: async (student, n) => {
      const refundId = await pick('refund', student, n)
      const payers = [...schools.map(({ clerk }) => clerk), platform]
      return doneByOne(...payers.map(by => by.call(orders.payRefund, { refundId, paidOn: today })))
    },
    /** A channel gives money back the way it came, or says that it cannot. */
    channel: async (student, n) => {
      const refundId = await pick('refund', student, n)
      await months.sql(
        `update refund set method = 'original'
         where id = $1 and state = 'refunding' and kind = 'recharge' and holder_school_id is null`,
        [refundId],
      )
      const outcome =
        n % 2 === 0
          ? ({ state: 'success', at: new Date() } as const)
          : ({ state: 'closed', detail: '渠道关闭' } as const)
      const [refund] = await rows('select state, method from refund where id = $1', [refundId])
      if (refund === undefined) return false
      await transact(app.services.db, db => settleRefund(app.services, db, refundId, outcome))
      return refund.state === 'refunding' && refund.method === 'original'
    },
    retry: async (student, n) => {
      const refundId = await pick('refund', student, n)
      return doneByOne(platform.call(orders.retryRefund, { refundId, method: 'bankTransfer', payee: '工行' }))
    },
    giveUp: async (student, n) =>
      doneByOne(platform.call(orders.giveUpRefund, { refundId: await pick('refund', student, n), reason })),
    reverse: async (student, n) => {
      const orderId = await pick('recharge_order', student, n)
      return eachClerk(clerk => clerk.call(orders.reverseRecharge, { orderId, reason }))
    },
    transfer: (userId, n) =>
      doneByOne(
        platform.call(students.enrol, {
          userId,
          kind: 'transfer',
          schoolId: ids[n % 2] ?? 0,
          confirmOffline: true,
        }),
      ),
    /** As if it had been done in a month that is over; what stands in a bill stays. */
    age: async (student, n) => {
      const day = midMonth(n % 2 === 0 ? last : before)
      const recharges = await rows(
        `select id from recharge_order where id = $1 and student_id = $2 and holder_bill_id is null`,
        [await pick('recharge_order', student, n), student],
      )
      for (const { id } of recharges)
        await recount(pool, 'recharge', id, () =>
          months.sql('update recharge_order set day = $2 where id = $1', [id, day]),
        )
      const courseOrders = await rows(
        `select id from course_order o where id = $1 and student_id = $2 and not exists (
           select from order_funding where course_order_id = o.id and (bill_id is not null or holder_bill_id is not null)
         )`,
        [await pick('course_order', student, n), student],
      )
      for (const { id } of courseOrders)
        await recount(pool, 'course', id, async () => {
          await months.sql('update course_order set day = $2 where id = $1', [id, day])
          await months.sql(
            `update order_funding set contract_day = $2, day = case when refund_id is null then $2 else day end
             where course_order_id = $1`,
            [id, day],
          )
        })
      return recharges.length + courseOrders.length > 0
    },
  }
  return { acts, months, schools }
}
