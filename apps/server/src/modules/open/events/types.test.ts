import { randomUUID } from 'node:crypto'
import { accessCodes, allEventTypes, type EventType } from '@drivesim/contract'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { before } from '../../../../test/calendar.ts'
import { query } from '../../../../test/database.ts'
import { connectDevice, until } from '../../../../test/device.ts'
import { makeClassroom, makeSimulator } from '../../../../test/factories.ts'
import { makeWorld, matrixCalls, type World } from '../../../../test/matrix.ts'
import { Months, midMonth } from '../../../../test/months.ts'
import { makeCourse, makeOnline } from '../../../../test/till.ts'
import { transact } from '../../../platform/postgres/db.ts'
import { settleRefund } from '../../money/orders/refundOutcome.service.ts'
import { endExpired } from '../../money/orders/tasks.ts'
import { eventTopics, isTaken } from './service.ts'

// Every type is written: by a sample of the access matrix, or by an act below.

let app: TestApp
let world: World
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  world = await makeWorld(app)
})

const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
const written = async () =>
  z.array(z.object({ type: z.string() })).parse(await sql('select distinct type from open_event'))

/** Somebody is told of everything that happens at the school. */
async function takeAll({ owner, organ } = { owner: world.own.me, organ: world.own.organ }): Promise<void> {
  // Samples have events of their own.
  await sql('delete from open_event')
  await sql(
    `insert into webhook_endpoint (name, address, owner_id, organ_id, types, secrets) values ('所有', '', $1, $2, $3, '')`,
    [owner, organ, allEventTypes],
  )
  const areTaken = () => allEventTypes.every(type => isTaken(type))
  if (areTaken()) return
  await app.services.bus.say(app.services.db, eventTopics.taken, {})
  await until('the process knows what is taken', areTaken)
}

/** Sends a sample's call, changed; `manage`: as whom. */
async function send(name: string, more: object = {}, manage: 'school' | 'platform' = 'school') {
  const call = matrixCalls.find(one => one.name === name)
  if (call === undefined) throw new Error(`no call ${name}`)
  await world.hold(accessCodes, manage)
  return world.send(call, { ...world.input(call, 'own'), ...more })
}

/** What no sample brings about, since it takes other input or more than one act. */
const acts: Partial<Record<EventType, () => Promise<unknown>>> = {
  'student.enrolled': () => send('students.enrol', { kind: 'add', gearType: 'C2' }),
  'student.left': () => send('students.enrol', { kind: 'leave' }),
  'student.transferred': async () => {
    // Told to those of the school that they come to.
    const to = { kind: 'transfer', schoolId: world.foreign.organ, confirmOffline: true }
    expect(await send('students.enrol', to, 'platform')).toMatchObject({ code: 0 })
  },
  'applicant.refused': () => send('enrolment.confirm', { accept: false, reason: '名额已满' }),
  'courseOrder.opened': async () => {
    const courseId = await makeCourse(app, [world.own.organ], { price: 90_000_000, minutes: 60 })
    await send('orders.addCourseOrder', { studentId: world.own.student, courseId })
  },
  'courseOrder.ended': async () => {
    await sql(`update course_order set expires_on = '2020-01-01' where paid_at is not null`)
    await endExpired(app.services)
  },
  'refund.failed': async () => {
    const orderId = await makeOnline(app, world.own.student, 500)
    const asked = { orderId, amount: 100, method: 'bankTransfer', payee: '王芳 工行', reason: '退学' }
    const { data } = await send('orders.refundRecharge', asked, 'platform')
    const { refundId } = z.object({ refundId: z.int() }).parse(data)
    await sql(`update refund set method = 'original', payee = null where id = $1`, [refundId])
    const outcome = { state: 'closed', detail: '渠道关闭' } as const
    await transact(app.services.db, db => settleRefund(app.services, db, refundId, outcome))
  },
  'bill.closed': async () => {
    const months = await Months.of(app)
    const { id, clerk, student } = await months.school('甲驾校')
    await months.sign(id, { bank: '工商银行 0817' })
    await months.online(student, 120_000, midMonth(before))
    await months.buy(clerk, student, id, 100_000, midMonth(before))
    await months.close(id, before)
  },
  'device.moved': async () => {
    const roomId = await makeClassroom(app.services.pool, world.own.organ)
    await send('devices.move', { organId: world.own.organ, roomId })
  },
  'device.enabled': async () => {
    await send('devices.setEnabled', { enabled: false })
    await send('devices.setEnabled', { enabled: true })
  },
  'organisation.enabled': async () => {
    await send('organisations.setEnabled', { enabled: false })
    await send('organisations.setEnabled', { enabled: true })
  },
  'workOrder.done': async () => {
    await sql('update work_order set assignee_id = $1 where assignee_id = $2', [
      world.own.member,
      world.own.me,
    ])
    await send('workOrders.approve')
  },
  'device.recovered': onlineAndOff,
  'device.offline': onlineAndOff,
  'session.finished': onlineAndOff,
}

async function onlineAndOff(): Promise<void> {
  const { organ, room } = world.own
  const simulator = await makeSimulator(app.services.pool, { organ, room })
  const device = await connectDevice(app.services.devices.address() ?? '', simulator)
  await device.report({})
  const session = { sessionId: randomUUID(), startedAt: new Date(Date.now() - 60_000).toISOString() }
  await device.start({ sessionId: session.sessionId, at: session.startedAt })
  await device.end(session)
  device.cut()
  await until('it is offline', async () => (await written()).some(({ type }) => type === 'device.offline'))
}

/** Where records change that events are about. */
const domains = /^(students|enrolment|orders|channels|bills|contracts|devices|workOrders|organisations)\./

test('every type is written by what it says', { timeout: 600_000 }, async () => {
  const found = new Set<string>()
  const note = async () => {
    for (const { type } of await written()) found.add(type)
    await world.restore()
  }
  for (const { name, endpoint } of matrixCalls) {
    if (endpoint.change === undefined || !domains.test(name)) continue
    for (const manage of ['school', 'platform'] as const) {
      await takeAll()
      await send(name, {}, manage)
      await note()
    }
  }
  const missing = allEventTypes.filter(type => !found.has(type))
  expect(missing.toSorted()).toEqual(Object.keys(acts).toSorted())
})

test.each(Object.entries(acts))('%s', async (type, act) => {
  await world.hold(accessCodes, 'platform')
  await sql(
    `update member_organisation set organ_id = (select id from organisation where type = 'platform')
    where member_id = $1`,
    [world.own.member],
  )
  await takeAll({ owner: world.own.member, organ: world.own.organ })
  await act()
  expect(await written()).toContainEqual({ type })
})
