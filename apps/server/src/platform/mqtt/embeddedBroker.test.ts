import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect as connectTcp, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import mqtt, { type IClientOptions, type IConnackPacket, MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../test/device.ts'
import { makeMetrics } from '../metrics.ts'
import { readConfig } from '../start/config.ts'
import { StartError } from '../start/startError.ts'
import type { DeviceGateway, LinkEvent } from './deviceLink.ts'
import { embeddedLink } from './embeddedBroker.ts'

const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const received: string[] = []
const lengths: number[] = []
/** What is told of lines. */
const told: LinkEvent[] = []
/** How often the database would have been. */
const asked = { authenticate: 0, recall: 0 }
let renewed: string | undefined
beforeEach(() => {
  asked.authenticate = 0
  asked.recall = 0
  renewed = undefined
})
const gateway: DeviceGateway = {
  publishes: name => [`up/${name}`],
  repeats: () => [],
  subscribes: name => [`down/${name}`],
  longestMessage: 1000,
  authenticate: async (_name, key) => {
    asked.authenticate += 1
    return key === 'right' || key === renewed
  },
  async recall() {
    asked.recall += 1
    const then = renewed
    return (_name, key) => key === 'right' || key === then
  },
  receive: async (topic, payload) => {
    received.push(topic)
    lengths.push(payload.length)
  },
  link: (_name, event) => void told.push(event),
}

async function serve(env: Record<string, string>, metrics = makeMetrics(), more = {}) {
  const limits = { sessionSeconds: 3600, rememberedMs: 60_000, silenceMs: 300_000, ...more }
  const link = embeddedLink(readConfig({ MQTT_PORT: '0', ...env }), Fastify().log, metrics, limits)
  undo.push(() => link.close())
  await link.serve(gateway)
  return link
}

test('a port in use is said in one sentence', async () => {
  const taken = createServer()
  await new Promise<void>(done => taken.listen(0, '127.0.0.1', done))
  undo.push(() => new Promise(done => taken.close(done)))
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(serve({ MQTT_PORT: String(port) })).rejects.toThrow(StartError)
})

const openssl = '/usr/bin/openssl'

test.skipIf(!existsSync(openssl))('TLS where a certificate is given', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-tls-'))
  undo.push(() => rmSync(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '2']
  execFileSync(
    openssl,
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject],
    {
      stdio: 'ignore',
    },
  )
  const link = await serve({ MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key })
  const address = link.address() ?? ''
  expect(address).toMatch(/^mqtts:/)
  const client = await mqtt.connectAsync(address, {
    username: 'one',
    password: 'right',
    reconnectPeriod: 0,
    rejectUnauthorized: false,
  })
  await client.publishAsync('up/one', 'hello', { qos: 1 })
  expect(received).toContain('up/one')
  await client.endAsync()
})

test('who sends faster than a device may waits its turn, and loses nothing', async () => {
  const link = await serve({})
  received.length = 0
  const client = await mqtt.connectAsync(link.address() ?? '', {
    username: 'fast',
    password: 'right',
    reconnectPeriod: 0,
  })
  const began = performance.now()
  await Promise.all(Array.from({ length: 100 }, () => client.publishAsync('up/fast', 'x', { qos: 1 })))
  expect(performance.now() - began).toBeGreaterThan(900)
  expect(received).toHaveLength(100)
  await client.endAsync()
})

const options = (more: IClientOptions = {}): IClientOptions => ({
  username: 'one',
  password: 'right',
  reconnectPeriod: 0,
  ...more,
})

