import { contract, errors } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { basicHeader, beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeMember } from '../../../../test/factories.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const { token } = contract.session
const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)

describe('too many tries', () => {
  const from = (address: string, username: string, password: string, cookie?: string) =>
    app.app.inject({
      method: 'POST',
      url: '/dm-api/auth/token',
      remoteAddress: address,
      headers: { authorization: basicHeader, ...(cookie && { cookie }) },
      payload: { grant_type: 'password', username, password },
    })
  const codeFrom = async (...given: Parameters<typeof from>): Promise<number> =>
    (await from(...given)).json().code
  /** The cookie of the browser that signed in. */
  const cookieOf = (response: { headers: Record<string, unknown> }) =>
    String(response.headers['set-cookie']).replace(/;.*/, '')
  const wrong = (times: number, ...[address, account, cookie]: [string, string, string?]) =>
    Promise.all(Array.from({ length: times }, () => from(address, account, 'wrong', cookie)))
  /** Failures of others, from as many addresses, half an hour ago or just now. */
  const fail = (account: string, addresses: string, failures: number) =>
    sql(
      `insert into sign_in_gate (account, source, address, failures, last_at, opens_at)
       select $1, a, a::inet, $3::int, now(), now() from (select $2 || i % 200 || '.' || i / 200 as a from generate_series(1, 150) i) s`,
      [account, addresses, failures],
    )
  const later = (seconds: number) =>
    sql(
      `update sign_in_gate set last_at = last_at - make_interval(secs => $1), opens_at = opens_at - make_interval(secs => $1)`,
      [seconds],
    )

  test('five wrong ones from one address, at once, and the right one must wait; other addresses need not', async () => {
    const { account, password } = await makeMember(app.services.pool)
    const codes = (await wrong(20, '10.0.0.1', account)).map(answer => answer.json().code)
    expect(codes.filter(code => code === errors.loginFailed.code)).toHaveLength(5)
    const waiting = (await from('10.0.0.1', account, password)).json()
    expect(waiting.code).toBe(errors.loginTooOften.code)
    expect(waiting.msg).toMatch(/请 (2\d|30) 秒后再试/)
    expect(await codeFrom('10.0.0.2', account, password)).toBe(0)
  })

  test('the wait that is told is the wait: not over a second before, over then, and not longer for having asked', async () => {
    const { account, password } = await makeMember(app.services.pool)
    await wrong(5, '10.0.0.1', account)
    for (let i = 0; i < 10; i += 1) await from('10.0.0.1', account, password)
    await later(20)
    const told = Number(/请 (\d+) 秒/.exec((await from('10.0.0.1', account, password)).json().msg)?.[1])
    expect(told).toBeLessThanOrEqual(10)
    await later(told)
    expect(await codeFrom('10.0.0.1', account, password)).toBe(0)
  })

  test('each further failure doubles it, to a quarter of an hour; then all is forgotten', async () => {
    const { account, password } = await makeMember(app.services.pool)
    const told: string[] = []
    await wrong(4, '10.0.0.1', account)
    for (let i = 0; i < 7; i += 1) {
      await from('10.0.0.1', account, 'wrong')
      told.push(/请 (.+)后再试/.exec((await from('10.0.0.1', account, password)).json().msg)?.[1] ?? '')
      await later(900)
    }
    expect(told).toEqual(['30 秒', '60 秒', '2 分钟', '4 分钟', '8 分钟', '15 分钟', '15 分钟'])
    await later(3600)
    await wrong(4, '10.0.0.1', account)
    expect(await codeFrom('10.0.0.1', account, password)).toBe(0)
  })

  test('a flood from many addresses costs a browser nothing that signed in before', async () => {
    const { account, password } = await makeMember(app.services.pool)
    const cookie = cookieOf(await from('10.0.0.1', account, password))
    await fail(account, '10.9.', 2)
    expect(await codeFrom('10.0.0.1', account, password)).toBe(errors.loginTooOften.code)
    expect(await codeFrom('10.0.0.77', account, password, cookie)).toBe(0)
  })

  test('and locks out no new one: it waits what it is told, by its own clock', async () => {
    const { account, password } = await makeMember(app.services.pool)
    await fail(account, '10.9.', 2)
    expect((await from('10.0.0.3', account, password)).json().msg).toContain('请 2 分钟后再试')
    await fail(account, '10.8.', 20)
    await later(120)
    expect(await codeFrom('10.0.0.3', account, password)).toBe(0)
  })

  test('60 wrong tries of others behind one address lock nobody out there', async () => {
    const { account, password } = await makeMember(app.services.pool)
    const cookie = cookieOf(await from('10.0.0.1', account, password))
    for (let i = 0; i < 15; i += 1) await wrong(4, '10.0.0.1', `somebody${i}`)
    expect(await codeFrom('10.0.0.1', account, password, cookie)).toBe(0)
    expect((await from('10.0.0.1', account, password)).json().msg).toContain('请 30 秒后再试')
    await later(30)
    expect(await codeFrom('10.0.0.1', account, password)).toBe(0)
  })

  test('a browser that is known has a limit of its own, and for its own account only', async () => {
    const mine = await makeMember(app.services.pool)
    const other = await makeMember(app.services.pool)
    const cookie = cookieOf(await from('10.0.0.1', mine.account, mine.password))
    await wrong(10, '10.0.0.1', mine.account, cookie)
    expect(await codeFrom('10.0.0.1', mine.account, mine.password, cookie)).toBe(errors.loginTooOften.code)
    expect(await codeFrom('10.0.0.2', mine.account, mine.password)).toBe(0)
    await wrong(5, '10.0.0.4', other.account, cookie)
    expect(await codeFrom('10.0.0.4', other.account, other.password, cookie)).toBe(errors.loginTooOften.code)
  })

  test('the cookie is for the server alone, on token calls, and a forged one is none', async () => {
    const { account, password } = await makeMember(app.services.pool)
    const signedIn = await from('10.0.0.1', account, password)
    expect(String(signedIn.headers['set-cookie'])).toMatch(
      /^browser=[\w.-]+; Max-Age=15552000; Path=\/dm-api\/auth; HttpOnly; SameSite=Strict$/,
    )
    expect((await from('10.0.0.1', account, 'wrong')).headers['set-cookie']).toBeUndefined()
    await fail(account, '10.9.', 2)
    const forged = cookieOf(signedIn).replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
    expect(await codeFrom('10.0.0.5', account, password, forged)).toBe(errors.loginTooOften.code)
  })

  test('several accounts of one computer are all known there', async () => {
    const [one, two] = [await makeMember(app.services.pool), await makeMember(app.services.pool)]
    const first = cookieOf(await from('10.0.0.1', one.account, one.password))
    const both = cookieOf(await from('10.0.0.1', two.account, two.password, first))
    for (const { account, password } of [one, two]) {
      await fail(account, '10.9.', 2)
      expect(await codeFrom('10.0.0.6', account, password, both)).toBe(0)
    }
  })
})

describe('what strangers cost', () => {
  const post = (payload: string, remoteAddress: string) =>
    app.app.inject({
      method: 'POST',
      url: '/dm-api/auth/token',
      remoteAddress,
      headers: { authorization: basicHeader, 'content-type': 'application/json' },
      payload,
    })

  test('no more than 4 kB are read of them', async () => {
    const large = await post(
      `{"grant_type":"refresh_token","refresh_token":"${'x'.repeat(4096)}"}`,
      '10.2.0.1',
    )
    expect(large.statusCode).toBe(413)
    expect(large.json().code).toBe(errors.tooLarge.code)
  })

  test('a flood from one address is held up before its bodies are read, and no other address with it', async () => {
    const perMinute = token.perMinute
    await Promise.all(Array.from({ length: perMinute }, () => post('{', '10.2.0.2')))
    const late = await post('{', '10.2.0.2')
    expect(late.statusCode).toBe(429)
    expect(late.json().code).toBe(errors.tooMany.code)
    expect((await post('{', '10.2.0.3')).json().code).toBe(errors.badJson.code)
  })
})
