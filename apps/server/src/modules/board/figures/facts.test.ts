import { contract, monthOf, orders, students } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeOrganisation, makeStudent } from '../../../../test/factories.ts'
import { clerkOf, makeCourse, makeLearner, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { mintScope, systemScope } from '../../../platform/auth/scope.ts'
import type { PeopleMetric, SumMetric } from './facts.rules.ts'
import { coverOf, peopleByBucket, peopleOf, sumsOf } from './read.service.ts'
import { addFacts } from './service.ts'

// What people do through the front door, and what the board counts of it.

let app: TestApp
let school: number
let other: number
let clerk: Client
let platform: Client
beforeEachTest(async built => {
  app = built
  school = await makeSelling(app, { name: '甲驾校' })
  other = await makeSelling(app, { name: '乙驾校' })
  clerk = await clerkOf(app, school, ['order:edit', 'student:edit'])
  platform = await app.signedIn({ codes: ['order:edit', 'finance:edit', 'student:edit', 'organ:edit'] })
})
dataAgrees(() => app)

const today = businessDayOf(Date.now())
// A test that meets midnight has both days.
const now = { first: addDays(today, -1), last: addDays(today, 1) }
const scopeOf = (organ: number | null) => (organ === null ? systemScope : mintScope([organ]))
/** Sums of the last days, of a school, a point, or everything. */
async function sums(organ: number | null, ...metrics: SumMetric[]): Promise<number[]> {
  const { keys } = await coverOf(app.services.db, scopeOf(organ))
  return [...(await sumsOf(app.services.db, metrics, keys, now)).values()]
}
async function people(organ: number | null, ...metrics: PeopleMetric[]): Promise<number[]> {
  const { keys } = await coverOf(app.services.db, scopeOf(organ))
  return [...(await peopleOf(app.services.db, metrics, keys, now)).values()]
}
let phones = 0
const enrol = async (by: Client, schoolId: number) => {
  phones += 1
  const { data } = await by.call(students.add, {
    schoolId,
    userName: `学员${phones}`,
    userPhone: String(13_800_000_000 + phones),
    gearType: 'C1',
  })
  return data.userId
}
const recharge = async (by: Client, studentId: number, amount: number, more: object = {}) =>
  (await by.call(orders.rechargeOffline, { studentId, amount, ...more })).data.orderId

describe('new students', () => {
  test('count where they enrol first: moving there counts, another licence and coming back do not', async () => {
    const userId = await enrol(clerk, school)
    await enrol(clerk, school)
    const move = (schoolId: number) => platform.call(students.enrol, { userId, kind: 'transfer', schoolId })
    expect((await clerk.call(students.enrol, { userId, kind: 'add', gearType: 'C2' })).code).toBe(0)
    expect(await sums(school, 'newStudents', 'transfersIn')).toEqual([2, 0])
    expect((await move(other)).code).toBe(0)
    expect((await move(school)).code).toBe(0)
    expect(await sums(school, 'newStudents', 'transfersIn')).toEqual([2, 0])
    expect(await sums(other, 'newStudents', 'transfersIn')).toEqual([1, 1])
    expect(await sums(null, 'newStudents', 'transfersIn')).toEqual([3, 1])
  })

  test('of a file count as one by one, but not in a dry run', async () => {
    const rows = [1, 2, 3].map(n => ({ userName: `导入${n}`, userPhone: `1390000000${n}`, gearType: 'C1' }))
    const take = (dryRun: boolean) =>
      clerk.call(students.import, { schoolId: school, students: rows, mode: 'valid', dryRun, firstRow: 2 })
    expect((await take(true)).data.accepted).toBe(3)
    expect(await sums(school, 'newStudents')).toEqual([0])
    expect((await take(false)).data.accepted).toBe(3)
    expect(await sums(school, 'newStudents')).toEqual([3])
  })
})

describe('money', () => {
  test('counts by what was paid; a refund takes no payer away, a recharge that was registered wrongly does', async () => {
    await platform.call(orders.saveSettings, {
      approvalLimit: 100_000,
      tiers: [{ fromAmount: 50_000, bonus: 5_000 }],
    })
    const [one, two] = [await makeLearner(app, school), await makeLearner(app, school)]
    const lot = await recharge(clerk, one, 50_000)
    const wrong = await recharge(clerk, two, 700)
    const courseId = await makeCourse(app, [school], { price: 20_000, minutes: 100 })
    const free = await makeCourse(app, [school], { price: 0, minutes: 10 })
    const { orderId } = (await clerk.call(orders.addCourseOrder, { studentId: one, courseId })).data
    // It costs nothing: an order, but nobody who paid.
    await clerk.call(orders.addCourseOrder, { studentId: two, courseId: free })
    expect(
      await sums(school, 'rechargeFen', 'rechargeOrders', 'rechargeBonusFen', 'courseOrders', 'incomeFen'),
    ).toEqual([50_700, 2, 5_000, 2, 20_000])
    expect(await people(school, 'payStudents', 'coursePayers')).toEqual([2, 1])

    const reason = '学员退课'
    expect((await clerk.call(orders.refundCourseOrder, { orderId, minutes: 50, reason })).data.state).toBe(
      'refunded',
    )
    expect(
      (await clerk.call(orders.refundRecharge, { orderId: lot, amount: 1_000, method: 'cash', reason })).data
        .state,
    ).toBe('refunded')
    expect(
      await sums(null, 'courseCashFen', 'courseRefundFen', 'incomeFen', 'rechargeFen', 'rechargeRefundFen'),
    ).toEqual([20_000, 10_000, 10_000, 50_700, 1_000])
    expect(await people(null, 'payStudents', 'coursePayers')).toEqual([2, 1])

    expect((await clerk.call(orders.reverseRecharge, { orderId: wrong, reason })).code).toBe(0)
    expect(await sums(school, 'rechargeFen', 'rechargeOrders', 'rechargeRefundFen', 'courseOrders')).toEqual([
      50_000, 1, 1_000, 2,
    ])
    expect(await people(school, 'payStudents', 'coursePayers')).toEqual([1, 1])
    expect(await sums(other, 'rechargeFen', 'incomeFen')).toEqual([0, 0])
  })

  test('registered later counts on the day on which it was paid', async () => {
    const student = await makeLearner(app, school)
    const paidOn = addDays(today, -10)
    expect(await recharge(clerk, student, 900, { paidOn })).toBeGreaterThan(0)
    const { db } = app.services
    const day = { first: paidOn, last: paidOn }
    expect(await sumsOf(db, ['rechargeFen'], [school], day)).toEqual(new Map([['rechargeFen', 900]]))
    expect(await peopleOf(db, ['payStudents'], [school], day)).toEqual(new Map([['payStudents', 1]]))
    expect(await sums(school, 'rechargeFen')).toEqual([0])
  })

  test('of a point counts for its manager and its school, and goes along when it moves', async () => {
    const point = await makeOrganisation(app.services.pool, {
      type: 'servicePoint',
      parent: school,
      name: '天河服务点',
    })
    const student = await makeLearner(app, school)
    const { memberId, ...atPoint } = await clerkOf(app, school)
    await app.services.pool.query('update member set organ_id = $2 where id = $1', [memberId, point])
    await recharge(atPoint, student, 3_000)
    await recharge(clerk, student, 400)
    expect([await sums(point, 'rechargeFen'), await people(point, 'payStudents')]).toEqual([[3_000], [1]])
    expect(await sums(school, 'rechargeFen')).toEqual([3_400])

    const { organisations } = contract
    const form = {
      organizationId: point,
      version: 1,
      name: '天河服务点',
      provinceId: '440000',
      cityId: '440100',
      address: '天河区中山大道西 238 号',
      contact: '陈海峰',
      phone: '020-88880001',
    }
    expect(await platform.call(organisations.modify, { ...form, parentId: other })).toMatchObject({ code: 0 })
    expect(await sums(school, 'rechargeFen')).toEqual([400])
    expect(await sums(other, 'rechargeFen')).toEqual([3_000])
    expect([
      await people(school, 'payStudents'),
      await people(other, 'payStudents'),
      await people(null, 'payStudents'),
    ]).toEqual([[1], [1], [1]])
  })

  test('twenty payments at once, half of them of one student, all count', async () => {
    const shared = await makeLearner(app, school)
    const alone = await Promise.all(Array.from({ length: 10 }, () => makeLearner(app, school)))
    const courseId = await makeCourse(app, [school], { price: 100, minutes: 10 })
    const payers = [...alone, ...alone.map(() => shared)]
    const paid = await Promise.all(payers.map((studentId, n) => recharge(clerk, studentId, 1_000 + n)))
    expect(new Set(paid).size).toBe(20)
    await Promise.all(payers.map(studentId => clerk.call(orders.addCourseOrder, { studentId, courseId })))
    expect(await sums(school, 'rechargeFen', 'rechargeOrders', 'courseOrders', 'incomeFen')).toEqual([
      20_190, 20, 20, 2_000,
    ])
    expect(await people(null, 'payStudents', 'coursePayers')).toEqual([11, 11])
  })
})

test('nobody who pays waits for another who has counted and not committed yet', async () => {
  const courseId = await makeCourse(app, [school], { price: 100, minutes: 10 })
  const student = await makeLearner(app, school)
  await recharge(clerk, student, 500)
  const { db } = app.services
  await db.transaction().execute(async trx => {
    const organId = other
    await addFacts(app.services, trx, {
      people: (['payStudents', 'coursePayers'] as const).map(metric => ({
        metric,
        personId: 1_000_000,
        day: today,
        organId,
      })),
      sums: (['courseOrders', 'courseCashFen', 'incomeFen'] as const).map(metric => ({
        metric,
        organId,
        at: null,
        value: 7,
      })),
    })
    // It would never come to its end: we wait for it.
    expect((await clerk.call(orders.addCourseOrder, { studentId: student, courseId })).data.state).toBe(
      'paid',
    )
    expect(await sums(null, 'courseOrders', 'incomeFen')).toEqual([1, 100])
    expect(await people(null, 'coursePayers')).toEqual([1])
  })
  expect(await sums(null, 'courseOrders', 'incomeFen')).toEqual([8, 107])
  // Nothing happened that made them: the check after each test counts what did.
  await app.services.pool.query('select rebuild_figures()')
})

test('what a clock that is ahead dates to tomorrow does not count until today', async () => {
  const { db } = app.services
  const tomorrow = addDays(today, 1)
  const fact = (personId: number, day: string) => ({
    metric: 'courseUsers' as const,
    personId,
    day,
    organId: school,
  })
  const sum = (day: string, value: number) => ({
    metric: 'appUses' as const,
    organId: school,
    at: new Date(dayStart(day)),
    value,
  })
  await db.transaction().execute(trx =>
    addFacts(app.services, trx, {
      people: [fact(1, today), fact(1, tomorrow), fact(2, tomorrow)],
      sums: [sum(today, 5), sum(tomorrow, 7)],
    }),
  )
  const month = { first: monthOf(today), last: today }
  for (const scope of [systemScope, mintScope([school]), mintScope([school, other])]) {
    const { keys } = await coverOf(db, scope)
    expect(await sumsOf(db, ['appUses'], keys, month)).toEqual(new Map([['appUses', 5]]))
    expect(await peopleOf(db, ['courseUsers'], keys, month)).toEqual(new Map([['courseUsers', 1]]))
    expect(
      await peopleByBucket(db, { metrics: ['courseUsers'], keys, range: month, grain: 'month' }),
    ).toEqual([{ metric: 'courseUsers', at: month.first, people: 1, first: 1 }])
  }
  await app.services.pool.query('select rebuild_figures()')
})

test('outside the scope there is nothing; a student without any fact counts nowhere', async () => {
  await makeStudent(app.services.pool, school)
  await recharge(clerk, await makeLearner(app, school), 500)
  const { db } = app.services
  expect(await coverOf(db, mintScope([other]), school)).toEqual({ keys: [], parts: [] })
  expect(await sumsOf(db, ['rechargeFen'], [], now)).toEqual(new Map([['rechargeFen', 0]]))
  expect(await peopleOf(db, ['payStudents'], [], now)).toEqual(new Map([['payStudents', 0]]))
  expect((await coverOf(db, systemScope, school)).keys).toEqual([school])
  expect((await coverOf(db, systemScope)).keys).toEqual([0])
})
