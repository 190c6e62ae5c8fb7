import { randomUUID } from 'node:crypto'
import { contract } from '@drivesim/contract'
import { unknownModule } from '@drivesim/contract/devices/telemetry/telemetry'
import { afterEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { connectDevice, type Device } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

let app: TestApp
let admin: Client
let school: number
let simulator: Awaited<ReturnType<typeof makeSimulator>>
let device: Device
let student: number

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool)
  simulator = await makeSimulator(pool, { organ: school, room: await makeClassroom(pool, school) })
  student = await makeStudent(pool, school)
  device = await connectDevice(app.services.devices.address() ?? '', simulator)
  admin = await app.signedIn({
    codes: ['device', 'device:simulator', 'device:edit', 'organ:edit'],
  })
})
afterEach(() => {
  device.client.end(true)
})
dataAgrees(() => app)
const rows = async (sql: string) => (await app.services.pool.query(sql)).rows
const sessions = () => rows('select * from training_session order by started_at')
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const capital = () => randomUUID().toUpperCase()
const ask = async (client = admin) =>
  (await client.call(contract.devices.communication, { simulatorId: simulator.id })).data
const remarks = async (client = admin) =>
  (await ask(client)).remarks.map(({ topic, path, taken }) => ({ topic, path, taken }))
const whole = () => ({
  id: randomUUID() as unknown,
  at: ago(0) as unknown,
  event: 'end',
  sessionId: randomUUID() as string,
  studentId: student as unknown,
  moduleId: 2 as unknown,
  startedAt: ago(700) as unknown,
  effectiveSeconds: 600 as unknown,
  score: 86 as unknown,
  passed: true as unknown,
  errors: [] as unknown,
})
const sendEnd = (odd: Partial<ReturnType<typeof whole>> & Record<string, unknown>) =>
  device.send('session', { ...whole(), ...odd })

describe('GUIDs as programs write them', () => {
  test('capitals, braces and no dashes are the same session, event and connection', async () => {
    const sessionId = randomUUID()
    await device.send('session', {
      id: capital(),
      at: ago(700),
      event: 'start',
      sessionId: `{${sessionId.toUpperCase()}}`,
      studentId: student,
      moduleId: 2,
    })
    await sendEnd({ id: capital(), sessionId: sessionId.replaceAll('-', '') })
    expect(await sessions()).toMatchObject([{ session_id: sessionId, ending: 'normal', score: 86 }])
    const id = capital()
    const fault = { id, at: ago(1), event: 'raised', code: 'E203', text: '方向盘' }
    await device.send('fault', fault)
    await device.send('fault', { ...fault, id: id.toLowerCase(), event: 'cleared' })
    expect(await rows('select code, cleared_at from fault')).toEqual([{ code: 'E203', cleared_at: null }])
  })

  test('a will that names its connection in capitals ends it', async () => {
    device.client.end(true)
    const connectionId = capital()
    device = await connectDevice(app.services.devices.address() ?? '', simulator, { connectionId })
    await device.report()
    expect(await rows('select online from simulator_state')).toEqual([{ online: true }])
    await device.leave()
    expect(await rows('select online from simulator_state')).toEqual([{ online: false }])
  })

  test('one Idempotency-Key is one, however it is written', async () => {
    const key = randomUUID()
    const add = (idempotencyKey: string) =>
      admin.call(
        contract.organisations.addClassroom,
        { organId: school, roomName: '二号教室', opensAt: '08:00', closesAt: '20:00', seats: 4 },
        { 'idempotency-key': idempotencyKey },
      )
    const first = await add(key)
    expect(await add(key.toUpperCase())).toMatchObject({ code: 0, data: first.data })
  })
})

