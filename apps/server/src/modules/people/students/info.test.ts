import { contract, errors } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { makeSessions } from '../../../../test/facts.ts'

const { info } = contract.students
const { subSubjectErrors } = contract.scores
let app: TestApp
let admin: Client
let school: number
let student: number
let place: { simulator: number; organ: number; room: number }

const today = businessDayOf(Date.now())
const at = `${today}T00:00:30+08:00`
const slip = (text: string) => ({ subSubjectId: 201, text, points: 10 })

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

test('sessions at another school stay with that school', async () => {
  const { pool } = app.services
  const other = await makeOrganisation(pool)
  const room = await makeClassroom(pool, other)
  const { id } = await makeSimulator(pool, { organ: other, room })
  await makeSessions(pool, [{ simulator: id, organ: other, room, at, student }])
  const manager = await app.signedIn({ organs: [school] })
  const { data } = await manager.call(info, { userId: student, queryTypes: ['sessions', 'scores'] })
  expect(data).toEqual({
    sessions: [],
    sessionsArchivedUntil: null,
    scores: { subjects: [], trend: [], calendar: [] },
  })
})

test('feedback shows, balance and orders of somebody who bought nothing too; other names are refused', async () => {
  await app.services.pool.query(
    `insert into feedback (school_id, student_id, content) values ($1, $2, '方向盘太松')`,
    [school, student],
  )
  const { data } = await admin.call(info, { userId: student, queryTypes: ['feedback', 'balance', 'orders'] })
  expect(data).toEqual({
    feedback: [expect.objectContaining({ content: '方向盘太松' })],
    balance: { cash: 0, bonus: 0, entries: [], elsewhere: null },
    orders: { recharges: [], courses: [], refunds: [] },
  })
  expect(await admin.send(info, { userId: student, queryTypes: 'secrets' })).toMatchObject({
    code: errors.invalid.code,
  })
  expect(await admin.call(info, { userId: 999_999 })).toMatchObject({ code: errors.notFound.code })
})
