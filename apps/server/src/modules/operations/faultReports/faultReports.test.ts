import { randomUUID } from 'node:crypto'
import { contract, errors, type InputOf, ticketUntilMs } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, onePixel, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { systemScope } from '../../../platform/auth/scope.ts'
import { makeLabel } from '../../devices/devices/label.service.ts'
import { cleanUp } from './queries.ts'
import { writeTicket } from './ticket.rules.ts'

const { faultReports } = contract
let app: TestApp
let organ: number
let simulator: { id: number; sn: string }

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  organ = await makeOrganisation(pool)
  simulator = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
})

async function check(id = simulator.id) {
  const { db, dataKeys } = app.services
  const { url } = await makeLabel(db, systemScope, { simulatorId: id, baseUrl: 'http://localhost', dataKeys })
  return new URL(url).searchParams.get('c') ?? ''
}
/** A ticket given so many seconds ago. */
const ticket = (seconds = 10, id = simulator.id) =>
  writeTicket(app.services.dataKeys, id, Date.now() - seconds * 1000)
type Report = Partial<InputOf<typeof faultReports.submit>>
const report = (more: Report = {}) =>
  app.call(faultReports.submit, { ticket: ticket(), reportId: randomUUID(), symptom: 'wheel', ...more })
const rows = async (sql: string) => (await app.services.pool.query(sql)).rows
const orders = () =>
  rows('select id, source, state, description, verified, occurrences from work_order order by id')
const otherNetworks = () => rows(`update report_attempt set network = 'elsewhere ' || id`)

describe('a label', () => {
  test('gives a ticket; a wrong check answers as an unknown number does', async () => {
    const asked = { simulatorNum: simulator.sn, check: await check() }
    const { data } = await app.call(faultReports.begin, asked)
    expect(data.ticket).not.toContain(simulator.sn)
    const spaced = { simulatorNum: `${asked.simulatorNum} \n`, check: `${asked.check} \n` }
    expect(await app.call(faultReports.begin, spaced)).toMatchObject({ code: 0 })
    for (const wrong of [
      { ...asked, check: '00000000' },
      { ...asked, simulatorNum: 'NOBODY-1' },
    ])
      expect(await app.call(faultReports.begin, wrong)).toMatchObject({
        code: errors.labelInvalid.code,
        msg: '二维码无效，请扫描设备上的标签',
      })
  })

  test('is asked thirty times in ten minutes from one network, whoever guesses included', async () => {
    const asked = { simulatorNum: simulator.sn, check: '00000000' }
    for (let time = 1; time <= 30; time += 1)
      expect(await app.call(faultReports.begin, asked)).toMatchObject({ code: errors.labelInvalid.code })
    const genuine = { simulatorNum: simulator.sn, check: await check() }
    expect(await app.call(faultReports.begin, genuine)).toMatchObject({
      code: errors.reportsTooMany.code,
      msg: '提交太频繁，请 10 分钟后再试',
    })
    await rows(`update report_attempt set at = at - interval '10 minutes'`)
    expect(await app.call(faultReports.begin, genuine)).toMatchObject({ code: 0 })
  })
})

