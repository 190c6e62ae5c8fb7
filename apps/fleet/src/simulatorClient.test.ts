import { createServer, type Server } from 'node:net'
import { ackMessage, sessionMessage, stateMessage } from '@drivesim/contract/devices/telemetry/telemetry'
import { Aedes } from 'aedes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFleet } from './fleet.ts'
import type { FleetFile } from './keysFile.ts'
import { type SimulatorClient, simulatorClient } from './simulatorClient.ts'
import { newStatistics } from './statistics.ts'

/** Waits for a condition, patiently: on a busy machine things take longer (scripts/lib/pace.mjs). */
const timeout = 15_000 * Number(process.env.TEST_PACE ?? 1)
const until = (condition: () => void) => vi.waitFor(condition, { timeout, interval: 20 })

interface Heard {
  topic: string
  payload: unknown
}

let broker: Aedes
let server: Server
let url: string
let heard: Heard[]
let simulator: SimulatorClient
let statistics: ReturnType<typeof newStatistics>

beforeEach(async () => {
  heard = []
  broker = await Aedes.createBroker({
    authenticate: (_client, name, key, done) =>
      done(null, name?.startsWith('SIM-') === true && String(key) === 'key'),
  })
  broker.on('publish', packet => {
    if (packet.topic.startsWith('sim/'))
      heard.push({ topic: packet.topic, payload: JSON.parse(packet.payload.toString()) })
  })
  server = createServer(broker.handle)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  url = `mqtt://127.0.0.1:${typeof address === 'object' ? address?.port : address}`
  statistics = newStatistics()
  simulator = simulatorClient({
    url,
    sn: 'SIM-1',
    key: 'key',
    protocolVersion: 4,
    statistics,
    software: '1.0',
  })
})

afterEach(async () => {
  await simulator.stop()
  await new Promise<void>(done => broker.close(done))
  server.close()
})

const of = (kind: string) => heard.filter(one => one.topic === `sim/SIM-1/${kind}`).map(one => one.payload)
const states = () => of('state').map(payload => stateMessage.parse(payload))
const sessions = () => of('session').map(payload => sessionMessage.parse(payload))
const session = { sessionId: '6c1f3a52-8a55-4a3e-9b1e-2f6f4f0b7a10', studentId: 7, moduleId: 1 }
const result = {
  ...session,
  startedAt: '2026-03-16T02:00:00Z',
  effectiveSeconds: 60,
  score: 90,
  passed: true,
  errors: [],
}

test('it reports its state after connecting and with every change, in growing order within the connection', async () => {
  simulator.start()
  await until(() => expect(states()).toHaveLength(1))
  simulator.startSession(session)
  simulator.raiseFault('E101', '头显追踪丢失')
  await until(() => expect(states()).toHaveLength(3))
  expect(states()).toMatchObject([
    { online: true, activity: 'idle', health: 'ok', seq: 0, software: '1.0' },
    { activity: 'training', health: 'ok', seq: 1 },
    { activity: 'training', health: 'fault', seq: 2 },
  ])
  expect(new Set(states().map(state => state.connectionId)).size).toBe(1)
  await until(() => expect(statistics.acked).toBe(statistics.sent))
})

test('a cut fires the will; what happened meanwhile comes late, once, with its own time', async () => {
  simulator.start()
  await until(() => expect(states()).toHaveLength(1))
  simulator.startSession(session)
  await until(() => expect(statistics.waiting).toBe(0))
  simulator.cut(300)
  const before = Date.now()
  simulator.endSession(result)
  const after = Date.now()

  await until(() => expect(sessions()).toHaveLength(2))
  const late = sessions()[1]
  expect(late).toMatchObject({ event: 'end', ...result })
  expect(Date.parse(late?.at ?? '')).toBeGreaterThanOrEqual(before)
  expect(Date.parse(late?.at ?? '')).toBeLessThanOrEqual(after)
  expect(states().map(state => state.online)).toEqual([true, true, false, true])
  expect(states().at(-1)).toMatchObject({ activity: 'idle' })
  const wills = heard.findIndex(one => stateMessage.safeParse(one.payload).data?.online === false)
  expect(heard.findLastIndex(one => one.topic.endsWith('/session'))).toBeGreaterThan(wills)
  expect(states().at(-1)?.connectionId).not.toBe(states()[0]?.connectionId)
})

test('stopping says farewell, and the broker has nothing to add', async () => {
  simulator.start()
  await until(() => expect(states()).toHaveLength(1))
  await simulator.stop()
  expect(states().map(state => state.online)).toEqual([true, false])
  await until(() => expect(broker.connectedClients).toBe(0))
  expect(states()).toHaveLength(2)
})

