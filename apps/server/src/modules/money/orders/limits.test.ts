import { approvals, contract, errors, orders } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// 免审批限额: who could raise it could refund, or pay, by themself whatever it is. Lower it counts at once; higher, when another
// agreed, tomorrow.

let app: TestApp
let asker: Client
let other: Client
beforeEachTest(async built => {
  app = built
  asker = await app.signedIn({ codes: ['finance:edit', 'finance:approve'], name: '甲' })
  other = await app.signedIn({ codes: ['finance:edit', 'finance:approve'], name: '乙' })
})
dataAgrees(() => app)

const now = async (by = other) => (await by.call(orders.settings)).data
const save = async (form: { approvalLimit?: number; payoutLimit?: number }, by = asker) => {
  const { version, tiers, approvalLimit } = await now(by)
  return by.send(orders.saveSettings, { version, tiers, approvalLimit, ...form })
}
const waitingId = async () => (await now()).raises.waiting[0]?.approvalId ?? 0
const decide = async (by: Client, accept = true) =>
  by.send(approvals.decide, { approvalId: await waitingId(), accept, reason: '核对' })
const tomorrow = () => addDays(businessDayOf(Date.now()), 1)
const nextDay = () =>
  app.services.pool.query(
    `update finance_setting set raise_from = raise_from - 1, payout_raise_from = payout_raise_from - 1`,
  )
const mine = async (by: Client) =>
  (await by.call(contract.home.todos)).data.find(({ key }) => key === 'approvalsToDecide')

test.each([
  ['approvalLimit', 'refund', 100_000],
  ['payoutLimit', 'payout', 1_000_000],
] as const)(
  'a higher %s waits for another person, and then for the day after',
  async (name, limit, before) => {
    const to = before * 5
    expect((await save({ [name]: to })).code).toBe(0)
    expect(await now()).toMatchObject({
      [name]: before,
      raises: { waiting: [{ limit, to, askedBy: '甲', own: false, notDecided: null }], agreed: [] },
    })
    // One list, one to-do, and not for who asked.
    expect(await mine(other)).toMatchObject({ count: 1, label: '待我审批' })
    expect(await mine(asker)).toBeUndefined()
    // Who asked for it does not agree; nor does saving it once more.
    expect((await now(asker)).raises.waiting[0]?.notDecided).toContain('请由')
    expect((await decide(asker)).code).toBe(errors.decidesOwn.code)
    expect((await save({ [name]: to })).code).toBe(0)
    expect((await decide(other)).code).toBe(0)
    expect(await now()).toMatchObject({
      [name]: before,
      raises: { waiting: [], agreed: [{ limit, to, from: tomorrow() }] },
    })
    expect(await mine(other)).toBeUndefined()
    await nextDay()
    expect(await now()).toMatchObject({ [name]: to, raises: { waiting: [], agreed: [] } })
  },
)

test('a lower one counts at once, and ends what was asked for; so do turning it down and taking it back', async () => {
  await save({ approvalLimit: 500_000 })
  const first = await waitingId()
  expect((await save({ approvalLimit: 0 })).code).toBe(0)
  expect(await now()).toMatchObject({ approvalLimit: 0, raises: { waiting: [], agreed: [] } })
  const late = await other.send(approvals.decide, { approvalId: first, accept: true })
  expect(late).toMatchObject({ code: errors.approvalNot.code, msg: expect.stringContaining('已撤回') })
  await save({ approvalLimit: 200 })
  expect((await decide(other, false)).code).toBe(0)
  expect((await now()).raises).toEqual({ waiting: [], agreed: [] })
  await save({ approvalLimit: 200 })
  expect((await other.send(approvals.withdraw, { approvalId: await waitingId() })).code).toBe(
    errors.notAsked.code,
  )
  expect((await asker.send(approvals.withdraw, { approvalId: await waitingId() })).code).toBe(0)
  // Agreed to, and taken back before its day.
  await save({ approvalLimit: 200 })
  await decide(other)
  const cancel = async () =>
    other.send(orders.cancelRaise, { version: (await now()).version, limit: 'refund' as const })
  expect((await cancel()).code).toBe(0)
  expect((await cancel()).code).toBe(errors.noRaise.code)
  await nextDay()
  expect((await now()).approvalLimit).toBe(0)
})

test('what was agreed to is not raised further by the way: another figure is asked for anew', async () => {
  await save({ approvalLimit: 500_000 })
  await decide(other)
  expect((await save({ approvalLimit: 900_000 })).code).toBe(0)
  expect(await now()).toMatchObject({
    approvalLimit: 100_000,
    raises: { waiting: [{ to: 900_000 }], agreed: [] },
  })
})

test('what nobody decides within 30 days is over', async () => {
  await save({ approvalLimit: 500_000 })
  const approvalId = await waitingId()
  await app.services.pool.query(`update approval set ends_at = now() - interval '1 second'`)
  expect((await now()).raises.waiting).toEqual([])
  expect(await mine(other)).toBeUndefined()
  expect((await other.send(approvals.decide, { approvalId, accept: true })).msg).toContain('已过期')
  const { dataList } = (await other.call(approvals.list, { state: 'expired' })).data
  expect(dataList).toMatchObject([{ approvalId, state: 'expired', mine: false }])
})
