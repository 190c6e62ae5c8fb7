import { contract } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeSimulator } from '../../../../test/factories.ts'
import { makeSessions } from '../../../../test/facts.ts'
import { setIntervals, twoMonths } from '../../../../test/intervals.ts'
import { makeCourse, makeLearner, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { archive } from './service.ts'
import { archiveStore } from './storage.ts'

// What people see of lists, orders and charts while months are archived.

const { dashboard, devices, financeOverview, orders, students, teaching } = contract
let app: TestApp
let simulator: Awaited<ReturnType<typeof makeSimulator>>
let school: number
let student: number
/** Of January, January, February, and today. */
let records: number[]
let client: pg.Client
let person: Client

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeSelling(app)
  student = await makeLearner(app, school)
  const room = await makeClassroom(pool, school)
  simulator = await makeSimulator(pool, { organ: school, room })
  await setIntervals(pool, simulator, twoMonths)
  const made = { simulator: simulator.id, organ: school, room, student }
  const yesterday = new Date(Math.floor(Date.now() / 1000) * 1000 - 86_400_000).toISOString()
  records = await makeSessions(
    pool,
    ['2024-01-05T09:30:00+08:00', '2024-01-31T23:00:00+08:00', '2024-02-01T00:00:00+08:00', yesterday].map(
      at => ({ ...made, at }),
    ),
  )
  person = await app.signedIn({
    codes: ['device', 'device:simulator', 'order:edit', 'finance:home', 'student:edit'],
    organs: [school],
  })
  client = new pg.Client({ connectionString: app.database.ownerUrl })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  // What other tests of this database would meet.
  const months = ['202312', '202401', '202402']
  const tables = months.flatMap(month => [
    `archived_training_session_${month}`,
    `archived_simulator_interval_${month}`,
  ])
  await query(
    app.database.ownerUrl,
    `delete from archived_month; drop table if exists ${tables.join(', ')}; select ensure_months('2023-12-05', '2024-02-05')`,
  )
})
dataAgrees(() => app)

const kept = (new Date().getFullYear() - 2024) * 12 + new Date().getMonth()
/** Archives all that is older than February of 2024, or March. */
const archiveUntil = (month: 1 | 2) =>
  archive(
    { client, store: archiveStore(app.services.files), say: () => undefined },
    { training_session: kept - month, simulator_interval: kept - month },
  )
const oldDays = { beginDate: '2024-01-01', endDate: '2024-02-29' }
const facts = async (days: { beginDate: string; endDate: string }) =>
  (await person.call(dashboard.people, { ...days, figure: 'appUses', compare: 'none' })).data

test('the board’s list of sessions ends where the archive begins: its total is of the list, its sum the figure', async () => {
  const figureOf = async () =>
    (await person.call(dashboard.detail, { ...oldDays, figure: 'appUses', compare: 'none' })).data.total
  expect(await facts(oldDays)).toMatchObject({ totalDataNum: 3, sum: 3, archivedUntil: null })
  await archiveUntil(1)
  const page = await facts(oldDays)
  expect(page).toMatchObject({
    totalDataNum: 1,
    totalPages: 1,
    hasNext: false,
    sum: 3,
    archivedUntil: '2024-01-31',
  })
  expect(page.dataList.map(({ day }) => day)).toEqual(['2024-02-01'])
  await archiveUntil(2)
  expect(await facts(oldDays)).toMatchObject({
    totalDataNum: 0,
    dataList: [],
    sum: 3,
    archivedUntil: '2024-02-01',
  })
  expect(await facts({ beginDate: '2024-01-01', endDate: '2024-01-20' })).toMatchObject({
    sum: 1,
    archivedUntil: '2024-01-05',
  })
  const today = businessDayOf(Date.now())
  expect(await facts({ beginDate: '2024-03-01', endDate: '2024-03-31' })).toMatchObject({
    archivedUntil: null,
  })
  expect(await facts({ beginDate: today, endDate: today })).toMatchObject({ archivedUntil: null })
  expect(await figureOf()).toBe(3)
  const stranger = await app.signedIn({ organs: [await makeSelling(app)] })
  const { data } = await stranger.call(dashboard.people, { ...oldDays, figure: 'appUses', compare: 'none' })
  expect(data).toMatchObject({ totalDataNum: 0, sum: 0, archivedUntil: null })
  const file = await person.send(dashboard.export, { ...oldDays, figure: 'appUses' })
  expect(file.status).toBe(200)
})

