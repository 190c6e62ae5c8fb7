import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { makeSessions } from '../../../../test/facts.ts'

const { subjects, subSubjectErrors, sceneEmersion } = contract.scores
let app: TestApp
let admin: Client
let school: number
let student: number
let place: { simulator: number; organ: number; room: number }

const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const at = `${today}T00:00:30+08:00`
const slip = (text: string, atSecond?: number) => ({
  subSubjectId: 201,
  text,
  points: 10,
  ...(atSecond === undefined ? {} : { atSecond }),
})

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  const room = await makeClassroom(pool, school, '一号教室')
  const { id } = await makeSimulator(pool, { organ: school, room, name: '01 号模拟器' })
  place = { simulator: id, organ: school, room }
  student = await makeStudent(pool, school, '张三')
  admin = await app.signedIn({})
})

test('a corrected session leaves the school’s figures as if it had never been otherwise', async () => {
  const [id] = await makeSessions(app.services.pool, [{ ...place, at, student, errors: [slip('压线')] }])
  await app.services.pool.query('select roll_up_sessions(array[$1::bigint], -1)', [id])
  expect(await query(app.database.ownerUrl, 'select times, passed, errors from school_month')).toEqual([
    { times: 0, passed: 0, errors: 0 },
  ])
})

test('a session on its time line, in the scope of where it happened', async () => {
  const [recordId = 0] = await makeSessions(app.services.pool, [
    { ...place, at, student, errors: [slip('停车', 90), slip('压线', 12), slip('未系安全带')] },
  ])
  const { data } = await admin.call(sceneEmersion, { recordId })
  expect(data).toMatchObject({
    studentName: '张三',
    simulatorName: '01 号模拟器',
    classroomName: '一号教室',
    mapName: '科目二标准场地',
    timeline: [
      { atSecond: 12, subSubject: '倒车入库', text: '压线' },
      { atSecond: 90, text: '停车' },
      { atSecond: null, text: '未系安全带' },
    ],
  })
  const stranger = await app.signedIn({ organs: [await makeOrganisation(app.services.pool)] })
  expect(await stranger.call(sceneEmersion, { recordId })).toMatchObject({ code: errors.notFound.code })
  expect(await stranger.call(subSubjectErrors, { subSubjectId: 201, userId: student })).toMatchObject({
    code: errors.notFound.code,
  })
  expect(await admin.call(sceneEmersion, { recordId: 7 })).toMatchObject({ code: errors.notFound.code })
  expect(await app.call(sceneEmersion, { recordId })).toMatchObject({ code: -80230 })
})

test('the subject tree: the slope is C1’s alone', async () => {
  const { data } = await admin.call(subjects)
  expect(data.map(({ subjectName }) => subjectName)).toEqual(['科目一', '科目二', '科目三', '科目四'])
  const slope = data[1]?.children.find(({ subSubjectId }) => subSubjectId === 203)
  expect(slope).toMatchObject({ gearTypes: ['C1'], modules: [{ moduleId: 3 }] })
})
