import { contract, errors, type Tokens } from '@drivesim/contract'
import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { makeMember, password } from '../../../../test/factories.ts'
import { basic, bearer, codeOf, origin, secondStepsOf } from '../../../../test/secondSteps.ts'

let app: TestApp
beforeEachTest(
  async built => {
    app = built
  },
  { PUBLIC_URL: origin },
)

const { factors, session } = contract
const { me, changePassword } = contract.account
const { sql, withApp, passwordOf, provedBefore } = secondStepsOf(() => app)

describe('proving anew who one is', () => {
  test('is asked for two minutes after signing in, and the tokens of before are no longer good', async () => {
    const person = await withApp()
    await provedBefore(121, person.memberId)
    expect(await person.call(factors.renewRecoveryCodes)).toMatchObject({ code: errors.proofNeeded.code })
    const { data: begun } = await person.call(factors.beginProof)
    expect(begun.methods).toEqual(['totp'])
    const given = {
      challenge: begun.challenge,
      method: 'totp' as const,
      password,
      code: codeOf(person.secret),
    }
    const { data: fresh } = await person.call(factors.prove, given)
    expect(await person.call(me)).toMatchObject({ code: errors.tokenExpired.code })
    expect(await app.call(factors.renewRecoveryCodes, undefined, bearer(fresh.token))).toMatchObject({
      code: 0,
    })
    const refreshed = await app.call(
      session.token,
      { grant_type: 'refresh_token', refresh_token: person.refreshToken },
      basic,
    )
    expect(await app.call(me, undefined, bearer(refreshed.data.token))).toMatchObject({ code: 0 })
  })

  test('takes no code without the password, and no password without the code', async () => {
    const person = await withApp()
    const begin = async () => (await person.call(factors.beginProof)).data.challenge
    const code = codeOf(person.secret)
    const noPassword = { challenge: await begin(), method: 'totp' as const, password: 'wrong', code }
    expect(await person.call(factors.prove, noPassword)).toMatchObject({ code: errors.passwordWrong.code })
    const noCode = { challenge: await begin(), method: 'password' as const, password }
    expect(await person.call(factors.prove, noCode)).toMatchObject({ code: errors.challengeOver.code })
  })

  test('is asked for before phone or mail change, and for nothing else of 编辑个人信息', async () => {
    const person = await withApp()
    await sql(`update member set phone = '13800010001' where id = $1`, [person.memberId])
    await provedBefore(16 * 60, person.memberId)
    const form = { userId: person.memberId, userName: '新名字', userPhone: '13800010001', password }
    expect(await person.call(contract.account.modify, form)).toMatchObject({ code: 0 })
    const other = { ...form, userPhone: '13900010009' }
    expect(await person.call(contract.account.modify, other)).toMatchObject({ code: errors.proofNeeded.code })
    await provedBefore(14 * 60, person.memberId)
    expect(await person.call(contract.account.modify, other)).toMatchObject({ code: 0 })
  })

  test('ends the session where it fails ten times within an hour', async () => {
    const [person, other] = [await withApp(), await app.signedIn()]
    const fail = async () => {
      const { challenge } = (await person.call(factors.beginProof)).data
      const given = { challenge, method: 'totp' as const, password: 'wrong', code: '000000' }
      return (await person.call(factors.prove, given)).code
    }
    for (let time = 0; time < 9; time += 1) expect(await fail()).toBe(errors.passwordWrong.code)
    expect((await person.call(me)).code).toBe(0)
    expect(await fail()).toBe(errors.sessionEnded.code)
    expect((await person.call(me)).code).toBe(errors.sessionEnded.code)
    expect((await other.call(me)).code).toBe(0)
  })

  test('stands in the security log with what it was done with, and so do proofs that failed', async () => {
    const person = await withApp()
    const prove = async (code: string) => {
      const { challenge } = (await person.call(factors.beginProof)).data
      return person.call(factors.prove, { challenge, method: 'totp' as const, password, code })
    }
    for (const wrong of ['000000', '000001']) await prove(wrong)
    expect(await prove(codeOf(person.secret))).toMatchObject({ code: 0 })
    const told = await sql(
      `select succeeded, detail, times from security_event where label = '再次验证身份' and member_id = $1 order by id`,
      [person.memberId],
    )
    expect(told).toEqual([
      { succeeded: false, detail: '再次验证身份未通过', times: 2 },
      { succeeded: true, detail: '密码、动态验证码', times: 1 },
    ])
  })

  test('takes no challenge of somebody else, or of another purpose', async () => {
    const [person, other] = [await withApp(), await app.signedIn()]
    const { data: theirs } = await other.call(factors.beginProof)
    const { challenge: ofSignIn } = await passwordOf(person)
    for (const challenge of [theirs.challenge, ofSignIn]) {
      const given = { challenge, method: 'totp' as const, password, code: codeOf(person.secret) }
      expect(await person.call(factors.prove, given)).toMatchObject({ code: errors.challengeOver.code })
    }
  })

  test('is asked of nobody without a factor, unless the installation asks everybody: then the password proves it', async () => {
    const person = await app.signedIn()
    await provedBefore(3600, person.memberId)
    expect(await person.call(factors.beginTotp)).toMatchObject({ code: 0 })
    await sql(`update security_policy set second_step_for = 'all'`)
    expect(await person.call(factors.beginTotp)).toMatchObject({ code: errors.proofNeeded.code })
    const { data } = await person.call(factors.beginProof)
    expect(data.methods).toEqual(['password'])
    const proved = await person.call(factors.prove, {
      challenge: data.challenge,
      method: 'password',
      password,
    })
    expect(await app.call(factors.beginTotp, undefined, bearer(proved.data.token))).toMatchObject({ code: 0 })
  })
})

