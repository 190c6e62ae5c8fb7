import { contract, errors } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { basicHeader, beforeEachTest, type TestApp, testSecret } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeMember } from '../../../../test/factories.ts'
import { openSigningKeys } from '../../../platform/auth/signingKeys.ts'
import { makeTokens } from '../../../platform/auth/tokens.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const { token, logout } = contract.session
const me = contract.account.me
const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
const refresh = (refresh_token: string) =>
  app.call(token, { grant_type: 'refresh_token', refresh_token }, { authorization: basicHeader })

describe('signing in', () => {
  test('gives both tokens, and the person behind them', async () => {
    const { account, password } = await makeMember(app.services.pool, {
      name: '王建国',
      codes: ['device', 'ops'],
    })
    const { code, data } = await app.signIn(account, password)
    expect(code).toBe(0)
    const person = await app.call(me, undefined, bearer(data.token))
    expect(person.data).toMatchObject({
      userName: '王建国',
      userAccount: account,
      userOrganName: '平台',
      belongOrgans: ['平台'],
      avatar: null,
    })
    expect(person.data.permissions.toSorted()).toEqual(['device', 'ops'])
  })

  test('takes a form as well as JSON, the name in any case and with blanks around it', async () => {
    const { account, password } = await makeMember(app.services.pool)
    const response = await app.app.inject({
      method: 'POST',
      url: '/dm-api/auth/token',
      headers: { authorization: basicHeader, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'password',
        username: ` ${account.toUpperCase()} `,
        password,
      }).toString(),
    })
    expect(response.json()).toMatchObject({ code: 0 })
  })

  test('asks for the client credential', async () => {
    const answer = await app.send(token, { grant_type: 'password', username: 'a', password: 'b' })
    expect(answer).toMatchObject({ status: 200, code: errors.basicCredential.code })
  })

  test.each([
    [{ grant_type: 'password', username: '  ', password: 'x' }, '账号不能为空'],
    [{ grant_type: 'password', username: 'x', password: '' }, '密码不能为空'],
    [{ grant_type: 'password', password: 'x' }, '账号不能为空'],
    [{ grant_type: 'client', username: 'x', password: 'x' }, /授权类型/],
  ])('refuses %j with a sentence that names the field', async (input, sentence) => {
    const answer = await app.send(token, input, { authorization: basicHeader })
    expect(answer.code).toBe(errors.invalid.code)
    expect(answer.msg).toMatch(sentence)
  })

  test('answers an unknown account as it answers a wrong password', async () => {
    const { account } = await makeMember(app.services.pool)
    const wrong = await app.signIn(account, 'wrong')
    const unknown = await app.signIn('nobody-has-this', 'wrong')
    expect(wrong).toMatchObject({ code: errors.loginFailed.code })
    expect(unknown.body).toBe(wrong.body)
  })

  test('a disabled person is told so, but only with the right password', async () => {
    const { account, password } = await makeMember(app.services.pool, { enabled: false })
    expect(await app.signIn(account, 'wrong')).toMatchObject({ code: errors.loginFailed.code })
    expect(await app.signIn(account, password)).toMatchObject({ code: errors.accountDisabled.code })
  })
})

describe('the session', () => {
  test('a missing, forged or foreign token is -80230', async () => {
    const { token: good } = await app.signedIn()
    const foreign = await makeTokens(
      '',
      await openSigningKeys('another secret, of another installation', async () => []),
    ).sign({
      sessionId: '0',
      number: 0,
      generation: 0,
    })
    for (const headers of [{}, bearer('rubbish'), bearer(`${good}x`), bearer(foreign)]) {
      expect(await app.send(me, undefined, headers)).toMatchObject({ status: 200, code: -80230 })
    }
  })

  test('the header "token" alone is enough', async () => {
    const { token: good } = await app.signedIn()
    expect(await app.send(me, undefined, { token: good })).toMatchObject({ code: 0 })
  })

  test('an expired token is -80232, and the refresh token gives new ones', async () => {
    const { refreshToken } = await app.signedIn()
    const [session] = await sql('select id from session')
    const id = typeof session === 'object' && session !== null ? String(Reflect.get(session, 'id')) : ''
    const stale = await makeTokens(testSecret, app.services.signingKeys, -1).sign({
      sessionId: id,
      number: 1,
      generation: 0,
    })
    expect(await app.send(me, undefined, bearer(stale))).toMatchObject({ code: -80232 })
    const renewed = await refresh(refreshToken)
    expect(renewed.code).toBe(0)
    expect(await app.send(me, undefined, bearer(renewed.data.token))).toMatchObject({ code: 0 })
  })

  test('signing out ends it: -80231, and the refresh token with it', async () => {
    const person = await app.signedIn()
    expect(await person.call(logout)).toMatchObject({ code: 0, data: true })
    expect(await person.call(me)).toMatchObject({ code: -80231 })
    expect(await refresh(person.refreshToken)).toMatchObject({ code: -80231 })
  })

  test('a disabled person, and a day without refreshing, end it too', async () => {
    const disabled = await app.signedIn()
    const idle = await app.signedIn()
    await sql('update member set enabled = false where id = $1', [disabled.memberId])
    await sql(`update session set expires_at = now() - interval '1 second' where member_id = $1`, [
      idle.memberId,
    ])
    for (const person of [disabled, idle]) {
      expect(await person.call(me)).toMatchObject({ code: -80231 })
      expect(await refresh(person.refreshToken)).toMatchObject({ code: -80231 })
    }
  })

  test('changed codes count on the next request', async () => {
    const person = await app.signedIn({ codes: ['device'] })
    await sql(
      `update role_access set code = 'ops' where role_id in (select role_id from member_role where member_id = $1)`,
      [person.memberId],
    )
    expect((await person.call(me)).data.permissions).toEqual(['ops'])
  })
})
