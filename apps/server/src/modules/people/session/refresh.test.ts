import { contract, errors, type Tokens } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { basicHeader, beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeMember } from '../../../../test/factories.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const { token } = contract.session
const me = contract.account.me
const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
const refresh = (refresh_token: string) =>
  app.call(token, { grant_type: 'refresh_token', refresh_token }, { authorization: basicHeader })

describe('refreshing', () => {
  /** Lets so many seconds pass since a token of the newest number was first used. */
  const pass = (seconds: number) =>
    sql(`update session set token_since = token_since - make_interval(secs => $1)`, [seconds])

  test('many tabs at once with one token all get the same successor', async () => {
    const { refreshToken } = await app.signedIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
    expect(answers.map(answer => answer.code)).toEqual(Array.from({ length: 20 }, () => 0))
    const successors = new Set(answers.map(answer => answer.data.refreshToken))
    expect(successors.size).toBe(1)
    expect(successors).not.toContain(refreshToken)
  })

  test('a tab that comes late, within the grace, gets it too', async () => {
    const person = await app.signedIn()
    const { data } = await refresh(person.refreshToken)
    expect(await refresh(data.refreshToken)).toMatchObject({ code: 0 })
    await pass(9)
    expect((await refresh(person.refreshToken)).data.refreshToken).toBe(data.refreshToken)
  })

  test('an answer that was lost is given again, however late, as long as nobody used it', async () => {
    const person = await app.signedIn()
    const lost = await refresh(person.refreshToken)
    await pass(3600)
    const again = await refresh(person.refreshToken)
    expect(again.data.refreshToken).toBe(lost.data.refreshToken)
    expect(await app.call(me, undefined, bearer(again.data.token))).toMatchObject({ code: 0 })
    expect(await refresh(again.data.refreshToken)).toMatchObject({ code: 0 })
  })

  test.each([
    ['a call', ({ token }: Tokens) => app.call(me, undefined, bearer(token))],
    ['the next refresh', ({ refreshToken }: Tokens) => refresh(refreshToken)],
  ])('once its successor was used, by %s, a token used again ends the whole session', async (_by, use) => {
    const person = await app.signedIn()
    const { data } = await refresh(person.refreshToken)
    expect(await use(data)).toMatchObject({ code: 0 })
    await pass(11)
    expect(await refresh(person.refreshToken)).toMatchObject({ code: -80231 })
    expect(await refresh(data.refreshToken)).toMatchObject({ code: -80231 })
    expect(await app.send(me, undefined, bearer(data.token))).toMatchObject({ code: -80231 })
    expect(await sql('select end_reason from session')).toEqual([{ end_reason: 'reused' }])
    expect(await sql('select label, times from security_event where not succeeded')).toEqual([
      { label: '刷新登录', times: 1 },
    ])
  })

  test('one of two numbers before ends it at once', async () => {
    const person = await app.signedIn()
    const second = await refresh(person.refreshToken)
    const third = await refresh(second.data.refreshToken)
    await refresh(third.data.refreshToken)
    expect(await refresh(person.refreshToken)).toMatchObject({ code: -80231 })
  })

  test('an unknown token is -80230, and so is one with another number', async () => {
    const { refreshToken } = await app.signedIn()
    for (const forged of ['made-up', refreshToken.replace('.1.', '.2.'), `${refreshToken}x`]) {
      expect(await refresh(forged)).toMatchObject({ code: -80230 })
    }
  })

  test('neither tokens nor passwords are stored', async () => {
    const { token: access, refreshToken } = await app.signedIn()
    const kept = JSON.stringify([await sql('select * from session'), await sql('select * from member')])
    for (const secret of [access, refreshToken, refreshToken.split('.')[2]])
      expect(kept).not.toContain(secret)
    expect(kept).not.toContain('Correct-Horse-9')
  })

  test('refreshed or not, a session ends after 30 days', async () => {
    const person = await app.signedIn()
    await sql(`update session set created_at = now() - interval '29 days 23 hours'`)
    const renewed = await refresh(person.refreshToken)
    expect(renewed.code).toBe(0)
    expect(await sql(`select expires_at - created_at = interval '30 days' as whole from session`)).toEqual([
      { whole: true },
    ])
    await sql(`update session set expires_at = expires_at - interval '61 minutes'`)
    expect(await refresh(renewed.data.refreshToken)).toMatchObject({ code: -80231 })
  })
})

describe('sessions of one person', () => {
  test('are twenty at most: one more, even at once, ends the one used longest ago', async () => {
    const { account, password } = await makeMember(app.services.pool)
    const first = await app.signIn(account, password)
    const kept = await app.signIn(account, password)
    await Promise.all(Array.from({ length: 18 }, () => app.signIn(account, password)))
    const meOf = (tokens: Tokens) => app.call(me, undefined, bearer(tokens.token))
    expect((await meOf(first.data)).code).toBe(0)
    await refresh(kept.data.refreshToken)
    await sql(`update session set last_used_at = now() - interval '1 minute' where token_number = 0`)
    await sql(`update session set last_used_at = now() - interval '1 hour' where id = $1`, [
      first.data.refreshToken.split('.')[0],
    ])
    await Promise.all(Array.from({ length: 3 }, () => app.signIn(account, password)))
    expect((await meOf(first.data)).code).toBe(errors.sessionEnded.code)
    expect((await meOf(kept.data)).code).toBe(0)
    expect(await sql('select end_reason, count(*)::int from session group by 1 order by 1')).toEqual([
      { end_reason: 'replaced', count: 3 },
      { end_reason: null, count: 20 },
    ])
  })
})
