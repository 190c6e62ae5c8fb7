import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { connectDevice, type Device, until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'

let app: TestApp
let simulator: Awaited<ReturnType<typeof makeSimulator>>
let device: Device

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  simulator = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  device = await connectDevice(app.services.devices.address() ?? '', simulator)
})
afterEach(() => {
  device.client.end(true)
})

const rows = async (sql: string) => (await app.services.pool.query(sql)).rows
const now = () => new Date().toISOString()

async function command(id: string, lifetime = '60 seconds') {
  const { memberId } = await app.signedIn()
  await app.services.pool.query(
    `insert into simulator_command (id, simulator_id, organ_id, member_id, command, expires_at)
     values ($1, $2, $3, $4, 'lock', now() + $5::interval)`,
    [id, simulator.id, simulator.organ, memberId, lifetime],
  )
}

test('commands reach the device, and its answer is noted once; another device cannot answer for it', async () => {
  await device.client.subscribeAsync(`sim/${simulator.sn}/command`, { qos: 1 })
  const id = randomUUID()
  await command(id)
  const message = { id, at: now(), command: 'lock' }
  await app.services.devices.publish(`sim/${simulator.sn}/command`, message, new Date(Date.now() + 60_000))
  await until('delivered', () => device.commands.length === 1)
  expect(device.commands).toMatchObject([{ id, command: 'lock' }])

  const other = await connectDevice(
    app.services.devices.address() ?? '',
    await makeSimulator(app.services.pool, { organ: simulator.organ, room: simulator.room }),
  )
  await other.send('ack', { id, at: now(), ok: false })
  other.client.end(true)
  expect(await rows('select ok from simulator_command')).toEqual([{ ok: null }])
  await device.send('ack', { id, at: now(), ok: true, text: '已锁定' })
  await device.send('ack', { id, at: now(), ok: false })
  expect(await rows('select ok, answer from simulator_command')).toEqual([{ ok: true, answer: '已锁定' }])
})

test('commands are never delivered after they expired, to a device that was away either', async () => {
  device.client.end(true)
  const away = await connectDevice(app.services.devices.address() ?? '', simulator, {
    clean: false,
    clientId: 'kept',
  })
  await away.client.subscribeAsync(`sim/${simulator.sn}/command`, { qos: 1 })
  await away.client.endAsync()
  const topic = `sim/${simulator.sn}/command`
  const soon = new Date(Date.now() + 300)
  await app.services.devices.publish(topic, { id: 'short', command: 'lock' }, soon)
  await app.services.devices.publish(topic, { id: 'long', command: 'unlock' }, new Date(Date.now() + 60_000))
  await until('the first expired', () => Date.now() > soon.getTime())
  device = await connectDevice(app.services.devices.address() ?? '', simulator, {
    clean: false,
    clientId: 'kept',
  })
  await until('the other is delivered', () => device.commands.some(({ id }) => id === 'long'))
  expect(device.commands.map(({ id }) => id)).toEqual(['long'])
})