test('commands are answered: lock holds, a restart reconnects, an expired one is ignored', async () => {
  simulator.start()
  await until(() => expect(states()).toHaveLength(1))
  const restarts = vi.fn()
  simulator.onRestart(restarts)
  command('0b0e7c1e-3a54-4c27-8f0a-5b1f0f6d1a01', 'unlock', -1)
  command('0b0e7c1e-3a54-4c27-8f0a-5b1f0f6d1a02', 'lock', 60)
  await until(() => expect(of('ack')).toHaveLength(1))
  expect(of('ack').map(payload => ackMessage.parse(payload))).toMatchObject([
    { id: '0b0e7c1e-3a54-4c27-8f0a-5b1f0f6d1a02', ok: true, text: '设备已锁定' },
  ])
  expect(simulator.isLocked()).toBe(true)

  command('0b0e7c1e-3a54-4c27-8f0a-5b1f0f6d1a03', 'restart', 60)
  await until(() => expect(states().at(-1)).toMatchObject({ online: false }))
  expect(restarts).toHaveBeenCalledOnce()
  await until(() => expect(states().at(-1)).toMatchObject({ online: true }))
  expect(simulator.isLocked()).toBe(false)
})

test('a command that comes twice is done and answered once', async () => {
  simulator.start()
  await until(() => expect(states()).toHaveLength(1))
  command('0b0e7c1e-3a54-4c27-8f0a-5b1f0f6d1a04', 'reloadConfig', 60)
  command('0b0e7c1e-3a54-4c27-8f0a-5b1f0f6d1a04', 'reloadConfig', 60)
  command('0b0e7c1e-3a54-4c27-8f0a-5b1f0f6d1a05', 'unlock', 60)
  const answered = () => of('ack').map(payload => ackMessage.parse(payload).id.at(-1))
  await until(() => expect(answered()).toEqual(['4', '5']))
})

test('a fault left open by an earlier run is shown from the beginning, and cleared once', async () => {
  simulator.inheritFault('E101')
  simulator.start()
  await until(() => expect(states()).toMatchObject([{ health: 'fault' }]))
  simulator.clearFault('E101', '头显追踪丢失')
  simulator.clearFault('E101', '头显追踪丢失')
  await until(() => expect(states()).toMatchObject([{ health: 'fault' }, { health: 'ok' }]))
  expect(of('fault')).toMatchObject([{ event: 'cleared', code: 'E101' }])
})

test('a wrong key is counted with the reason of the broker', async () => {
  const stranger = simulatorClient({ url, sn: 'SIM-2', key: 'wrong', protocolVersion: 4, statistics })
  stranger.start()
  await until(() => expect(statistics.refused).toBe(1))
  expect(statistics.refusal).toMatch(/refused/)
  await stranger.stop()
})

test('a fleet connects all its simulators, is under way at once, and leaves in order', async () => {
  const students = Array.from({ length: 200 }, (_, index) => ({
    studentId: index + 1,
    registeredDay: '2026-03-10',
    gearType: 'C1',
  }))
  const file: FleetFile = {
    madeOn: '2026-03-16',
    modules: [{ moduleId: 1, subSubjectId: 201, subSubject: '倒车入库', subject: 2, gearTypes: ['C1'] }],
    rooms: [1, 2, 3, 4, 5].map(roomId => ({ roomId, opensAt: 480, closesAt: 1200, students })),
    devices: Array.from({ length: 40 }, (_, index) => ({
      sn: `SIM-${index}`,
      key: 'key',
      roomId: (index % 5) + 1,
    })),
  }
  const fleet = startFleet({ url, file, speed: 60, seed: 3, protocolVersion: 4, connectsPerSecond: 400 })
  await until(() => expect(fleet.statistics.connected).toBe(40))
  await until(() => expect(fleet.statistics.started).toBeGreaterThan(0))
  await fleet.stop()
  expect(fleet.statistics).toMatchObject({ connected: 0, waiting: 0, refused: 0 })
  expect(fleet.statistics.ended).toBe(fleet.statistics.started)
  const last = new Map(heard.filter(one => one.topic.endsWith('/state')).map(one => [one.topic, one.payload]))
  expect([...last.values()].every(payload => !stateMessage.parse(payload).online)).toBe(true)
})

function command(id: string, name: string, lifetimeSeconds: number) {
  const at = new Date()
  const expiresAt = new Date(at.getTime() + lifetimeSeconds * 1000)
  const payload = JSON.stringify({
    id,
    at: at.toISOString(),
    expiresAt: expiresAt.toISOString(),
    command: name,
  })
  broker.publish(
    { cmd: 'publish', topic: 'sim/SIM-1/command', payload, qos: 1, retain: false, dup: false },
    () => undefined,
  )
}
