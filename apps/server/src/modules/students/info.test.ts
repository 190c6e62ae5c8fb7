import { contract, errors } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../test/app.ts'
import { query } from '../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../test/factories.ts'
import { makeSessions } from '../../../test/facts.ts'

const { info } = contract.students
const { subjects, subSubjectErrors, sceneEmersion } = contract.scores
let app: TestApp
let admin: Client
let school: number
let student: number
let place: { simulator: number; organ: number; room: number }

const today = businessDayOf(Date.now())
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

test('scores by sub-subject beside the school, the trend of errors, and the days of training', async () => {
  await makeSessions(app.services.pool, [
    { ...place, at, student, score: 60, errors: [slip('压线'), slip('压线'), slip('停车')] },
    { ...place, at: `${today}T00:20:00+08:00`, student, score: 90, errors: [slip('压线')] },
    { ...place, at: `${today}T00:30:00+08:00`, student: null, score: 95 },
    { ...place, at: `${today}T00:40:00+08:00`, student: null, score: 50 },
    { ...place, at: `${today}T00:50:00+08:00`, student, running: true },
  ])
  const { data } = await admin.call(info, { userId: student, queryTypes: 'scores,sessions' })
  expect(data.base).toBeUndefined()
  expect(data.scores).toEqual({
    subjects: [
      {
        subSubjectId: 201,
        subSubject: '倒车入库',
        subject: '科目二',
        times: 2,
        lastScore: 90,
        bestScore: 90,
        passRate: 0.5,
        schoolPassRate: 0.5,
      },
    ],
    trend: [
      {
        month: today.slice(0, 7),
        subSubject: '倒车入库',
        errorsPerSession: 2,
        schoolErrorsPerSession: 1,
      },
    ],
    calendar: [{ date: today, times: 2, seconds: 1200 }],
  })
  expect(data.sessions?.map(({ ending, errors: made }) => [ending, made.length])).toEqual([
    ['running', 0],
    ['normal', 1],
    ['normal', 3],
  ])
  const { data: made } = await admin.call(subSubjectErrors, {
    recordsTab: 2,
    subSubjectId: 201,
    userId: student,
  })
  expect(made.map(({ text, points, times }) => [text, points, times])).toEqual([
    ['压线', 10, 3],
    ['停车', 10, 1],
  ])
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

test('sessions at another school stay with that school', async () => {
  const { pool } = app.services
  const other = await makeOrganisation(pool)
  const room = await makeClassroom(pool, other)
  const { id } = await makeSimulator(pool, { organ: other, room })
  await makeSessions(pool, [{ simulator: id, organ: other, room, at, student }])
  const manager = await app.signedIn({ organs: [school] })
  const { data } = await manager.call(info, { userId: student, queryTypes: ['sessions', 'scores'] })
  expect(data).toEqual({ sessions: [], scores: { subjects: [], trend: [], calendar: [] } })
})

test('feedback shows; balance and orders are absent until their domain is there; other names are refused', async () => {
  await app.services.pool.query(
    `insert into feedback (school_id, student_id, content) values ($1, $2, '方向盘太松')`,
    [school, student],
  )
  const { data } = await admin.call(info, { userId: student, queryTypes: ['feedback', 'balance', 'orders'] })
  expect(data).toEqual({ feedback: [expect.objectContaining({ content: '方向盘太松' })] })
  expect(await admin.send(info, { userId: student, queryTypes: 'secrets' })).toMatchObject({
    code: errors.invalid.code,
  })
  expect(await admin.call(info, { userId: 999_999 })).toMatchObject({ code: errors.notFound.code })
})

test('the subject tree: the slope is C1’s alone', async () => {
  const { data } = await admin.call(subjects)
  expect(data.map(({ subjectName }) => subjectName)).toEqual(['科目一', '科目二', '科目三', '科目四'])
  const slope = data[1]?.children.find(({ subSubjectId }) => subSubjectId === 203)
  expect(slope).toMatchObject({ gearTypes: ['C1'], modules: [{ moduleId: 3 }] })
})