describe('who fails to sign in', () => {
  async function attempts(address: string, times: number, more: IClientOptions = { password: 'wrong' }) {
    const tries = Array.from({ length: times }, (_, index) =>
      mqtt.connectAsync(address, options({ username: `SN-${index}`, ...more }), false).then(
        client => client.endAsync().then(() => 'in'),
        () => 'refused',
      ),
    )
    return Promise.all(tries)
  }

  test('costs the database nothing beyond twenty a minute, and locks nobody out who has the key', async () => {
    const metrics = makeMetrics()
    const link = await serve({}, metrics)
    const address = link.address() ?? ''
    for (let i = 0; i < 4; i += 1) await attempts(address, 10)
    expect(asked).toEqual({ authenticate: 20, recall: 1 })
    expect(new Set(await attempts(address, 100))).toEqual(new Set(['refused']))
    expect(asked).toEqual({ authenticate: 20, recall: 1 })
    expect(await attempts(address, 30, { password: 'right' })).toEqual(Array.from({ length: 30 }, () => 'in'))
    expect(await metrics.registry.metrics()).toContain('device_sign_ins_total{outcome="throttled"} 120')
  })

  test('a key that is younger than what is remembered counts as soon as that is read again', async () => {
    const link = await serve({}, makeMetrics(), { rememberedMs: 50 })
    const address = link.address() ?? ''
    for (let i = 0; i < 3; i += 1) await attempts(address, 10)
    renewed = 'renewed'
    await until('it gets in', async () => (await attempts(address, 1, { password: 'renewed' }))[0] === 'in')
    expect(asked.recall).toBeGreaterThan(1)
  })

  test('has no other effect on a device elsewhere', async () => {
    const link = await serve({})
    const { hostname: host, port } = new URL(link.address() ?? '')
    const from = (localAddress: string) =>
      new Promise(done => {
        const to = { host, port: Number(port), localAddress }
        const client = new MqttClient(() => connectTcp(to), options({ password: 'wrong' }))
        client.on('error', () => undefined)
        client.once('close', () => done(null))
      })
    for (let i = 0; i < 25; i += 1) await from('127.0.0.9')
    expect(asked).toEqual({ authenticate: 20, recall: 1 })
    await from('127.0.0.8')
    expect(asked).toEqual({ authenticate: 21, recall: 1 })
  })
})

