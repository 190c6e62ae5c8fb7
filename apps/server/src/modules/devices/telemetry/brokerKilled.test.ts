import { randomUUID } from 'node:crypto'
import { contract, topics } from '@drivesim/contract'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation } from '../../../../test/factories.ts'
import { hasMosquitto, startMosquitto } from '../../../../test/mosquitto.ts'
import { patience } from '../../../../test/pace.ts'
import { wrongIn } from '../../../../test/wrongData.ts'

/** States must be right again this soon after the broker is back. */
const rightAgainMs = 30_000
const sessionsEach = 5

describe.skipIf(!hasMosquitto)('Mosquitto killed with -9', () => {
  let broker: Awaited<ReturnType<typeof startMosquitto>>
  let app: TestApp
  const clients: MqttClient[] = []

  beforeAll(async () => {
    broker = await startMosquitto()
    app = await testApp({ MQTT_URL: broker.url })
  })
  afterAll(async () => {
    for (const client of clients) client.end(true)
    try {
      await app.close()
    } finally {
      await broker.stop()
    }
  })

  /** A device that keeps what was not acknowledged, and comes back by itself. */
  async function add(place: { organId: number; roomId: number }) {
    const sn = `MK-${randomUUID().slice(0, 8).toUpperCase()}`
    const staff = await app.signedIn({ codes: ['device', 'device:edit', 'device:simulator'] })
    const { data } = await staff.call(contract.devices.add, {
      ...place,
      simulatorName: sn,
      simulatorNum: sn,
    })
    const options = { username: sn, password: data.deviceKey ?? '', clientId: sn, reconnectPeriod: 300 }
    const client = await mqtt.connectAsync(broker.address, options, false)
    clients.push(client)
    client.on('error', () => undefined)
    const say = (topic: 'state' | 'session', message: object) =>
      client.publishAsync(topics[topic](sn), JSON.stringify(message), { qos: 1 })
    return {
      id: data.simulatorId,
      client,
      report: (activity: 'idle' | 'training') =>
        say('state', {
          id: randomUUID(),
          at: new Date().toISOString(),
          connectionId: randomUUID(),
          seq: 1,
          online: true,
          activity,
          health: 'ok',
        }),
      end: (sessionId: string) =>
        say('session', {
          id: randomUUID(),
          at: new Date().toISOString(),
          event: 'end',
          sessionId,
          startedAt: new Date(Date.now() - 60_000).toISOString(),
          studentId: 1,
          moduleId: 1,
          effectiveSeconds: 10,
          score: 90,
          passed: true,
          errors: [],
        }),
    }
  }

  test('what devices queued meanwhile is counted once, and states are right within 30 s of its return', {
    timeout: patience(90_000),
  }, async () => {
    const organId = await makeOrganisation(app.services.pool)
    const place = { organId, roomId: await makeClassroom(app.services.pool, organId) }
    const devices = await Promise.all([add(place), add(place), add(place)])
    await Promise.all(devices.map(device => device.report('idle')))
    const states = async (state: string) =>
      (await app.services.pool.query('select state_id from simulator_state')).rows.every(
        row => row.state_id === state,
      )
    await until('all are idle', () => states('idle'))

    await broker.saved()
    await broker.kill()
    await until('devices noticed', () => devices.every(({ client }) => !client.connected))
    const connected = async () => (await app.app.inject('/metrics')).body
    await until('operators see it', async () => (await connected()).includes('\nmqtt_intake_connected 0\n'))
    const sent = devices.flatMap(device =>
      Array.from({ length: sessionsEach }, () => {
        const sessionId = randomUUID()
        return { sessionId, acknowledged: device.end(sessionId) }
      }),
    )
    await broker.startAgain()
    await Promise.all(sent.map(({ acknowledged }) => acknowledged))
    await until(
      'states are right',
      async () => {
        // Devices repeat what they report.
        await Promise.all(devices.map(device => device.report('training')))
        return states('training')
      },
      rightAgainMs,
      300,
    )
    const stored = async () =>
      (await app.services.pool.query('select session_id from training_session')).rows.map(
        row => row.session_id,
      )
    await until('all are stored', async () => (await stored()).length >= sent.length, rightAgainMs)
    expect((await stored()).sort()).toEqual(sent.map(({ sessionId }) => sessionId).sort())
    expect(await wrongIn(app)).toEqual([])
  })
})