test('an order goes on to say what used its minutes, and gives them back', async () => {
  const courseId = await makeCourse(app, [school], { price: 6000, minutes: 60 })
  await person.call(orders.rechargeOffline, { studentId: student, amount: 100_000 })
  const { orderId } = (await person.call(orders.addCourseOrder, { studentId: student, courseId })).data
  const [january, , , recent] = records
  await client.query(
    `insert into minute_entry (record_id, student_id, school_id, course_order_id, kind, minutes, day)
     select record, $2, $3, $4, 'charge', 10, business_day(record_time(record)) from unnest($1::bigint[]) record`,
    [[january, recent], student, school, orderId],
  )
  await client.query('select move_minutes(array[$1::bigint], array[20])', [orderId])
  await archiveUntil(2)
  const info = async () => (await person.call(orders.courseOrderInfo, { orderId })).data
  expect(await info()).toMatchObject({
    usedMinutes: 20,
    leftMinutes: 40,
    trainings: [
      { recordId: recent, minutes: 10 },
      {
        recordId: january,
        minutes: 10,
        moduleName: '已归档的训练',
        startedAt: '2024-01-05T01:30:00.000Z',
        day: '2024-01-05',
      },
    ],
  })
  const platform = await app.signedIn({ codes: ['order:edit'] })
  const given = await platform.call(orders.restoreMinutes, {
    recordId: january ?? 0,
    minutes: 4,
    reason: '设备故障',
  })
  expect(given.msg).toBe('')
  const after = await info()
  expect(after).toMatchObject({ usedMinutes: 16, leftMinutes: 44 })
  expect(after.trainings.map(({ kind, minutes }) => [kind, minutes])).toEqual([
    ['restore', -4],
    ['charge', 10],
    ['charge', 10],
  ])
})

test('training without an order stays in its list and its sum', async () => {
  await client.query(
    `insert into minute_entry (record_id, student_id, school_id, kind, minutes, day) values ($1, $2, $3, 'charge', 10, '2024-01-05')`,
    [records[0], student, school],
  )
  await archiveUntil(2)
  const { data } = await person.call(financeOverview.uncovered, {
    beginDate: '2024-01-01',
    endDate: '2024-01-31',
  })
  expect(data).toMatchObject({
    totalDataNum: 1,
    sum: { minutes: 10 },
    dataList: [{ recordId: records[0], moduleName: '已归档的训练', minutes: 10 }],
  })
})

test('a student’s lessons end where the archive begins', async () => {
  const info = async () =>
    (await person.call(students.info, { userId: student, queryTypes: ['sessions', 'scores'] })).data
  expect(await info()).toMatchObject({ sessionsArchivedUntil: null })
  await archiveUntil(2)
  const after = await info()
  expect(after).toMatchObject({ sessionsArchivedUntil: '2024-02-01' })
  expect(after.sessions?.map(({ recordId }) => recordId)).toEqual([records[3]])
  expect(after.scores?.subjects.map(({ times }) => times)).toEqual([1])
})

test('a simulator’s sessions end where the archive begins; its use, its last day and its charts are what they were', async () => {
  const of = { simulatorId: simulator.id }
  const days = { ...of, startDate: '2024-01-01', endDate: '2024-01-31' }
  const read = async () => ({
    use: (await person.call(devices.usingInfo, days)).data,
    intervals: (await person.call(devices.intervals, of)).data,
    chart: (await person.call(teaching.usingPeople, { ...of, ...oldDays, valueType: 'month' })).data,
    failures: (await person.call(teaching.failureTimeRate, { ...of, ...oldDays })).data,
  })
  const before = await read()
  expect(before.intervals).toHaveLength(4)
  await archiveUntil(2)
  expect(await read()).toEqual(before)
  expect((await person.call(devices.sessions, of)).data).toMatchObject({
    totalDataNum: 1,
    hasNext: false,
    archivedUntil: '2024-02-01',
  })
  expect((await person.call(devices.usingRecords, { ...of, ...oldDays })).data).toEqual([])
  const { body, status } = await person.send(devices.sessionExport, of)
  expect([status, body.trim().split('\n')]).toEqual([200, [expect.any(String), expect.any(String)]])
})
