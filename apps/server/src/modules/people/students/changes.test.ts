import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { idNumberOf } from '../../../../test/idNumber.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

const { add, modify, enrol, reveal, info, list, gearTypes } = contract.students
let app: TestApp
let admin: Client & { memberId: number }
let school: number
let other: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  admin = await app.signedIn({ codes: ['student:edit', 'student:reveal'] })
})
dataAgrees(() => app)

const idNumber = idNumberOf(12)
const zhang = {
  userName: '张三丰',
  userPhone: '13812345678',
  idNumber,
  gearType: 'C1',
} as const
const addZhang = async (more = {}) =>
  (await admin.call(add, { ...zhang, schoolId: school, ...more })).data.userId
const baseOf = async (userId: number) => (await admin.call(info, { userId })).data.base
const rows = (text: string) => query(app.database.ownerUrl, text)

test('an added student is enrolled, and shown with phone and ID number masked', async () => {
  const userId = await addZhang()
  const base = await baseOf(userId)
  expect(base).toMatchObject({
    userId,
    userName: '张三丰',
    userPhone: '138****5678',
    idNumber: `**************${idNumber.slice(-4)}`,
    schoolId: school,
    schoolName: '甲驾校',
    gearType: 'C1',
    state: 'studying',
    enrolments: [{ schoolName: '甲驾校', gearType: 'C1', state: 'studying', remainingMinutes: 0 }],
  })
  expect((await admin.call(gearTypes)).data).toContainEqual({ value: 'C1', label: 'C1 手动挡' })
})

test('the same ID number, or name and phone, is refused in a school and taken in another', async () => {
  await addZhang()
  const again = await admin.call(add, { ...zhang, schoolId: school, userPhone: '13900000000' })
  expect(again).toMatchObject({ code: errors.idNumberTaken.code })
  const { idNumber: _none, ...bare } = zhang
  expect(await admin.call(add, { ...bare, schoolId: school })).toMatchObject({
    code: errors.studentTaken.code,
  })
  expect(await admin.call(add, { ...zhang, schoolId: other })).toMatchObject({ code: 0 })
})

test('twenty of the same form at once make one student', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => admin.call(add, { ...zhang, schoolId: school })),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(await rows('select count(*)::int as students from student')).toEqual([{ students: 1 }])
  expect(await rows('select count(*)::int as enrolments from enrolment')).toEqual([{ enrolments: 1 }])
})

test.each([
  [{ idNumber: '44010619950607012' }, '身份证号应为 18 位'],
  [{ idNumber: idNumberOf(12, '19951307') }, '身份证号中的出生日期不存在'],
  [{ idNumber: `${idNumber.slice(0, 17)}${idNumber.endsWith('1') ? '2' : '1'}` }, '身份证号的校验位不正确'],
  [{ userPhone: '12812345678' }, '手机号格式不正确'],
  [{ userName: ' ' }, '姓名不能为空'],
  [{ gearType: 'A1' }, '驾照类型只能是'],
])('%j is refused with a sentence', async (wrong, sentence) => {
  const answer = await admin.send(add, { ...zhang, schoolId: school, ...wrong })
  expect(answer).toMatchObject({ code: errors.invalid.code, msg: expect.stringContaining(sentence) })
})

test('a disabled school takes nobody', async () => {
  await app.services.pool.query('update organisation set enabled = false where id = $1', [school])
  expect(await admin.call(add, { ...zhang, schoolId: school })).toMatchObject({
    code: errors.organisationDisabled.code,
  })
})

test('an edit leaves phone and ID number where they are left empty, and refuses a stale version', async () => {
  const userId = await addZhang()
  const edit = { userId, userName: '单雄信', gearType: 'C2' as const, version: 1 }
  expect(await admin.call(modify, edit)).toMatchObject({ code: 0 })
  expect(await admin.call(modify, edit)).toMatchObject({
    code: errors.staleVersion.code,
    data: { userName: '单雄信', version: 2 },
  })
  expect(await baseOf(userId)).toMatchObject({ gearType: 'C2', enrolments: [{ gearType: 'C2' }] })
  expect((await admin.call(reveal, { userId, reason: '核对证件' })).data).toEqual({
    idNumber,
    userPhone: '13812345678',
  })
  // The surname 单 is read shan.
  expect((await admin.call(list, { paramValue: 'sxx' })).data.totalDataNum).toBe(1)
})

test('an edit may not make one student into another', async () => {
  await addZhang()
  const { userId } = (
    await admin.call(add, { userName: '李四', userPhone: '13900000000', gearType: 'C1', schoolId: school })
  ).data
  const same = { userId, userName: '李四', gearType: 'C1' as const, idNumber }
  expect(await admin.call(modify, same)).toMatchObject({ code: errors.idNumberTaken.code })
  const namesake = { userId, userName: '张三丰', userPhone: '13812345678', gearType: 'C1' as const }
  expect(await admin.call(modify, namesake)).toMatchObject({ code: errors.studentTaken.code })
})

