import { contract, errors, longestUsingRecords } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { makeSessions, type NewSession } from '../../../../test/facts.ts'

const { devices } = contract
let app: TestApp
let person: Client
let school: number
let room: number
let simulatorId: number
let students: [number, number]

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool)
  room = await makeClassroom(pool, school)
  const simulator = await makeSimulator(pool, {
    organ: school,
    room,
    sn: 'SIM-0001',
    name: '一号机',
    carNum: '粤A1234学',
  })
  simulatorId = simulator.id
  students = [await makeStudent(pool, school, '张三'), await makeStudent(pool, school, '李四')]
  person = await app.signedIn({ codes: ['device', 'device:simulator'], organs: [school] })
})

const sessions = (...given: Omit<NewSession, 'simulator' | 'organ' | 'room'>[]) =>
  makeSessions(
    app.services.pool,
    given.map(session => ({ simulator: simulatorId, organ: school, room, ...session })),
  )
/** `YYYY-MM-DD` of a business day so many days ago. */
const daysAgo = (days: number) => addDays(businessDayOf(Date.now()), -days)
/** The present second: a session that began long ago would be closed by the server. */
const justNow = () => new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
const nothing = { times: 0, seconds: 0, effectiveSeconds: 0, people: 0 }

test('a simulator that is not in the scope, or not there, is not found by any call', async () => {
  const other = await makeOrganisation(app.services.pool)
  const foreign = await makeSimulator(app.services.pool, {
    organ: other,
    room: await makeClassroom(app.services.pool, other),
  })
  const range = { startDate: '2026-10-01', endDate: '2026-10-02' }
  for (const id of [foreign.id, 999_999]) {
    const answers = await Promise.all([
      person.call(devices.baseInfo, { simulatorId: id }),
      person.call(devices.usingInfo, { simulatorId: id, ...range }),
      person.call(devices.latestWeekInfo, { simulatorId: id }),
      person.call(devices.sessions, { simulatorId: id }),
      person.call(devices.faults, { simulatorId: id }),
      person.call(devices.intervals, { simulatorId: id }),
      person.call(devices.commands, { simulatorId: id }),
      person.call(devices.qrCode, { simulatorId: id }),
      person.call(devices.usingRecords, { simulatorId: id, beginDate: '2026-10-01', endDate: '2026-10-02' }),
    ])
    for (const { code, msg, data } of answers) {
      expect([code, msg, data]).toEqual([errors.notFound.code, errors.notFound.sentence('设备'), null])
    }
  }
})

describe('use in a range', () => {
  test('has every day, and a person once in the total', async () => {
    await sessions(
      { at: '2026-10-05T09:00:00+08:00', student: students[0], seconds: 600, effectiveSeconds: 500 },
      {
        at: '2026-10-05T10:00:00+08:00',
        student: students[0],
        seconds: 300,
        effectiveSeconds: 100,
        module: 2,
      },
      { at: '2026-10-07T00:00:00+08:00', student: students[0], seconds: 60, effectiveSeconds: 60 },
      { at: '2026-10-07T23:59:59+08:00', student: students[1], seconds: 40, effectiveSeconds: 0 },
      // a student who is not known is no person here, the session is one
      { at: '2026-10-07T12:00:00+08:00', student: null, seconds: 100, effectiveSeconds: 50 },
      { at: '2026-10-08T00:00:00+08:00', student: students[1] },
    )
    const { data } = await person.call(devices.usingInfo, {
      simulatorId,
      startDate: '2026-10-04',
      endDate: '2026-10-07',
    })
    expect(data).toEqual({
      days: [
        { date: '2026-10-04', ...nothing },
        { date: '2026-10-05', times: 2, seconds: 900, effectiveSeconds: 600, people: 1 },
        { date: '2026-10-06', ...nothing },
        { date: '2026-10-07', times: 3, seconds: 200, effectiveSeconds: 110, people: 2 },
      ],
      total: { times: 5, seconds: 1100, effectiveSeconds: 710, people: 2 },
      before: nothing,
    })
  })

  test.each([
    ['backwards', '2026-10-07', '2026-10-06', '结束日期不能早于开始日期'],
    ['of ten years', '2016-01-01', '2026-01-01', '日期范围最长 400 天，请缩短后重试'],
    ['with a day that does not exist', '2026-02-30', '2026-03-01', '开始日期格式不正确，请检查后重试'],
  ])('a range %s is refused', async (_what, startDate, endDate, sentence) => {
    const answer = await person.call(devices.usingInfo, { simulatorId, startDate, endDate })
    expect(answer).toMatchObject({ status: 200, code: errors.invalid.code, msg: sentence })
  })

  test('400 days are answered whole', async () => {
    const { data } = await person.call(devices.usingInfo, {
      simulatorId,
      startDate: '2025-01-01',
      endDate: '2026-02-04',
    })
    expect(data.days).toHaveLength(400)
  })

  test('the last week ends today, without the session that is under way', async () => {
    await sessions(
      { at: `${daysAgo(6)}T00:00:00+08:00` },
      { at: `${daysAgo(7)}T23:59:59+08:00` },
      { at: justNow(), running: true },
    )
    const { data } = await person.call(devices.latestWeekInfo, { simulatorId })
    expect(data.days.map(({ date }) => date)).toEqual([6, 5, 4, 3, 2, 1, 0].map(daysAgo))
    expect(data.total.times).toBe(1)
  })
})

