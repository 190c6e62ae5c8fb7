import { randomUUID } from 'node:crypto'
import { errors, orders } from '@drivesim/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { connectDevice, type Device, until } from '../../../../test/device.ts'
import { makeClassroom, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { makeSessions, recount } from '../../../../test/facts.ts'
import { clerkOf, makeCourse, makeLearner, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// What training costs, from the simulator's messages on.

let app: TestApp
let school: number
let student: number
let clerk: Client
let platform: Client
let device: Device
let place: { organ: number; room: number; simulator: number }
beforeEachTest(async built => {
  app = built
  const { pool, devices } = app.services
  school = await makeSelling(app)
  student = await makeLearner(app, school)
  clerk = await clerkOf(app, school)
  platform = await app.signedIn({ codes: ['order:edit', 'finance:edit'] })
  await clerk.call(orders.rechargeOffline, { studentId: student, amount: 100_000 })
  // A day like any other, so that no test meets midnight.
  await rows(`update finance_setting set charged_from = now() - interval '10 days'`)
  const room = await makeClassroom(pool, school)
  const simulator = await makeSimulator(pool, { organ: school, room })
  place = { organ: school, room, simulator: simulator.id }
  device = await connectDevice(devices.address() ?? '', simulator)
})
afterEach(() => {
  device.client.end(true)
})
dataAgrees(() => app)

const rows = async (sql: string) => (await app.services.pool.query(sql)).rows
/** Two days ago at noon, so many seconds later. */
const noon = Date.parse(`${new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)}T04:00:00Z`)
const at = (seconds: number) => new Date(noon + seconds * 1000).toISOString()
/** Puts an order to other days, and what it counts as with it. */
const redate = (orderId: number, columns: string) =>
  recount(app.services.pool, 'course', orderId, () =>
    rows(`update course_order set ${columns} where id = ${orderId}`),
  )
const buy = async (minutes: number, more: { modules?: number[]; validDays?: number } = {}) => {
  const courseId = await makeCourse(app, [school], { price: 6000, minutes, ...more })
  const { orderId } = (await clerk.call(orders.addCourseOrder, { studentId: student, courseId })).data
  // As if it had been bought before the training.
  await redate(orderId, 'day = day - 3, expires_on = expires_on - 3')
  return orderId
}
const info = async (orderId: number) => (await clerk.call(orders.courseOrderInfo, { orderId })).data
const train = async (
  from: number,
  seconds: number,
  more: { studentId?: number; sessionId?: string } = {},
) => {
  const { studentId = student, sessionId = randomUUID() } = more
  await device.end({ sessionId, startedAt: at(from), at: at(from + seconds), studentId, moduleId: 1 })
}
/** Minutes charged and not taken back, by order; null: covered by none. */
const standing = async () =>
  Object.fromEntries(
    (
      await rows(`select coalesce(course_order_id, 0) as id, sum(minutes)::int as minutes from minute_entry
        group by 1 having sum(minutes) <> 0 order by 1`)
    ).map(({ id, minutes }) => [id, minutes]),
  )
const remaining = async () => (await rows('select remaining_minutes as minutes from enrolment'))[0].minutes

describe('a session', () => {
  test('costs its minutes begun, but under one nothing, and is counted once however often it is sent', async () => {
    const order = await buy(10)
    await train(0, 59)
    expect(await standing()).toEqual({})
    const sessionId = randomUUID()
    await train(100, 61, { sessionId })
    await train(100, 61, { sessionId })
    await train(200, 180)
    expect(await info(order)).toMatchObject({
      state: 'inUse',
      usedMinutes: 5,
      leftMinutes: 5,
      untrained: 3000,
      trainings: [
        { kind: 'charge', minutes: 3 },
        { kind: 'charge', minutes: 2 },
      ],
    })
    expect(await remaining()).toBe(5)
  })

  test('is paid by the order that expires first, of the course that has its module; the rest is noted', async () => {
    const long = await buy(3, { validDays: 60 })
    const other = await buy(100, { modules: [2] })
    const soon = await buy(2, { validDays: 30 })
    await train(0, 240)
    expect(await standing()).toEqual({ [soon]: 2, [long]: 2 })
    await train(300, 180)
    expect(await standing()).toEqual({ [soon]: 2, [long]: 3, 0: 2 })
    expect(await info(soon)).toMatchObject({ state: 'finished', leftMinutes: 0, untrained: 0 })
    expect(await info(other)).toMatchObject({ usedMinutes: 0 })
  })

  test('finds less where another of the same student, charged with it, began before', async () => {
    const soon = await buy(3, { validDays: 30 })
    const late = await buy(10, { validDays: 60 })
    const lessons = [
      [600, 600],
      [0, 120],
      [300, 180],
    ] as const
    const records = await makeSessions(
      app.services.pool,
      lessons.map(([from, seconds]) => ({ ...place, student, at: at(from), seconds })),
    )
    await rows(`select charge_minutes('{${records}}')`)
    const [last, first, second] = records
    expect(
      await rows('select record_id, course_order_id, minutes from minute_entry order by record_id, id'),
    ).toEqual([
      { record_id: first, course_order_id: soon, minutes: 2 },
      { record_id: second, course_order_id: soon, minutes: 1 },
      { record_id: second, course_order_id: late, minutes: 2 },
      { record_id: last, course_order_id: late, minutes: 8 },
      { record_id: last, course_order_id: null, minutes: 2 },
    ])
  })

  test('is paid by the present enrolment before older ones, and by opening minutes of its licence type', async () => {
    const old = await buy(3)
    await rows(`update enrolment set state = 'finished', ended_at = now()`)
    await rows(
      `insert into enrolment (student_id, school_id, gear_type) values (${student}, ${school}, 'C1')`,
    )
    await rows(`insert into course_order (kind, student_id, school_id, organ_id, enrolment_id, amount, minutes, paid_at, day)
      select 'opening', ${student}, ${school}, ${school}, max(id), 0, 2, now(), business_day(now()) - 5 from enrolment`)
    await train(0, 240)
    expect(await standing()).toEqual({ [old]: 2, [old + 1]: 2 })
    await rows(`update enrolment set gear_type = 'C2'`)
    await rows(`update sub_subject set gear_types = '{C1}' where id = 201`)
    await rows(`update course_order set minutes = 5 where id = ${old + 1}`)
    await train(300, 60)
    expect(await standing()).toEqual({ [old]: 3, [old + 1]: 2 })
  })

  test('outside an order’s days, of a stranger, or from before minutes were charged, costs no order', async () => {
    const order = await buy(100)
    await rows(`update course_order set expires_on = '${at(0).slice(0, 10)}'::date - 1`)
    await train(0, 60)
    await redate(order, `expires_on = null, day = '${at(0).slice(0, 10)}'::date + 1`)
    await train(100, 60)
    expect(await standing()).toEqual({ 0: 2 })
    await redate(order, 'day = day - 1')
    await train(200, 60, { studentId: await makeStudent(app.services.pool, await makeSelling(app)) })
    await rows(`update finance_setting set charged_from = '${at(400)}'`)
    await train(300, 60)
    expect(await standing()).toEqual({ 0: 2 })
    await train(400, 60)
    expect(await standing()).toEqual({ 0: 2, [order]: 1 })
  })

  test('closed without its end is charged, and charged anew when the end comes after all', async () => {
    const order = await buy(500)
    const sessionId = randomUUID()
    await device.start({ sessionId, at: at(0), studentId: student, moduleId: 1 })
    await until('closed', async () => (await standing())[order] === 240)
    await clerk.call(orders.refundCourseOrder, { orderId: order, minutes: 250, reason: '不学了' })
    await train(0, 300, { sessionId })
    expect(await standing()).toEqual({ [order]: 5 })
    expect(await info(order)).toMatchObject({ usedMinutes: 5, refundedMinutes: 250, leftMinutes: 245 })
  })

  test('that comes late, after its minutes were refunded, is not covered', async () => {
    const order = await buy(10)
    await clerk.call(orders.refundCourseOrder, { orderId: order, minutes: 8, reason: '不学了' })
    await train(0, 300)
    expect(await standing()).toEqual({ [order]: 2, 0: 3 })
    expect(await info(order)).toMatchObject({ state: 'partlyRefunded', leftMinutes: 0 })
  })
})

describe('补回', () => {
  test('gives minutes back to the orders, once, and a correction charges anew', async () => {
    const first = await buy(3, { validDays: 30 })
    const second = await buy(10, { validDays: 60 })
    const sessionId = randomUUID()
    await device.start({ sessionId, at: at(0), studentId: student, moduleId: 1 })
    await until('closed', async () => (await standing())[0] === 227)
    const [{ id: recordId }] = await rows('select distinct record_id as id from minute_entry')
    const give = (minutes: number, by = platform) =>
      by.call(orders.restoreMinutes, { recordId, minutes, reason: '设备故障' })
    expect(await give(1, clerk)).toMatchObject({ code: errors.platformOnly.code })
    expect(await give(14)).toMatchObject({ code: -12508, msg: '最多可退 13 分钟' })
    expect(await give(11)).toMatchObject({ data: true })
    expect(await standing()).toMatchObject({ [first]: 2 })
    expect(await info(second)).toMatchObject({
      state: 'paid',
      usedMinutes: 0,
      trainings: [{ reason: '设备故障' }, {}],
    })
    expect(await info(first)).toMatchObject({ state: 'inUse', leftMinutes: 1 })
    await train(0, 300, { sessionId })
    expect(await standing()).toEqual({ [first]: 3, [second]: 2 })
  })
})

test('a sale does not wait for minutes that are being charged at its school on the same day', async () => {
  const courseId = await makeCourse(app, [school], { price: 6000, minutes: 60 })
  const { orderId } = (await clerk.call(orders.addCourseOrder, { studentId: student, courseId })).data
  const other = await makeLearner(app, school)
  await clerk.call(orders.rechargeOffline, { studentId: other, amount: 6000 })
  const batch = await app.services.db.startTransaction().execute()
  await batch.updateTable('course_order').set({ used_minutes: 1 }).where('id', '=', orderId).execute()
  // It would never come to its end: we wait for it.
  const sold = await clerk.call(orders.addCourseOrder, { studentId: other, courseId })
  expect(sold.data.state).toBe('paid')
  await batch.rollback().execute()
})
