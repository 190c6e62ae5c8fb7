import { randomUUID } from 'node:crypto'
import { orders, students } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../test/app.ts'
import { makeClassroom, makeSimulator } from '../../../test/factories.ts'
import { countFacts, makeSessions } from '../../../test/facts.ts'
import { clerkOf, makeCourse, makeLearner, makeOnline, makeSelling } from '../../../test/till.ts'
import { figureChecks } from '../figures/checks.queries.ts'
import { checkData } from '../integrity/service.ts'
import { orderChecks } from './checks.queries.ts'

// Whatever is done in whatever order, refused or not, the books agree with the orders.

let app: TestApp
let schools: number[]
let clerks: Client[]
let platform: Client
let approver: Client
let courses: number[]
let place: { simulator: number; organ: number; room: number }
beforeEachTest(async built => {
  app = built
  schools = [await makeSelling(app), await makeSelling(app)]
  clerks = await Promise.all(schools.map(school => clerkOf(app, school)))
  platform = await app.signedIn({ codes: ['order:edit', 'finance:edit', 'student:edit'] })
  approver = await app.signedIn({ codes: ['finance:edit'] })
  courses = [
    await makeCourse(app, schools, { price: 9999, minutes: 60 }),
    await makeCourse(app, schools, { price: 333, minutes: 7 }),
  ]
  await platform.call(orders.saveSettings, {
    approvalLimit: 4000,
    tiers: [{ fromAmount: 5000, bonus: 777 }],
  })
  const organ = schools[0] ?? 0
  const room = await makeClassroom(app.services.pool, organ)
  place = { organ, room, simulator: (await makeSimulator(app.services.pool, { organ, room })).id }
})

const rows = async (sql: string, values: unknown[] = []) => (await app.services.pool.query(sql, values)).rows
const reason = '随机'
const today = businessDayOf(Date.now())

/** One act on the student; `n` chooses among what there is, `amount` is fen or minutes. */
type Act = (student: number, n: number, amount: number) => Promise<unknown>

/** Both schools' clerks try: one of them is refused. */
const eachClerk = (act: (clerk: Client) => Promise<unknown>) => Promise.all(clerks.map(act))
const pick = async (table: string, student: number, n: number): Promise<number> => {
  const found = await rows(`select id from ${table} where student_id = $1 order by id`, [student])
  return found[n % Math.max(1, found.length)]?.id ?? 1
}

const acts: Record<string, Act> = {
  cash: (studentId, n, amount) =>
    eachClerk(clerk =>
      clerk.call(orders.rechargeOffline, { studentId, amount: amount + 1, confirmDouble: n % 2 === 0 }),
    ),
  online: (student, _n, amount) => makeOnline(app, student, amount + 1),
  register: (studentId, _n, amount) =>
    platform.call(orders.rechargeOffline, { studentId, amount: amount + 1, confirmDouble: true }),
  accept: async (student, n, amount) => {
    const orderId = await pick('recharge_order', student, n)
    await eachClerk(clerk => clerk.call(orders.acceptRecharge, { orderId, accept: amount % 3 > 0, reason }))
  },
  buy: (studentId, n) =>
    eachClerk(clerk => clerk.call(orders.addCourseOrder, { studentId, courseId: courses[n % 2] ?? 0 })),
  pay: async (student, n) => {
    const orderId = await pick('course_order', student, n)
    await eachClerk(clerk => clerk.call(orders.payCourseOrder, { orderId }))
  },
  train: async (student, _n, amount) => {
    const at = new Date(Math.ceil(Date.now() / 1000) * 1000).toISOString()
    const [record = 0] = await makeSessions(app.services.pool, [
      { ...place, student, at, seconds: (amount % 900) + 1 },
    ])
    await rows('select charge_minutes(array[$1::bigint])', [record])
  },
  correct: async (student, n, amount) => {
    const [session] = await rows(
      `select record_id from training_session where student_id = $1 order by record_id offset $2::int limit 1`,
      [student, n % 3],
    )
    if (session === undefined) return
    await countFacts(app.services.pool, 'session', [session.record_id], -1)
    await rows('update training_session set seconds = $2, effective_seconds = 0 where record_id = $1', [
      session.record_id,
      amount % 900,
    ])
    await countFacts(app.services.pool, 'session', [session.record_id])
    await rows('select charge_minutes(array[$1::bigint])', [session.record_id])
  },
  restore: async (student, n, amount) => {
    const recordId = (
      await rows(
        'select record_id from minute_entry where student_id = $1 order by id offset $2::int limit 1',
        [student, n],
      )
    )[0]?.record_id
    if (recordId !== undefined)
      await platform.call(orders.restoreMinutes, { recordId, minutes: (amount % 9) + 1, reason })
  },
  refundCourse: async (student, n, amount) => {
    const orderId = await pick('course_order', student, n)
    await eachClerk(clerk =>
      clerk.call(orders.refundCourseOrder, { orderId, minutes: (amount % 60) + 1, reason }),
    )
  },
  refundRecharge: async (student, n, amount) => {
    const orderId = await pick('recharge_order', student, n)
    const method = n % 2 === 0 ? 'cash' : 'bankTransfer'
    await eachClerk(clerk =>
      clerk.call(orders.refundRecharge, { orderId, amount: amount + 1, method, payee: '工行', reason }),
    )
  },
  onBehalf: async (student, n, amount) => {
    const orderId = await pick('recharge_order', student, n)
    await platform.call(orders.refundOnBehalf, { orderId, amount: amount + 1, payee: '工行', reason })
  },
  decide: async (student, n, amount) => {
    const refundId = await pick('refund', student, n)
    await approver.call(orders.decideRefund, { refundId, accept: amount % 3 > 0, reason })
  },
  paid: async (student, n) => {
    const refundId = await pick('refund', student, n)
    await Promise.all([...clerks, platform].map(by => by.call(orders.payRefund, { refundId, paidOn: today })))
  },
  giveUp: async (student, n) =>
    platform.call(orders.giveUpRefund, { refundId: await pick('refund', student, n), reason }),
  reverse: async (student, n) => {
    const orderId = await pick('recharge_order', student, n)
    await eachClerk(clerk => clerk.call(orders.reverseRecharge, { orderId, reason }))
  },
  transfer: (userId, n) =>
    platform.call(students.enrol, {
      userId,
      kind: 'transfer',
      schoolId: schools[n % 2] ?? 0,
      confirmOffline: true,
    }),
}

const isLong = process.env.TEST_LONG === '1'
const runs = isLong ? 60 : 4
const seed = isLong ? { seed: Number(process.env.TEST_SEED) % 2 ** 31 } : {}

test('the books and the board agree with the orders after anything', {
  timeout: 30_000 + runs * 10_000,
}, async () => {
  const done = new Set<number>()
  const step = fc.record({
    act: fc.constantFrom(...Object.keys(acts)),
    n: fc.nat({ max: 5 }),
    amount: fc.nat({ max: 12_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40, size: 'max' }), async steps => {
      const student = await makeLearner(app, schools[0] ?? 0, randomUUID())
      for (const { act, n, amount } of steps) await acts[act]?.(student, n, amount)
      for (const { state } of await rows('select state from refund')) done.add(state)
      const { db, dataKeys } = app.services
      const findings = await checkData(db, [...orderChecks, ...figureChecks], dataKeys)
      expect(findings.filter(({ wrong }) => wrong > 0)).toEqual([])
    }),
    { numRuns: runs, ...seed },
  )
  // It is no proof where nothing was let through.
  expect(done.size).toBeGreaterThan(0)
})