describe('sessions', () => {
  test('newest first, with names, errors in words, and those under way', async () => {
    const now = justNow()
    const [first, second] = await sessions(
      {
        at: '2026-10-05T09:00:00+08:00',
        student: students[0],
        module: 1,
        score: 70,
        errors: [
          { subSubjectId: 201, text: '车身出线', points: 20 },
          { subSubjectId: 999, text: '未知', points: 10 },
        ],
      },
      { at: now, student: null, module: 2, running: true },
    )
    const { data } = await person.call(devices.sessions, { simulatorId })
    expect(data).toMatchObject({ totalDataNum: 2, hasNext: false })
    expect(data.dataList).toEqual([
      {
        recordId: second,
        simulatorId,
        studentId: null,
        studentName: null,
        moduleId: 2,
        moduleName: '侧方停车',
        startedAt: now,
        endedAt: null,
        seconds: 0,
        effectiveSeconds: 0,
        score: null,
        passed: null,
        errors: [],
        ending: 'running',
      },
      {
        recordId: first,
        simulatorId,
        studentId: students[0],
        studentName: '张三',
        moduleId: 1,
        moduleName: '倒车入库',
        startedAt: '2026-10-05T01:00:00.000Z',
        endedAt: '2026-10-05T01:10:00.000Z',
        seconds: 600,
        effectiveSeconds: 480,
        score: 70,
        passed: false,
        errors: [
          { subSubject: '倒车入库', text: '车身出线', points: 20 },
          { subSubject: '其他', text: '未知', points: 10 },
        ],
        ending: 'normal',
      },
    ])
  })

  test('across months, page by page, each once', async () => {
    const made = await sessions(
      ...['08-30', '09-01', '09-30', '10-01', '10-02'].map(day => ({ at: `2026-${day}T08:00:00+08:00` })),
    )
    const pages = await Promise.all(
      [0, 1, 2, 100_000].map(pageNum => person.call(devices.sessions, { simulatorId, pageNum, pageSize: 2 })),
    )
    expect(pages.map(({ data }) => data.totalDataNum)).toEqual([5, 5, 5, 5])
    expect(pages.flatMap(({ data }) => data.dataList.map(({ recordId }) => recordId))).toEqual(
      made.toReversed(),
    )
  })

  test('have their file, newest first, of what happened in the scope', async () => {
    await sessions(
      {
        at: '2026-09-30T09:00:00+08:00',
        student: students[0],
        module: 1,
        score: 70,
        errors: [
          { subSubjectId: 201, text: '车身出线', points: 20 },
          { subSubjectId: 999, text: '未知', points: 10 },
        ],
      },
      { at: '2026-10-05T09:00:00+08:00', student: null, module: 2 },
    )
    const [title, ...lines] = await csvOf(person, devices.sessionExport, { simulatorId })
    expect(title).toBe(
      '开始时间,结束时间,学员,模块,训练时长（秒）,有效时长（秒）,有效率（%）,得分,结果,扣分项',
    )
    expect(lines).toEqual([
      '2026-10-05 09:00:00,2026-10-05 09:10:00,,侧方停车,600,480,80,85,合格,',
      '2026-09-30 09:00:00,2026-09-30 09:10:00,张三,倒车入库,600,480,80,70,不合格,倒车入库：车身出线 20 分；其他：未知 10 分',
    ])
    const elsewhere = await app.signedIn({
      codes: ['device'],
      organs: [await makeOrganisation(app.services.pool)],
    })
    expect((await elsewhere.send(devices.sessionExport, { simulatorId })).code).toBe(errors.notFound.code)
  })

  test('the use records of a range', async () => {
    await sessions(
      { at: '2026-10-04T23:59:59+08:00' },
      { at: '2026-10-05T00:00:00+08:00', student: students[1], score: 90 },
      { at: '2026-10-06T23:59:59+08:00', student: null },
    )
    const { data } = await person.call(devices.usingRecords, {
      simulatorId,
      beginDate: '2026-10-05',
      endDate: '2026-10-06',
    })
    expect(data).toMatchObject([
      { studentName: null, startedAt: '2026-10-06T15:59:59.000Z' },
      {
        studentName: '李四',
        moduleName: '倒车入库',
        startedAt: '2026-10-04T16:00:00.000Z',
        seconds: 600,
        score: 90,
      },
    ])
    const backwards = { simulatorId, beginDate: '2026-10-06', endDate: '2026-10-05' }
    expect(await person.call(devices.usingRecords, backwards)).toMatchObject({
      msg: '结束日期不能早于开始日期',
    })
  })

  test('more use records than can be read are refused with a sentence', async () => {
    await sessions({ at: '2026-10-05T00:00:00+08:00' })
    await app.services.pool.query(
      `insert into training_session (record_id, session_id, simulator_id, organ_id, room_id, school_id,
         reported_student_id, module_id, started_at, ended_at, seconds, ending)
       select new_record_id(t.started_at + s), gen_random_uuid(), simulator_id, organ_id, room_id, school_id, 1, 1,
         t.started_at + s, t.started_at + s, 0, 'normal'
       from training_session t, (select make_interval(secs => i) as s from generate_series(1, $1) i) later`,
      [longestUsingRecords],
    )
    const range = { simulatorId, beginDate: '2026-10-05', endDate: '2026-10-05' }
    expect(await person.call(devices.usingRecords, range)).toMatchObject({
      code: errors.tooManyRecords.code,
      msg: errors.tooManyRecords.sentence(longestUsingRecords),
    })
  })
})

