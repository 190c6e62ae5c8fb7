import { contract, topics } from '@drivesim/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { resetDatabase } from '../../../../test/database.ts'
import { type Credentials, connectDevice, type Device, until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation } from '../../../../test/factories.ts'

// What staff do to a simulator, as the simulator itself meets it: over MQTT, on the broker inside the server.

const { devices } = contract
let app: TestApp
let editor: Client
let connected: Device[] = []

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const device of connected) await device.client.endAsync(true)
  connected = []
  await resetDatabase(app.database)
  editor = await app.signedIn({ codes: ['device:simulator', 'device:edit'] })
})

async function connect(credentials: Credentials): Promise<Device> {
  const device = await connectDevice(app.services.devices.address() ?? '', credentials)
  connected.push(device)
  return device
}

/** A simulator added as staff do, with the key that was shown. */
async function add() {
  const organId = await makeOrganisation(app.services.pool)
  const roomId = await makeClassroom(app.services.pool, organId)
  const { data } = await editor.call(devices.add, {
    simulatorName: '一号机',
    simulatorNum: 'SIM-0001',
    organId,
    roomId,
  })
  return { simulatorId: data.simulatorId, sn: 'SIM-0001', key: data.deviceKey ?? '' }
}

const stateOf = async (simulatorId: number) =>
  (await editor.call(devices.baseInfo, { simulatorId })).data.stateId

test('the key that is shown lets the simulator in, and no other does', async () => {
  const simulator = await add()
  await expect(connect({ ...simulator, key: 'wrong' })).rejects.toThrow()
  const device = await connect(simulator)
  await device.report()
  await until('idle', async () => (await stateOf(simulator.simulatorId)) === 'idle')
})

test('a renewed key cuts the link; only the new one lets in again', async () => {
  const simulator = await add()
  const device = await connect(simulator)
  const { data } = await editor.call(devices.renewKey, { simulatorId: simulator.simulatorId })
  await until('cut', () => !device.client.connected)
  await expect(connect(simulator)).rejects.toThrow()
  await (await connect({ ...simulator, key: data.deviceKey ?? '' })).report()
})

test('a disabled simulator is cut off and stays out until it is enabled', async () => {
  const { simulatorId, ...credentials } = await add()
  const device = await connect(credentials)
  await editor.call(devices.setEnabled, { simulatorId, enabled: false })
  await until('cut', () => !device.client.connected)
  await expect(connect(credentials)).rejects.toThrow()
  await editor.call(devices.setEnabled, { simulatorId, enabled: true })
  await (await connect(credentials)).report()
  await until('idle', async () => (await stateOf(simulatorId)) === 'idle')
})

test('a command reaches the simulator, and its answer the list', async () => {
  const { simulatorId, ...credentials } = await add()
  const device = await connect(credentials)
  await device.client.subscribeAsync(topics.command(credentials.sn), { qos: 1 })
  await device.report()
  await until('idle', async () => (await stateOf(simulatorId)) === 'idle')
  const { data } = await editor.call(devices.command, { simulatorId, command: 'reloadConfig' })
  const [command] = await until('delivered', () => device.commands.length === 1 && device.commands)
  expect(command).toMatchObject({ id: data.commandId, command: 'reloadConfig' })
  const left = Date.parse(command?.expiresAt ?? '') - Date.now()
  expect(left).toBeGreaterThan(40_000)
  expect(left).toBeLessThanOrEqual(60_000)
  await device.send('ack', { id: data.commandId, at: new Date().toISOString(), ok: true, text: '已加载' })
  await until(
    'answered',
    async () => (await editor.call(devices.commands, { simulatorId })).data[0]?.state === 'done',
  )
  expect((await editor.call(devices.commands, { simulatorId })).data[0]).toMatchObject({
    state: 'done',
    text: '已加载',
  })
})
