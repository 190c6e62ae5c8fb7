import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { contract, errors } from '@drivesim/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { resetDatabase } from '../../../../test/database.ts'
import { connectDevice, type Device, until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { type LiveStream, openLiveStream } from '../../../../test/liveStream.ts'
import { addFacts } from '../../board/figures/service.ts'
import { sayLive } from './service.ts'

let app: TestApp
let base: string
let organ: number
let simulator: Awaited<ReturnType<typeof makeSimulator>>
const streams: LiveStream[] = []
const devices: Device[] = []

beforeAll(async () => {
  app = await testApp()
  base = await app.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())
beforeEach(async () => {
  await resetDatabase(app.database)
  organ = await makeOrganisation(app.services.pool)
  simulator = await makeSimulator(app.services.pool, {
    organ,
    room: await makeClassroom(app.services.pool, organ),
  })
})
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  for (const { client } of devices.splice(0)) client.end(true)
  await until('no stream left', async () => (await app.services.metrics.streams.get()).values[0]?.value === 0)
})

async function connect(of = simulator): Promise<Device> {
  const device = await connectDevice(app.services.devices.address() ?? '', of)
  devices.push(device)
  return device
}

async function open(token: string, after?: string): Promise<LiveStream> {
  const stream = await openLiveStream(base, token, after)
  streams.push(stream)
  return stream
}

const manager = () => app.signedIn({ codes: ['device:running'], organs: [organ] })