test('faults, newest first, open and cleared', async () => {
  await app.services.pool.query(
    `insert into fault (simulator_id, organ_id, room_id, code, text, raised_at, cleared_at)
     select $1, $2, $3, 'E' || i, '方向盘无响应', '2026-10-05T00:00:00Z'::timestamptz + make_interval(hours => i),
       case when i < 3 then '2026-10-06T00:00:00Z'::timestamptz end
     from generate_series(1, 3) i`,
    [simulatorId, school, room],
  )
  const { data } = await person.call(devices.faults, { simulatorId, pageSize: 2 })
  expect(data).toMatchObject({ totalDataNum: 3, hasNext: true })
  expect(data.dataList.map(({ code, raisedAt, clearedAt }) => [code, raisedAt, clearedAt])).toEqual([
    ['E3', '2026-10-05T03:00:00.000Z', null],
    ['E2', '2026-10-05T02:00:00.000Z', '2026-10-06T00:00:00.000Z'],
  ])
  const next = await person.call(devices.faults, { simulatorId, pageSize: 2, pageNum: 1 })
  expect(next.data).toMatchObject({ totalDataNum: 3, hasNext: false, dataList: [{ code: 'E1' }] })
  expect(await csvOf(person, devices.faultExport, { simulatorId })).toEqual([
    '发生时间,故障代码,故障内容,恢复时间,持续（秒）',
    '2026-10-05 11:00:00,E3,方向盘无响应,,',
    '2026-10-05 10:00:00,E2,方向盘无响应,2026-10-06 08:00:00,79200',
    '2026-10-05 09:00:00,E1,方向盘无响应,2026-10-06 08:00:00,82800',
  ])
})

test('intervals that touch the last 24 hours: the one before them reaches in, older ones do not', async () => {
  const { pool } = app.services
  await pool.query(`select ensure_months(now() - interval '60 days', now())`)
  await pool.query('delete from simulator_interval')
  const hours = [
    ['link', 'offline', 40, 30],
    ['link', 'online', 30, 2],
    ['link', 'offline', 2, null],
    ['activity', 'idle', 1000, null],
    ['health', 'fault', 50, 26],
    ['health', 'ok', 26, 25],
  ] as const
  for (const [fact, value, from, to] of hours) {
    await pool.query(
      `insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at, ended_at)
       values ($1, $2, $3, $4, $5, now() - make_interval(hours => $6), now() - make_interval(hours => $7))`,
      [simulatorId, fact, value, school, room, from, to],
    )
  }
  const { data } = await person.call(devices.intervals, { simulatorId })
  expect(data.map(({ fact, value, endedAt }) => [fact, value, endedAt === null])).toEqual([
    ['link', 'online', false],
    ['link', 'offline', true],
    ['activity', 'idle', true],
  ])
})

test('commands, newest first, with what became of each', async () => {
  const member = await app.signedIn()
  await app.services.pool.query(
    `insert into simulator_command (id, simulator_id, organ_id, member_id, command, sent_at, expires_at, answered_at, ok, answer)
     select gen_random_uuid(), $1, $2, $3, 'lock', now() + sent, now() + sent + interval '1 minute', answered, ok, answer
     from (values (interval '-1 s', null::timestamptz, null::boolean, null), ('-2 minutes', null, null, null),
       ('-3 minutes', now(), true, '好'), ('-4 minutes', now(), false, '忙')) c (sent, answered, ok, answer)`,
    [simulatorId, school, member.memberId],
  )
  const { data } = await person.call(devices.commands, { simulatorId })
  expect(data.map(({ state, text }) => [state, text])).toEqual([
    ['sent', null],
    ['expired', null],
    ['done', '好'],
    ['failed', '忙'],
  ])
})
