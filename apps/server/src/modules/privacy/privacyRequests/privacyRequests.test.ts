import { contract, errors } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeLearner, makeSelling } from '../../../../test/till.ts'

const { home, orders, persons, privacyRequests, students } = contract
let app: TestApp
let school: number
let student: number
let keeper: Client & { memberId: number }
beforeEachTest(async built => {
  app = built
  school = await makeSelling(app, { name: '甲驾校' })
  student = await makeLearner(app, school, '钱学森')
  keeper = await app.signedIn({ codes: ['system:privacy'] })
})

const sql = (text: string, values: unknown[] = []) => query(app.database.ownerUrl, text, values)
const add = (kind: 'access' | 'correct' | 'restrict' | 'withdraw', by: Client = keeper) =>
  by.call(privacyRequests.add, { studentId: student, kind, wish: '本人到校提出', proof: 'inPerson' })
const decide = (requestId: number, accept = true) =>
  keeper.call(privacyRequests.decide, { requestId, accept, answer: '已当面答复' })
const list = async (input = {}) => (await keeper.call(privacyRequests.list, input)).data.dataList

test('a request is answered within fifteen working days, and late after that', async () => {
  const today = businessDayOf(Date.now())
  // Eighteen days off from tomorrow on, whatever their weekday; then every day works.
  await sql('delete from national_day')
  await sql(
    `insert into national_day (day, kind) select $1::date + n, case when n <= 18 then 'off' else 'work' end from generate_series(1, 60) n`,
    [today],
  )
  const { data } = await add('access')
  expect(await list()).toMatchObject([
    {
      requestId: data.requestId,
      kind: 'access',
      studentName: '钱学森',
      state: 'waiting',
      late: false,
      dueOn: addDays(today, 33),
      notDecided: null,
    },
  ])
  await sql(`update privacy_request set due_on = business_day(now()) - 1`)
  expect(await list({ state: 'waiting' })).toMatchObject([{ late: true }])
  expect((await keeper.call(home.todos)).data).toMatchObject([
    { label: '待办理的权利请求（1 件已逾期）', count: 1, tone: 'danger' },
  ])
  expect(await decide(data.requestId)).toMatchObject({ code: 0 })
  expect(await list({ state: 'done' })).toMatchObject([{ late: false, answer: '已当面答复' }])
  expect(await decide(data.requestId)).toMatchObject({ code: errors.privacyRequestNot.code })
})

test('one of a kind waits at a time; others see none of another school', async () => {
  await add('correct')
  expect(await add('correct')).toMatchObject({ code: errors.privacyRequestWaiting.code })
  const other = await app.signedIn({ codes: ['system:privacy'], organs: [await makeSelling(app)] })
  expect((await other.call(privacyRequests.list, {})).data.dataList).toEqual([])
  expect(await add('access', other)).toMatchObject({ code: errors.notFound.code })
  expect((await other.call(persons.find, { paramValue: '钱学森' })).data.dataList).toEqual([])
})

test('data that its person restricted is not changed or sold with until it is released', async () => {
  const clerk = await app.signedIn({ codes: ['order:edit', 'student:edit'], organs: [school] })
  const { data } = await add('withdraw')
  await decide(data.requestId)
  const refused = { code: errors.restricted.code }
  const modify = () =>
    clerk.call(students.modify, { userId: student, version: 1, userName: '钱三强', gearType: 'C1' })
  const recharge = () => clerk.call(orders.rechargeOffline, { studentId: student, amount: 10_000 })
  expect(await modify()).toMatchObject(refused)
  expect(await recharge()).toMatchObject(refused)
  expect(await clerk.call(students.enrol, { userId: student, kind: 'add', gearType: 'C2' })).toMatchObject(
    refused,
  )
  expect((await keeper.call(persons.find, { paramValue: '钱学森' })).data.dataList).toMatchObject([
    { state: 'restricted' },
  ])

  const release = () => keeper.call(persons.release, { studentId: student, reason: '本人重新同意' })
  expect(await release()).toMatchObject({ code: 0 })
  expect(await release()).toMatchObject({ code: errors.notRestricted.code })
  expect(await modify()).toMatchObject({ code: 0 })
  expect(await recharge()).toMatchObject({ code: 0 })
})

test('a restricted student may still leave, so that they can be erased', async () => {
  const clerk = await app.signedIn({ codes: ['student:edit'], organs: [school] })
  const { data } = await add('restrict')
  await decide(data.requestId)
  expect(await clerk.call(students.enrol, { userId: student, kind: 'leave' })).toMatchObject({ code: 0 })
})

test('people are found by the whole of a name, phone or ID number, and by no part of it', async () => {
  const found = async (paramValue: string) =>
    (await keeper.call(persons.find, { paramValue })).data.dataList.map(({ studentName }) => studentName)
  expect(await found('钱学森')).toEqual(['钱学森'])
  expect(await found('13800000000')).toEqual(['钱学森'])
  expect(await found('钱学')).toEqual([])
  expect(await found('')).toEqual([])
})
