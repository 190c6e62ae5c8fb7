import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
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
       coalesce(h.heard_at, last_seen_at) as last_seen_at, p.connection_id
     from simulator_state p left join simulator_heard h using (simulator_id) where simulator_id = $1`,
    [simulator.id],
  )
  return rows[0]
}

async function intervals(fact: string) {
  const { rows } = await app.services.pool.query<{ value: string; started_at: Date; ended_at: Date | null }>(
    'select value, started_at, ended_at from simulator_interval where simulator_id = $1 and fact = $2 order by started_at',
    [simulator.id, fact],
  )
  return rows
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const metric = async (labels: Record<string, string>) => {
  const { values } = await app.services.metrics.deviceMessages.get()
  return (
    values.find(value => Object.entries(labels).every(([k, v]) => Reflect.get(value.labels, k) === v))
      ?.value ?? 0
  )
}

describe('signing in', () => {
  test('username is the SN, password the device key; MQTT 3.1.1 and 5', async () => {
    for (const version of [4, 5] as const) {
      const device = await connect({ version })
      await device.report()
      expect(await state()).toMatchObject({ online: true, connection_id: device.connectionId })
      await device.leave()
      expect(await state()).toMatchObject({ online: false })
    }
  })

  test('a wrong key, an unknown SN and a disabled device are refused', async () => {
    const url = app.services.devices.address() ?? ''
    await expect(connectDevice(url, { sn: simulator.sn, key: 'wrong' })).rejects.toThrow(/[Nn]ot authorized/)
    await expect(connectDevice(url, { sn: 'NOBODY-1', key: simulator.key })).rejects.toThrow()
    await expect(connectDevice(url, { ...simulator, key: 'wrong' }, { version: 5 })).rejects.toThrow()
    await app.services.pool.query('update simulator_state set enabled = false')
    await expect(connectDevice(url, simulator)).rejects.toThrow()
  })

  test('a device uses its own topics only, and stays connected when it tries others', async () => {
    const other = await makeSimulator(app.services.pool, {
      organ: 2,
      room: (await app.services.pool.query('select id from classroom')).rows[0].id,
    })
    for (const version of [4, 5] as const) {
      const device = await connect({ version, clientId: `own-${version}` })
      await device.report()
      const granted = await device.client
        .subscribeAsync([`sim/${other.sn}/command`, 'sim/+/state', `sim/${simulator.sn}/command`], { qos: 1 })
        .catch((error: { packet?: { granted: number[] } }) => error.packet?.granted.map(qos => ({ qos })))
      expect(granted?.map(({ qos }) => qos >= 128)).toEqual([true, true, false])
      const said = { id: randomUUID(), at: ago(0), connectionId: randomUUID(), seq: 1, online: true }
      await device.client.publishAsync(
        `sim/${other.sn}/state`,
        JSON.stringify({ ...said, activity: 'idle', health: 'ok' }),
        { qos: 1 },
      )
      await device.report({ activity: 'training' })
      expect(await state()).toMatchObject({ online: true, activity: 'training' })
      const { rows } = await app.services.pool.query(
        'select online from simulator_state where simulator_id = $1',
        [other.id],
      )
      expect(rows[0].online).toBe(false)
    }
  })

  test('one device does not push another off by taking its client id', async () => {
    const room = (await app.services.pool.query('select id, organ_id from classroom')).rows[0]
    const other = await makeSimulator(app.services.pool, { organ: room.organ_id, room: room.id })
    const first = await connect({ clientId: 'same' })
    const second = await connectDevice(app.services.devices.address() ?? '', other, { clientId: 'same' })
    devices.push(second)
    await second.report()
    await first.report()
    expect(first.client.connected && second.client.connected).toBe(true)
  })

  test('a disconnected device is gone at once', async () => {
    const device = await connect()
    await device.report()
    await app.services.devices.disconnect(simulator.sn)
    await until('offline by its will', async () => (await state()).online === false)
    expect(device.client.connected).toBe(false)
  })
})

describe('the present', () => {
  test('is committed when the message is acknowledged', async () => {
    const device = await connect()
    await device.report({ activity: 'training', software: '2.4.1', headsetIp: '192.168.1.77' })
    expect(await state()).toMatchObject({ state_id: 'training', online: true })
    const { rows } = await app.services.pool.query(
      'select software, host(headset_ip) as ip, version from simulator',
    )
    expect(rows[0]).toMatchObject({ software: '2.4.1', ip: '192.168.1.77', version: 2 })
    await device.report({ activity: 'training', software: '2.4.1', headsetIp: '192.168.1.77' })
    expect((await app.services.pool.query('select version from simulator')).rows[0].version).toBe(2)
  })

  test('within a connection the greater number wins, whatever comes last', async () => {
    const device = await connect()
    await device.report({ seq: 5, activity: 'training' })
    await device.report({ seq: 4, activity: 'idle' })
    await device.report({ seq: 5, activity: 'idle' })
    expect(await state()).toMatchObject({ activity: 'training', seq: 5 })
    await device.report({ seq: 6, activity: 'idle' })
    expect(await state()).toMatchObject({ activity: 'idle', seq: 6 })
  })

  test('an older connection never changes the present, neither by a report nor by its will', async () => {
    const old = await connect({ clientId: 'old' })
    await old.report()
    const current = await connect({ clientId: 'new' })
    await current.report({ activity: 'training' })
    await old.report({ seq: 1000, activity: 'idle' })
    old.cut()
    await until('the will was counted', () => metric({ topic: 'linkLost', outcome: 'stale' }))
    expect(await state()).toMatchObject({ state_id: 'training', connection_id: current.connectionId })
  })

  test('an unseen connection that claims to be older counts from its second report on', async () => {
    const device = await connect()
    await device.report()
    const late = randomUUID()
    await device.report({ connectionId: late, seq: 1, at: ago(60), activity: 'training' })
    expect(await state()).toMatchObject({ activity: 'idle', connection_id: device.connectionId })
    await device.report({ connectionId: late, seq: 2, activity: 'training' })
    expect(await state()).toMatchObject({ activity: 'training', connection_id: late })
  })

  test('a will counts for the newest connection only, and no report it overtook brings the link back', async () => {
    const device = await connect()
    await device.report()
    await device.send('state', { connectionId: randomUUID(), online: false })
    expect(await state()).toMatchObject({ online: true })
    await device.send('state', { connectionId: device.connectionId, online: false })
    expect(await state()).toMatchObject({ online: false })
    await device.report()
    expect(await state()).toMatchObject({ online: false })
    await device.report({ connectionId: randomUUID() })
    expect(await state()).toMatchObject({ online: true })
  })

  test('a connection taken over by the same client id: the new one is what counts', async () => {
    const first = await connect()
    await first.report()
    const second = await connect()
    await second.report()
    await until('the first is closed', () => !first.client.connected)
    await second.report({ activity: 'training' })
    expect(await state()).toMatchObject({ online: true, connection_id: second.connectionId })
  })

  test('a time more than five minutes ahead is replaced by the receipt; a little ahead does not outlast itself', async () => {
    const device = await connect()
    await device.report({ at: ago(-3600), activity: 'training' })
    expect((await intervals('activity')).at(-1)?.started_at.getTime()).toBeLessThan(Date.now() + 1000)
    expect(await metric({ topic: 'report', outcome: 'redated' })).toBeGreaterThan(0)
    await device.report({ connectionId: randomUUID(), at: ago(-200) })
    const corrected = randomUUID()
    await device.report({ connectionId: corrected, at: ago(0) })
    expect(await state()).toMatchObject({ connection_id: corrected })
  })

  test('a client that connects again with the same id is heard, from its first number', async () => {
    const first = await connect()
    for (let n = 0; n < 3; n += 1) await first.report()
    first.cut()
    await until('offline by its will', async () => (await state()).online === false)
    const again = await connect({ connectionId: first.connectionId })
    await again.report({ activity: 'training' })
    expect(await state()).toMatchObject({ online: true, activity: 'training', seq: 1 })
  })

  test('a clock that is behind keeps no connection out: its second report counts', async () => {
    await (await connect({ clientId: 'old' })).report()
    const device = await connect()
    await device.report({ at: ago(1800) })
    await device.report({ at: ago(1800), activity: 'training' })
    expect(await state()).toMatchObject({ activity: 'training', connection_id: device.connectionId })
  })

  test('two devices under one number are told apart from one, and change nothing until one is left', async () => {
    const one = await connect({ clientId: 'one' })
    const two = await connect({ clientId: 'two' })
    for (const device of [one, two, one, two]) {
      await device.report()
      await device.report()
    }
    const before = (await intervals('activity')).length
    await one.report({ activity: 'training' })
    await one.report({ activity: 'training' })
    expect((await intervals('activity')).length).toBe(before)
    const { rows } = await app.services.pool.query('select shared_since from simulator_state')
    expect(rows[0].shared_since).not.toBeNull()
    two.cut()
    await one.report()
    expect(await state()).toMatchObject({ online: true })
  })

  test('four facts are kept as intervals without gap, each change at the time it happened', async () => {
    const device = await connect()
    await device.report({ at: ago(30) })
    const began = ago(20)
    await device.report({ at: began, activity: 'training' })
    await device.report({ at: ago(10), activity: 'idle', health: 'fault' })
    const activity = await intervals('activity')
    expect(activity.map(({ value }) => value)).toEqual(['idle', 'training', 'idle'])
    expect(activity[1]?.started_at.toISOString()).toBe(began)
    for (const fact of ['link', 'activity', 'health', 'administration']) {
      const rows = await intervals(fact)
      expect(rows.at(-1)?.ended_at).toBeNull()
      for (const [index, row] of rows.entries()) {
        if (index > 0) expect(row.started_at).toEqual(rows[index - 1]?.ended_at)
      }
    }
    expect(await state()).toMatchObject({ state_id: 'fault' })
  })
})

describe('silence', () => {
  test('of 90 s is offline, from that moment', async () => {
    const device = await connect({ will: false })
    await device.report()
    await app.services.pool.query(
      `update simulator_heard set heard_at = clock_timestamp() - interval '89.9 seconds' where simulator_id = ${simulator.id}`,
    )
    const seen = (await state()).last_seen_at.getTime()
    await until('offline', async () => (await state()).online === false)
    expect((await state()).online_since.getTime()).toBe(seen + 90_000)
    expect((await intervals('link')).map(({ value }) => value)).toEqual(['offline', 'online', 'offline'])
  })

  test('a device that never reported is offline from the start', async () => {
    expect(await state()).toMatchObject({ state_id: 'offline' })
  })
})

describe('malformed messages', () => {
  test('are refused and counted, and harm nothing else', async () => {
    const device = await connect()
    await device.report()
    const before = await metric({ topic: 'state', outcome: 'malformed' })
    const bad = [
      'no json',
      '[]',
      { online: true },
      { connectionId: 'x', online: false },
      { id: randomUUID(), at: ago(0), connectionId: randomUUID(), seq: 1, online: 'perhaps' },
      {
        id: randomUUID(),
        at: ago(0),
        connectionId: randomUUID(),
        online: true,
        activity: 'idle',
        health: 'ok',
      },
    ]
    await Promise.all([
      ...bad.map(message => device.send('state', message)),
      device.report({ activity: 'training' }),
    ])
    expect(await metric({ topic: 'state', outcome: 'malformed' })).toBe(before + bad.length)
    expect(await state()).toMatchObject({ state_id: 'training' })
    await device.end({ sessionId: 'none', startedAt: ago(10), at: ago(0) })
    await device.end({ sessionId: randomUUID(), startedAt: ago(401 * 86_400), at: ago(401 * 86_400) })
    expect((await app.services.pool.query('select from training_session')).rowCount).toBe(0)
    expect(device.client.connected).toBe(true)
  })

  test('one longer than a device may send is acknowledged, refused and told; beyond 1 MiB it ends the connection', async () => {
    const device = await connect({ will: false, version: 5 })
    await device.report()
    await device.send('fault', 'x'.repeat(200_000))
    await device.report({ activity: 'training' })
    expect(await state()).toMatchObject({ state_id: 'training' })
    expect((await app.services.pool.query('select topic, path from device_remark')).rows).toEqual([
      { topic: 'fault', path: '$' },
    ])
    device.send('fault', 'x'.repeat(1_100_000)).catch(() => undefined)
    await until('closed', () => !device.client.connected)
    await until('told', async () => {
      const { rows } = await app.services.pool.query(
        "select kind, detail from device_link_event where kind = 'tooLong'",
      )
      return rows.length === 1
    })
    await (await connect()).report()
  })
})
