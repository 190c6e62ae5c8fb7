import { afterEach, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { type Credentials, connectDevice, type Device, until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'

let app: TestApp
let simulator: Credentials & { id: number }
const devices: Device[] = []

beforeEachTest(async built => {
  app = built
  const organ = await makeOrganisation(app.services.pool)
  simulator = await makeSimulator(app.services.pool, {
    organ,
    room: await makeClassroom(app.services.pool, organ),
  })
})
afterEach(() => {
  for (const { client } of devices.splice(0)) client.end(true)
})

async function connect(options?: Parameters<typeof connectDevice>[2]): Promise<Device> {
  const device = await connectDevice(app.services.devices.address() ?? '', simulator, options)
  devices.push(device)
  return device
}

async function state() {
  const { rows } = await app.services.pool.query(
    `select state_id, online, p.activity, p.health, state_since, online_since, coalesce(h.seq, p.seq) as seq,
       coalesce(h.heard_at, last_seen_at) as last_seen_at, p.connection_id, p.xmin::text as written
     from simulator_state p left join simulator_heard h using (simulator_id) where simulator_id = $1`,
    [simulator.id],
  )
  return rows[0]
}

test('reports that say the same again write when it was heard, and nothing of its present', async () => {
  const device = await connect()
  for (let n = 0; n < 3; n += 1) await device.report({ activity: 'training' })
  const before = await state()
  for (let n = 0; n < 3; n += 1) await device.report({ activity: 'training' })
  const after = await state()
  expect(after).toMatchObject({ seq: 6, written: before.written })
  expect(after.last_seen_at.getTime()).toBeGreaterThan(before.last_seen_at.getTime())
  await device.report({ activity: 'training', software: '2.1' })
  await device.report({ activity: 'training', software: '2.1', health: 'fault' })
  await device.report({ activity: 'idle', software: '2.1', health: 'fault' })
  expect(await state()).toMatchObject({ activity: 'idle', health: 'fault', seq: 9 })
  // Late, and repeated: as after any other.
  await device.report({ activity: 'training', seq: 8 })
  expect(await state()).toMatchObject({ activity: 'idle', seq: 9 })
})

test('one that meets a change of the present is judged by what that made of it', async () => {
  const device = await connect()
  for (let n = 0; n < 4; n += 1) await device.report()
  const { written } = await state()
  const writer = await app.services.pool.connect()
  try {
    // What somebody writes whose next report may change more.
    await writer.query('begin')
    await writer.query('update simulator_heard set connection_id = null where simulator_id = $1', [
      simulator.id,
    ])
    const report = device.report()
    await until('it waits', async () => {
      const { rows } = await app.services.pool.query(
        'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
      )
      return rows.length > 0
    })
    await writer.query('commit')
    await report
  } finally {
    writer.release()
  }
  expect(await state()).toMatchObject({ seq: 5 })
  expect((await state()).written).not.toBe(written)
  // As somebody does who does not know of the table: the next report finds out.
  await app.services.pool.query(`update simulator_state set reported_health = 'fault'`)
  await device.report()
  expect(await state()).toMatchObject({ seq: 6, health: 'ok' })
  const { rows } = await app.services.pool.query('select reported_health as said from simulator_state')
  expect(rows).toEqual([{ said: 'ok' }])
})

test('after a crash of the database all count as heard then', async () => {
  const device = await connect({ will: false })
  for (let n = 0; n < 4; n += 1) await device.report()
  const old = `clock_timestamp() - interval '1 hour'`
  await app.services.pool.query(
    `with emptied as (delete from simulator_heard) update simulator_state set last_seen_at = ${old}`,
  )
  const heard = await until('filled again', async () => {
    const { rows } = await app.services.pool.query(
      'select heard_at from simulator_heard where simulator_id = $1',
      [simulator.id],
    )
    return rows[0]?.heard_at as Date | undefined
  })
  expect(Date.now() - heard.getTime()).toBeLessThan(60_000)
  await device.report()
  expect(await state()).toMatchObject({ online: true, seq: 5 })
})
