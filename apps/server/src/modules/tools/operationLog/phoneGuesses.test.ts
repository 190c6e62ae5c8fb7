import { randomBytes } from 'node:crypto'
import {
  type AccessCode,
  contract,
  type Endpoint,
  enrolmentBulk,
  errors,
  mostPhoneGuesses,
} from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

// Whoever sees a masked phone cannot find the rest by trying what it may be.

const { students, members, enrolment, orders, search, jobs, operationLog, messages } = contract
let app: TestApp
let school: number
let guest: Client & { memberId: number; account: string }
let desk: Client & { memberId: number }
let admin: Client

const { ofMaskADay, ofPersonAnHour } = mostPhoneGuesses
const whole = '13612341556'
/** Other numbers behind the same mask. */
const others = Array.from({ length: 60 }, (_, n) => `136${5000 + n}1556`)
const refused = errors.tooManyPhoneGuesses.code
const codes: AccessCode[] = ['student:edit', 'enroll:edit', 'system:user', 'finance']
const learner = { userName: '王芳', userPhone: whole, gearType: 'C1' as const }

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool)
  admin = await app.signedIn({ codes: ['system'] })
  desk = await app.signedIn({ codes, organs: [school] })
  guest = await app.signedIn({ codes: [], organs: [school], name: '访客' })
  await desk.call(students.add, { schoolId: school, ...learner })
})

const list = (paramValue: string, by: Client = guest) => by.call(students.list, { paramValue })
const codesOf = async (answers: Promise<{ code: number }>[]) =>
  (await Promise.all(answers)).map(({ code }) => code)
const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
/** Numbers of other masks that somebody missed so long ago. */
const earlier = async (memberId: number, count: number, minutes: number) => {
  for (let n = 0; n < count; n += 1)
    await app.services.pool.query(
      'insert into phone_guess values ($1, $2, $3, now() - make_interval(mins => $4))',
      [memberId, randomBytes(16), randomBytes(16), minutes],
    )
}

test('twenty numbers of a mask, asked at once too; then none, whether somebody has it or not; its end stays free', async () => {
  const all = await codesOf(others.slice(0, 30).map(phone => list(phone)))
  expect(all.filter(code => code === 0)).toHaveLength(ofMaskADay)
  expect(all.filter(code => code === refused)).toHaveLength(10)
  for (const phone of [whole, ' 136 1234-1556', others[40] ?? '']) {
    expect(await list(phone)).toMatchObject({ code: refused, data: null })
  }
  expect((await list(whole)).msg).toMatch(/请在 \d{4}-\d\d-\d\d \d\d:\d\d 之后/)
  // whoever asks
  expect(await list(others[40] ?? '', desk)).toMatchObject({ code: refused })
  expect(await list('13700000001')).toMatchObject({ code: 0 })
  expect((await list('1556')).data.dataList).toMatchObject([{ userPhone: '136****1556' }])
  await rows(`update phone_guess set at = at - interval '1 day'`)
  expect((await list(whole)).data.totalDataNum).toBe(1)
})

const searches: [Endpoint, (phone: string) => unknown][] = [
  [students.list, paramValue => ({ paramValue })],
  [students.export, paramValue => ({ paramValue })],
  [members.list, paramValue => ({ paramValue })],
  [members.export, paramValue => ({ paramValue })],
  [enrolment.coaches, paramValue => ({ paramValue })],
  [enrolment.coachExport, paramValue => ({ paramValue })],
  [enrolment.applicants, paramValue => ({ paramValue })],
  [enrolment.applicantExport, paramValue => ({ paramValue })],
  [orders.recharges, paramValue => ({ paramValue })],
  [orders.rechargeExport, paramValue => ({ paramValue })],
  [search.records, text => ({ text })],
  [
    jobs.start,
    paramValue => ({
      kind: enrolmentBulk.confirm.kind,
      selection: { filter: { paramValue }, expected: 1 },
      input: { accept: true },
    }),
  ],
]
test('they count together over lists, files, Ctrl-K and acts on all that match; each number once', async () => {
  for (const [n, [call, asking]] of searches.entries()) {
    await desk.send(call, asking(others[n] ?? ''))
    await desk.send(call, asking(others[n] ?? ''))
  }
  expect(await rows('select count(*)::int as counted from phone_guess')).toEqual([
    { counted: searches.length },
  ])
  for (const phone of others.slice(20, 40)) await list(phone, desk)
  for (const [call, asking] of searches) {
    expect(await desk.send(call, asking(whole)), call.path).toMatchObject({ code: refused })
  }
})