describe('factors', () => {
  test('that are added end the sessions elsewhere, and stand in 账号安全', async () => {
    const person = await app.signedIn()
    const elsewhere: Tokens = (await app.signIn(person.account, password)).data
    const { data } = await person.call(factors.beginTotp)
    await person.call(factors.addTotp, {
      challenge: data.challenge,
      name: '手机',
      code: codeOf(data.setupKey),
    })
    expect(await app.call(me, undefined, bearer(elsewhere.token))).toMatchObject({
      code: errors.sessionEnded.code,
    })
    const own = await person.call(factors.info)
    expect(own.data).toMatchObject({ factors: [{ kind: 'totp', name: '手机' }], passkeyRefusal: null })
  })

  test('have names of their own, and are two apps at most', async () => {
    const person = await withApp('手机')
    const add = async (name: string) => {
      const { code, data } = await person.call(factors.beginTotp)
      if (code !== 0) return code
      const given = { challenge: data.challenge, name, code: codeOf(data.setupKey) }
      return (await person.call(factors.addTotp, given)).code
    }
    expect(await add('手机')).toBe(errors.factorNameTaken.code)
    expect(await add('平板')).toBe(0)
    expect(await add('手表')).toBe(errors.factorsFull.code)
  })

  test('lie sealed in the database, and codes as hashes alone', async () => {
    const person = await withApp()
    const { data } = await person.call(factors.renewRecoveryCodes, undefined, {
      'idempotency-key': 'recovery-1',
    })
    const kept = JSON.stringify(
      await sql(`select f::text, (select json_agg(r)::text from recovery_code r) as codes,
        (select json_agg(i)::text from idempotency i) as outcomes, (select json_agg(l)::text from operation_log_change l) as log from factor f`),
    )
    const raw = Buffer.from(Secret.fromBase32(person.secret).bytes).toString('hex')
    for (const secret of [
      person.secret,
      raw,
      ...data.codes,
      ...data.codes.map(code => code.replaceAll('-', '')),
    ])
      expect(kept).not.toContain(secret)
  })

  test('do not stop a stranger from being told the same of a wrong password', async () => {
    const [person, { account }] = [await withApp(), await makeMember(app.services.pool)]
    const [wrong, other] = [await app.signIn(person.account, 'wrong'), await app.signIn(account, 'wrong')]
    expect(wrong.body).toBe(other.body)
  })

  test('go with a new password, which asks for them as before', async () => {
    const person = await withApp()
    const nPwd = 'Another-Horse-10'
    expect(await person.call(changePassword, { oPwd: password, nPwd, cPwd: nPwd })).toMatchObject({ code: 0 })
    expect(await app.signIn(person.account, nPwd)).toMatchObject({ code: errors.secondStepNeeded.code })
  })
})
