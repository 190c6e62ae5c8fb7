import { contract } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { makeSessions } from '../../../../test/facts.ts'

const { devices } = contract
let app: TestApp
let person: Client
let school: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool)
  person = await app.signedIn({
    codes: ['organ:school', 'device', 'device:simulator'],
    organs: [school],
  })
})

/** Nine in the morning of a business day so many days ago. */
const daysAgo = (days: number) => `${addDays(businessDayOf(Date.now()), -days)}T09:00:00+08:00`

test('thirty days of a school against the thirty before, and the rows behind them, which add up', async () => {
  const { pool } = app.services
  const point = await makeOrganisation(pool, { type: 'servicePoint', parent: school })
  const other = await makeOrganisation(pool)
  const [room, pointRoom, otherRoom] = await Promise.all(
    [school, point, other].map(organ => makeClassroom(pool, organ, '教室')),
  )
  if (room === undefined || pointRoom === undefined || otherRoom === undefined) throw new Error('three rooms')
  const home = await makeSimulator(pool, { organ: school, room, sn: 'HOME-1' })
  const away = await makeSimulator(pool, { organ: other, room: otherRoom, sn: 'MOVED-1' })
  const unused = await makeSimulator(pool, { organ: point, room: pointRoom, sn: 'UNUSED-1' })
  const student = await makeStudent(pool, school)
  const at = { simulator: home.id, organ: school, room, student, effectiveSeconds: 10 }
  await makeSessions(pool, [
    { ...at, at: daysAgo(60), seconds: 10 },
    { ...at, at: daysAgo(59), seconds: 20 },
    { ...at, at: daysAgo(31), seconds: 40 },
    { ...at, at: daysAgo(29), seconds: 100 },
    // At the service point, by a simulator that has left since; and at the school where it went.
    { ...at, at: daysAgo(3), seconds: 200, simulator: away.id, organ: point, room: pointRoom },
    { ...at, at: daysAgo(2), seconds: 4000, simulator: away.id, organ: other, room: otherRoom },
  ])
  const use = (await person.call(devices.schoolUse, { schoolId: school })).data
  expect(use.days).toHaveLength(30)
  expect(use.total).toEqual({ times: 2, seconds: 300, effectiveSeconds: 20, people: 1 })
  expect(use.before).toMatchObject({ times: 2, seconds: 60 })

  const { data } = await person.call(devices.schoolUsePage, { schoolId: school })
  const rows = data.dataList.map(row => [row.simulatorId, row.classroomName, row.seconds, row.people])
  expect(rows).toEqual([
    [away.id, null, 200, 1],
    [home.id, '教室', 100, 1],
    [unused.id, '教室', 0, 0],
  ])
  const last = await person.call(devices.schoolUsePage, { schoolId: school, pageNum: 1, pageSize: 2 })
  expect(last.data).toMatchObject({
    totalDataNum: 3,
    hasNext: false,
    dataList: [{ simulatorNum: 'UNUSED-1' }],
  })

  const [, ...lines] = await csvOf(person, devices.schoolUseExport, { schoolId: school })
  expect(lines.map(line => line.split(',')[1])).toEqual(['HOME-1', 'MOVED-1', 'UNUSED-1'])
})
