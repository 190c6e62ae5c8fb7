import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, errors } from '@drivesim/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { resetDatabase } from '../../../../test/database.ts'
import { type Credentials, connectDevice, type Device, until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation } from '../../../../test/factories.ts'
import { type LiveStream, openLiveStream } from '../../../../test/liveStream.ts'
import { hasMosquitto, startMosquitto } from '../../../../test/mosquitto.ts'
import { build } from '../../../app.ts'
import { readConfig } from '../../../platform/start/config.ts'

describe.skipIf(!hasMosquitto)('against Mosquitto', () => {
  let broker: Awaited<ReturnType<typeof startMosquitto>>
  let settings: Record<string, string>
  let app: TestApp
  let organ: number
  let place: { organId: number; roomId: number }
  const devices: Device[] = []
  const streams: LiveStream[] = []

  beforeAll(async () => {
    broker = await startMosquitto()
    settings = { MQTT_URL: broker.url, DATA_DIR: mkdtempSync(join(tmpdir(), 'drivesim-restarted-')) }
    app = await testApp(settings)
  })
  afterAll(async () => {
    try {
      await app.close()
    } finally {
      await broker.stop()
      rmSync(app.services.config.dataDir, { recursive: true, force: true })
    }
  })
  beforeEach(async () => {
    await resetDatabase(app.database)
    organ = await makeOrganisation(app.services.pool)
    place = { organId: organ, roomId: await makeClassroom(app.services.pool, organ) }
  })
  afterEach(() => {
    for (const { client } of devices.splice(0)) client.end(true)
    for (const stream of streams.splice(0)) stream.close()
  })

  const editor = () =>
    app.signedIn({ codes: ['device', 'device:edit', 'device:simulator', 'device:running'] })
  const newSn = () => `MQ-${randomUUID().slice(0, 8).toUpperCase()}`

  /** A simulator as staff add one: the answer carries the key that the broker was told. */
  async function add(): Promise<Credentials & { id: number }> {
    const sn = newSn()
    const added = await (await editor()).call(contract.devices.add, {
      ...place,
      simulatorName: '一号机',
      simulatorNum: sn,
    })
    expect(added.msg).toBe('')
    return { sn, key: added.data.deviceKey ?? '', id: added.data.simulatorId }
  }

  async function connect(
    credentials: Credentials,
    options?: Parameters<typeof connectDevice>[2],
  ): Promise<Device> {
    const device = await connectDevice(broker.address, credentials, options)
    devices.push(device)
    return device
  }

  const state = async (id: number) =>
    (
      await app.services.pool.query(
        'select p.*, h.seq as heard from simulator_state p left join simulator_heard h using (simulator_id) where simulator_id = $1',
        [id],
      )
    ).rows[0]

  test('a device that staff added signs in, reports, is commanded and answers, with its own topics only', async () => {
    const simulator = await add()
    const other = await add()
    for (const version of [4, 5] as const) {
      const device = await connect(simulator, { version })
      await device.client.subscribeAsync(`sim/${simulator.sn}/command`, { qos: 1 })
      await device.report({ activity: 'training' })
      await until('training', async () => (await state(simulator.id)).state_id === 'training')
      const stranger = { id: randomUUID(), at: new Date().toISOString(), connectionId: randomUUID(), seq: 1 }
      await device.client
        .publishAsync(
          `sim/${other.sn}/state`,
          JSON.stringify({ ...stranger, online: true, activity: 'idle', health: 'ok' }),
          { qos: 1 },
        )
        .catch(() => undefined)
      const sent = await (await editor()).call(contract.devices.command, {
        simulatorId: simulator.id,
        command: 'lock',
      })
      expect(sent.msg).toBe('')
      await until('delivered', () => device.commands.length === 1)
      await device.send('ack', { id: sent.data.commandId, at: new Date().toISOString(), ok: true })
      await until('answered', async () => {
        const { rows } = await app.services.pool.query('select ok from simulator_command where id = $1', [
          sent.data.commandId,
        ])
        return rows[0].ok === true
      })
      expect(await state(other.id)).toMatchObject({ online: false })
      device.cut()
      await until('offline by its will', async () => (await state(simulator.id)).online === false)
    }
    await expect(connectDevice(broker.address, { ...simulator, key: 'wrong' })).rejects.toThrow()
  })

  test('a renewed key ends the connection and the old key; a disabled device stays out until it is enabled', async () => {
    const simulator = await add()
    const device = await connect(simulator)
    await device.report()
    const staff = await editor()
    const renewed = await staff.call(contract.devices.renewKey, { simulatorId: simulator.id })
    expect(renewed.msg).toBe('')
    await until('cut off', () => !device.client.connected)
    await expect(connectDevice(broker.address, simulator)).rejects.toThrow()
    const key = renewed.data.deviceKey ?? ''
    const again = await connect({ ...simulator, key })
    await staff.call(contract.devices.setEnabled, { simulatorId: simulator.id, enabled: false })
    await until('cut off', () => !again.client.connected)
    await expect(connectDevice(broker.address, { ...simulator, key })).rejects.toThrow()
    await staff.call(contract.devices.setEnabled, { simulatorId: simulator.id, enabled: true })
    await (await connect({ ...simulator, key })).report()
    await until('online', async () => (await state(simulator.id)).online)
  })

  test('two servers on one database and one broker share the work and show the same', async () => {
    const config = readConfig({
      DATA_DIR: mkdtempSync(join(tmpdir(), 'drivesim-second-')),
      DATABASE_URL: app.database.appUrl,
      MQTT_URL: broker.url,
      JWT_SECRET: 'a secret for tests, of more than 32 characters',
      DEMO: '0',
    })
    const second = await build({ config, databaseUrl: app.database.appUrl })
    try {
      const fleet = await Promise.all(Array.from({ length: 10 }, add))
      const staff = await editor()
      const addresses = await Promise.all(
        [app.app, second.app].map(async server => {
          const address = server.server.address()
          if (typeof address === 'object' && address !== null) return `http://127.0.0.1:${address.port}`
          return server.listen({ host: '127.0.0.1', port: 0 })
        }),
      )
      const tokens = [staff.token, await tokenOf(second, staff.account)]
      const both = await Promise.all(addresses.map((base, n) => openLiveStream(base, tokens[n] ?? '')))
      streams.push(...both)
      for (const simulator of fleet) {
        const device = await connect(simulator)
        for (let n = 0; n < 4; n += 1) await device.report({ activity: n % 2 === 0 ? 'training' : 'idle' })
        await device.report({ activity: 'training' })
      }
      for (const stream of both) {
        for (const { id } of fleet) {
          await stream.wait('simulator', row => row.simulatorId === id && row.stateId === 'training')
        }
      }
      const shares = await Promise.all(
        [app.services, second.services].map(async ({ metrics }) =>
          (await metrics.deviceMessages.get()).values.reduce((sum, { value }) => sum + value, 0),
        ),
      )
      expect(Math.min(...shares)).toBeGreaterThan(0)
    } finally {
      await second.close()
      rmSync(config.dataDir, { recursive: true, force: true })
    }
    // What the other would have kept for itself comes here.
    const simulator = await add()
    const device = await connect(simulator)
    for (let n = 0; n < 6; n += 1) await device.report()
    await until('all six', async () => Number((await state(simulator.id)).heard) === 6)
  })

  test('what is sent while the server restarts is there afterwards', async () => {
    const simulator = await add()
    const device = await connect(simulator)
    await device.report()
    await until('online', async () => (await state(simulator.id)).online)
    const { config } = app.services
    const { database } = app
    await app.close()
    const sessionId = randomUUID()
    const startedAt = new Date(Date.now() - 60_000).toISOString()
    await device.end({ sessionId, startedAt })
    const next = await build({ config, databaseUrl: database.appUrl })
    try {
      await until('stored', async () => {
        const { rowCount } = await next.services.pool.query(
          'select from training_session where session_id = $1',
          [sessionId],
        )
        return rowCount === 1
      })
    } finally {
      await next.close()
      app = await testApp(settings)
    }
  })

  test('while the broker is away the server says that it is not ready', async () => {
    const { ready } = contract.system
    expect((await app.call(ready)).status).toBe(200)
    await broker.kill()
    try {
      await until('not ready', async () => (await app.call(ready)).code === errors.unavailable.code)
      expect((await app.call(ready)).status).toBe(503)
      expect((await app.call(contract.system.live)).status).toBe(200)
    } finally {
      await broker.startAgain()
    }
    await until('ready', async () => (await app.call(ready)).status === 200)
  })

  async function tokenOf(server: Awaited<ReturnType<typeof build>>, account: string): Promise<string> {
    const response = await server.app.inject({
      method: 'POST',
      url: `/dm-api${contract.session.token.path}`,
      headers: { authorization: server.services.authentication.basicHeader },
      payload: { grant_type: 'password', username: account, password: 'Correct-Horse-9' },
    })
    return response.json().data.token
  }
})
