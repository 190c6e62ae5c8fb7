import { contract, errors, tokens } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import type { Saying } from '../../../../test/authenticator.ts'
import { password } from '../../../../test/factories.ts'
import { asked, basic, bearer, codeOf, origin, secondStepsOf } from '../../../../test/secondSteps.ts'

let app: TestApp
beforeEachTest(
  async built => {
    app = built
  },
  { PUBLIC_URL: origin },
)

const { factors, session } = contract
const { me } = contract.account
const { sql, withApp, withPasskey, passwordOf, secondStep } = secondStepsOf(() => app)

describe('a code of an app', () => {
  test('signs in after the password, and no token comes before it', async () => {
    const person = await withApp()
    const step = await passwordOf(person)
    expect(step).toMatchObject({ methods: ['totp'], expiresIn: 300, passkey: null })
    const answer = await secondStep(step.challenge, { method: 'totp', code: codeOf(person.secret) })
    expect(await app.send(me, undefined, bearer(tokens.parse(answer.data).token))).toMatchObject({ code: 0 })
  })

  test('counts once, though it is given twice at once', async () => {
    const person = await withApp()
    const steps = [await passwordOf(person), await passwordOf(person)]
    const code = codeOf(person.secret)
    const answers = await Promise.all(
      steps.map(({ challenge }) => secondStep(challenge, { method: 'totp', code })),
    )
    expect(answers.map(answer => answer.code).toSorted()).toEqual([errors.codeWrong.code, 0])
  })

  test.each([
    [-30, true],
    [30, true],
    [-60, false],
    [60, false],
  ])('of %i seconds from now: taken %s', async (seconds, isTaken) => {
    const person = await withApp()
    // Of the app that was added with the code before, none of which may be in the way.
    await sql('update factor set last_step = 0')
    const { challenge } = await passwordOf(person)
    const answer = await secondStep(challenge, { method: 'totp', code: codeOf(person.secret, seconds) })
    expect(answer.code).toBe(isTaken ? 0 : errors.codeWrong.code)
  })

  test('comes too late once the password is another, or the person is signed out', async () => {
    const person = await withApp()
    const steps = [await passwordOf(person), await passwordOf(person)]
    const nPwd = 'Purple-Llama-27'
    const changed = await person.call(contract.account.changePassword, { oPwd: password, nPwd, cPwd: nPwd })
    expect(changed).toMatchObject({ code: 0 })
    for (const { challenge } of steps)
      expect(await secondStep(challenge, { method: 'totp', code: codeOf(person.secret) })).toMatchObject({
        code: errors.challengeOver.code,
      })
  })

  test('is guessed five times, then the right one comes too late', async () => {
    const person = await withApp()
    const { challenge } = await passwordOf(person)
    for (const left of [4, 3, 2, 1, 0]) {
      const wrong = await secondStep(challenge, { method: 'totp', code: '000000' })
      expect(wrong).toMatchObject({ code: errors.codeWrong.code, msg: errors.codeWrong.sentence(left) })
    }
    const late = await secondStep(challenge, { method: 'totp', code: codeOf(person.secret) })
    expect(late).toMatchObject({ code: errors.challengeOver.code })
  })

  test('is taken from known browsers alone after twenty wrong ones on a day', async () => {
    const person = await withApp()
    await sql(
      `insert into second_step_failure (member_id, day, failures) values ($1, (now() at time zone 'UTC')::date, 20)`,
      [person.memberId],
    )
    const right = () => ({ method: 'totp', code: codeOf(person.secret) })
    const stranger = await secondStep((await passwordOf(person)).challenge, right())
    expect(stranger).toMatchObject({ code: errors.tooManyCodes.code })
    const { authentication } = app.services
    const cookie = `browser=${authentication.browsers.remember(null, person.account)}`
    expect(await secondStep((await passwordOf(person)).challenge, right(), { cookie })).toMatchObject({
      code: 0,
    })
  })

  test('is taken from nobody after a hundred wrong ones on a day, of which strangers can spend twenty', async () => {
    const person = await withApp()
    const spend = (failures: number) =>
      sql(
        `insert into second_step_failure (member_id, day, failures) values ($1, (now() at time zone 'UTC')::date, $2)
         on conflict (member_id, day) do update set failures = $2`,
        [person.memberId, failures],
      )
    const cookie = `browser=${app.services.authentication.browsers.remember(null, person.account)}`
    const given = async (code: string, headers = {}) =>
      (await secondStep((await passwordOf(person)).challenge, { method: 'totp', code }, headers)).code
    await spend(19)
    for (let time = 0; time < 3; time += 1) await given('000000')
    expect(await sql('select failures from second_step_failure')).toEqual([{ failures: 20 }])
    await spend(99)
    expect(await given('000000', { cookie })).toBe(errors.codeWrong.code)
    expect(await given(codeOf(person.secret), { cookie })).toBe(errors.tooManyCodes.code)
  })

  test.each([
    [120, 2],
    [-300, 5],
  ])('whose clock is %i seconds off is told by how much as it is added', async (seconds, minutes) => {
    const person = await app.signedIn()
    const { data } = await person.call(factors.beginTotp)
    const given = { challenge: data.challenge, name: '手机', code: codeOf(data.setupKey, seconds) }
    const answer = await person.call(factors.addTotp, given)
    expect(answer).toMatchObject({ code: errors.clockOff.code, msg: errors.clockOff.sentence(minutes) })
  })
})

