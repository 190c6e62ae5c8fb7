import {
  accessCodes,
  contract,
  type DataOf,
  errors,
  type InputOf,
  mostRevealsAnHour,
} from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation, makeStudent } from '../../../../test/factories.ts'

// Who looks at other people's phones and papers, how often, and who hears of it.

const { operationLog, students, members } = contract
let app: TestApp
let platform: number
let school: number
let other: number
let student: number
let admin: Client & { memberId: number; account: string }

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  platform = await makeOrganisation(pool, { type: 'platform', name: '平台' })
  school = await makeOrganisation(pool, { name: '甲驾校' })
  other = await makeOrganisation(pool, { name: '乙驾校' })
  student = await makeStudent(pool, school, '张三')
  admin = await app.signedIn({ codes: accessCodes, organs: [platform], name: '管理员' })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const events = async (
  input: InputOf<typeof operationLog.security> = {},
): Promise<DataOf<typeof operationLog.security>['dataList']> =>
  (await admin.call(operationLog.security, input)).data.dataList
const reason = '核对考试资料'
const reveal = (as: Client) => as.call(students.reveal, { userId: student, reason })
/** Reveals of the past, so long ago. */
const earlier = (memberId: number, count: number, minutes: number) =>
  rows(
    `insert into security_event (at, kind, member_id, label)
       select now() - make_interval(mins => $3::int), 'reveal', $1, '查看学员证件' from generate_series(1, $2::int)`,
    [memberId, count, minutes],
  )

test('notes who was looked at and why, in the transaction of the answer', async () => {
  await reveal(admin)
  expect(await events({ kind: 'reveal' })).toMatchObject([
    {
      label: '查看学员证件',
      target: `学员 ${student}`,
      detail: reason,
      userName: '管理员',
      result: 'succeeded',
    },
  ])
  await rows('alter table security_event rename column target to away')
  try {
    const answer = await reveal(admin)
    expect(answer.status).toBe(500)
    expect(answer.body).not.toMatch(/1\d{10}/)
  } finally {
    await rows('alter table security_event rename column away to target')
  }
})

test('so many an hour, at once too, whatever is looked at; then it says when it goes on', async () => {
  const person = await app.signedIn({ codes: ['student:reveal', 'system:user'], organs: [school] })
  await earlier(person.memberId, 5, 61)
  await earlier(person.memberId, 10, 59)
  await earlier(person.memberId, mostRevealsAnHour - 15, 5)
  const answers = await Promise.all(Array.from({ length: 10 }, () => reveal(person)))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(5)
  const refused = answers.find(({ code }) => code !== 0)
  expect(refused).toMatchObject({ code: errors.tooManyReveals.code })
  expect(refused?.msg).toMatch(/最多查看 30 次个人信息，请在 \d\d:\d\d 之后再查看/)
  expect(await person.call(members.reveal, { userId: person.memberId, reason })).toMatchObject({
    code: errors.tooManyReveals.code,
  })
  expect(await reveal(admin)).toMatchObject({ code: 0 })
  // Two minutes later the first ten are an hour ago.
  await rows(`
    alter table security_event disable trigger security_event_sealed;
    update security_event set at = at - interval '2 minutes';
    alter table security_event enable trigger security_event_sealed`)
  expect(await reveal(person)).toMatchObject({ code: 0 })
})

test('beyond it the administrators who have the person in their scope are told, once an hour', async () => {
  const person = await app.signedIn({ codes: ['student:reveal'], organs: [school], name: '李雷' })
  const near = await app.signedIn({ codes: ['system'], organs: [school] })
  await app.signedIn({ codes: ['system'], organs: [other] })
  await app.signedIn({ codes: ['system:user'], organs: [platform] })
  await earlier(person.memberId, mostRevealsAnHour, 5)
  for (let time = 0; time < 3; time += 1) await reveal(person)
  const told = await rows('select member_id::int as id, title, brief from message order by member_id')
  const words = {
    title: '查看个人信息次数过多',
    brief: expect.stringContaining(`李雷（${person.account}）`),
  }
  expect(told).toEqual([admin, near].map(({ memberId }) => ({ id: memberId, ...words })))
  expect(await events({ kind: 'reveal', result: 'failed' })).toMatchObject([
    { label: '查看学员证件', times: 3, userName: '李雷' },
  ])
})
