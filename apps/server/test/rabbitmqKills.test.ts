import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { randomOf } from '@drivesim/fleet/random'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { query } from './database.ts'
import { until } from './device.ts'
import { patience } from './pace.ts'
import { hasRabbitCluster, startRabbit } from './rabbitmq.ts'
import { exitCodeOf, type Run } from './serverProcess.ts'
import { type Servers, severalServers } from './severalServers.ts'

// Three nodes of RabbitMQ behind haproxy and two servers; each kind is killed while devices go on reporting.

const isLong = process.env.TEST_LONG === '1' && hasRabbitCluster
const seed = process.env.TEST_SEED ?? String(Date.now())
const devices = 100
const perSecond = 1000
const key = 'a-key-of-simulators'

const business = `
  insert into organisation (name, type, parent_id)
  select '驾校', 'school', (select id from organisation where type = 'platform');
  insert into classroom (organ_id, name) select id, '教室' from organisation where type = 'school';
  insert into simulator (sn, name, organ_id, room_id, key_hash)
  select 'KILL-' || n, '设备', c.organ_id, c.id, sha256('${key}') from classroom c, generate_series(0, ${devices}) n;
  insert into simulator_state (simulator_id) select id from simulator`

describe.runIf(isLong)('RabbitMQ and servers are killed', () => {
  const random = randomOf('rabbitmq', seed)
  const figures: string[] = []
  let rabbit: Awaited<ReturnType<typeof startRabbit>>
  let servers: Servers
  let runs: Run[]
  const clients: MqttClient[] = []

  beforeAll(async () => {
    servers = await severalServers(2)
    rabbit = await startRabbit(3)
    runs = [await start(0), await start(1)]
    await query(servers.ownerUrl, business)
    clients.push(...(await Promise.all(Array.from({ length: devices }, (_, n) => connect(`KILL-${n}`)))))
  }, patience(180_000))
  afterAll(async () => {
    console.log(`seed ${seed}\n${figures.join('\n')}`)
    for (const client of clients) client.end(true)
    await servers?.stop()
    await rabbit?.stop()
  }, patience(60_000))

  /** Both answer the broker; they take work orders to be somebody else's. */
  const start = (place: number) =>
    servers.start(place, {
      ...rabbit.settings,
      OPERATIONS: '0',
      ...(place === 0 ? {} : { MQTT_AUTH_PORT: rabbit.secondAuthPort }),
    })

  /** A device that keeps what was not acknowledged, and comes back by itself. */
  async function connect(sn: string): Promise<MqttClient> {
    const options = { username: sn, password: key, clientId: sn, clean: false, reconnectPeriod: 500 }
    const client = mqtt.connect(rabbit.address, options)
    client.on('error', () => undefined)
    await until(`${sn} is let in`, () => client.connected, patience(30_000))
    return client
  }

  /** Devices report for some seconds. @returns what was acknowledged, and after how long at most */
  async function load(seconds: number) {
    const acknowledged: string[] = []
    let longestMs = 0
    const under: Promise<void>[] = []
    const began = performance.now()
    while (performance.now() - began < seconds * 1000) {
      const due = Math.min(seconds * perSecond, ((performance.now() - began) / 1000) * perSecond)
      while (under.length < due) {
        const n = under.length % devices
        const id = randomUUID()
        const sentAt = performance.now()
        const message = {
          id,
          at: new Date().toISOString(),
          event: 'cleared',
          code: 'E1',
          text: '方向盘传感器',
        }
        const sent = clients[n]?.publishAsync(`sim/KILL-${n}/fault`, JSON.stringify(message), { qos: 1 })
        under.push(
          (sent ?? Promise.reject(new Error('no device'))).then(() => {
            acknowledged.push(id)
            longestMs = Math.max(longestMs, performance.now() - sentAt)
          }),
        )
      }
      await wait(5)
    }
    await Promise.all(under)
    return { acknowledged, longestMs }
  }

  async function expectStored(kind: string, { acknowledged, longestMs }: Awaited<ReturnType<typeof load>>) {
    const rows = async () =>
      z
        .array(z.object({ id: z.string() }))
        .parse(await query(servers.ownerUrl, 'select id::text from device_event'))
        .map(({ id }) => id)
    const began = performance.now()
    await until(
      'all are stored',
      async () => (await rows()).length >= acknowledged.length,
      patience(60_000),
      250,
    )
    const stored = new Set(await rows())
    const lost = acknowledged.filter(id => !stored.has(id)).length
    figures.push(
      `${kind}: ${acknowledged.length} acknowledged, ${lost} lost, longest ${(longestMs / 1000).toFixed(1)} s, all stored after ${((performance.now() - began) / 1000).toFixed(1)} s`,
    )
    expect(lost).toBe(0)
    expect(stored.size).toBe(acknowledged.length)
    await query(servers.ownerUrl, 'delete from device_event')
  }

  test(`a node, at ${perSecond} messages a second, twice`, { timeout: patience(300_000) }, async () => {
    for (const place of random.shuffle([0, 1, 2]).slice(0, 2)) {
      const loaded = load(20)
      await wait(random.int(3_000, 8_000))
      await rabbit.nodes[place]?.kill()
      await expectStored(`node ${place + 1} killed`, await loaded)
      await rabbit.nodes[place]?.startAgain()
      await until('all are connected', () => clients.every(({ connected }) => connected), patience(30_000))
    }
  })

  test('each server, twice', { timeout: patience(300_000) }, async () => {
    const loaded = load(20)
    for (const place of [0, 1, 0, 1]) {
      await wait(random.int(500, 2_000))
      const run = runs[place]
      run?.child.kill('SIGKILL')
      if (run !== undefined) await exitCodeOf(run)
      // The other one lets in who comes now.
      const late = await connect(`KILL-${devices}`)
      late.end(true)
      runs[place] = await start(place)
    }
    await expectStored('four servers killed', await loaded)
  })
})
