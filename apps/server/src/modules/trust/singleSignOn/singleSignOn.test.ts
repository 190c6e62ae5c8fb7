import { contract, errors, tokens } from '@drivesim/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { basicHeader, type TestApp, testApp } from '../../../../test/app.ts'
import { query, resetDatabase } from '../../../../test/database.ts'
import { makeMember, makeOrganisation, password } from '../../../../test/factories.ts'
import {
  clientId,
  clientSecret,
  type Forged,
  startIdentityProvider,
} from '../../../../test/identityProvider.ts'

const { session, singleSignOn, factors } = contract
const { me } = contract.account
const basic = { authorization: basicHeader }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

let provider: Awaited<ReturnType<typeof startIdentityProvider>>
let app: TestApp
beforeAll(async () => {
  provider = await startIdentityProvider()
  app = await testApp({
    PUBLIC_URL: 'https://sim.example.com',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: '企业账号',
    OIDC_MFA_ACR: 'urn:strong',
  })
})
afterAll(async () => {
  await app.close()
  provider.stop()
})
beforeEach(() => resetDatabase(app.database))

const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
const bindTo = (memberId: number, subject: string) =>
  sql(`insert into external_identity (member_id, issuer, subject) values ($1, $2, $3)`, [
    memberId,
    provider.issuer,
    subject,
  ])

const begin = async () => (await app.call(session.beginProvider, undefined, basic)).data
const enter = (answer: object) => app.send(session.token, { grant_type: 'provider', ...answer }, basic)
/** Somebody goes there and comes back. */
async function goAndReturn(subject: string, forged: Forged = {}, changed: object = {}) {
  const { url } = await begin()
  return enter({ ...provider.answerTo(url, subject, forged), ...changed })
}

test('signs in whoever is bound, as whom they are there', async () => {
  const { id, account } = await makeMember(app.services.pool, {})
  await bindTo(id, 'one')
  const answer = await goAndReturn('one')
  expect(answer).toMatchObject({ code: 0 })
  const person = await app.send(me, undefined, bearer(tokens.parse(answer.data).token))
  expect(person.data).toMatchObject({ userAccount: account })
  expect(await sql('select methods from session where member_id = $1', [id])).toEqual([
    { methods: ['provider'] },
  ])
  expect(await goAndReturn('nobody here')).toMatchObject({ code: errors.identityUnknown.code })
  expect(await sql('select succeeded, detail from security_event order by id')).toEqual([
    { succeeded: true, detail: '单点登录' },
    { succeeded: false, detail: '单点登录的身份没有绑定成员' },
  ])
})

describe("what is forged, old or somebody else's", () => {
  test.each([
    ['a nonce', { claims: { nonce: 'another' } }],
    ['an audience', { claims: { aud: 'another client' } }],
    ['an issuer', { claims: { iss: 'https://other.example.com' } }],
    ['a signature', { otherKey: true }],
    ['an expired token', { secondsOld: 3600 }],
  ] satisfies [string, Forged][])('%s', async (_what, forged) => {
    const { id } = await makeMember(app.services.pool, {})
    await bindTo(id, 'one')
    expect(await goAndReturn('one', forged)).toMatchObject({ code: errors.providerRefused.code })
    expect(await sql('select id from session')).toEqual([])
    expect(await sql('select detail from security_event')).toEqual([{ detail: '单点登录未通过' }])
  })

  test('a mixed-up issuer in the address', async () => {
    const { id } = await makeMember(app.services.pool, {})
    await bindTo(id, 'one')
    expect(await goAndReturn('one', {}, { iss: 'https://other.example.com' })).toMatchObject({
      code: errors.providerRefused.code,
    })
  })

  test('a state that was not begun, a code that is given twice, a way that was begun for something else', async () => {
    const { id } = await makeMember(app.services.pool, {})
    await bindTo(id, 'one')
    expect(await goAndReturn('one', {}, { state: 'x'.repeat(43) })).toMatchObject({
      code: errors.challengeOver.code,
    })
    const { url } = await begin()
    const answer = provider.answerTo(url, 'one')
    expect(await enter(answer)).toMatchObject({ code: 0 })
    expect(await enter(answer)).toMatchObject({ code: errors.challengeOver.code })
    const person = await app.signedIn()
    const bound = await person.call(singleSignOn.begin)
    expect(await enter(provider.answerTo(bound.data.url, 'one'))).toMatchObject({
      code: errors.challengeOver.code,
    })
  })
})

