import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { setLimit } from '../../../../test/limit.ts'
import { clerkOf, makeLearner, makeOnline, makeSelling } from '../../../../test/till.ts'
import { clearWhatIsDue } from './service.ts'

const { orders, retention } = contract
let app: TestApp
let school: number
let keeper: Client & { memberId: number }
beforeEachTest(async built => {
  app = built
  school = await makeSelling(app, { name: '甲驾校' })
  keeper = await app.signedIn({ codes: ['system:privacy'] })
})

const sql = (text: string, values: unknown[] = []) => query(app.database.ownerUrl, text, values)
const list = async () => (await keeper.call(retention.list)).data
const term = async (kind: string) => (await list()).find(row => row.kind === kind)
const save = (kind: 'student' | 'feedback' | 'applicant' | 'request', months?: number, version = 0) =>
  keeper.call(retention.save, { kind, months, version })

/** Somebody who left so many months ago. */
async function leftBefore(months: number, name: string): Promise<number> {
  const student = await makeLearner(app, school, name)
  await sql(
    `update enrolment set state = 'left', ended_at = now() - make_interval(months => $2, days => 1) where student_id = $1`,
    [student, months],
  )
  await sql(`update student set state = 'left' where id = $1`, [student])
  return student
}

test('nothing goes before somebody has said after how long', async () => {
  await leftBefore(60, '钱学森')
  expect(await term('student')).toMatchObject({ usual: 48, months: null, floor: 48, due: 1, version: 0 })
  expect(await clearWhatIsDue(app.services)).toEqual(new Map())
  expect(await sql('select name from student')).toEqual([{ name: '钱学森' }])
})

test('students go after their term, unless they learn, have money, or it moved within three years', async () => {
  const [old, young, studying, rich, paid] = [
    await leftBefore(49, '甲一'),
    await leftBefore(47, '乙二'),
    await makeLearner(app, school, '丙三'),
    await leftBefore(49, '丁四'),
    await leftBefore(49, '戊五'),
  ]
  await makeOnline(app, rich, 10_000)
  const clerk = await clerkOf(app, school)
  await setLimit(app, 1_000_000)
  const { data: lot } = await clerk.call(orders.rechargeOffline, { studentId: paid, amount: 10_000 })
  const back = { orderId: lot.orderId, amount: 10_000, method: 'cash', reason: '不学了' } as const
  expect(await clerk.call(orders.refundRecharge, back)).toMatchObject({ code: 0 })
  expect(await save('student', 48)).toMatchObject({ code: 0 })
  expect(await term('student')).toMatchObject({ months: 48, due: 1, version: 1 })
  expect(await clearWhatIsDue(app.services)).toEqual(new Map([['student', 1]]))
  expect(await sql('select id::int, name from student order by id')).toEqual([
    { id: old, name: `已注销学员（${old}）` },
    { id: young, name: '乙二' },
    { id: studying, name: '丙三' },
    { id: rich, name: '丁四' },
    { id: paid, name: '戊五' },
  ])
  expect(await sql('select count(*)::int as held from held_identity')).toEqual([{ held: 0 }])
  expect(await clearWhatIsDue(app.services)).toEqual(new Map([['student', 0]]))
})

test('feedback, applicants and answered requests go by the day; what waits stays', async () => {
  const student = await makeLearner(app, school, '钱学森')
  const feedback = (age: string) =>
    sql(
      `insert into feedback (school_id, student_id, content, created_at) values ($1, $2, '好', now() - $3::interval)`,
      [school, student, age],
    )
  await feedback('24 months 2 days')
  await feedback('23 months')
  await sql(
    `with config as (
       insert into enrolment_config (school_id, title, gear_type, class_type, price, valid_from, valid_until)
       values ($1, '常规班', 'C1', 'standard', 1, current_date, current_date) returning id)
     insert into applicant (config_id, name, phone, state, reason, applied_at)
     select id, '李四光', '13800000003', s.state, s.reason, now() - interval '7 months'
     from config, (values ('waiting', null), ('refused', '资料不全')) s (state, reason)`,
    [school],
  )
  await sql(
    `insert into sign_up (school_id, name, phone, gear_type, created_at) values ($1, '李四光', '13800000003', 'C1', now() - interval '7 months')`,
    [school],
  )
  await sql(
    `insert into privacy_request (kind, student_id, wish, proof, asked_by, due_on, state, answer, decided_by, decided_at)
     values ('access', $1, '查阅', 'inPerson', $2, current_date, 'done', '好', $2, now() - interval '37 months')`,
    [student, keeper.memberId],
  )
  for (const [kind, months] of [
    ['feedback', 24],
    ['applicant', 6],
    ['request', 36],
  ] as const)
    expect(await save(kind, months)).toMatchObject({ code: 0 })
  expect(await clearWhatIsDue(app.services)).toEqual(
    new Map([
      ['feedback', 1],
      ['applicant', 2],
      ['request', 1],
    ]),
  )
  expect(await sql('select count(*)::int as left from feedback')).toEqual([{ left: 1 }])
  expect(await sql('select name, phone, reason from applicant order by state')).toEqual([
    { name: '已删除', phone: '', reason: '〔已删除〕' },
    { name: '李四光', phone: '13800000003', reason: null },
  ])
  expect(await sql('select count(*)::int as left from sign_up')).toEqual([{ left: 0 }])
})

test('no term is shorter than the law allows, or set over another', async () => {
  expect(await save('request', 35)).toMatchObject({
    code: errors.belowFloor.code,
    msg: '不能少于法定的 36 个月（《个人信息保护法》：个人信息处理情况记录至少保存三年），请改长后再保存',
  })
  expect(await save('feedback', 12)).toMatchObject({ code: 0 })
  expect(await save('feedback', 6)).toMatchObject({ code: errors.staleVersion.code })
  expect(await save('feedback', 6, 1)).toMatchObject({ code: 0 })
  expect(await save('feedback', undefined, 2)).toMatchObject({ code: 0 })
  expect(await term('feedback')).toMatchObject({ months: null, version: 0 })
  const ofSchool = await app.signedIn({ codes: ['system:privacy'], organs: [school] })
  expect(await ofSchool.call(retention.save, { kind: 'feedback', months: 24, version: 0 })).toMatchObject({
    code: errors.platformOnly.code,
  })
})
