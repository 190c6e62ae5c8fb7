import { type ChartData, contract, errors } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { makeSessions, type NewSession } from '../../../../test/facts.ts'

const { teaching } = contract
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
  simulatorId = (await makeSimulator(pool, { organ: school, room })).id
  students = [await makeStudent(pool, school, '张三'), await makeStudent(pool, school, '李四')]
  person = await app.signedIn({ codes: ['device:teachData'], organs: [school] })
})

const sessions = (...given: Omit<NewSession, 'simulator' | 'organ' | 'room'>[]) =>
  makeSessions(
    app.services.pool,
    given.map(session => ({ simulator: simulatorId, organ: school, room, ...session })),
  )
const points = (data: ChartData, series = 0) => data.series[series]?.points.map(({ x, value }) => [x, value])
const october = () => ({ simulatorId, beginDate: '2026-10-01', endDate: '2026-10-03' })

test('the effective rate of each day, and none where nobody trained', async () => {
  await sessions(
    { at: '2026-10-01T09:00:00+08:00', seconds: 600, effectiveSeconds: 450 },
    { at: '2026-10-01T10:00:00+08:00', seconds: 300, effectiveSeconds: 150 },
    { at: '2026-10-03T23:00:00+08:00', seconds: 300, effectiveSeconds: 0 },
  )
  const { data } = await person.call(teaching.effectiveRate, october())
  expect(data.unit).toBe('%')
  expect(points(data)).toEqual([
    ['2026-10-01', 66.67],
    ['2026-10-02', null],
    ['2026-10-03', 0],
  ])
})

describe('the failure-time rate', () => {
  const past = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

  test('is seconds in fault of seconds enabled, from the days that have ended', async () => {
    await app.services.pool.query(
      `insert into health_day (simulator_id, organ_id, room_id, day, fault_seconds, enabled_seconds)
       values ($1, $2, $3, '2026-10-01', 3600, 36000), ($1, $2, $3, '2026-10-02', 90000, 86400)`,
      [simulatorId, school, room],
    )
    const { data } = await person.call(teaching.failureTimeRate, october())
    expect(points(data)).toEqual([
      ['2026-10-01', 10],
      // in fault while disabled: no share is more than the whole
      ['2026-10-02', 100],
      ['2026-10-03', null],
    ])
  })

  test('counts what is still under way up to now, cut at midnight', async () => {
    const enabled = past(50)
    const fault = past(30)
    await app.services.pool.query(
      `update simulator_state set health = 'fault', health_since = $1, enabled_since = $2`,
      [fault, enabled],
    )
    // 72 hours ago may be the day that it was enabled on, soon after midnight.
    const range = { simulatorId, beginDate: businessDayOf(past(96)), endDate: businessDayOf(past(0)) }
    const { data } = await person.call(teaching.failureTimeRate, range)
    const rates = new Map(data.series[0]?.points.map(({ x, value }) => [x, value]))
    expect(rates.get(range.beginDate)).toBeNull()
    // Fault for 30 hours reaches from now through the whole of today.
    expect(rates.get(range.endDate)).toBe(100)
    const secondsOf = (since: string, day: string) => {
      const begin = Date.parse(`${day}T00:00:00+08:00`)
      return Math.max(0, Math.min(Date.now(), begin + 86_400_000) - Math.max(Date.parse(since), begin)) / 1000
    }
    const day = businessDayOf(fault)
    expect(rates.get(day)).toBeCloseTo((secondsOf(fault, day) / secondsOf(enabled, day)) * 100, 0)
  })
})