test('asks for our second step, unless the provider asked for one', async () => {
  const person = await app.signedIn()
  const { data } = await person.call(factors.beginTotp)
  const code = new TOTP({ secret: Secret.fromBase32(data.setupKey) }).generate()
  await person.call(factors.addTotp, { challenge: data.challenge, name: '手机', code })
  await bindTo(person.memberId, 'one')
  expect(await goAndReturn('one')).toMatchObject({ code: errors.secondStepNeeded.code })
  expect(await goAndReturn('one', { claims: { amr: ['pwd', 'mfa'] } })).toMatchObject({ code: 0 })
  expect(await goAndReturn('one', { claims: { acr: 'urn:strong' } })).toMatchObject({ code: 0 })
})

test('one binds oneself once signed in, nobody twice, and proves there anew who one is', async () => {
  const [person, other] = [await app.signedIn(), await app.signedIn()]
  const bind = async (by: typeof person, subject: string) => {
    const { url } = (await by.call(singleSignOn.begin)).data
    return by.call(singleSignOn.bind, provider.answerTo(url, subject))
  }
  expect(await bind(person, 'one')).toMatchObject({ code: 0 })
  expect((await person.call(singleSignOn.info)).data).toMatchObject({
    name: '企业账号',
    identities: [{ subject: 'one' }],
  })
  expect(await bind(other, 'one')).toMatchObject({ code: errors.identityTaken.code })

  const begun = (await person.call(factors.beginProof)).data
  expect(begun.methods).toEqual(['provider', 'password'])
  expect(begun.providerUrl).toContain('max_age=0')
  const prove = (subject: string) =>
    person.call(factors.prove, {
      challenge: begun.challenge,
      method: 'provider',
      provider: provider.answerTo(begun.providerUrl ?? '', subject),
    })
  expect(await prove('one')).toMatchObject({ code: 0 })

  // The tokens of before are no longer good.
  expect(await person.call(me)).toMatchObject({ code: errors.tokenExpired.code })
})

test.each([
  ['of somebody else', 'two', {}],
  ['of an hour ago', 'one', { claims: { auth_time: Math.floor(Date.now() / 1000) - 3600 } }],
  ['of no time', 'one', { claims: { auth_time: undefined } }],
] satisfies [string, string, Forged][])('a proof %s is none', async (_what, subject, forged) => {
  const person = await app.signedIn()
  await bindTo(person.memberId, 'one')
  const begun = (await person.call(factors.beginProof)).data
  expect(
    await person.call(factors.prove, {
      challenge: begun.challenge,
      method: 'provider',
      provider: provider.answerTo(begun.providerUrl ?? '', subject, forged),
    }),
  ).toMatchObject({ code: errors.providerRefused.code })
})

test('an administrator who binds a member may sign in as them: the two are one person', async () => {
  const [by, member] = [await app.signedIn({ codes: ['system:user'] }), await app.signedIn()]
  expect(await by.call(singleSignOn.bindMember, { userId: member.memberId, subject: 'one' })).toMatchObject({
    code: 0,
  })
  expect(
    await sql('select how from account_hold where member_id = $1 and by_id = $2', [
      member.memberId,
      by.memberId,
    ]),
  ).toEqual([{ how: 'password' }])
})

test('who signs out there is signed out here, at the word of the provider alone', async () => {
  const { id } = await makeMember(app.services.pool, {})
  await bindTo(id, 'one')
  const { token } = tokens.parse((await goAndReturn('one', { claims: { sid: 'session one' } })).data)
  const out = async (claims: object, forged: Forged = {}) =>
    app.send(session.providerLogout, {
      logout_token: await provider.logoutToken({ sub: 'one', sid: 'session one', ...claims }, forged),
    })
  const sees = async () => (await app.send(me, undefined, bearer(token))).code
  for (const bad of [
    await out({}, { otherKey: true }),
    await out({ aud: 'another' }),
    await out({ events: {} }),
    await out({ nonce: 'x' }),
    await out({}, { typ: 'JWT' }),
  ])
    expect(bad).toMatchObject({ code: errors.providerRefused.code })
  expect(await sees()).toBe(0)
  expect(await out({})).toMatchObject({ code: 0 })
  expect(await sees()).toBe(errors.sessionEnded.code)
})

