import { randomUUID } from 'node:crypto'
import { contract } from '@drivesim/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { connectDevice, type Device, until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { figureChecks } from '../../board/figures/checks.queries.ts'

let app: TestApp
let simulator: Awaited<ReturnType<typeof makeSimulator>>
let device: Device
let student: number

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  simulator = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  student = await makeStudent(pool, organ)
  device = await connectDevice(app.services.devices.address() ?? '', simulator)
})
afterEach(() => {
  device.client.end(true)
})
// Simulators' states are put back by hand.
dataAgrees(() => app, figureChecks)
const rows = async (sql: string) => (await app.services.pool.query(sql)).rows
const sessions = () =>
  rows('select *, record_time(record_id) = started_at as found from training_session order by started_at')
const state = async () => (await rows('select * from simulator_state'))[0]
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

/** What the rollups say must be what the sessions say. */
async function rollupsAddUp() {
  const [facts] = await rows(
    `select count(*) as times, coalesce(sum(seconds), 0)::bigint as seconds,
       coalesce(sum(effective_seconds), 0)::bigint as effective from training_session where ending <> 'running'`,
  )
  for (const table of ['usage_hour', 'usage_day']) {
    const [sums] = await rows(
      `select coalesce(sum(times), 0) as times, coalesce(sum(seconds), 0)::bigint as seconds,
         coalesce(sum(effective_seconds), 0)::bigint as effective from ${table}`,
    )
    expect(sums, table).toEqual(facts)
  }
  return facts
}

