import { contract, errors, orders } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../test/app.ts'
import { dataAgrees } from '../../../test/wrongData.ts'

// 免审批限额: who could raise it could refund by themself whatever it is. Lower it counts at once; higher, when another agreed, tomorrow.

let app: TestApp
let asker: Client
let other: Client
beforeEachTest(async built => {
  app = built
  asker = await app.signedIn({ codes: ['finance:edit'], name: '甲' })
  other = await app.signedIn({ codes: ['finance:edit'], name: '乙' })
})
dataAgrees(() => app)

const now = async (by = other) => (await by.call(orders.settings)).data
const save = async (approvalLimit: number, by = asker) => {
  const { version, tiers } = await now(by)
  return by.send(orders.saveSettings, { version, tiers, approvalLimit })
}
const decide = async (by: Client, accept = true) =>
  by.send(orders.decideLimit, { version: (await now()).version, accept })
const tomorrow = () => addDays(businessDayOf(Date.now()), 1)
const waiting = async () =>
  (await other.call(contract.home.todos)).data.find(({ key }) => key === 'limitToApprove')

test('a higher one waits for another person, and then for the day after', async () => {
  expect((await save(500_000)).code).toBe(0)
  expect(await now()).toMatchObject({
    approvalLimit: 100_000,
    raise: { to: 500_000, askedBy: '甲', from: null, notDecided: null },
  })
  expect(await waiting()).toMatchObject({ count: 1, label: '待审批退款限额' })
  // Who asked for it does not agree; nor does saving it once more.
  expect((await now(asker)).raise?.notDecided).toContain('请由')
  expect((await decide(asker)).code).toBe(errors.decidesOwn.code)
  expect((await save(500_000)).code).toBe(0)
  expect((await decide(other)).code).toBe(0)
  expect(await now()).toMatchObject({ approvalLimit: 100_000, raise: { to: 500_000, from: tomorrow() } })
  expect(await waiting()).toBeUndefined()
  expect((await decide(other)).code).toBe(errors.noRaise.code)
  await app.services.pool.query('update finance_setting set raise_from = raise_from - 1')
  expect(await now()).toMatchObject({ approvalLimit: 500_000, raise: null })
})

test('a lower one counts at once, and ends what was asked for; so does who turns it down', async () => {
  await save(500_000)
  expect((await save(0)).code).toBe(0)
  expect(await now()).toMatchObject({ approvalLimit: 0, raise: null })
  await save(200)
  expect((await decide(asker, false)).code).toBe(0)
  expect(await now()).toMatchObject({ approvalLimit: 0, raise: null })
  // Agreed to, and taken back before its day.
  await save(200)
  await decide(other)
  expect((await decide(other, false)).code).toBe(0)
  await app.services.pool.query(
    `update finance_setting set raise_from = raise_from - 1 where raise_from is not null`,
  )
  expect(await now()).toMatchObject({ approvalLimit: 0, raise: null })
})

test('what was agreed to is not raised further by the way: another figure is asked for anew', async () => {
  await save(500_000)
  await decide(other)
  expect((await save(900_000)).code).toBe(0)
  expect(await now()).toMatchObject({ approvalLimit: 100_000, raise: { to: 900_000, from: null } })
})