test('where the provider is away, the password still works', async () => {
  const other = await testApp({
    PUBLIC_URL: 'https://sim.example.com',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  })
  try {
    const { account } = await makeMember(other.services.pool, {})
    expect(await other.call(session.beginProvider, undefined, basic)).toMatchObject({
      code: errors.providerAway.code,
    })
    expect(await other.signIn(account, password)).toMatchObject({ code: 0 })
  } finally {
    await other.close()
  }
})

test('where it is the only way, passwords are for those who see to it', async () => {
  const only = await testApp({
    PUBLIC_URL: 'https://sim.example.com',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ONLY: '1',
  })
  try {
    const [plain, keeper] = [
      await makeMember(only.services.pool, {}),
      await makeMember(only.services.pool, { codes: ['system:security'] }),
    ]
    expect(await only.signIn(plain.account, password)).toMatchObject({ code: errors.passwordClosed.code })
    expect(await only.signIn(keeper.account, password)).toMatchObject({ code: 0 })
  } finally {
    await only.close()
  }
})

describe('OIDC_BIND_BY_MAIL', () => {
  let binding: TestApp
  beforeAll(async () => {
    binding = await testApp({
      PUBLIC_URL: 'https://sim.example.com',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_BIND_BY_MAIL: '1',
    })
  })
  afterAll(() => binding.close())

  /** A member whose mail we have verified. */
  const reached = async (given: Parameters<typeof makeMember>[1] = {}) => {
    const { id } = await makeMember(binding.services.pool, {
      organs: [await makeOrganisation(app.services.pool)],
      ...given,
    })
    await sql('update member set mail = $1 where id = $2', ['Zhou@example.com', id])
    await sql('update member set mail_verified_at = now() where id = $1', [id])
    return id
  }
  const verified = { email: 'zhou@example.com', email_verified: true }
  const enterAs = async (claims: object, by: TestApp = binding) => {
    const { url } = (await by.call(session.beginProvider, undefined, basic)).data
    const answer = provider.answerTo(url, 'one', { claims: { ...claims } })
    return (await by.send(session.token, { grant_type: 'provider', ...answer }, basic)).code
  }
  const bound = () => sql('select member_id from external_identity')

  test('binds by a mail that both have verified, once and for good', async () => {
    const id = await reached()
    expect(await enterAs(verified)).toBe(0)
    expect(await bound()).toEqual([{ member_id: String(id) }])
    expect(await sql('select title from message')).toEqual([{ title: '您的账号添加了验证方式' }])
    expect(await enterAs({})).toBe(0)
  })

  const refusals: [string, object, () => Promise<unknown>][] = [
    ['the provider has not verified', { ...verified, email_verified: false }, () => reached()],
    ['the provider says as a word', { ...verified, email_verified: 'true' }, () => reached()],
    ['two members have', verified, async () => [await reached(), await reached()]],
    ['a holder of a listed code has', verified, () => reached({ codes: ['finance:edit'] })],
    ['somebody of the platform has', verified, () => reached({ organs: [] }).then(platformMember)],
    ['a disabled member has', verified, () => reached({ enabled: false })],
    [
      'we have not verified',
      verified,
      () => reached().then(() => sql('update member set mail_verified_at = null')),
    ],
    [
      'somebody has who is bound as somebody else',
      verified,
      () => reached().then(id => bindTo(id, 'another')),
    ],
  ]
  const platformMember = (id: number) =>
    sql(`insert into member_organisation select $1, id from organisation where type = 'platform'`, [id])
  test.each(refusals)('not by a mail that %s', async (_what, claims, prepare) => {
    await prepare()
    const before = await bound()
    expect(await enterAs(claims)).toBe(errors.identityUnknown.code)
    expect(await bound()).toEqual(before)
  })

  test('nobody is bound by a mail where it is not set', async () => {
    await reached()
    expect(await enterAs(verified, app)).toBe(errors.identityUnknown.code)
    expect(await bound()).toEqual([])
  })
})
