import { bills, errors, home } from '@drivesim/contract'
import { beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { before, last } from '../../../../test/calendar.ts'
import { Months, midMonth, wireMonth } from '../../../../test/months.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { closeDue } from './closing.service.ts'

// What 首页 counts of bills, and that its link opens just these.

let app: TestApp
let months: Months
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  months = await Months.of(app)
})
dataAgrees(() => app)

/** What a person finds on 首页 under a key: its count, 0 where it is not there. */
async function counted(who: Client, key: string): Promise<number> {
  const todo = (await who.call(home.todos)).data.find(one => one.key === key)
  if (todo === undefined) return 0
  if ('failed' in todo) throw new Error(`${key} could not be read`)
  const { pathname, searchParams } = new URL(todo.to, 'http://any')
  expect(pathname).toBe('/finacial/reconciliation')
  const list = await who.call(bills.list, Object.fromEntries(searchParams))
  expect([key, list.data.totalDataNum]).toEqual([key, todo.count])
  return todo.count
}

test('to check, to settle and to pay are counted for the people who do it, as the list that opens has them', async () => {
  const { keeper } = months
  const [school, other] = [await months.school('甲驾校'), await months.school('乙驾校')]
  const clerk = await app.signedIn({ codes: ['finance', 'finance:edit'], organs: [school.id] })
  for (const { id, clerk: till, student } of [school, other]) {
    await months.sign(id)
    await months.online(student, 100_000, midMonth(before))
    await months.buy(till, student, id, 100_000, midMonth(before))
  }
  // The platform owes of the month before last, the school of the last.
  await months.offline(school.clerk, school.student, 80_000, midMonth(last))
  await months.buy(school.clerk, school.student, school.id, 80_000, midMonth(last))
  await closeDue(app.services)
  for (const { id: schoolId } of [school, other]) {
    // From its billing day on it is closed already.
    const { code } = await keeper.call(bills.close, { month: wireMonth(last), schoolId })
    expect([0, errors.monthClosed.code]).toContain(code)
  }
  await closeDue(app.services)
  const credit = await months.bill(school.id, before)
  const debt = await months.bill(school.id, last)
  const all = async (key: string) => [
    await counted(keeper, key),
    await counted(school.checker, key),
    await counted(other.checker, key),
    await counted(clerk, key),
  ]
  expect(await all('billsToCheck')).toEqual([4, 2, 2, 0])
  expect(await all('billsToSettle')).toEqual([0, 0, 0, 0])

  await school.checker.call(bills.confirm, { billId: credit.billId })
  expect(await all('billsToCheck')).toEqual([3, 1, 2, 0])
  // Only the platform settles and pays: not even who may at one school.
  expect(await all('billsToSettle')).toEqual([1, 0, 0, 0])

  await keeper.call(bills.settle, { billId: credit.billId })
  await months.settled(school.checker, debt.billId)
  expect(await all('billsToSettle')).toEqual([0, 0, 0, 0])
  expect(await all('billsToPay')).toEqual([0, 0, 0, 0])
  const due = (days: number) =>
    months.sql(`update bill set due_on = business_day(now()) - $2::int where id = any($1)`, [
      [credit.billId, debt.billId],
      days,
    ])
  // On its day it is not late yet.
  await due(0)
  expect(await all('billsToPay')).toEqual([0, 0, 0, 0])
  await due(1)
  await months.sql('update bill set digest = bill_digest(id)')
  // What the school owes is not to be paid.
  expect(await all('billsToPay')).toEqual([1, 0, 0, 0])
})