describe('one odd field does not lose the lesson', () => {
  const odd: [what: string, field: Record<string, unknown>, stored: Record<string, unknown>, path: string][] =
    [
      ['a score with a fraction', { score: 85.5 }, { score: 86 }, '$.score'],
      ['a score in a text', { score: '85' }, { score: 85 }, '$.score'],
      ['a score below nothing', { score: -10 }, { score: null }, '$.score'],
      [
        'seconds with a fraction',
        { effectiveSeconds: 612.4 },
        { effective_seconds: 612 },
        '$.effectiveSeconds',
      ],
      ['no mistakes at all', { errors: null }, { errors: [] }, '$.errors'],
      ['a student 0', { studentId: 0 }, { student_id: null, reported_student_id: null }, '$.studentId'],
      ['a module that nobody knows', { moduleId: 987_654 }, { module_id: null }, '$.moduleId'],
      ['no word whether it was passed', { passed: null }, { passed: null }, '$.passed'],
      ['an id that is none', { id: 7 }, { score: 86 }, '$.id'],
    ]
  test.for(odd)('%s', async ([, field, stored, path]) => {
    await sendEnd(field)
    expect(await sessions()).toMatchObject([{ ending: 'normal', ...stored }])
    expect(await remarks()).toMatchObject([{ topic: 'session', path }])
  })

  test('a start after the end: as long as it was effective', async () => {
    await sendEnd({ startedAt: ago(-60) })
    expect(await sessions()).toMatchObject([{ seconds: 600, effective_seconds: 600 }])
  })

  test('a time without its zone is China’s', async () => {
    const china = (seconds: number) =>
      new Date(Date.parse(ago(seconds)) + 8 * 3_600_000).toISOString().slice(0, 19)
    await sendEnd({ at: china(10), startedAt: china(610).replace('T', ' ') })
    expect(await sessions()).toMatchObject([{ seconds: 600 }])
    expect(await remarks()).toHaveLength(2)
  })

  test('201 mistakes are 200, and a text of 300 characters ends in a mark', async () => {
    const errors = Array.from({ length: 201 }, (_, n) => ({
      subSubjectId: 201,
      text: '压'.repeat(n === 0 ? 300 : 3),
      points: '10',
    }))
    await sendEnd({ errors })
    const [{ errors: kept }] = await sessions()
    expect(kept).toHaveLength(200)
    expect(kept[0]).toEqual({ subSubjectId: 201, text: `${'压'.repeat(199)}…`, points: 10 })
  })

  test('NaN, a byte order mark, padding and GB18030', async () => {
    const text = JSON.stringify(whole()).replace('"score":86', '"score":NaN')
    await device.client.publishAsync(`sim/${simulator.sn}/session`, Buffer.from(`\ufeff${text}\0\0\n`), {
      qos: 1,
    })
    expect(await sessions()).toMatchObject([{ score: null, ending: 'normal' }])
    const gb = Buffer.concat([
      Buffer.from(`{"id":"${randomUUID()}","at":"${ago(0)}","event":"raised","code":"E1","text":"`),
      Buffer.from([0xb7, 0xbd, 0xcf, 0xf2, 0xc5, 0xcc]),
      Buffer.from('"}'),
    ])
    await device.client.publishAsync(`sim/${simulator.sn}/fault`, gb, { qos: 1 })
    expect(await rows('select text from fault')).toEqual([{ text: '方向盘' }])
  })

  test('a numeric code, and a fault without a time, are faults', async () => {
    await device.send('fault', { id: randomUUID(), event: 'raised', code: 203, text: null })
    expect(await rows('select code, redated from fault')).toEqual([{ code: '203', redated: true }])
  })

  test('what a report leaves out, or says oddly, takes the device off no line', async () => {
    await device.report({ headsetIp: '', software: null })
    expect(await remarks()).toEqual([])
    await device.report({ headsetIp: 'none', at: '2010-01-01T00:00:00Z', activity: 'Training', seq: '7' })
    expect(await rows('select online, activity from simulator_state')).toEqual([
      { online: true, activity: 'training' },
    ])
  })

  test('a session in a module that is not known is shown as such, and its minutes as covered by no order', async () => {
    await rows("update finance_setting set charged_from = '2020-01-01'")
    await sendEnd({ moduleId: 987_654 })
    const { data } = await admin.call(contract.devices.sessions, { simulatorId: simulator.id })
    expect(data.dataList).toMatchObject([{ moduleId: null, moduleName: unknownModule }])
    expect(await rows('select module_id, times from usage_day')).toEqual([{ module_id: 0, times: 1 }])
    expect(await rows('select course_order_id, minutes from minute_entry')).toEqual([
      { course_order_id: null, minutes: 12 },
    ])
  })
})

describe('通信 of a device', () => {
  test('says what is wrong in one sentence, and what became of it', async () => {
    await sendEnd({
      score: 85.5,
      effectiveSeconds: -3,
      studentId: null,
      errors: [{ subSubjectId: 201, text: '压线' }],
    })
    const told = (await ask()).remarks.map(({ path, problem, taken }) => [path, problem, taken].join(' '))
    expect(told.toSorted()).toEqual([
      '$.effectiveSeconds 有效时长（effectiveSeconds）不能小于 0 留空',
      '$.errors[0].points 扣分项（errors）第 1 项的扣分（points）不能为空 读作 0',
      '$.score 得分（score）应为整数 读作 86',
      '$.studentId 学员（studentId）不能为空 留空',
    ])
  })

  test('a message without meaning is acknowledged, refused, and told with its path and beginning', async () => {
    await device.send('session', { event: 'end', sessionId: randomUUID() })
    await device.send('fault', 'no JSON')
    expect((await ask()).remarks).toMatchObject([
      { topic: 'fault', path: '$', problem: '报文应为一个 JSON 对象', taken: null, sample: 'no JSON' },
      { topic: 'session', path: '$.at', taken: null, times: 1 },
    ])
  })

  test('is seen by the organisation where the device stood, and does not move along with it', async () => {
    await device.send('fault', 'no JSON')
    const other = await makeOrganisation(app.services.pool)
    const codes = ['device', 'device:simulator'] as const
    const here = await app.signedIn({ organs: [school], codes })
    const there = await app.signedIn({ organs: [other], codes })
    expect(await remarks(here)).toHaveLength(1)
    const room = await makeClassroom(app.services.pool, other)
    await admin.call(contract.devices.move, { simulatorId: simulator.id, organId: other, roomId: room })
    const moved = await ask(there)
    expect(moved.remarks).toEqual([])
    expect(moved.link.filter(({ kind }) => kind === 'connected')).toEqual([])
  })

  test('newest 200 are kept', async () => {
    const codes = Array.from({ length: 205 }, (_, n) => n)
    await rows(`insert into device_remark (simulator_id, organ_id, topic, path, problem, sample, last_at)
      select ${simulator.id}, ${school}, 'fault', '$.' || n, '旧', '', now() - make_interval(mins => n)
      from generate_series(1, ${codes.length}) n`)
    await device.send('fault', 'no JSON')
    expect(await rows('select count(*)::int as n from device_remark')).toEqual([{ n: 200 }])
  })

  test('the line: who connected from where, and how it ended', async () => {
    device.cut()
    await expect
      .poll(async () => (await ask()).link)
      .toMatchObject([
        { kind: 'disconnected', reason: 'lost' },
        { kind: 'connected', protocol: '3.1.1', clientId: simulator.sn },
      ])
  })
})