describe('the live stream', () => {
  test('shows a change on a device: state, student, module, start', async () => {
    const stream = await open((await manager()).token)
    const device = await connect()
    await device.report({ activity: 'training' })
    const { data } = await stream.wait('simulator', ({ stateId }) => stateId === 'training')
    expect(data).toMatchObject({ simulatorId: simulator.id, stateName: '训练中', student: null })
    const student = await makeStudent(app.services.pool, organ, '王芳')
    await device.start({ sessionId: randomUUID(), studentId: student, moduleId: 2 })
    const started = await stream.wait('simulator', row => row.student === '王芳')
    expect(started.data).toMatchObject({ module: '侧方停车', startedAt: expect.any(String) })
    device.cut()
    await stream.wait('simulator', ({ stateId }) => stateId === 'offline')
  })

  test('carries nothing of other organisations, and no device to those without a code for devices', async () => {
    const other = await makeOrganisation(app.services.pool)
    const foreign = await open((await app.signedIn({ codes: ['device'], organs: [other] })).token)
    const codeless = await open((await app.signedIn({ codes: ['system:user'], organs: [organ] })).token)
    const own = await open((await manager()).token)
    await (await connect()).report()
    await own.wait('simulator')
    await sayLive(app.services.bus, app.services.db, { simulator: [simulator.id] })
    await until('told twice', () => own.events.filter(({ name }) => name === 'simulator').length > 1)
    for (const stream of [foreign, codeless]) {
      expect(stream.events.map(({ name }) => name)).toEqual(['version', 'unread', 'caughtUp'])
    }
  })

  test('says which figures changed, of which place and days, to those who manage the place', async () => {
    const elsewhere = await makeOrganisation(app.services.pool)
    const stream = await open((await manager()).token)
    const foreign = await open((await app.signedIn({ organs: [elsewhere] })).token)
    const { db } = app.services
    const fact = {
      metric: 'appUses' as const,
      organId: organ,
      at: new Date('2026-03-31T16:30:00Z'),
      value: 1,
    }
    await addFacts(app.services, db, { sums: [fact, { ...fact, at: new Date('2026-03-02T01:00:00Z') }] })
    const { data } = await stream.wait('figures')
    expect(data).toEqual({ first: '2026-03-02', last: '2026-04-01', organs: [organ] })
    // A later word of the same queue: what was for others had come by then.
    const device = await connect()
    await device.report({ activity: 'training' })
    await stream.wait('simulator')
    expect(foreign.events.map(({ name }) => name)).not.toContain('figures')
  })

  test('a reconnect with the last id gets what it missed, and only the latest of it', async () => {
    const { token } = await manager()
    const device = await connect()
    await device.report()
    const first = await open(token)
    await device.report({ activity: 'training' })
    const { id } = await first.wait('simulator', ({ stateId }) => stateId === 'training')
    first.close()
    const meanwhile = await open(token)
    await device.report({ activity: 'idle' })
    await device.report({ health: 'fault' })
    // The server has said it to everybody: what comes now is what was missed.
    await meanwhile.wait('simulator', ({ stateId }) => stateId === 'fault')
    const again = await open(token, id)
    expect(again.events.map(({ name }) => name).at(-1)).toBe('caughtUp')
    expect(again.events.filter(({ name }) => name === 'simulator')).toMatchObject([
      { data: { stateId: 'fault' } },
    ])
    const fresh = await open(token)
    expect(fresh.events.map(({ name }) => name)).toEqual(['version', 'unread', 'caughtUp'])
  })

  test('a simulator that moves out of the scope is gone, at once and for one who comes back later', async () => {
    const { token } = await manager()
    const stream = await open(token)
    const { id } = await stream.wait('caughtUp')
    const admin = await app.signedIn({ codes: ['device:edit', 'device:simulator'] })
    const other = await makeOrganisation(app.services.pool)
    const room = await makeClassroom(app.services.pool, other)
    const moved = await admin.call(contract.devices.move, {
      simulatorId: simulator.id,
      organId: other,
      roomId: room,
    })
    expect(moved.msg).toBe('')
    await stream.wait('simulatorGone', ({ simulatorId }) => simulatorId === simulator.id)
    const again = await open(token, id)
    expect(again.events.map(({ name }) => name)).toContain('simulatorGone')
  })

  test('ends, after saying so, when the session, the codes or the scope change', async () => {
    const { token, memberId } = await manager()
    const { pool, db, bus } = app.services
    const stream = await open(token)
    const leaver = await manager()
    const leaving = await open(leaver.token)
    await pool.query(`update session set ended_at = now(), end_reason = 'signedOut' where member_id = $1`, [
      leaver.memberId,
    ])
    // They are looked at together: once the one has ended, the other was found unchanged.
    await sayLive(bus, db, { sessionChanged: [memberId, leaver.memberId] })
    await until('ended', () => leaving.isEnded())
    await sayLive(bus, db, { unread: [memberId] })
    await until('told still', () => stream.events.filter(({ name }) => name === 'unread').length > 1)
    expect(stream.events.map(({ name }) => name)).not.toContain('sessionChanged')
    await pool.query(
      `insert into role_access select role_id, 'device:edit' from member_role where member_id = $1`,
      [memberId],
    )
    await sayLive(bus, db, { sessionChanged: [memberId] })
    await stream.wait('sessionChanged')
    await until('ended', () => stream.isEnded())

    const next = await open(token)
    await pool.query(`update session set ended_at = now(), end_reason = 'kicked' where member_id = $1`, [
      memberId,
    ])
    await sayLive(bus, db, { sessionChanged: [memberId] })
    await next.wait('sessionChanged')
    await until('ended', () => next.isEnded())
    await expect(open(token)).rejects.toThrow(String(errors.sessionEnded.code))
  })

  test('tells unread messages', async () => {
    const { token, memberId } = await app.signedIn()
    const stream = await open(token)
    await app.services.pool.query(
      `insert into message (member_id, title, brief, content) values ($1, '通知', '通知', '通知')`,
      [memberId],
    )
    await sayLive(app.services.bus, app.services.db, { unread: [memberId] })
    await stream.wait('unread', ({ count }) => count === 1)
  })

  test('five at most for one session, each refused one with a sentence', async () => {
    const { token } = await manager()
    await Promise.all(Array.from({ length: 5 }, () => open(token)))
    await expect(open(token)).rejects.toThrow(errors.tooManyStreams.sentence())
  })

  test('one who left before the answer began is not kept', async () => {
    const { token } = await manager()
    const lock = await app.services.pool.connect()
    try {
      // Admission waits for this; who comes after shows that it went on.
      await lock.query('begin; lock table session')
      const asked = once(app.app.server, 'request')
      const leaving = new AbortController()
      const headers = { authorization: `Bearer ${token}` }
      const answer = fetch(`${base}/dm-api/live/events`, { headers, signal: leaving.signal })
      const [{ socket }] = await asked
      const gone = once(socket, 'close')
      leaving.abort()
      await expect(answer).rejects.toThrow('aborted')
      await gone
    } finally {
      await lock.query('rollback')
      lock.release()
    }
    await open(token)
    expect((await app.services.metrics.streams.get()).values[0]?.value).toBe(1)
  })

  test('catches up by itself when the connection of the bus was cut', async () => {
    const stream = await open((await manager()).token)
    const device = await connect()
    await device.report()
    await stream.wait('simulator')
    const { pool } = app.services
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'drivesim-bus' and datname = current_database()`,
    )
    await device.report({ activity: 'training' })
    await stream.wait('simulator', ({ stateId }) => stateId === 'training')
    await device.report({ activity: 'idle' })
    await stream.wait('simulator', ({ stateId }) => stateId === 'idle')
    // Pages that get no rows read for them read them again themselves.
    expect(stream.events.filter(({ name }) => name === 'caughtUp')).toHaveLength(2)
  })

  test('a fleet’s changes are all at the browser', async () => {
    const room = simulator.room
    const fleet = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const one = await makeSimulator(app.services.pool, { organ, room })
        return { id: one.id, device: await connect(one) }
      }),
    )
    const stream = await open((await manager()).token)
    for (let round = 0; round < 5; round += 1) {
      const activity = round % 2 === 0 ? 'training' : 'idle'
      await Promise.all(
        fleet.map(async ({ id, device }) => {
          const from = stream.events.length
          await device.report({ activity })
          await until('on the stream', () =>
            stream.events
              .slice(from)
              .find(
                ({ name, data }) =>
                  name === 'simulator' &&
                  Reflect.get(data, 'simulatorId') === id &&
                  Reflect.get(data, 'stateId') === activity,
              ),
          )
        }),
      )
    }
  })
})
