import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation, makeStudent } from '../../../../test/factories.ts'

// What the app's users send in: sign-ups and feedback of the scope.

const { feedbacks } = contract
let app: TestApp
let editor: Client
let reader: Client
let school: number
let other: number

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  other = await makeOrganisation(pool, { name: '乙驾校' })
  editor = await app.signedIn({ codes: ['app:edit'], organs: [school] })
  reader = await app.signedIn({ organs: [school] })
  for (const of of [school, other]) {
    await pool.query(
      `insert into sign_up (school_id, name, phone, gear_type) values ($1, '王海', '13800001234', 'C1'), ($1, '林溪', '13900005678', 'C2')`,
      [of],
    )
    await pool.query(
      `insert into feedback (school_id, student_id, content) values ($1, $2, '方向盘偏重'), ($1, $2, '画面很清楚')`,
      [of, await makeStudent(pool, of, '张三')],
    )
  }
})

const rows = (sql: string) => query(app.database.ownerUrl, sql)

test('sign-ups of the scope, newest first; the phone is masked, and whole for who gives a reason', async () => {
  const { data } = await editor.call(feedbacks.signUps, {})
  expect(data).toMatchObject({ totalDataNum: 2, hasNext: false })
  expect(data.dataList).toEqual([
    {
      id: expect.any(Number),
      name: '林溪',
      phone: '139****5678',
      schoolName: '甲驾校',
      gearType: 'C2',
      createdAt: expect.any(String),
    },
    expect.objectContaining({ name: '王海', phone: '138****1234' }),
  ])
  const id = data.dataList[0]?.id ?? 0
  const revealer = await app.signedIn({ codes: ['student:reveal'], organs: [school] })
  const reason = '回访报名意向'
  expect((await revealer.call(feedbacks.revealSignUp, { id, reason })).data).toEqual({ phone: '13900005678' })
  const stranger = await app.signedIn({ codes: ['student:reveal'], organs: [other] })
  expect(await stranger.call(feedbacks.revealSignUp, { id, reason })).toMatchObject({
    code: errors.notFound.code,
  })
  expect(await editor.call(feedbacks.revealSignUp, { id, reason })).toMatchObject({
    code: errors.forbidden.code,
  })
})

test('feedback of the scope, newest first, page by page', async () => {
  const { data } = await reader.call(feedbacks.list, { pageSize: 1 })
  expect(data).toMatchObject({ totalDataNum: 2, totalPages: 2, hasNext: true })
  expect(data.dataList).toEqual([
    {
      id: expect.any(Number),
      userName: '张三',
      schoolName: '甲驾校',
      content: '画面很清楚',
      createdAt: expect.any(String),
    },
  ])
  const next = await reader.call(feedbacks.list, { page: 1, pageSize: 1 })
  expect(next.data.dataList[0]?.content).toBe('方向盘偏重')
})

test('both lists have their file, of the scope alone, phones as on the screen', async () => {
  expect(await csvOf(editor, feedbacks.signUpExport)).toEqual([
    '姓名,手机号,意向驾校,驾照类型,提交时间',
    expect.stringMatching(/^林溪,139\*{4}5678,甲驾校,C2,/),
    expect.stringMatching(/^王海,138\*{4}1234,甲驾校,C1,/),
  ])
  expect(await csvOf(reader, feedbacks.export)).toEqual([
    '学员,内容,驾校,提交时间',
    expect.stringMatching(/^张三,画面很清楚,甲驾校,/),
    expect.stringMatching(/^张三,方向盘偏重,甲驾校,/),
  ])
})

test('of one school; of another school nothing', async () => {
  for (const [schoolId, total] of [
    [school, 2],
    [other, 0],
  ] as const) {
    expect((await reader.call(feedbacks.signUps, { schoolId })).data.totalDataNum).toBe(total)
    expect((await reader.call(feedbacks.list, { schoolId })).data.totalDataNum).toBe(total)
  }
})

test('feedback is deleted once, and the log keeps what it was', async () => {
  const [first] = (await editor.call(feedbacks.list, {})).data.dataList
  const id = first?.id ?? 0
  const answers = await Promise.all(Array.from({ length: 20 }, () => editor.call(feedbacks.remove, { id })))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === errors.notFound.code)).toHaveLength(19)
  expect((await editor.call(feedbacks.list, {})).data.totalDataNum).toBe(1)
  expect(await rows(`select before ->> 'content' as content from operation_log_change`)).toEqual([
    { content: '画面很清楚' },
  ])
})

test("another school's is not deleted, nor without the code, nor by a wrong id", async () => {
  const [{ id }] = (await rows(`select max(id)::int as id from feedback where school_id = ${other}`)) as [
    { id: number },
  ]
  expect(await editor.call(feedbacks.remove, { id })).toMatchObject({
    msg: errors.notFound.sentence('意见反馈'),
  })
  expect((await reader.call(feedbacks.remove, { id })).code).toBe(errors.forbidden.code)
  expect((await editor.send(feedbacks.remove, { id: 'x' })).code).toBe(errors.invalid.code)
  for (const endpoint of Object.values(feedbacks)) {
    expect((await app.send(endpoint, {})).code).toBe(errors.badToken.code)
  }
  expect(await rows('select from feedback')).toHaveLength(4)
})
