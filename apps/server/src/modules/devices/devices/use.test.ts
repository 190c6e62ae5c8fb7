import { contract } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
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
  simulatorId = (await makeSimulator(pool, { organ: school, room })).id
  students = [await makeStudent(pool, school, '张三'), await makeStudent(pool, school, '李四')]
  person = await app.signedIn({ codes: ['device'], organs: [school] })
})

const sessions = (...given: Omit<NewSession, 'simulator' | 'organ' | 'room'>[]) =>
  makeSessions(
    app.services.pool,
    given.map(session => ({ simulator: simulatorId, organ: school, room, ...session })),
  )
/** `YYYY-MM-DD` of a business day so many days ago. */
const daysAgo = (days: number) => addDays(businessDayOf(Date.now()), -days)

test('a range is compared with as many days right before it, in the scope', async () => {
  const other = await makeOrganisation(app.services.pool)
  const place = { simulator: simulatorId, organ: other, room: await makeClassroom(app.services.pool, other) }
  await makeSessions(app.services.pool, [{ ...place, at: '2026-10-03T09:00:00+08:00' }])
  await sessions(
    { at: '2026-10-01T23:59:59+08:00', student: students[0] },
    { at: '2026-10-02T00:00:00+08:00', student: students[0], seconds: 20, effectiveSeconds: 10 },
    { at: '2026-10-03T12:00:00+08:00', student: students[0], seconds: 30, effectiveSeconds: 30 },
    { at: '2026-10-03T23:59:59+08:00', student: null, seconds: 40, effectiveSeconds: 0 },
    { at: '2026-10-04T00:00:00+08:00', student: students[1] },
  )
  const { data } = await person.call(devices.usingInfo, {
    simulatorId,
    startDate: '2026-10-04',
    endDate: '2026-10-05',
  })
  expect(data.before).toEqual({ times: 3, seconds: 90, effectiveSeconds: 40, people: 1 })
})

test('a week that ends today is compared with the one before up to this time of its last day', async () => {
  const midnight = `${daysAgo(7)}T00:00:00+08:00`
  const sinceMidnight = Math.ceil((Date.now() - Date.parse(`${daysAgo(0)}T00:00:00+08:00`)) / 1000)
  await sessions(
    { at: `${daysAgo(14)}T23:59:59+08:00`, student: students[0] },
    { at: `${daysAgo(13)}T00:00:00+08:00`, student: students[0], seconds: 10, effectiveSeconds: 5 },
    // had ended by this time a week ago, whenever the test runs
    { at: midnight, student: students[0], seconds: 0, effectiveSeconds: 0 },
    // had begun, not ended
    { at: midnight, student: students[1], seconds: sinceMidnight + 3600 },
    { at: `${daysAgo(6)}T00:00:00+08:00`, student: students[1] },
  )
  const { data } = await person.call(devices.latestWeekInfo, { simulatorId })
  expect(data.before).toEqual({ times: 2, seconds: 10, effectiveSeconds: 5, people: 1 })
})

test('sessions are found by days, by the hour they began and by module, as is their file', async () => {
  const [, early, late] = await sessions(
    { at: '2026-10-04T23:59:59+08:00', module: 1 },
    { at: '2026-10-05T00:00:00+08:00', module: 1 },
    { at: '2026-10-06T23:59:59+08:00', module: 2 },
    { at: '2026-10-07T00:00:00+08:00', module: 2 },
  )
  const days = { simulatorId, beginDate: '2026-10-05', endDate: '2026-10-06' }
  const found = async (filter: object) => {
    const { data } = await person.call(devices.sessions, { ...days, ...filter })
    return { total: data.totalDataNum, rows: data.dataList.map(({ recordId }) => recordId) }
  }
  expect(await found({})).toEqual({ total: 2, rows: [late, early] })
  expect(await found({ hour: 0 })).toEqual({ total: 1, rows: [early] })
  expect(await found({ hour: 23, moduleName: '侧方' })).toEqual({ total: 1, rows: [late] })
  expect(await found({ hour: 22 })).toEqual({ total: 0, rows: [] })
  expect(await found({ moduleName: '倒车入库' })).toEqual({ total: 1, rows: [early] })
  expect(await csvOf(person, devices.sessionExport, { ...days, moduleName: '侧方停车' })).toHaveLength(2)
})
