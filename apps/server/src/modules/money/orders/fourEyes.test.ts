import { account, contract, errors, orders } from '@drivesim/contract'
import { beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeRole } from '../../../../test/factories.ts'
import { clerkOf, makeLearner, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { attestOnServer, changeFourEyes } from '../approvals/fourEyes.service.ts'

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
const accepted = { data: { state: 'refunding' } }
/** What one asks the other may not decide, whichever of them asks; the page says so before. */
async function decideNothingOfEachOther(one: Person, other: Person, sentence?: string) {
  for (const [asker, decider] of [
    [one, other],
    [other, one],
  ] as const) {
    const refundId = await ask(asker)
    const refused = await decide(decider, refundId)
    expect(refused.code).not.toBe(0)
    if (sentence !== undefined) expect(refused.msg).toBe(sentence)
    expect((await app.call(orders.refundInfo, { refundId }, as(decider))).data.notDecided).toBe(refused.msg)
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

/** A member of the finance department, added by somebody, who has come in. */
async function added(by: Person, name: string): Promise<Person> {
  const role = await makeRole(app.services.pool, {
    name: `财务${name}`,
    codes: ['finance:edit', 'order:edit'],
  })
  const [home] = await rows(`select organ_id::int as id from member where id = ${by.memberId}`)
  const organId = Number(Reflect.get(Object(home), 'id'))
  const form = { userAccount: name, userName: name, organId, belongOrganIds: [organId], roleIds: [role] }
  const { data } = await app.call(members.add, form, as(by))
  return comeIn(data.userId, name, data.firstPassword)
}
const later = () => rows(`update account_hold set at = at - interval '31 days'`)
const nobody = errors.nobodyDecides.sentence()
/** There is nobody else: not who set the school up. */
const alone = (...people: readonly Person[]) =>
  rows(`update member set enabled = id in (${people.map(({ memberId }) => memberId).join()})`)

test('nobody decides what they asked for, nor another of the same phone; a third person does, and is named', async () => {
  const mine = await ask(keeper)
  await alone(keeper)
  expect(await decide(keeper, mine)).toMatchObject({ code: errors.nobodyDecides.code, msg: nobody })
  const [other, third] = [await financier(), await financier()]
  await rows(`update member set phone = '13900000000' where id in (${keeper.memberId}, ${other.memberId})`)
  await rows(`update member set name = '丙', last_login_at = now() where id = ${third.memberId}`)
  await decideNothingOfEachOther(keeper, other, errors.decidesOfHeld.sentence('丙'))
  expect((await decide(keeper, mine)).msg).toBe('不能审批自己提交的退款，请由丙审批')
  expect(await decide(third, mine)).toMatchObject(accepted)
  // A school's people never do.
  const ofSchool = await clerkOf(app, school, ['finance:edit'])
  expect(await decide(ofSchool, await ask(keeper))).toMatchObject({ code: errors.platformOnly.code })
})

test('an account that one of the two made is the other’s, for 30 days', async () => {
  const other = await added(keeper, 'other')
  await alone(keeper, other)
  await decideNothingOfEachOther(keeper, other, nobody)
  await later()
  expect(await decide(keeper, await ask(other))).toMatchObject(accepted)
})

test('so is an account after one of the two set its password or contact, for 30 days', async () => {
  const { memberId, account: name } = await financier()
  const { data } = await app.call(members.resetPassword, { userId: memberId }, as(keeper))
  const other = await comeIn(memberId, name, data.firstPassword)
  await decideNothingOfEachOther(keeper, other)
  await later()
  expect(await decide(other, await ask(keeper))).toMatchObject(accepted)
  const { userName, organId, version, ...detail } = (
    await app.call(members.info, { userId: memberId }, as(keeper))
  ).data
  const form = { userId: memberId, userName, organId, version, userMail: 'mine@example.com' }
  const belongOrganIds = detail.belongOrgans.map(({ organizationId }) => organizationId)
  const roleIds = detail.roles.map(({ roleId }) => roleId)
  expect(await app.call(members.modify, { ...form, belongOrganIds, roleIds }, as(keeper))).toMatchObject({
    code: 0,
  })
  await decideNothingOfEachOther(keeper, other)
})

test('two accounts made by a third are one with it, and with the maker of that: sisters and chains', async () => {
  const [one, two] = [await added(keeper, 'one'), await added(keeper, 'two')]
  await decideNothingOfEachOther(one, two)
  // Whoever reset the keeper's password may be any of them.
  const head = await app.signedIn({ codes: ['finance:edit', 'order:edit', 'system', 'system:user'] })
  expect(await decide(head, await ask(one))).toMatchObject(accepted)
  const { data } = await app.call(members.resetPassword, { userId: keeper.memberId }, as(head))
  keeper = await comeIn(keeper.memberId, keeper.account, data.firstPassword)
  await decideNothingOfEachOther(one, head)
})

test('who holds neither ends it: 当面核实, until the next reset', async () => {
  const other = await added(keeper, 'other')
  const attest = (by: Person) =>
    app.call(members.attest, { userId: other.memberId, reason: '工位当面' }, as(by))
  expect((await attest(keeper)).code).toBe(errors.attestsHeld.code)
  const head = await app.signedIn({ codes: ['finance:edit', 'order:edit', 'system', 'system:user'] })
  const holdsOf = async () =>
    (await app.call(members.info, { userId: other.memberId }, as(head))).data.holds.map(({ how }) => how)
  expect(await holdsOf()).toEqual(['made'])
  expect((await attest(head)).code).toBe(0)
  expect([await holdsOf(), (await attest(head)).code]).toEqual([[], errors.nothingToAttest.code])
  expect(
    await rows(`select from security_event where label = '当面核实' and member_id = ${head.memberId}`),
  ).toHaveLength(1)
  expect(await decide(other, await ask(keeper))).toMatchObject(accepted)
  await app.call(members.resetPassword, { userId: other.memberId }, as(keeper))
  expect(await holdsOf()).toEqual(['password'])
})

test('a company on its first day works, and decides when the server says that somebody was seen, or that it is one person', async () => {
  const [one, two] = [await added(keeper, 'one'), await added(keeper, 'two')]
  const { db } = app.services
  await alone(keeper, one, two)
  const waits = await ask(one)
  expect((await decide(two, waits)).msg).toBe(nobody)
  // All but the second word goes on.
  expect(await app.call(orders.refunds, {}, as(two))).toMatchObject({ data: { totalDataNum: 1 } })
  expect(await attestOnServer(db, 'nobody-there')).toBeUndefined()
  expect(await attestOnServer(db, 'TWO')).toBe(1)
  expect(await decide(two, waits)).toMatchObject(accepted)

  expect((await app.call(account.me, undefined, as(one))).data.decidesAlone).toBe(false)
  const own = await ask(one)
  expect([
    await changeFourEyes(app.services, db, 'single'),
    await changeFourEyes(app.services, db, 'single'),
  ]).toEqual([true, false])
  expect(await decide(one, own)).toMatchObject(accepted)
  expect((await app.call(account.me, undefined, as(one))).data.decidesAlone).toBe(true)
  expect((await app.call(account.me, undefined, as(await app.signedIn()))).data.decidesAlone).toBe(false)
  expect(await rows(`select from message where title like '已改为一人审批%'`)).toHaveLength(3)
  expect(await rows(`select from security_event where label like '已改为一人审批%'`)).toHaveLength(1)
  await changeFourEyes(app.services, db, 'two')
  expect((await decide(one, await ask(one))).code).not.toBe(0)
})
