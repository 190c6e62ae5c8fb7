import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { idNumberOf } from '../../../../test/idNumber.ts'
import { patience } from '../../../../test/pace.ts'
import { tableUse } from '../../../../test/tableUse.ts'

const { import: importCall, list } = contract.students
let app: TestApp
let admin: Client
let school: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool)
  admin = await app.signedIn({ codes: ['student:edit'] })
})

const person = (place: number) => ({
  userName: `学员${place}`,
  userPhone: `138${String(place).padStart(8, '0')}`,
  idNumber: idNumberOf(place % 1000, `${1970 + (Math.floor(place / 1000) % 30)}0607`),
  gearType: 'C1',
})
const people = (from: number, count: number) => Array.from({ length: count }, (_, n) => person(from + n))
const total = async () => (await admin.call(list, {})).data.totalDataNum
const mixed = [
  person(1),
  { ...person(2), userPhone: '123', idNumber: '1' },
  'no row',
  { ...person(1), userName: '另一个' },
  { userName: '学员1', userPhone: person(1).userPhone, idNumber: '', gearType: 'C2' },
  person(5),
]
const reasons = [
  { row: 8, reasons: ['手机号格式不正确', '身份证号应为 18 位'] },
  { row: 9, reasons: [expect.stringContaining('提交的内容')] },
  { row: 10, reasons: ['身份证号与第 7 行重复'] },
  { row: 11, reasons: ['姓名和手机号与第 7 行重复'] },
]

test('a dry run tells every reason of every row by its line in the file, and writes nothing', async () => {
  const { data } = await admin.call(importCall, {
    schoolId: school,
    students: mixed,
    mode: 'valid',
    dryRun: true,
    firstRow: 7,
  })
  expect(data).toEqual({ accepted: 2, refused: reasons })
  expect(await total()).toBe(0)
})

test('all or nothing: one bad row and nobody is taken', async () => {
  const input = { schoolId: school, students: mixed, mode: 'all' as const, firstRow: 7 }
  expect((await admin.call(importCall, input)).data).toEqual({ accepted: 0, refused: reasons })
  expect(await total()).toBe(0)
})

test('the good rows are taken, those already there are told why not', async () => {
  const input = { schoolId: school, students: mixed, mode: 'valid' as const, firstRow: 7 }
  expect((await admin.call(importCall, input)).data).toEqual({ accepted: 2, refused: reasons })
  expect(await total()).toBe(2)
  const again = { schoolId: school, students: [person(1), person(6)], mode: 'valid' as const }
  expect((await admin.call(importCall, again)).data).toEqual({
    accepted: 1,
    refused: [{ row: 1, reasons: ['该身份证号已是本驾校的学员', '本驾校已有姓名和手机号相同的学员'] }],
  })
  expect(await query(app.database.ownerUrl, 'select count(*)::int as enrolled from enrolment')).toEqual([
    { enrolled: 3 },
  ])
})

test('the same part of a file sent twenty times at once is taken once', async () => {
  const input = { schoolId: school, students: people(0, 50), mode: 'valid' as const }
  const answers = await Promise.all(Array.from({ length: 20 }, () => admin.call(importCall, input)))
  expect(answers.every(({ code }) => code === 0)).toBe(true)
  expect(answers.reduce((sum, { data }) => sum + data.accepted, 0)).toBe(50)
  expect(await total()).toBe(50)
})

test.each([
  [{ students: [] }, errors.invalid.code],
  [{ students: people(0, 5001) }, errors.invalid.code],
  [{ students: 'a file' }, errors.invalid.code],
  [{ mode: 'some' }, errors.invalid.code],
  [{ schoolId: 999_999 }, errors.notFound.code],
])('%# what is no import is refused', async (wrong, code) => {
  const input = { schoolId: school, students: [person(1)], mode: 'all', ...wrong }
  expect(await admin.send(importCall, input)).toMatchObject({ code })
  expect(await total()).toBe(0)
})

test('nothing is imported into a foreign school, without the code, or without a session', async () => {
  const input = { schoolId: school, students: [person(1)], mode: 'all' as const }
  const other = await makeOrganisation(app.services.pool)
  const stranger = await app.signedIn({ codes: ['student:edit'], organs: [other] })
  expect(await stranger.call(importCall, input)).toMatchObject({ code: errors.notFound.code })
  expect(await (await app.signedIn()).call(importCall, input)).toMatchObject({ code: errors.forbidden.code })
  expect(await app.call(importCall, input)).toMatchObject({ code: -80230 })
  expect(await total()).toBe(0)
})

test('no ID number of an import stays in the log or under its idempotency key', async () => {
  const { idNumber } = person(3)
  const input = { schoolId: school, students: [person(3), person(3)], mode: 'valid' as const }
  await admin.call(importCall, input, { 'idempotency-key': 'import-0001' })
  const kept = await query(
    app.database.ownerUrl,
    `select (select jsonb_agg(to_jsonb(c)) from operation_log_change c)::text as log,
       (select jsonb_agg(to_jsonb(i)) from idempotency i)::text as keys`,
  )
  expect(JSON.stringify(kept)).toContain('学员3')
  expect(JSON.stringify(kept)).not.toContain(idNumber)
})

test('every student of an import is in the operation log, with the enrolment', async () => {
  await admin.call(importCall, { schoolId: school, students: people(0, 3), mode: 'all' })
  const noted = await query(
    app.database.ownerUrl,
    `select table_name as table, count(distinct row_id)::int as rows, bool_and(before is null) as added,
       min(after ->> 'school_id')::int as school
     from operation_log_change where table_name in ('student', 'enrolment') group by 1 order by 1`,
  )
  expect(noted).toEqual([
    { table: 'enrolment', rows: 3, added: true, school },
    { table: 'student', rows: 3, added: true, school },
  ])
})

// 50,000 in less than 15 s is measured by `npm run bench`, on a machine that nobody else uses.
test('an import writes every row once, and looks up a few for each', {
  timeout: patience(60_000),
}, async () => {
  const count = 2000
  // Not the few schools and calls that each row names: PostgreSQL reads those with an index or without, as it likes.
  const growing = ['student', 'enrolment', 'purse', 'operation_log_change']
  // As on a new installation: what few rows there are were counted, and connections keep plans made for so few.
  for (const table of ['enrolment', 'student']) await query(app.database.ownerUrl, `vacuum ${table}`)
  await admin.call(importCall, { schoolId: school, students: people(count, 8), mode: 'all' })
  const before = await tableUse(app, ...growing)
  const input = { schoolId: school, students: people(0, count), mode: 'all' as const }
  expect((await admin.call(importCall, input)).data).toEqual({ accepted: count, refused: [] })
  expect(await total()).toBe(8 + count)
  const after = await tableUse(app, ...growing)
  // The student with the purse, the enrolment, and the lines of student and enrolment in the operation log.
  expect(Math.round((after.written - before.written) / count)).toBe(5)
  expect((after.oneByOne + after.found - before.oneByOne - before.found) / count).toBeLessThan(4)
})