describe('training sessions', () => {
  test('start and end are one session; the board shows it while it lasts, and its score after', async () => {
    const sessionId = randomUUID()
    await device.report({ at: ago(101) })
    await device.start({ sessionId, at: ago(100), studentId: student, moduleId: 2 })
    expect(await state()).toMatchObject({
      session_id: sessionId,
      student_id: student,
      module_id: 2,
      activity: 'training',
      state_id: 'training',
    })
    expect(await sessions()).toMatchObject([
      { ending: 'running', ended_at: null, student_id: student, found: true },
    ])
    const startedAt = ago(100)
    await device.end({
      sessionId,
      startedAt,
      at: ago(0),
      studentId: student,
      moduleId: 2,
      effectiveSeconds: 70,
      score: 88,
    })
    expect(await sessions()).toMatchObject([
      { ending: 'normal', effective_seconds: 70, score: 88, passed: true },
    ])
    expect((await sessions())[0].seconds).toBeCloseTo(100, -1)
    expect(await state()).toMatchObject({ session_id: null, last_score: 88, activity: 'idle' })
    expect(await rollupsAddUp()).toMatchObject({ times: 1 })
  })

  test('a text that no database takes is cleaned, and the session kept', async () => {
    const errors = [{ subSubjectId: 1, text: '压\u0000线\ud800了', points: 10 }]
    await device.end({ sessionId: randomUUID(), startedAt: ago(100), studentId: student, errors })
    expect(await sessions()).toMatchObject([{ ending: 'normal', errors: [{ text: '压线了' }] }])
  })

  test('an event sent twice counts once, in one batch or in two, under its own id or another', async () => {
    const sessionId = randomUUID()
    const end = { sessionId, startedAt: ago(60), id: randomUUID(), at: ago(0) }
    await Promise.all([device.end(end), device.end(end), device.end(end)])
    await device.end(end)
    await device.end({ ...end, id: randomUUID(), score: 10 })
    expect(await sessions()).toMatchObject([{ score: 90 }])
    expect(await rollupsAddUp()).toMatchObject({ times: 1, seconds: 60 })
  })

  test('an end without its start is a whole session, a start after its end is none', async () => {
    const sessionId = randomUUID()
    await device.report()
    await device.end({ sessionId, startedAt: ago(60), at: ago(30) })
    await device.start({ sessionId, at: ago(60) })
    expect(await sessions()).toMatchObject([{ ending: 'normal', seconds: 30 }])
    expect(await state()).toMatchObject({ session_id: null, activity: 'idle' })
    await rollupsAddUp()
  })

  test('one sent late lands at the time and the place where it happened, and does not change the present', async () => {
    const { pool } = app.services
    const other = await makeOrganisation(pool)
    await device.report({ activity: 'training' })
    // Moved an hour ago; the session was the day before.
    await pool.query(`update simulator_interval set started_at = started_at - interval '2 days'`)
    const room = await makeClassroom(pool, other)
    await pool.query(`update simulator set organ_id = $1, room_id = $2`, [other, room])
    await pool.query(`update simulator_state set enabled_since = now() - interval '1 hour'`)
    await pool.query(
      `insert into simulator_interval select simulator_id, 'administration', 'enabled', $1, $2, now() - interval '1 hour' from simulator_state`,
      [other, room],
    )
    const day = 86_400
    await device.end({ sessionId: randomUUID(), startedAt: ago(day + 600), at: ago(day), studentId: student })
    expect(await sessions()).toMatchObject([
      {
        organ_id: simulator.organ,
        room_id: simulator.room,
        school_id: simulator.organ,
        student_id: student,
        seconds: 600,
      },
    ])
    expect(Date.now() - (await sessions())[0].ended_at.getTime()).toBeGreaterThan(day * 1000 - 1000)
    expect(await state()).toMatchObject({ activity: 'training', last_score: null })
    // A year ago needs a month that nobody has made yet.
    await device.end({ sessionId: randomUUID(), startedAt: ago(360 * day), at: ago(360 * day - 60) })
    expect(await rollupsAddUp()).toMatchObject({ times: 2, seconds: 660 })
  })

  test('a student who is unknown, erased or of another school is kept as a number, without the name', async () => {
    const { pool } = app.services
    const foreign = await makeStudent(pool, await makeOrganisation(pool))
    const erased = await makeStudent(pool, simulator.organ)
    await pool.query('update student set erased_at = now() where id = $1', [erased])
    for (const studentId of [foreign, 987_654, erased]) {
      await device.start({ sessionId: randomUUID(), studentId })
      expect((await state()).student_id).toBeNull()
    }
    expect(await sessions()).toMatchObject([
      { student_id: null, reported_student_id: foreign },
      { student_id: null, reported_student_id: 987_654 },
      { student_id: null, reported_student_id: erased },
    ])
  })

  test('who trained is who the end names, in the student’s own list too', async () => {
    const sessionId = randomUUID()
    const second = await makeStudent(app.services.pool, simulator.organ)
    const reader = await app.signedIn({})
    const trained = async (userId: number) =>
      (await reader.call(contract.students.info, { userId, queryTypes: ['sessions'] })).data.sessions?.length
    await device.start({ sessionId, at: ago(60), studentId: student })
    expect([await trained(student), await trained(second)]).toEqual([1, 0])
    await device.end({ sessionId, startedAt: ago(60), studentId: second })
    expect([await trained(student), await trained(second)]).toEqual([0, 1])
  })

  test('a clock that is ahead: dated to the receipt and marked, as long as it was', async () => {
    await device.end({ sessionId: randomUUID(), startedAt: ago(-3000), at: ago(-3600) })
    expect(await sessions()).toMatchObject([{ redated: true, seconds: 600 }])
    expect((await sessions())[0].ended_at.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('hands are not on the wheel for longer than the session lasts', async () => {
    await device.end({ sessionId: randomUUID(), startedAt: ago(60), at: ago(0), effectiveSeconds: 3000 })
    expect(await sessions()).toMatchObject([{ seconds: 60, effective_seconds: 60 }])
  })

  test('the id of another device’s session changes nothing', async () => {
    const other = await makeSimulator(app.services.pool, { organ: simulator.organ, room: simulator.room })
    const intruder = await connectDevice(app.services.devices.address() ?? '', other)
    const sessionId = randomUUID()
    await device.start({ sessionId })
    await intruder.end({ sessionId, startedAt: ago(60), score: 1 })
    intruder.client.end(true)
    expect(await sessions()).toMatchObject([{ ending: 'running', simulator_id: simulator.id }])
  })
})

describe('a start whose end never comes', () => {
  test('is closed ten minutes after the link is lost, as it was lost; its end corrects it', async () => {
    const sessionId = randomUUID()
    await device.report()
    await device.start({ sessionId, at: ago(1800), studentId: student })
    await device.leave()
    await app.services.pool.query(`update simulator_state set online_since = now() - interval '10 minutes'`)
    await until('closed', async () => (await sessions())[0].ending === 'abnormal')
    expect((await sessions())[0].seconds).toBeCloseTo(1200, -2)
    expect(await state()).toMatchObject({ session_id: null, activity: 'idle' })
    expect(await rollupsAddUp()).toMatchObject({ times: 1, effective: 0 })

    const again = await connectDevice(app.services.devices.address() ?? '', simulator)
    await again.end({
      sessionId,
      startedAt: ago(1800),
      at: ago(0),
      studentId: student,
      effectiveSeconds: 1500,
      score: 77,
    })
    again.client.end(true)
    expect(await sessions()).toMatchObject([{ ending: 'normal', score: 77, effective_seconds: 1500 }])
    expect(await rollupsAddUp()).toMatchObject({ times: 1, effective: 1500 })
  })

  test('is closed four hours after its start, whatever the link', async () => {
    await device.report({ activity: 'training' })
    await device.start({ sessionId: randomUUID(), at: ago(4 * 3600) })
    await until('closed', async () => (await sessions())[0].ending === 'abnormal')
    expect(await sessions()).toMatchObject([{ seconds: 4 * 3600, score: null, passed: null }])
    expect(await state()).toMatchObject({ session_id: null, activity: 'training' })
    await rollupsAddUp()
  })

  test('is left open until then, while another is closed', async () => {
    const place = { organ: simulator.organ, room: simulator.room }
    const [due, lost, long] = await Promise.all(
      [1, 2, 3].map(async () => {
        const one = await makeSimulator(app.services.pool, place)
        return { ...one, device: await connectDevice(app.services.devices.address() ?? '', one) }
      }),
    )
    for (const one of [due, lost, long]) await one?.device.report()
    for (const one of [due, lost]) {
      await one?.device.start({ sessionId: randomUUID(), at: ago(1800) })
      await one?.device.leave()
    }
    await long?.device.start({ sessionId: randomUUID(), at: ago(4 * 3600 - 60) })
    await app.services.pool.query(
      `update simulator_state set online_since = now() - case when simulator_id = $1 then interval '10 minutes' else '9 minutes' end
       where simulator_id in ($1, $2)`,
      [due?.id, lost?.id],
    )
    const running = () =>
      rows(`select simulator_id as id from training_session where ending = 'running' order by 1`)
    await until('one is closed', async () => (await running()).length < 3)
    expect(await running()).toEqual(
      [lost, long].map(one => ({ id: one?.id })).sort((a, b) => Number(a.id) - Number(b.id)),
    )
    long?.device.client.end(true)
  })
})

describe('faults', () => {
  const faults = () => rows('select code, raised_at, cleared_at from fault order by raised_at')

  test('raised alone makes the health a fault; raised twice is one; cleared ends it', async () => {
    await device.report()
    await device.fault('raised', 'E01')
    expect(await state()).toMatchObject({ state_id: 'fault', reported_health: 'ok' })
    await device.fault('raised', 'E01')
    await device.fault('raised', 'E02')
    await device.report({ health: 'ok' })
    expect(await state()).toMatchObject({ health: 'fault' })
    await device.fault('cleared', 'E01')
    expect(await state()).toMatchObject({ health: 'fault' })
    await device.fault('cleared', 'E02')
    expect(await state()).toMatchObject({ health: 'ok' })
    expect(await faults()).toHaveLength(2)
    expect((await faults()).every(({ cleared_at }) => cleared_at !== null)).toBe(true)
  })

  test('with the id of another device’s event is told all the same', async () => {
    const other = await makeSimulator(app.services.pool, { organ: simulator.organ, room: simulator.room })
    const twin = await connectDevice(app.services.devices.address() ?? '', other)
    const raised = { id: randomUUID(), at: ago(5), event: 'raised', code: 'E09', text: '油门踏板' }
    for (const one of [device, twin, twin]) await one.send('fault', raised)
    twin.client.end(true)
    expect(await rows('select simulator_id from fault order by 1')).toEqual([
      { simulator_id: simulator.id },
      { simulator_id: other.id },
    ])
    // Received before ids were known by device.
    const before = { ...raised, id: randomUUID(), code: 'E10' }
    await rows(`insert into device_event (id, simulator_id) values ('${before.id}', 0)`)
    await device.send('fault', before)
    expect(await faults()).toHaveLength(2)
  })

  test('a raise delivered again after its clearing counts once', async () => {
    await device.report()
    const raised = { id: randomUUID(), at: ago(5), event: 'raised', code: 'E09', text: '油门踏板' }
    await device.send('fault', raised)
    await device.fault('cleared', 'E09')
    await device.send('fault', raised)
    expect(await faults()).toHaveLength(1)
    expect(await state()).toMatchObject({ health: 'ok' })
  })

  test('one that was cleared before it was raised, as messages may overtake each other, is over', async () => {
    await device.report()
    const [raisedAt, clearedAt] = [ago(20), ago(10)]
    await device.fault('cleared', 'E01', clearedAt)
    expect(await faults()).toHaveLength(0)
    await device.fault('raised', 'E01', raisedAt)
    expect(await state()).toMatchObject({ health: 'ok' })
    expect(await faults()).toHaveLength(1)
    const [fault] = await faults()
    expect(fault).toMatchObject({ raised_at: new Date(raisedAt), cleared_at: new Date(clearedAt) })
    expect(
      await rows(`select fault_seconds::int as seconds from health_day where fault_seconds > 0`),
    ).toEqual([{ seconds: 10 }])
    await device.fault('raised', 'E01')
    expect(await state()).toMatchObject({ health: 'fault' })
  })
})
