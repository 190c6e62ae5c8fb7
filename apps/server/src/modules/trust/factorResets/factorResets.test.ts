import { contract, errors, secondStepData } from '@drivesim/contract'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation, password } from '../../../../test/factories.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const { factorResets, factors } = contract
const { me } = contract.account
const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
const keeper = () => app.signedIn({ codes: ['system:user', 'finance:edit', 'device'] })

/** Somebody with an app that shows codes. @param codes with finance:edit they can do harm */
async function lost(codes: ('finance:edit' | 'device')[]) {
  const organ = await makeOrganisation(app.services.pool)
  const person = await app.signedIn({ organs: [organ], codes })
  const { data } = await person.call(factors.beginTotp)
  const code = new TOTP({ secret: Secret.fromBase32(data.setupKey) }).generate()
  await person.call(factors.addTotp, { challenge: data.challenge, name: '手机', code })
  return person
}

const ask = (by: Client, { memberId }: { memberId: number }) =>
  by.call(factorResets.ask, { userId: memberId, reason: '手机丢失', proof: 'inPerson' })
const decide = (by: Client, requestId: number, accept = true) =>
  by.call(factorResets.decide, { requestId, accept })
const factorsOf = ({ memberId }: { memberId: number }) =>
  sql('select count(*)::int as count from factor where member_id = $1', [memberId])

test('of somebody who can do no harm one administrator is enough; the person comes in with the first password', async () => {
  const [person, by] = [await lost(['device']), await keeper()]
  const { data } = await ask(by, person)
  expect(data).toMatchObject({ state: 'done', firstPassword: expect.any(String) })
  expect(await factorsOf(person)).toEqual([{ count: 0 }])
  expect(await person.call(me)).toMatchObject({ code: errors.sessionEnded.code })
  expect(await app.signIn(person.account, password)).toMatchObject({ code: errors.loginFailed.code })
  expect(await app.signIn(person.account, data.firstPassword ?? '')).toMatchObject({ code: 0 })
  expect(await sql(`select title from message where title like '%两步验证%'`)).toHaveLength(1)
})

describe('of somebody who can do harm', () => {
  test('another administrator decides; until then everything stays', async () => {
    const [person, by, other] = [await lost(['finance:edit']), await keeper(), await keeper()]
    const { data } = await ask(by, person)
    expect(data).toMatchObject({ state: 'waiting', firstPassword: null })
    expect(await factorsOf(person)).toEqual([{ count: 1 }])
    expect(await decide(by, data.requestId)).toMatchObject({ code: errors.needsAnother.code })
    expect((await other.call(factorResets.list)).data).toMatchObject([
      { requestId: data.requestId, userAccount: person.account, proof: 'inPerson', notDecided: null },
    ])
    expect((await by.call(factorResets.list)).data).toMatchObject([
      { notDecided: errors.needsAnother.sentence() },
    ])

    const decided = await decide(other, data.requestId)
    expect(decided.data).toMatchObject({ state: 'done', firstPassword: expect.any(String) })
    expect(await factorsOf(person)).toEqual([{ count: 0 }])
    expect(await decide(other, data.requestId)).toMatchObject({ code: errors.resetNot.code })
  })

  test('nobody decides whom the asker made, reset or may sign in as', async () => {
    const [person, by, tied] = [await lost(['finance:edit']), await keeper(), await keeper()]
    await sql(`insert into account_hold (member_id, by_id, how) values ($1, $2, 'password')`, [
      tied.memberId,
      by.memberId,
    ])
    const { data } = await ask(by, person)
    expect(await decide(tied, data.requestId)).toMatchObject({ code: errors.needsAnother.code })
  })

  test('two who decide at once do it once', async () => {
    const [person, by, one, two] = [
      await lost(['finance:edit']),
      await keeper(),
      await keeper(),
      await keeper(),
    ]
    const { data } = await ask(by, person)
    const answers = await Promise.all([one, two].map(other => decide(other, data.requestId)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([errors.resetNot.code, 0])
  })

  test('refused it stays as it was, and may be asked for again; waiting it may not', async () => {
    const [person, by, other] = [await lost(['finance:edit']), await keeper(), await keeper()]
    const { data } = await ask(by, person)
    expect(await ask(other, person)).toMatchObject({ code: errors.resetWaiting.code })
    expect((await decide(other, data.requestId, false)).data).toMatchObject({
      state: 'refused',
      firstPassword: null,
    })
    expect(await factorsOf(person)).toEqual([{ count: 1 }])
    expect((await ask(by, person)).data.state).toBe('waiting')
  })
})

test('who has no factor, and oneself, is not reset', async () => {
  const [by, other] = [await keeper(), await app.signedIn()]
  expect(await ask(by, other)).toMatchObject({ code: errors.nothingToReset.code })
  expect(await ask(by, by)).toMatchObject({ code: errors.notResetOneself.code })
})

test('a reset password leaves the second step as it is', async () => {
  const [person, by] = [await lost(['device']), await keeper()]
  const { data } = await by.call(contract.members.resetPassword, { userId: person.memberId })
  const answer = await app.signIn(person.account, data.firstPassword ?? '')
  expect(answer).toMatchObject({ code: errors.secondStepNeeded.code })
  expect(secondStepData.parse(answer.data).methods).toEqual(['totp'])
})
