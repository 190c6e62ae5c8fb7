import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { connectDevice, until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { patience } from '../../../../test/pace.ts'
import { type BuiltServer, build } from '../../../app.ts'
import type { Config } from '../../../platform/start/config.ts'

let server: BuiltServer
let config: Config
let databaseUrl: string
let closeAll: () => Promise<void>
let place: { organ: number; room: number }

beforeEach(async () => {
  const app = await testApp({ DATA_DIR: mkdtempSync(join(tmpdir(), 'drivesim-restart-')) })
  // testApp empties the database and is then used for its parts alone.
  server = { app: app.app, services: app.services, banner: [], close: app.close }
  config = app.services.config
  databaseUrl = app.database.appUrl
  closeAll = async () => server.close()
  const organ = await makeOrganisation(app.services.pool)
  place = { organ, room: await makeClassroom(app.services.pool, organ) }
})
afterEach(async () => {
  await closeAll()
  rmSync(config.dataDir, { recursive: true, force: true })
})

async function restart(): Promise<void> {
  await server.close()
  server = await build({ config, databaseUrl })
}

const state = async (id: number) =>
  (await server.services.pool.query('select * from simulator_state where simulator_id = $1', [id])).rows[0]

describe('a restart of the server', () => {
  test('takes nobody off the line who is back in time, and finds those who stay silent', async () => {
    const one = await makeSimulator(server.services.pool, place)
    const two = await makeSimulator(server.services.pool, place)
    const devices = await Promise.all(
      [one, two].map(simulator => connectDevice(server.services.devices.address() ?? '', simulator)),
    )
    await Promise.all(devices.map(device => device.report({ activity: 'training' })))
    await restart()
    await until('cut off', () => devices.every(({ client }) => !client.connected))
    expect(await state(one.id)).toMatchObject({ state_id: 'training' })
    const back = await connectDevice(server.services.devices.address() ?? '', one)
    await server.services.pool.query(
      `update simulator_heard set heard_at = now() - interval '89.5 seconds' where simulator_id <> 0`,
    )
    await back.report({ activity: 'training' })
    await until('the silent one is offline', async () => (await state(two.id)).online === false)
    expect(await state(one.id)).toMatchObject({ state_id: 'training', connection_id: back.connectionId })
    back.client.end(true)
  })

  test('in the middle of a flood: what was acknowledged is there, what was not comes again and counts once', async () => {
    const simulators = await Promise.all(
      Array.from({ length: 20 }, () => makeSimulator(server.services.pool, place)),
    )
    const acknowledged = new Set<string>()
    let sending = true
    const flood = simulators.map(async simulator => {
      const url = () => server.services.devices.address() ?? ''
      let device = await connectDevice(url(), simulator)
      for (let n = 0; n < 30; n += 1) {
        const sessionId = randomUUID()
        const event = { id: randomUUID(), sessionId, startedAt: new Date(Date.now() - 60_000).toISOString() }
        await until('acknowledged', async () => {
          if (!device.client.connected) device = await connectDevice(url(), simulator)
          await Promise.race([device.end(event), device.closed])
          return true
        })
        acknowledged.add(sessionId)
      }
      device.client.end(true)
    })
    const done = Promise.all(flood).then(() => {
      sending = false
    })
    await until('half of it', () => acknowledged.size > 150)
    await restart()
    expect(sending).toBe(true)
    await done
    const { rows } = await server.services.pool.query('select session_id from training_session')
    expect(new Set(rows.map(({ session_id }) => session_id))).toEqual(acknowledged)
    expect(rows).toHaveLength(acknowledged.size)
    const sums = await server.services.pool.query('select sum(times)::int as times from usage_day')
    expect(sums.rows[0].times).toBe(acknowledged.size)
  })
})

test('a thousand devices, five messages each: none is lost', { timeout: patience(60_000) }, async () => {
  const count = 1000
  const { pool, devices } = server.services
  const simulators = await Promise.all(Array.from({ length: count }, () => makeSimulator(pool, place)))
  const began = performance.now()
  const connected = []
  for (let n = 0; n < count; n += 100) {
    connected.push(
      ...(await Promise.all(
        simulators
          .slice(n, n + 100)
          .map(simulator => connectDevice(devices.address() ?? '', simulator, { will: false })),
      )),
    )
  }
  const connectedAt = performance.now()
  await Promise.all(
    connected.map(async device => {
      for (const activity of ['idle', 'training', 'idle', 'training', 'idle'])
        await device.report({ activity })
    }),
  )
  console.log(
    `${count} devices: signed in within ${(connectedAt - began).toFixed(0)} ms, ${count * 5} messages within ${(performance.now() - connectedAt).toFixed(0)} ms`,
  )
  const batches = (await server.services.metrics.deviceBatch.get()).values
  const of = (name: string) => batches.find(({ metricName }) => metricName?.endsWith(name))?.value ?? 0
  console.log(`${of('_count')} batches, ${((of('_sum') / of('_count')) * 1000).toFixed(1)} ms each`)
  const { rows } = await pool.query(
    `select count(*) filter (where seq = 5)::int as newest, (select count(*)::int from simulator_interval where fact = 'activity') as intervals
     from simulator_state`,
  )
  expect(rows[0]).toEqual({ newest: count, intervals: count * 5 })
  for (const { client } of connected) client.end(true)
})
