import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import mqtt from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { makeMetrics } from '../metrics.ts'
import { readConfig } from '../start/config.ts'
import { StartError } from '../start/startError.ts'
import type { DeviceGateway } from './deviceLink.ts'
import { openDeviceLink } from './openDeviceLink.ts'

const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const received: string[] = []
const gateway: DeviceGateway = {
  publishes: name => [`up/${name}`],
  repeats: () => [],
  subscribes: name => [`down/${name}`],
  longestMessage: 1000,
  authenticate: async (_name, key) => key === 'right',
  receive: async topic => {
    received.push(topic)
  },
}

async function serve(env: Record<string, string>) {
  const link = await openDeviceLink(readConfig({ MQTT_PORT: '0', ...env }), Fastify().log, makeMetrics())
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