test('what is found does not count, in any of them', async () => {
  await app.services.pool.query('update member set phone = $1 where id = $2', [whole, guest.memberId])
  await desk.call(enrolment.addCoach, {
    schoolId: school,
    name: '李教练',
    phone: whole,
    gearTypes: ['C1'],
    years: 3,
    photo: null,
    roomId: null,
  })
  const found = [
    students.list,
    students.export,
    members.list,
    members.export,
    enrolment.coaches,
    search.records,
  ]
  for (const call of [...found, enrolment.coachExport])
    await desk.send(call, { paramValue: whole, text: whole })
  expect(await rows('select from phone_guess')).toEqual([])
})

describe('a phone that is given where the same name or school has another of the same mask', () => {
  const importing = (phones: readonly string[]) =>
    desk.call(students.import, {
      schoolId: school,
      students: phones.map(userPhone => ({ ...learner, userPhone, idNumber: '' })),
      mode: 'valid',
      dryRun: true,
      firstRow: 2,
    })

  test('counts in an import, which is refused as a whole; strangers of the mask do not', async () => {
    expect(await importing(others)).toMatchObject({ code: refused, data: null })
    expect((await importing(others.slice(0, ofMaskADay))).data).toMatchObject({ accepted: ofMaskADay })
    expect(await importing([whole])).toMatchObject({ data: { accepted: 0 } })
    expect(await importing(others.slice(20, 21))).toMatchObject({ code: refused })
    expect(await list(whole)).toMatchObject({ code: refused })
    const strangers = others.map((userPhone, n) => ({ ...learner, userPhone, userName: `学员${n}` }))
    const input = { schoolId: school, students: strangers, mode: 'all' as const, firstRow: 2 }
    expect((await desk.call(students.import, input)).data).toMatchObject({ accepted: others.length })
  })

  test('counts where students and coaches are added and changed', async () => {
    const [first = '', second = '', third = '', fourth = ''] = others
    const { userId } = (await desk.call(students.add, { schoolId: school, ...learner, userPhone: first }))
      .data
    await desk.call(students.modify, { userId, ...learner, userPhone: second })
    const coach = { name: '李教练', gearTypes: ['C1' as const], years: 3, photo: null, roomId: null }
    await desk.call(enrolment.addCoach, { schoolId: school, ...coach, phone: whole })
    const { id } = (await desk.call(enrolment.addCoach, { schoolId: school, ...coach, phone: third })).data
    await desk.call(enrolment.modifyCoach, { id, ...coach, phone: fourth })
    expect(await rows('select count(*)::int as counted from phone_guess')).toEqual([{ counted: 4 }])
  })
})

test('of one person so many an hour, of whatever masks; at half of it the administrators are told', async () => {
  await earlier(guest.memberId, 2, 61)
  await earlier(guest.memberId, ofPersonAnHour / 2 - 2, 59)
  await list('13700000001')
  const told = async () => (await admin.call(messages.list, {})).data.dataList
  expect(await told()).toEqual([])
  await list('13700000002')
  expect(await told()).toMatchObject([
    { messageBrief: expect.stringContaining(`访客（${guest.account}）多次查找不存在的手机号`) },
  ])
  await earlier(guest.memberId, ofPersonAnHour / 2 - 1, 5)
  expect(await list('13700000003')).toMatchObject({ code: 0 })
  expect(await list('13700000004')).toMatchObject({ code: refused })
  expect(await list('13700000003')).toMatchObject({ code: 0 })
  const { dataList } = (await admin.call(operationLog.security, { kind: 'reveal', result: 'failed' })).data
  expect(dataList).toMatchObject([
    { label: students.list.title, detail: '查找不存在的手机号超过次数', userName: '访客' },
    { label: '查找手机号', userName: '访客' },
  ])
  expect(JSON.stringify(dataList)).not.toContain('1370000')
  await rows(`update phone_guess set at = at - interval '2 minutes'`)
  expect(await list('13700000004')).toMatchObject({ code: 0 })
})

test('of one person so many a day', async () => {
  await earlier(guest.memberId, mostPhoneGuesses.ofPersonADay - 1, 120)
  expect(await list('13700000001')).toMatchObject({ code: 0 })
  expect(await list('13700000002')).toMatchObject({ code: refused })
})