describe('use time and people', () => {
  beforeEach(() =>
    sessions(
      // a Monday, twice the same student
      { at: '2026-09-28T08:59:59+08:00', seconds: 600, effectiveSeconds: 300, student: students[0] },
      { at: '2026-09-28T09:00:00+08:00', seconds: 60, effectiveSeconds: 60, student: students[0] },
      // the Sunday of that week, in the next month
      { at: '2026-10-04T20:00:00+08:00', seconds: 90, effectiveSeconds: 0, student: students[1] },
      { at: '2026-10-05T09:30:00+08:00', seconds: 30, effectiveSeconds: 0, student: null },
    ),
  )
  const range = () => ({ simulatorId, beginDate: '2026-09-28', endDate: '2026-10-05' })

  test('by day', async () => {
    const time = await person.call(teaching.usingTime, { ...range(), valueType: 'day' })
    expect(time.data.unit).toBe('分钟')
    expect(points(time.data)).toEqual([
      ['2026-09-28', 11],
      ['2026-09-29', 0],
      ['2026-09-30', 0],
      ['2026-10-01', 0],
      ['2026-10-02', 0],
      ['2026-10-03', 0],
      ['2026-10-04', 1.5],
      ['2026-10-05', 0.5],
    ])
    expect(points(time.data, 1)?.[0]).toEqual(['2026-09-28', 6])
    const people = await person.call(teaching.usingPeople, { ...range(), valueType: 'day' })
    expect(people.data.unit).toBe('人')
    expect(points(people.data)?.map(([, value]) => value)).toEqual([1, 0, 0, 0, 0, 0, 1, 0])
  })

  test('by week, each its Monday', async () => {
    const { data } = await person.call(teaching.usingTime, { ...range(), valueType: 'week' })
    expect(points(data)).toEqual([
      ['2026-09-28', 12.5],
      ['2026-10-05', 0.5],
    ])
    const people = await person.call(teaching.usingPeople, { ...range(), valueType: 'week' })
    expect(points(people.data)).toEqual([
      ['2026-09-28', 2],
      ['2026-10-05', 0],
    ])
  })

  test('by month', async () => {
    const { data } = await person.call(teaching.usingTime, { ...range(), valueType: 'month' })
    expect(points(data)).toEqual([
      ['2026-09', 11],
      ['2026-10', 2],
    ])
  })

  test('by hour of the day, all 24', async () => {
    const time = await person.call(teaching.usingTime, { ...range(), valueType: 'hour' })
    expect(points(time.data)).toHaveLength(24)
    expect(points(time.data)?.filter(([, value]) => value !== 0)).toEqual([
      ['08:00', 10],
      ['09:00', 1.5],
      ['20:00', 1.5],
    ])
    const people = await person.call(teaching.usingPeople, { ...range(), valueType: 'hour' })
    expect(points(people.data)?.filter(([, value]) => value !== 0)).toEqual([
      ['08:00', 1],
      ['09:00', 1],
      ['20:00', 1],
    ])
  })

  test('anything else is refused', async () => {
    const answer = await person.send(teaching.usingTime, { ...range(), valueType: 'decade' })
    expect(answer).toMatchObject({ code: errors.invalid.code, msg: expect.stringContaining('统计粒度') })
  })
})

test('the shares of modules by time, people and times', async () => {
  await sessions(
    { at: '2026-10-01T09:00:00+08:00', seconds: 300, module: 1, student: students[0] },
    { at: '2026-10-01T10:00:00+08:00', seconds: 300, module: 1, student: students[0] },
    { at: '2026-10-02T10:00:00+08:00', seconds: 200, module: 2, student: students[0] },
    { at: '2026-10-03T10:00:00+08:00', seconds: 200, module: 2, student: students[1] },
    { at: '2026-10-03T11:00:00+08:00', seconds: 0, module: 3, student: students[1] },
  )
  const share = async (
    endpoint:
      | typeof teaching.moduleTimeRate
      | typeof teaching.modulePeopleRate
      | typeof teaching.moduleTimesRate,
  ) => points((await person.call(endpoint, october())).data)
  expect(await share(teaching.moduleTimeRate)).toEqual([
    ['倒车入库', 60],
    ['侧方停车', 40],
    ['坡道定点停车和起步', 0],
  ])
  expect(await share(teaching.modulePeopleRate)).toEqual([
    ['倒车入库', 25],
    ['侧方停车', 50],
    ['坡道定点停车和起步', 25],
  ])
  expect(await share(teaching.moduleTimesRate)).toEqual([
    ['倒车入库', 40],
    ['侧方停车', 40],
    ['坡道定点停车和起步', 20],
  ])
})

