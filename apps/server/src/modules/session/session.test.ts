import { contract, errors } from '@drivesim/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { basicHeader, type TestApp, testApp, testSecret } from '../../../test/app.ts'
import { query, resetDatabase } from '../../../test/database.ts'
import { makeMember } from '../../../test/factories.ts'
import { makeTokens } from '../../platform/auth/tokens.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => resetDatabase(app.database))
afterAll(() => app.close())

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

describe('too many tries', () => {
  const from = (address: string, username: string, password: string) =>
    app.app.inject({
      method: 'POST',
      url: '/dm-api/auth/token',
      remoteAddress: address,
      headers: { authorization: basicHeader },
      payload: { grant_type: 'password', username, password },
    })

  test('five wrong ones from one address, at once, and the right one must wait; other addresses need not', async () => {
    const { account, password } = await makeMember(app.services.pool)
    const answers = await Promise.all(Array.from({ length: 20 }, () => from('10.0.0.1', account, 'wrong')))
    const codes = answers.map(answer => answer.json().code)
    expect(codes.filter(code => code === errors.loginFailed.code).length).toBeLessThanOrEqual(5)
    const waiting = (await from('10.0.0.1', account, password)).json()
    expect(waiting.code).toBe(errors.loginTooOften.code)
    expect(waiting.msg).toMatch(/请 \d+ 分钟后再试/)
    expect((await from('10.0.0.2', account, password)).json().code).toBe(0)
  })

  test('waiting ends after a quarter of an hour', async () => {
    const { account, password } = await makeMember(app.services.pool)
    for (let i = 0; i < 6; i += 1) await from('10.0.0.1', account, 'wrong')
    await sql(`update login_failure set at = at - interval '16 minutes'`)
    expect((await from('10.0.0.1', account, password)).json().code).toBe(0)
  })

  test('a flood from many addresses does not lock out the owner where they signed in before', async () => {
    const { account, password } = await makeMember(app.services.pool)
    await from('10.0.0.1', account, password)
    await sql(
      `insert into login_failure (account, address) select $1, ('10.9.' || i / 200 || '.' || i % 200)::inet from generate_series(1, 150) i`,
      [account],
    )
    expect((await from('10.0.0.3', account, password)).json().code).toBe(errors.loginTooOften.code)
    expect((await from('10.0.0.1', account, password)).json().code).toBe(0)
  })
})

describe('the session', () => {
  test('a missing, forged or foreign token is -80230', async () => {
    const { token: good } = await app.signedIn()
    const foreign = await makeTokens('another secret, of another installation').sign('0')
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
    const stale = await makeTokens(testSecret, -1).sign(id)
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

describe('refreshing', () => {
  test('many tabs at once with one token all get tokens', async () => {
    const { refreshToken } = await app.signedIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
    expect(answers.map(answer => answer.code)).toEqual(Array.from({ length: 20 }, () => 0))
    expect(new Set(answers.map(answer => answer.data.refreshToken)).size).toBe(20)
  })

  test('a token used again after the grace ends the whole session', async () => {
    const person = await app.signedIn()
    const renewed = await refresh(person.refreshToken)
    await sql(`update refresh_token set used_at = used_at - interval '11 seconds'`)
    expect(await refresh(person.refreshToken)).toMatchObject({ code: -80231 })
    expect(await refresh(renewed.data.refreshToken)).toMatchObject({ code: -80231 })
    expect(await app.send(me, undefined, bearer(renewed.data.token))).toMatchObject({ code: -80231 })
    expect(await sql('select end_reason from session')).toEqual([{ end_reason: 'reused' }])
  })

  test('an unknown token is -80230', async () => {
    expect(await refresh('made-up')).toMatchObject({ code: -80230 })
  })

  test('neither tokens nor passwords are stored', async () => {
    const { refreshToken } = await app.signedIn()
    const [row] = await sql(
      `select exists (select from refresh_token where encode(hash, 'escape') like '%' || $1 || '%') as plain`,
      [refreshToken],
    )
    expect(row).toEqual({ plain: false })
  })
})
