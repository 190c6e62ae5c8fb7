import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { connectDevice, type Device, until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

let app: TestApp
let device: Device
let student: number
const [first, second] = [randomUUID(), randomUUID()]

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  const simulator = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  student = await makeStudent(pool, organ)
  await rows("update finance_setting set charged_from = '2020-01-01'")
  device = await connectDevice(app.services.devices.address() ?? '', simulator)
})
afterEach(() => {
  device.client.end(true)
})
dataAgrees(() => app)
const rows = async (sql: string) => (await app.services.pool.query(sql)).rows
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const session = async (id: string) =>
  (await rows(`select ending, seconds, ended_at from training_session where session_id = '${id}'`))[0]
const closed = (id: string) =>
  until('closed', async () => {
    const found = await session(id)
    return found?.ending === 'abnormal' && found
  })
const train = (at: string) => device.report({ at, activity: 'training' })
const begin = (sessionId: string, at: string) => device.start({ sessionId, at, studentId: student })
const charged = () => rows('select sum(minutes)::int as minutes from minute_entry')

test('a later start ends it where the device became idle for good; its own end still corrects', async () => {
  await begin(first, ago(1000))
  await train(ago(900))
  // A pause: training again without a start goes on.
  await device.report({ at: ago(800) })
  await train(ago(700))
  await device.report({ at: ago(430) })
  await begin(second, ago(100))
  expect((await closed(first)).seconds).toBeCloseTo(570, -1)
  expect(await session(second)).toMatchObject({ ending: 'running' })
  expect(await charged()).toEqual([{ minutes: 10 }])
  await device.end({
    sessionId: first,
    startedAt: ago(1000),
    at: ago(310),
    studentId: student,
    effectiveSeconds: 100,
  })
  expect(await session(first)).toMatchObject({ ending: 'normal' })
  expect(await charged()).toEqual([{ minutes: 12 }])
})

test('without idleness it lasts until the later start', async () => {
  await begin(first, ago(1000))
  await train(ago(900))
  await begin(second, ago(300))
  expect((await closed(first)).seconds).toBeCloseTo(700, -1)
})

test('an older start that comes late ends nothing', async () => {
  await begin(second, ago(100))
  await begin(first, ago(600))
  expect((await closed(first)).seconds).toBeCloseTo(500, -1)
  expect(await session(second)).toMatchObject({ ending: 'running' })
})

test('so do ten minutes of idleness that was heard twice, from when it began', async () => {
  await begin(first, ago(1500))
  await train(ago(1400))
  await device.report({ at: ago(700) })
  const wait = () => rows("update simulator_state set idle_heard_at = idle_heard_at - interval '10 minutes'")
  await wait()
  await device.report()
  expect((await closed(first)).seconds).toBeCloseTo(800, -1)
  expect(await rows('select session_id, activity from simulator_state')).toEqual([
    { session_id: null, activity: 'idle' },
  ])
})
