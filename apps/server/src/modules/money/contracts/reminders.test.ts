import { contract, type InputOf } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { alwaysAllowed, saveSettingsSql } from '../../../../test/noticeRule.ts'
import { wrongIn } from '../../../../test/wrongData.ts'
import { remind } from '../../notices/notices/engine.service.ts'

// Who is reminded of a contract that ends, from when on, and when that is settled.

const { contracts, home } = contract
const today = businessDayOf(Date.now())
const day = (days: number) => addDays(today, days)
let app: TestApp
let clerk: Client
let reader: Client & { memberId: number }
let school: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  clerk = await app.signedIn({ codes: ['finance:edit', 'finance:contract'] })
  reader = await app.signedIn({ codes: ['finance:contract'], organs: [school] })
})

type Form = InputOf<typeof contracts.add>
const form = (from: number, to: number, schoolId = school): Form => ({
  schoolId,
  mode: 'share',
  platformBp: 3000,
  billingDay: 5,
  startsOn: day(from),
  endsOn: day(to),
  deposit: 5_000_000,
})
const add = async (from: number, to: number, schoolId = school) =>
  (await clerk.call(contracts.add, form(from, to, schoolId))).data
const rows = (sql: string) => query(app.database.ownerUrl, sql)
const wrong = () => wrongIn(app)
const reminders = async () =>
  (
    await app.services.pool.query<{ id: number; codes: string[]; organ: number; begins: Date }>(
      `select replace(subject, 'contract:', '')::int as id, codes, organ_id as organ, begins_at as begins
       from attention where ends_at is null`,
    )
  ).rows

test('is reminded of from 30 days before, until another contract follows or none is to', async () => {
  const { contractId } = await add(-300, 40)
  const begins = new Date(dayStart(day(10)))
  const waiting = { id: contractId, codes: ['finance:contract'], organ: school, begins }
  expect(await reminders()).toEqual([waiting])
  const [next, there] = [await add(41, 400), await reminders()]
  expect(there).toMatchObject([{ id: next.contractId, begins: new Date(dayStart(day(370))) }])
  await clerk.call(contracts.void, { contractId: next.contractId, reason: '未签成' })
  expect(await reminders()).toEqual([waiting])
  // Near its end already: from now on, or nobody would be told.
  await clerk.call(contracts.modify, { ...form(-300, 20), contractId })
  const [now] = await reminders()
  expect(Math.abs(Number(now?.begins) - Date.now())).toBeLessThan(60_000)
  await clerk.call(contracts.terminate, { contractId, endsOn: day(20) })
  expect(await reminders()).toEqual([])
  // Longer again, it is to be renewed again.
  await clerk.call(contracts.modify, { ...form(-300, 40), contractId })
  expect(await reminders()).toEqual([waiting])
  expect(await wrong()).toEqual([])
})

test('waits on 首页 and in the list once it is near, for who reads contracts there', async () => {
  const other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  await add(-300, 30)
  await add(-300, -1, other)
  await add(-300, 31, await makeOrganisation(app.services.pool))
  const todo = async (who: Client) =>
    (await who.call(home.todos)).data.find(({ key }) => key === 'contractsToRenew')
  const to = '/finacial/configuration?renewal=due'
  expect(await todo(reader)).toMatchObject({ label: '合同将到期', count: 1, tone: 'warning', to })
  expect(await todo(clerk)).toMatchObject({ label: '合同将到期（1 份已到期）', count: 2, tone: 'danger' })
  const due = (await clerk.call(contracts.list, { renewal: 'due' })).data.dataList
  expect(due.map(({ schoolName }) => schoolName)).toEqual(['乙驾校', '甲驾校'])
})

test('is told in the words of the contract, once, to who reads contracts of that school', async () => {
  const stranger = await app.signedIn({
    codes: ['finance:contract'],
    organs: [await makeOrganisation(app.services.pool)],
  })
  for (const { memberId } of [reader, stranger]) {
    await rows(saveSettingsSql(memberId, 'contractExpiry', [alwaysAllowed('system', 0)]))
  }
  await rows(`update notice_progress set looked_until = now() - interval '1 minute'`)
  const { no, contractId } = await add(-300, 20)
  await rows(`delete from member_role where member_id not in (${reader.memberId}, ${stranger.memberId})`)
  const soon = new Date(Date.now() + 60_000)
  expect(await remind(app.services, soon)).toBe(1)
  expect(await remind(app.services, new Date(Date.now() + 120_000))).toBe(0)
  const [told] = await rows('select member_id::int as who, kind, title, brief, content from message')
  expect(told).toMatchObject({ who: reader.memberId, kind: 'contractExpiry', title: '合同到期提醒' })
  expect(told).toMatchObject({
    brief: expect.stringMatching(new RegExp(`^${no}（甲驾校）.+ 合同到期，待续签$`)),
    content: expect.stringContaining(`<li>期限：${day(-300)} 至 ${day(20)}</li>`),
  })
  expect(told).toMatchObject({
    content: expect.stringContaining(
      `<a href="/finacial/configuration?contractId=${contractId}">查看合同</a>`,
    ),
  })
})