describe('a session that is kept', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000)
  const kept = (link: { address(): string | null }, more: IClientOptions = {}) =>
    connect(link.address() ?? '', options({ clean: false, clientId: 'a', ...more }))

  /** A connection, whether the broker knew its session, and what it was sent. */
  async function connect(address: string, given: IClientOptions) {
    const client = mqtt.connect(address, given)
    undo.push(() => client.end(true))
    const messages: string[] = []
    client.on('message', (_topic, payload) => messages.push(JSON.parse(payload.toString()).id))
    const packet = await new Promise<IConnackPacket>((done, fail) => {
      client.once('connect', done)
      client.once('error', fail)
    })
    return { client, messages, packet, isKnown: packet.sessionPresent }
  }
  const tell = async (link: Awaited<ReturnType<typeof serve>>, ids: readonly string[], text = '') => {
    for (const id of ids) await link.publish('down/one', { id, text }, inAnHour())
  }

  test('without a client id is refused as MQTT 3.1.1 says, and shown', async () => {
    const link = await serve({})
    const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
    // User name and password; no clean session.
    const body = [text('MQTT'), Buffer.from([4, 0xc0, 0, 30]), text(''), text('one'), text('right')]
    const connect = Buffer.concat(body)
    const { port } = new URL(link.address() ?? '')
    const socket = connectTcp(Number(port), '127.0.0.1')
    undo.push(() => socket.destroy())
    const answer = new Promise<Buffer>(done => socket.once('data', done))
    socket.write(Buffer.concat([Buffer.from([0x10, connect.length]), connect]))
    expect([...(await answer)]).toEqual([0x20, 2, 0, 2])
    expect(told.at(-1)).toEqual({ kind: 'noClientId', address: '127.0.0.1' })
  })

  test('gets what it was sent while it was away', async () => {
    const link = await serve({})
    const { client, isKnown } = await kept(link)
    expect(isKnown).toBe(false)
    await client.subscribeAsync('down/one', { qos: 1 })
    await client.endAsync()
    await tell(link, ['1', '2'])
    const again = await kept(link)
    expect(again.isKnown).toBe(true)
    await until('both came', () => again.messages.length === 2)
    expect(again.messages).toEqual(['1', '2'])
    await again.client.endAsync()
    expect((await kept(link)).messages).toEqual([])
  })

  test('is one of each device: another id ends it, and so does a clean session of the same', async () => {
    const metrics = makeMetrics()
    const link = await serve({}, metrics)
    for (let i = 0; i < 50; i += 1) {
      const { client } = await kept(link, { clientId: `id-${i}` })
      await client.subscribeAsync('down/one', { qos: 1 })
      await client.endAsync()
    }
    expect(await metrics.registry.metrics()).toContain('device_sessions_kept 1\n')
    await tell(link, ['1'])
    expect((await kept(link, { clientId: 'id-0' })).isKnown).toBe(false)
    const last = await kept(link, { clientId: 'id-0' })
    expect(last.isKnown).toBe(false)
    await last.client.subscribeAsync('down/one', { qos: 1 })
    const clean = await kept(link, { clientId: 'id-0', clean: true })
    await clean.client.endAsync()
    expect((await kept(link, { clientId: 'id-0' })).isKnown).toBe(false)
  })

  test('keeps sixteen messages of 64 KiB together, the newest', async () => {
    const link = await serve({})
    const { client } = await kept(link)
    await client.subscribeAsync('down/one', { qos: 1 })
    await client.endAsync()
    await tell(
      link,
      Array.from({ length: 40 }, (_, index) => String(index)),
    )
    const many = await kept(link)
    await until('the last came', () => many.messages.at(-1) === '39')
    expect(many.messages).toEqual(Array.from({ length: 16 }, (_, index) => String(24 + index)))
    await many.client.endAsync()
    await tell(link, ['a', 'b', 'c'], 'x'.repeat(30_000))
    const large = await kept(link)
    await until('the last came', () => large.messages.at(-1) === 'c')
    expect(large.messages).toEqual(['b', 'c'])
  })

  test('is forgotten when its device stays away, and not before', async () => {
    const metrics = makeMetrics()
    const count = async () =>
      Number(/^device_sessions_kept (\d+)$/m.exec(await metrics.registry.metrics())?.[1])
    const link = await serve({}, metrics, { sessionSeconds: 0.05 })
    const present = await kept(link, { username: 'two' })
    const { client } = await kept(link)
    await client.subscribeAsync('down/one', { qos: 1 })
    expect(await count()).toBe(2)
    await client.endAsync()
    await until('it is forgotten', async () => (await count()) === 1)
    expect((await kept(link)).isKnown).toBe(false)
    expect(present.client.connected).toBe(true)
  })

  test('over MQTT 5 the device is told when it is kept for less long than it asked', async () => {
    const link = await serve({})
    const given = { protocolVersion: 5, properties: { sessionExpiryInterval: 86_400 } } as const
    const { packet } = await kept(link, given)
    expect(packet.properties?.sessionExpiryInterval).toBe(3600)
    expect(packet.properties?.maximumPacketSize).toBe(gateway.longestMessage + 4096)
  })
})

test('a connection over which nothing comes is ended, whatever it said of keep-alive', async () => {
  told.length = 0
  const link = await serve({}, undefined, { silenceMs: 50 })
  const client = await mqtt.connectAsync(link.address() ?? '', options({ keepalive: 0 }))
  await new Promise<void>(done => client.once('close', () => done()))
  await expect
    .poll(() => told)
    .toMatchObject([{ kind: 'connected' }, { kind: 'disconnected', reason: 'silent' }])
})

test('what is too long reaches the domain cut, in whatever pieces it comes', async () => {
  received.length = 0
  lengths.length = 0
  const link = await serve({})
  const client = await mqtt.connectAsync(link.address() ?? '', options())
  const sizes = [10, 5_096 - 9 - 2, 5_200, 70_000, 300_000, 11]
  for (const size of sizes) await client.publishAsync('up/one', 'x'.repeat(size), { qos: 1 })
  expect(lengths.map(length => Math.min(length, 1001))).toEqual([10, 1001, 1001, 1001, 1001, 11])
  expect(lengths[4]).toBeLessThan(5_200)
  await client.endAsync()
})