test('结业, then 增驾: the finished enrolment stays beside the new one', async () => {
  const userId = await addZhang({ gearType: 'C2' })
  expect(await admin.call(enrol, { userId, kind: 'finish' })).toMatchObject({ code: 0 })
  expect(await admin.call(enrol, { userId, kind: 'leave' })).toMatchObject({ code: errors.enrolmentNot.code })
  expect(await admin.call(enrol, { userId, kind: 'add' })).toMatchObject({
    code: errors.gearTypeMissing.code,
  })
  expect(await admin.call(enrol, { userId, kind: 'add', gearType: 'C2' })).toMatchObject({
    code: errors.gearTypeSame.code,
  })
  expect(await admin.call(enrol, { userId, kind: 'add', gearType: 'C1' })).toMatchObject({ code: 0 })
  expect(await baseOf(userId)).toMatchObject({
    gearType: 'C1',
    state: 'studying',
    enrolments: [
      { gearType: 'C1', state: 'studying' },
      { gearType: 'C2', state: 'finished' },
    ],
  })
})

test('转校 takes the student along and leaves the enrolment behind', async () => {
  const userId = await addZhang()
  expect(await admin.call(enrol, { userId, kind: 'transfer', schoolId: school })).toMatchObject({
    code: errors.transferTarget.code,
  })
  expect(await admin.call(enrol, { userId, kind: 'transfer', schoolId: other })).toMatchObject({ code: 0 })
  const oldSchool = await app.signedIn({ organs: [school] })
  expect(await oldSchool.call(info, { userId })).toMatchObject({ code: errors.notFound.code })
  expect((await oldSchool.call(list, {})).data.totalDataNum).toBe(0)
  const newSchool = await app.signedIn({ organs: [other] })
  const { base } = (await newSchool.call(info, { userId })).data
  expect(base).toMatchObject({ schoolId: other, enrolments: [{ schoolName: '乙驾校', state: 'studying' }] })
})

test('nobody is transferred to a school out of the operator’s scope', async () => {
  const userId = await addZhang()
  const manager = await app.signedIn({ codes: ['student:edit'], organs: [school] })
  expect(await manager.call(enrol, { userId, kind: 'transfer', schoolId: other })).toMatchObject({
    code: errors.notFound.code,
  })
  expect(await baseOf(userId)).toMatchObject({ schoolId: school })
})

test('twenty transfers at once are one', async () => {
  const userId = await addZhang()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => admin.call(enrol, { userId, kind: 'transfer', schoolId: other })),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(await rows(`select count(*)::int as open from enrolment where state = 'studying'`)).toEqual([
    { open: 1 },
  ])
})

test('the log says who looked at which student’s papers, and why; the ID number is nowhere in the clear', async () => {
  const key = { 'idempotency-key': 'reveal-0001' }
  const userId = await addZhang()
  for (const reason of [' ', '1', '1111', '看看', '啊啊啊啊啊', '1 1 1 1', '    核对    ']) {
    expect(await admin.call(reveal, { userId, reason })).toMatchObject({ code: errors.invalid.code })
  }
  const first = await admin.call(reveal, { userId, reason: '核对考试资料' }, key)
  expect(first.data).toEqual({ idNumber, userPhone: '13812345678' })
  // Sent again, it answers what was kept: nothing secret.
  expect((await admin.call(reveal, { userId, reason: '核对考试资料' }, key)).data).toEqual({
    idNumber: null,
    userPhone: null,
  })
  expect(
    await rows(
      `select c.after ->> 'detail' as reason, c.after ->> 'target' as whom, o.member_id as member
       from operation_log_change c
       join operation_log o on o.id = c.operation_id where c.table_name = 'security_event'`,
    ),
  ).toEqual([{ reason: '核对考试资料', whom: `学员 ${userId}`, member: String(admin.memberId) }])

  const everything = await rows(
    `select (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from operation_log_change c)::text
       || (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from operation_log o)::text
       || (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from idempotency i)::text
       || (select jsonb_agg(to_jsonb(s)) from student s)::text
       || (select string_agg(encode(id_number, 'escape'), ' ') from student) as text`,
  )
  expect(JSON.stringify(everything)).not.toContain(idNumber)
  expect(JSON.stringify(everything)).toContain('张三丰')
  const log = await rows(`select after from operation_log_change where table_name = 'student'`)
  expect(JSON.stringify(log)).not.toMatch(/"id_number"|id_number_hash/)
})

test('a foreign student does not exist: not to be read, edited, enrolled or revealed', async () => {
  const userId = await addZhang()
  const stranger = await app.signedIn({ codes: ['student:edit', 'student:reveal'], organs: [other] })
  const gone = { code: errors.notFound.code }
  expect(await stranger.call(info, { userId })).toMatchObject(gone)
  expect(await stranger.call(modify, { userId, userName: '甲', gearType: 'C1' })).toMatchObject(gone)
  expect(await stranger.call(enrol, { userId, kind: 'leave' })).toMatchObject(gone)
  expect(await stranger.call(reveal, { userId, reason: '核对证件' })).toMatchObject(gone)
  expect(await stranger.call(add, { ...zhang, schoolId: school })).toMatchObject(gone)
})

test('without the code or a session nothing is changed', async () => {
  const reader = await app.signedIn({ codes: ['student:edit'] })
  expect(await reader.call(reveal, { userId: 1, reason: '核对证件' })).toMatchObject({
    code: errors.forbidden.code,
  })
  const nobody = await app.signedIn({})
  for (const call of [add, modify, enrol]) {
    expect(await nobody.send(call, {})).toMatchObject({ code: errors.forbidden.code })
    expect(await app.send(call, {})).toMatchObject({ code: -80230 })
  }
})
