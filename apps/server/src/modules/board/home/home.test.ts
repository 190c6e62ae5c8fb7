import { type AccessCode, contract } from '@drivesim/contract'
import { businessDayOf, dayMilliseconds, dayStart } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { makeSessions, setState } from '../../../../test/facts.ts'

const { home } = contract
let app: TestApp
let school: number
let room: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  room = await makeClassroom(app.services.pool, school, '一号教室')
})

const simulator = (organ = school, at = room) => makeSimulator(app.services.pool, { organ, room: at })
const overview = async (codes: readonly AccessCode[] = ['device'], organs = [school]) =>
  (await (await app.signedIn({ codes, organs })).call(home.overview)).data
const none = { times: 0, seconds: 0, effectiveSeconds: 0, people: 0 }

test('shows the part about devices to those who hold any of their codes, to nobody else', async () => {
  for (const code of [
    'device',
    'device:simulator',
    'device:running',
    'device:teachData',
    'device:edit',
  ] as const) {
    expect((await overview([code])).devices).toBeDefined()
  }
  expect(await overview(['finance', 'ops', 'organ:school'])).not.toHaveProperty('devices')
  expect(await overview([])).not.toHaveProperty('devices')
})

test('says zero where nothing is', async () => {
  const { devices } = await overview()
  expect(devices).toEqual({
    counts: { idle: 0, training: 0, fault: 0, offline: 0, disabled: 0 },
    attention: [],
    today: none,
    yesterday: none,
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, seconds: 0 })),
  })
})

test('counts by state, and lists what needs attention, faults first, then the longest waiting, at most ten', async () => {
  const { pool } = app.services
  const made = await Promise.all(Array.from({ length: 12 }, () => simulator()))
  const ids = made.map(({ id }) => id)
  for (const [i, id] of ids.entries()) {
    await setState(pool, id, { since: new Date(Date.UTC(2026, 9, 1, 12 - i)).toISOString() })
  }
  const idle = await simulator()
  await setState(pool, idle.id, { online: true, since: '2026-01-01T00:00:00Z' })
  const fault = await simulator()
  await setState(pool, fault.id, { online: true, health: 'fault', since: '2026-10-20T00:00:00Z' })
  // Never connected: it counts as offline, and nobody waits for it.
  await simulator()
  const { devices } = await overview()
  expect(devices?.counts).toEqual({ idle: 1, training: 0, fault: 1, offline: 13, disabled: 0 })
  expect(devices?.attention.map(({ simulatorId }) => simulatorId)).toEqual([
    fault.id,
    ...ids.toReversed().slice(0, 9),
  ])
  expect(devices?.attention[0]).toMatchObject({ stateName: '故障', stateSince: '2026-10-20T00:00:00.000Z' })
})

test("today's figures, and yesterday's as they stood at this time of the day", async () => {
  const { pool } = app.services
  const { id } = await simulator()
  const student = await makeStudent(pool, school)
  const midnight = dayStart(businessDayOf(Date.now()))
  const sinceMidnight = Date.now() - midnight
  const at = (instant: number) => new Date(Math.floor(instant / 1000) * 1000).toISOString()
  const place = { simulator: id, organ: school, room, student }
  const day = dayMilliseconds
  await makeSessions(pool, [
    { ...place, at: at(midnight), seconds: 60, effectiveSeconds: 30 },
    { ...place, at: at(midnight), seconds: 10, effectiveSeconds: 10, student: null },
    // under way: neither hour nor figure has it yet
    { ...place, at: at(Math.max(midnight, Date.now() - 1000)), running: true },
    // had ended by this time of yesterday, whenever today the test runs
    { ...place, at: at(midnight - day), seconds: 0, effectiveSeconds: 0 },
    // had begun, not ended
    { ...place, at: at(midnight - day), seconds: Math.ceil(sinceMidnight / 1000) + 3600 },
    // had not begun
    { ...place, at: at(midnight - day + sinceMidnight + 120_000) },
    // the day before
    { ...place, at: at(midnight - day - 1000), seconds: 1 },
  ])
  const { devices } = await overview()
  expect(devices?.today).toEqual({ times: 2, seconds: 70, effectiveSeconds: 40, people: 1 })
  expect(devices?.yesterday).toEqual({ times: 1, seconds: 0, effectiveSeconds: 0, people: 1 })
  expect(devices?.hours[0]).toEqual({ hour: 0, seconds: 70 })
  expect(devices?.hours.slice(1).every(({ seconds }) => seconds === 0)).toBe(true)
})

test('shows nothing from outside the scope', async () => {
  const organ = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  const foreignRoom = await makeClassroom(app.services.pool, organ)
  const { id } = await simulator(organ, foreignRoom)
  const now = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
  await makeSessions(app.services.pool, [{ simulator: id, organ, room: foreignRoom, at: now }])
  const { devices } = await overview()
  expect(devices).toMatchObject({ attention: [], today: none, counts: { offline: 0 } })
  expect((await overview(['device'], [organ])).devices).toMatchObject({
    today: { times: 1 },
    counts: { offline: 1 },
  })
})

test('the rows of the test page: each classroom in the scope', async () => {
  const { id } = await simulator()
  await simulator()
  await setState(app.services.pool, id, { online: true })
  const other = await makeOrganisation(app.services.pool)
  await makeClassroom(app.services.pool, other)
  await makeClassroom(app.services.pool, school, '二号教室')
  const person = await app.signedIn({ organs: [school] })
  expect((await person.call(home.table)).data).toEqual([
    { organName: '甲驾校', classroomName: '一号教室', total: 2, online: 1 },
    { organName: '甲驾校', classroomName: '二号教室', total: 0, online: 0 },
  ])
})