describe('a passkey', () => {
  test('is a second step', async () => {
    const person = await withPasskey()
    const step = await passwordOf(person)
    expect(step.methods).toEqual(['passkey'])
    const assertion = person.authenticator.sign(asked(step))
    expect(await secondStep(step.challenge, { method: 'passkey', assertion })).toMatchObject({ code: 0 })
  })

  test('signs in alone', async () => {
    const person = await withPasskey()
    const { data } = await app.call(session.beginPasskey, undefined, basic)
    const given = { grant_type: 'passkey' as const, challenge: data.challenge }
    const assertion = person.authenticator.sign(data.options)
    const answer = await app.call(session.token, { ...given, assertion }, basic)
    const own = await app.call(me, undefined, bearer(answer.data.token))
    expect(own.data.userAccount).toBe(person.account)
    const again = await app.call(session.token, { ...given, assertion }, basic)
    expect(again).toMatchObject({ code: errors.challengeOver.code })
  })

  test('signs in nobody who is disabled', async () => {
    const person = await withPasskey()
    await sql('update member set enabled = false where id = $1', [person.memberId])
    const { data } = await app.call(session.beginPasskey, undefined, basic)
    const assertion = person.authenticator.sign(data.options)
    const given = { grant_type: 'passkey' as const, challenge: data.challenge, assertion }
    expect(await app.call(session.token, given, basic)).toMatchObject({ code: errors.accountDisabled.code })
  })

  test.each<[string, Saying]>([
    ['another site', { origin: 'https://sim.example.com.evil.test' }],
    ['another name', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['a person who was not verified', { verified: false }],
    ['a counter that does not grow', { counter: 1 }],
  ])('of %s proves nothing', async (_what, saying) => {
    const person = await withPasskey()
    const first = await passwordOf(person)
    const good = person.authenticator.sign(asked(first))
    expect(await secondStep(first.challenge, { method: 'passkey', assertion: good })).toMatchObject({
      code: 0,
    })
    const step = await passwordOf(person)
    const assertion = person.authenticator.sign(asked(step), saying)
    const answer = await secondStep(step.challenge, { method: 'passkey', assertion })
    expect(answer).toMatchObject({ code: errors.passkeyFailed.code })
  })

  test("of somebody else proves nothing, nor does one that says it is somebody else's", async () => {
    const [person, other] = [await withPasskey(), await withPasskey()]
    const step = await passwordOf(person)
    const foreign = other.authenticator.sign(asked(step))
    const answer = await secondStep(step.challenge, { method: 'passkey', assertion: foreign })
    expect(answer).toMatchObject({ code: errors.passkeyFailed.code })
    const { data } = await app.call(session.beginPasskey, undefined, basic)
    const userHandle = Buffer.from(`member ${other.memberId}`).toString('base64url')
    const assertion = person.authenticator.sign(data.options, { userHandle })
    const given = { grant_type: 'passkey' as const, challenge: data.challenge, assertion }
    expect(await app.call(session.token, given, basic)).toMatchObject({ code: errors.passkeyFailed.code })
  })
})

describe('a recovery code', () => {
  const codesOf = async (person: Awaited<ReturnType<typeof withApp>>) => {
    const { data } = await person.call(factors.renewRecoveryCodes)
    return data.codes
  }

  test('signs in once, however it is typed, and twice at once once', async () => {
    const person = await withApp()
    const codes = await codesOf(person)
    expect(codes).toHaveLength(10)
    const typed = codes[3]?.toUpperCase().replaceAll('-', ' ')
    const steps = [await passwordOf(person), await passwordOf(person)]
    expect(steps[0]?.methods).toEqual(['totp', 'recovery'])
    const answers = await Promise.all(
      steps.map(({ challenge }) => secondStep(challenge, { method: 'recovery', code: typed })),
    )
    expect(answers.map(answer => answer.code).toSorted()).toEqual([errors.codeWrong.code, 0])
    expect((await person.call(factors.info)).data.recoveryLeft).toBe(9)
  })

  test('of before is void once there are new ones, and all are with the last factor', async () => {
    const person = await withApp()
    const [old] = await codesOf(person)
    await codesOf(person)
    const { challenge } = await passwordOf(person)
    const answer = await secondStep(challenge, { method: 'recovery', code: old })
    expect(answer).toMatchObject({ code: errors.codeWrong.code })
    const { data } = await person.call(factors.info)
    await person.call(factors.remove, { factorId: data.factors[0]?.factorId ?? 0 })
    expect(await sql('select from recovery_code')).toEqual([])
    expect(await app.signIn(person.account, password)).toMatchObject({ code: 0 })
  })
})
