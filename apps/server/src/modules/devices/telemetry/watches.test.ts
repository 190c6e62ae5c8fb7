import { randomUUID } from 'node:crypto'
import { contract } from '@drivesim/contract'
import { afterEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { connectDevice, type Device, until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'

const { devices } = contract
let app: TestApp
let mender: Client
let school: number
let simulator: Awaited<ReturnType<typeof makeSimulator>>
let device: Device
beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool)
  simulator = await makeSimulator(pool, { organ: school, room: await makeClassroom(pool, school) })
  device = await connectDevice(app.services.devices.address() ?? '', simulator)
  mender = await app.signedIn({ codes: ['device', 'device:simulator'], organs: [school] })
})
afterEach(() => {
  device.client.end(true)
})

const watch = async (watching: boolean) =>
  (await mender.call(devices.watch, { simulatorId: simulator.id, watching })).data.until
const seen = async (by = mender) =>
  (await by.call(devices.watched, { simulatorId: simulator.id })).data.messages
/** Waits until so many messages are seen: that somebody watches is told to the gateway, which takes a moment. */
const reported = (count: number) =>
  until('messages are seen', async () => {
    await device.report()
    const messages = await seen()
    return messages.length >= count && messages
  })

test('nothing is kept of a device that nobody watches', async () => {
  await device.report()
  await device.send('fault', 'no JSON')
  expect(await mender.call(devices.watched, { simulatorId: simulator.id })).toMatchObject({
    data: { until: null, messages: [] },
  })
})

test('every message of a watched device is seen as it came, with what became of it and why', async () => {
  const student = await makeStudent(app.services.pool, school)
  const ends = await watch(true)
  expect(Date.parse(ends ?? '') - Date.now()).toBeGreaterThan(9 * 60_000)
  await reported(1)
  const fault = { id: randomUUID(), at: new Date().toISOString(), event: 'raised', code: 'E1', text: '电机' }
  await device.send('fault', fault)
  await device.send('fault', fault)
  await device.send('fault', { ...fault, id: randomUUID(), code: 'E2', text: '电'.repeat(300) })
  await device.send('fault', { ...fault, id: randomUUID() })
  await device.send('session', 'no JSON')
  await device.start({ sessionId: randomUUID(), studentId: student, moduleId: 2 })
  const messages = await until('all are seen', async () => {
    const found = (await seen()).filter(({ topic }) => topic !== 'state')
    return found.length === 6 && found
  })
  expect(messages.map(({ topic, verdict }) => [topic, verdict]).toReversed()).toEqual([
    ['fault', 'stored'],
    ['fault', 'repeated'],
    ['fault', 'mended'],
    ['fault', 'unmatched'],
    ['session', 'refused'],
    ['session', 'stored'],
  ])
  expect(JSON.parse(messages.at(-1)?.payload ?? '')).toEqual(fault)
  expect(messages[1]).toMatchObject({
    payload: 'no JSON',
    bytes: 7,
    remarks: [{ path: '$', problem: '报文应为一个 JSON 对象', taken: null }],
  })
})

test('who ends it sees no more; who sees other schools alone sees nothing', async () => {
  await watch(true)
  await reported(1)
  expect(await watch(false)).toBeNull()
  const before = (await seen()).length
  // Its own end is told, too: from some report on nothing is added.
  await until('nothing is added', async () => {
    const count = (await seen()).length
    await device.report()
    await device.report()
    return (await seen()).length === count
  })
  expect(before).toBeGreaterThan(0)
  const elsewhere = await app.signedIn({
    codes: ['device', 'device:simulator'],
    organs: [await makeOrganisation(app.services.pool)],
  })
  expect((await elsewhere.call(devices.watched, { simulatorId: simulator.id })).code).not.toBe(0)
})
