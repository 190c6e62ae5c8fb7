import { account, contract, errors, orders } from '@drivesim/contract'
import { beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../test/app.ts'
import { query } from '../../../test/database.ts'
import { makeRole } from '../../../test/factories.ts'
import { clerkOf, makeLearner, makeSelling } from '../../../test/till.ts'
import { dataAgrees } from '../../../test/wrongData.ts'

// 四眼: whoever asks for a refund does not decide it, by whatever account.

const { members } = contract
/** Somebody signed in. */
interface Person {
  readonly memberId: number
  readonly account: string
  readonly token: string
}

let app: TestApp
let school: number
let lot: number
/** Somebody who keeps the members, too. */
let keeper: Person
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  school = await makeSelling(app, { name: '甲驾校' })
  keeper = await app.signedIn({ codes: ['finance:edit', 'order:edit', 'system', 'system:user'] })
  await app.call(orders.saveSettings, { approvalLimit: 0, tiers: [] }, as(keeper))
  const studentId = await makeLearner(app, school)
  const clerk = await clerkOf(app, school)
  lot = (await clerk.call(orders.rechargeOffline, { studentId, amount: 10_000 })).data.orderId
})
dataAgrees(() => app)

const as = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` })
const rows = (sql: string) => query(app.database.ownerUrl, sql)
const financier = (): Promise<Person> => app.signedIn({ codes: ['finance:edit'] })
const ask = async (by: Person) => {
  const form = { orderId: lot, amount: 100, payee: '工行', reason: '代退款' }
  return (await app.call(orders.refundOnBehalf, form, as(by))).data.refundId
}
const decide = (by: Person, refundId: number) =>
  app.call(orders.decideRefund, { refundId, accept: true }, as(by))
const own = { code: errors.decidesOwnRefund.code, msg: '不能审批自己提交的退款' }
const accepted = { data: { state: 'refunding' } }
/** What one asks the other may not decide, whichever of them asks; the page says so before. */
async function decideNothingOfEachOther(one: Person, other: Person) {
  for (const [asker, decider] of [
    [one, other],
    [other, one],
  ] as const) {
    const refundId = await ask(asker)
    expect(await decide(decider, refundId)).toMatchObject(own)
    expect((await app.call(orders.refundInfo, { refundId }, as(decider))).data.mine).toBe(true)
  }
}

/** Somebody with a first password, who changes it. */
async function comeIn(memberId: number, name: string, first: string | null): Promise<Person> {
  const own = 'Zhongguo@1949-2026'
  const { data } = await app.signIn(name, first ?? '')
  const form = { oPwd: first ?? '', nPwd: own, cPwd: own }
  expect((await app.call(account.changePassword, form, as(data))).code).toBe(0)
  return { memberId, account: name, token: (await app.signIn(name, own)).data.token }
}

test('nobody decides what they asked for, nor another of the same phone; a third person does', async () => {
  const mine = await ask(keeper)
  expect(await decide(keeper, mine)).toMatchObject(own)
  const other = await financier()
  await rows(`update member set phone = '13900000000' where id in (${keeper.memberId}, ${other.memberId})`)
  await decideNothingOfEachOther(keeper, other)
  expect(await decide(await financier(), mine)).toMatchObject(accepted)
  // A school's people never do.
  const ofSchool = await clerkOf(app, school, ['finance:edit'])
  expect(await decide(ofSchool, await ask(keeper))).toMatchObject({ code: errors.platformOnly.code })
})

test('an account that one of the two made is the other’s, for 30 days', async () => {
  const role = await makeRole(app.services.pool, { name: '财务', codes: ['finance:edit'] })
  const [home] = (await rows(`select organ_id from member where id = ${keeper.memberId}`)) as [
    { organ_id: number },
  ]
  const form = {
    userAccount: 'other',
    userName: '另一人',
    organId: home.organ_id,
    belongOrganIds: [home.organ_id],
    roleIds: [role],
  }
  const { data } = await app.call(members.add, form, as(keeper))
  const other = await comeIn(data.userId, 'other', data.firstPassword)
  await decideNothingOfEachOther(keeper, other)
  await rows(`update operation_log set at = at - interval '31 days' where call = 'members.add'`)
  expect(await decide(keeper, await ask(other))).toMatchObject(accepted)
})

test('so is one whose password one of the two reset, for 30 days', async () => {
  const { memberId, account: name } = await financier()
  const { data } = await app.call(members.resetPassword, { userId: memberId }, as(keeper))
  const other = await comeIn(memberId, name, data.firstPassword)
  await decideNothingOfEachOther(keeper, other)
  await rows(`update operation_log set at = at - interval '31 days' where call = 'members.resetPassword'`)
  expect(await decide(other, await ask(keeper))).toMatchObject(accepted)
})
