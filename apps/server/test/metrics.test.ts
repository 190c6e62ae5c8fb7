import { contract, deviceBulk } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { addToOutbox } from '../src/modules/notices/outbox/service.ts'
import { beforeEachTest, type TestApp } from './app.ts'
import { query } from './database.ts'
import { connectDevice, until } from './device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from './factories.ts'

// What operators watch, as Prometheus reads it. How metrics are named: http.test.ts.

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const metrics = async () => (await app.app.inject('/metrics')).body.split('\n')
const shows = (line: string) => until(line, async () => (await metrics()).includes(line))

test('a pool without a free connection says who waits, and that the server is not ready', async () => {
  await shows('server_ready 1')
  const { pool } = app.services
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const waits = pool.connect()
  try {
    const lines = await metrics()
    expect(lines).toContain(`db_pool{state="used"} ${pool.options.max}`)
    expect(lines).not.toContain('db_pool{state="waiting"} 0')
    expect(lines).toContain('server_ready 0')
    // It cannot be known.
    expect(lines.filter(line => line.startsWith('outbox_waiting'))).toEqual([])
  } finally {
    for (const client of held) client.release()
    const client = await waits
    client.release()
  }
  await shows('server_ready 1')
  await shows('outbox_waiting{channel="email"} 0')
})

test('a lost connection between processes is counted', async () => {
  await shows('bus_reconnects_total 0')
  await app.services.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'drivesim-bus' and datname = current_database()`,
  )
  await shows('bus_reconnects_total 1')
})

test('messages that wait for a batch are told', async () => {
  const { pool, devices } = app.services
  await shows('mqtt_intake_connected 1')
  await shows('device_messages_total{topic="end",outcome="failed"} 0')
  const organ = await makeOrganisation(pool)
  const own = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  const device = await connectDevice(devices.address() ?? '', own)
  const locking = await pool.connect()
  await locking.query('begin; lock table simulator_state in access exclusive mode')
  const first = device.report()
  // It is in hand, and what comes next has to wait.
  await shows('device_queue 0')
  await until('its batch waits for the lock', async () => {
    const { rows } = await locking.query('select from pg_locks where not granted')
    return rows.length > 0
  })
  const next = [device.report(), device.report()]
  await shows('device_queue 2')
  await locking.query('rollback')
  locking.release()
  await Promise.all([first, ...next])
  await shows('device_queue 0')
  await device.leave()
})

test('what has not left is counted by its channel', async () => {
  const { memberId } = await app.signedIn()
  const entry = (channel: 'sms' | 'email', event: string) => ({ memberId, channel, text: 0, event })
  await query(app.database.ownerUrl, `update member set mail = 'a@example.com', phone = '13800000000'`)
  await addToOutbox(
    app.services.db,
    [{ title: '一', content: '二', pushId: null }],
    [entry('email', '1'), entry('email', '2'), entry('sms', '3')],
  )
  await shows('outbox_waiting{channel="sms"} 1')
  await shows('outbox_waiting{channel="email"} 2')
})

test('the time that jobs take is told by their kind', async () => {
  const { pool } = app.services
  const school = await makeOrganisation(pool)
  const { id } = await makeSimulator(pool, { organ: school, room: await makeClassroom(pool, school) })
  const owner = await app.signedIn({ codes: ['device:simulator', 'device:edit'], organs: [school] })
  const { kind } = deviceBulk.setEnabled
  await owner.call(contract.jobs.start, { kind, selection: { ids: [id] }, input: { enabled: false } })
  await shows(`job_seconds_count{kind="${kind}"} 1`)
})