describe('a report', () => {
  test('opens an order that nobody verified; another is an event of it, and sent again it counts once', async () => {
    const first = { ticket: ticket(), reportId: randomUUID(), description: '打不动', phone: '13800001234' }
    expect(await report(first)).toMatchObject({ code: 0, data: true })
    expect(await report(first)).toMatchObject({ code: 0, data: true })
    expect(await orders()).toMatchObject([
      { source: 'scan', state: 'pending', description: '方向盘：打不动', verified: false, occurrences: 1 },
    ])
    await report({ symptom: 'sound' })
    expect(await orders()).toMatchObject([{ occurrences: 2 }])
    expect(await rows(`select data from work_order_event where kind = 'reported'`)).toEqual([
      { data: { text: '声音' } },
    ])
    expect(await rows('select order_id is not null as told from fault_report')).toHaveLength(2)
  })

  test('opens an order of the component that was chosen, where the dictionary has it', async () => {
    await app.services.pool.query(
      `insert into component_kind (name, sort) select '踏板', 10
       where not exists (select from component_kind where name = '踏板')`,
    )
    expect(await report({ symptom: 'pedal' })).toMatchObject({ code: 0, data: true })
    expect(
      await rows(
        'select k.name from work_order w join component_kind k on k.id = w.component_kind_id order by w.id desc limit 1',
      ),
    ).toEqual([{ name: '踏板' }])
  })

  test('sent many times at once counts once', async () => {
    const same = { ticket: ticket(), reportId: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 12 }, () => report(same)))
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0))
    expect(await rows('select id from fault_report')).toHaveLength(1)
    expect(await orders()).toHaveLength(1)
  })

  test('is for people: not at once, and not when the page was left open', async () => {
    const over = ticket(ticketUntilMs / 1000 + 1)
    expect(await report({ ticket: ticket(1) })).toMatchObject({ code: errors.ticketEarly.code })
    expect(await report({ ticket: over })).toMatchObject({ code: errors.ticketOver.code })
    expect(await report({ ticket: `${ticket()}x` })).toMatchObject({ code: errors.labelInvalid.code })
    expect(await report({ ticket: `${ticket().slice(0, 20)}.${ticket().split('.')[1]}` })).toMatchObject({
      code: errors.labelInvalid.code,
    })
    expect(await orders()).toEqual([])
  })

  test('is told three times an hour of a label, and taken five times in ten minutes from a network', async () => {
    for (let time = 1; time <= 5; time += 1) expect(await report()).toMatchObject({ code: 0 })
    expect(await report()).toMatchObject({ code: errors.reportsTooMany.code })
    expect(await orders()).toMatchObject([{ occurrences: 3 }])
    expect(await rows('select id from fault_report')).toHaveLength(5)
    await otherNetworks()
    expect(await report()).toMatchObject({ code: 0 })
    expect(await orders()).toMatchObject([{ occurrences: 3 }])
  })

  test('of a disabled device is answered alike and only counted', async () => {
    await rows('update simulator_state set enabled = false')
    expect(await report()).toMatchObject({ code: 0, data: true })
    expect(await orders()).toEqual([])
    expect(await rows('select order_id from fault_report')).toEqual([{ order_id: null }])
  })

  test('has two pictures at most, which were sent with its own ticket', async () => {
    const own = ticket()
    const send = () => app.send(faultReports.picture, { ticket: own, file: onePixel })
    const [one, two] = [await send(), await send()]
    const url = (answer: { data: unknown }) => String(Reflect.get(Object(answer.data), 'url'))
    expect(await send()).toMatchObject({ code: errors.reportPictures.code })
    expect(await app.send(faultReports.picture, { ticket: 'made-up', file: onePixel })).toMatchObject({
      code: errors.labelInvalid.code,
    })
    expect(await report({ pictures: [url(one)] })).toMatchObject({ code: errors.pictureGone.code })
    expect(await report({ ticket: own, pictures: [url(one), url(two)] })).toMatchObject({ code: 0 })
    expect(await rows(`select kind from work_order_picture`)).toEqual([
      { kind: 'report' },
      { kind: 'report' },
    ])
  })
})

test('staff see who reported with a masked phone, and the phone for a reason', async () => {
  await report({ phone: '13800001234', description: '看不清' })
  const [{ id }] = await orders()
  const person = await app.signedIn({ codes: ['ops', 'ops:handle'], organs: [organ] })
  const { data } = await person.call(faultReports.ofOrder, { orderId: id })
  expect(data).toMatchObject([{ symptom: 'wheel', description: '看不清', phone: '138****1234' }])
  const asked = { id: data[0]?.id ?? 0, reason: '回电确认现象' }
  expect(await person.call(faultReports.reveal, asked)).toMatchObject({
    code: 0,
    data: { phone: '13800001234' },
  })
  await rows(
    `update work_order set state = 'closed', close_reason = 'other', finished_at = now() - interval '91 days'`,
  )
  await cleanUp(app.services.db, 90)
  expect((await person.call(faultReports.ofOrder, { orderId: id })).data).toMatchObject([{ phone: null }])
})