const charts = [
  teaching.effectiveRate,
  teaching.failureTimeRate,
  teaching.usingTime,
  teaching.usingPeople,
  teaching.moduleTimeRate,
  teaching.modulePeopleRate,
  teaching.moduleTimesRate,
]

test.each(charts.map(endpoint => [endpoint.title, endpoint] as const))(
  '%s: refuses wrong ranges and foreign simulators, and shows nothing of another school',
  async (_title, endpoint) => {
    const ask = (changes: object) => person.send(endpoint, { ...october(), valueType: 'day', ...changes })
    expect(await ask({ endDate: '2026-09-30' })).toMatchObject({ msg: '结束日期不能早于开始日期' })
    expect(await ask({ beginDate: '2016-10-01' })).toMatchObject({ msg: '日期范围最长 400 天，请缩短后重试' })
    expect(await ask({ beginDate: 'yesterday' })).toMatchObject({ msg: '开始日期格式不正确，请检查后重试' })
    expect(await ask({ simulatorId: 999_999 })).toMatchObject({ code: errors.notFound.code })

    const empty = await ask({})
    const { pool } = app.services
    const organ = await makeOrganisation(pool)
    const place = { simulator: simulatorId, organ, room: await makeClassroom(pool, organ) }
    await makeSessions(pool, [{ ...place, at: '2026-10-02T09:00:00+08:00' }])
    await pool.query(
      `insert into health_day (simulator_id, organ_id, room_id, day, fault_seconds, enabled_seconds)
       values ($1, $2, $3, '2026-10-02', 60, 600)`,
      [place.simulator, place.organ, place.room],
    )
    expect((await ask({})).data).toEqual(empty.data)
  },
)

test('whatever happened, the charts add up to it', async () => {
  const session = fc.record({
    day: fc.integer({ min: 1, max: 31 }),
    minute: fc.integer({ min: 0, max: 1439 }),
    seconds: fc.integer({ min: 0, max: 7200 }),
    effective: fc.double({ min: 0, max: 1, noNaN: true }),
    module: fc.integer({ min: 1, max: 12 }),
    student: fc.constantFrom(0, 1, null),
  })
  const two = (value: number) => String(value).padStart(2, '0')
  await fc.assert(
    fc.asyncProperty(fc.array(session, { maxLength: 8 }), async facts => {
      await query(app.database.ownerUrl, 'truncate training_session, usage_day, usage_hour')
      await sessions(
        ...facts.map(({ day, minute, seconds, effective, module, student }) => ({
          at: `2026-10-${two(day)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:00+08:00`,
          seconds,
          effectiveSeconds: Math.floor(seconds * effective),
          module,
          student: student === null ? null : (students[student] ?? null),
        })),
      )
      const range = { simulatorId, beginDate: '2026-10-01', endDate: '2026-10-31' }
      const minutes = facts.reduce((sum, { seconds }) => sum + seconds, 0) / 60
      for (const valueType of ['hour', 'day', 'week', 'month'] as const) {
        const { data } = await person.call(teaching.usingTime, { ...range, valueType })
        const values = data.series[0]?.points.map(({ value }) => value ?? 0) ?? []
        const sum = values.reduce((total, value) => total + value, 0)
        // each point is rounded to a hundredth of a minute
        expect(Math.abs(sum - minutes)).toBeLessThanOrEqual(0.005 * values.length + 1e-9)
      }
      const shares = (await person.call(teaching.moduleTimesRate, range)).data.series[0]?.points ?? []
      const whole = shares.reduce((sum, { value }) => sum + (value ?? 0), 0)
      expect(Math.abs(whole - (facts.length === 0 ? 0 : 100))).toBeLessThanOrEqual(0.005 * 12)
      const month = await person.call(teaching.usingPeople, { ...range, valueType: 'month' })
      const known = new Set(facts.flatMap(({ student }) => (student === null ? [] : [student])))
      expect(month.data.series[0]?.points).toEqual([{ x: '2026-10', value: known.size }])
    }),
    { seed: 2026, numRuns: 12 },
  )
})
