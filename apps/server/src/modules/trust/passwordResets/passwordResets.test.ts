import { contract, errors, type SelfReset } from '@drivesim/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { query, resetDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { password } from '../../../../test/factories.ts'
import { startMailbox } from '../../../../test/mailbox.ts'
import { basic as client, codeOf, origin, secondStepsOf } from '../../../../test/secondSteps.ts'

const { passwordResets, members, account } = contract
const [mail, phone, newPassword] = ['zhou@example.com', '13800010001', 'Another-Horse-10']
type Person = Awaited<ReturnType<TestApp['signedIn']>>

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let app: TestApp
let person: Person
/** Each test comes from an address of its own: calls are counted by it. */
let basic = { ...client, 'x-forwarded-for': '192.0.2.1' }
let tests = 0
beforeAll(async () => {
  mailbox = await startMailbox()
  app = await testApp({ ...mailbox.env, PUBLIC_URL: origin, TRUST_PROXY: '1' })
})
afterAll(async () => {
  await app.close()
  await mailbox.stop()
})
beforeEach(async () => {
  await resetDatabase(app.database)
  tests += 1
  basic = { ...client, 'x-forwarded-for': `192.0.2.${tests}` }
  mailbox.mails.length = 0
  mailbox.texts.length = 0
  person = await app.signedIn()
  await reachable(person.memberId)
  await allow('both')
})

const { sql, withApp } = secondStepsOf(() => app)
const reachable = async (memberId: number) => {
  await sql('update member set mail = $1, phone = $2 where id = $3', [mail, phone, memberId])
  await sql('update member set mail_verified_at = now(), phone_verified_at = now() where id = $1', [memberId])
}
/** What the security log has of resets that failed. */
const failures = () =>
  sql(`select account, times from security_event where label = '忘记密码' and not succeeded`)
const allow = (selfReset: SelfReset) => sql('update security_policy set self_reset = $1', [selfReset])

const ask = (of: string, channel: 'mail' | 'sms' = 'mail') =>
  app.call(passwordResets.ask, { account: of, channel }, basic)
/** Whoever asked was looked at. */
const served = () =>
  until('served', async () => (await sql('select from reset_request where served_at is null')).length === 0)
const sentCount = async () => (await sql('select from contact_code')).length

/** Asks for a link. @returns its token */
async function mailedToken(of = person.account): Promise<string> {
  // Notices come, too.
  const links = () => mailbox.mails.filter(({ html }) => html.includes('#reset='))
  const before = links().length
  expect(await ask(of)).toMatchObject({ code: 0, data: true })
  await until('mailed', async () => links().length > before)
  return tokenIn(links().at(-1)?.html)
}
const tokenIn = (html = '') => new RegExp(`href="${origin}/login#reset=([\\w-]{43})"`).exec(html)?.[1] ?? ''

const checkToken = (token: string) => app.call(passwordResets.check, { token }, basic)
const reset = (challenge: string, more: object = {}) =>
  app.send(passwordResets.reset, { challenge, nPwd: newPassword, cPwd: newPassword, ...more }, basic)
const challengeOf = async (token: string) => (await checkToken(token)).data.challenge
const invalid = { code: errors.resetInvalid.code }

describe('by mail', () => {
  test('sets a password: sessions end, none begins, and the link is over', async () => {
    const token = await mailedToken()
    expect(mailbox.mails[0]).toMatchObject({ to: [mail], subject: '重设登录密码' })
    const { data } = await checkToken(token)
    expect(data).toMatchObject({ account: person.account, methods: [], passkey: null })
    const answer = await reset(data.challenge)
    expect(answer).toMatchObject({ code: 0, data: true })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await sql('select from session where ended_at is null')).toEqual([])
    expect(await app.signIn(person.account, password)).toMatchObject({ code: errors.loginFailed.code })
    expect(await app.signIn(person.account, newPassword)).toMatchObject({ code: 0 })
    expect(await checkToken(token)).toMatchObject(invalid)
    expect(await reset(data.challenge)).toMatchObject(invalid)
    await until('told', async () => mailbox.mails.some(({ subject }) => subject === '您的登录密码已重设'))
    const noted = await sql(`select label from security_event where kind = 'rights' order by id`)
    expect(noted).toEqual([{ label: '忘记密码' }, { label: '重设忘记的密码' }])
  })

  test('the keys of programs end with the password of before', async () => {
    await sql(
      `insert into api_key (member_id, name, hash, hint, days, expires_at) values ($1, '程序', '\\x00', 'dsk_0000', 90, now() + interval '1 day')`,
      [person.memberId],
    )
    expect(await reset(await challengeOf(await mailedToken()))).toMatchObject({ code: 0 })
    expect(await sql('select end_reason as reason from api_key')).toEqual([{ reason: 'passwordReset' }])
  })

  test('a link may be opened again, and the challenge of before is no good then', async () => {
    const token = await mailedToken()
    const [first, second] = [await challengeOf(token), await challengeOf(token)]
    expect(await reset(first)).toMatchObject(invalid)
    expect(await reset(second)).toMatchObject({ code: 0 })
  })

  test('of two who set it at once one does', async () => {
    const challenge = await challengeOf(await mailedToken())
    const answers = await Promise.all([reset(challenge), reset(challenge)])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([errors.resetInvalid.code, 0])
  })

  test('a bad password is refused, and the link stays good', async () => {
    const challenge = await challengeOf(await mailedToken())
    const bad = async (nPwd: string) => (await reset(challenge, { nPwd, cPwd: nPwd })).code
    expect(await bad('short')).toBe(errors.invalid.code)
    expect(await bad('password123456')).toBe(errors.commonPassword.code)
    expect(await bad(`x-${person.account}-yz9`)).toBe(errors.namedPassword.code)
    expect(await reset(challenge)).toMatchObject({ code: 0 })
  })

  test.each([
    ['ten minutes', `update contact_code set expires_at = now() - interval '1 s'`],
    ['another mail', `update member set mail = 'other@example.com'`],
    [
      'a mail that was changed and changed back',
      `update member set mail = 'o@x'; update member set mail = '${mail}'`,
    ],
    ['a disabled account', 'update member set enabled = false'],
    ['a later link', 'update contact_code set over_at = now()'],
    ['a factor that is needed by now', `update security_policy set second_step_for = 'all'`],
  ])('nothing is set after %s', async (_what, statement) => {
    const token = await mailedToken()
    const challenge = await challengeOf(token)
    for (const one of statement.split(';')) await sql(one)
    expect(await reset(challenge)).toMatchObject(invalid)
    expect(await app.signIn(person.account, newPassword)).not.toMatchObject({ code: 0 })
  })
})

describe('nobody learns who has an account', () => {
  test.each([
    ['there is none', `update member set account = 'another' || id`],
    ['the mail is not verified', 'update member set mail_verified_at = null'],
    ['it is disabled', 'update member set enabled = false'],
    ['it needs a factor and has none', `update security_policy set second_step_for = 'all'`],
  ])('where %s, the answer is the same and nothing is sent', async (_what, statement) => {
    const other = await app.signedIn()
    await sql(statement)
    const [asked, known] = [await ask(person.account), await ask(other.account)]
    expect(asked.body).toBe(known.body)
    await served()
    expect(await sentCount()).toBe(0)
  })

  test('a wrong code and a code of nobody are refused alike', async () => {
    await ask(person.account, 'sms')
    await until('sent', async () => mailbox.texts.length === 1)
    const given = async (of: string) =>
      (await app.call(passwordResets.check, { account: of, code: '00000001' }, basic)).body
    expect(await given(person.account)).toBe(await given('nobody'))
    expect(await failures()).toEqual([{ account: null, times: 2 }])
  })
})

test('by text message: its code is tried five times', async () => {
  await ask(person.account, 'sms')
  await until('sent', async () => mailbox.texts.length === 1)
  expect(mailbox.texts[0]?.phone).toBe(phone)
  const code = mailbox.texts[0]?.title.slice(0, 8) ?? ''
  const check = (given: string) =>
    app.call(passwordResets.check, { account: person.account.toUpperCase(), code: given }, basic)
  for (let time = 0; time < 4; time++)
    expect(await check(code === '12345678' ? '87654321' : '12345678')).toMatchObject(invalid)
  const { data } = await check(code)
  expect(await reset(data.challenge)).toMatchObject({ code: 0 })
})

test('after five wrong codes the right one is none', async () => {
  await ask(person.account, 'sms')
  await until('sent', async () => mailbox.texts.length === 1)
  const code = mailbox.texts[0]?.title.slice(0, 8) ?? ''
  const check = (given: string) =>
    app.call(passwordResets.check, { account: person.account, code: given }, basic)
  for (let time = 0; time < 5; time++) await check(code === '12345678' ? '87654321' : '12345678')
  expect(await check(code)).toMatchObject(invalid)
})

test('who has a factor proves it, too, and five wrong codes end it', async () => {
  const { account: own, memberId, secret } = await withApp()
  await reachable(memberId)
  const { data } = await checkToken(await mailedToken(own))
  expect(data.methods).toEqual(['totp'])
  expect(await reset(data.challenge)).toMatchObject({ code: errors.secondStepNeeded.code })
  const wrong = { proof: { method: 'totp', code: '000000' } }
  for (const left of [4, 3, 2])
    expect(await reset(data.challenge, wrong)).toMatchObject({
      code: errors.codeWrong.code,
      msg: errors.codeWrong.sentence(left),
    })
  expect(await failures()).toEqual([{ account: own, times: 3 }])
  expect(await app.signIn(own, newPassword)).toMatchObject({ code: errors.loginFailed.code })
  const right = { proof: { method: 'totp', code: codeOf(secret) } }
  expect(await reset(data.challenge, right)).toMatchObject({ code: 0 })
  expect(await app.signIn(own, newPassword)).toMatchObject({ code: errors.secondStepNeeded.code })

  const again = await challengeOf(await mailedToken(own))
  for (let time = 0; time < 5; time++) await reset(again, wrong)
  expect(await reset(again, { proof: { method: 'totp', code: codeOf(secret, 30) } })).toMatchObject(invalid)
})

test.each([
  ['off', []],
  ['mail', ['mail']],
  ['sms', ['sms']],
  ['both', ['mail', 'sms']],
] as const)('with the setting %s people do it by %j', async (setting, kinds) => {
  await allow(setting)
  expect((await app.call(passwordResets.ways, undefined, basic)).data).toEqual({ kinds })
  for (const channel of ['mail', 'sms'] as const)
    expect((await ask(person.account, channel)).code).toBe(
      kinds.some(kind => kind === channel) ? 0 : errors.resetUnavailable.code,
    )
})

test('where nothing can be sent, an administrator does it', async () => {
  const other = await testApp({ PUBLIC_URL: origin })
  try {
    await query(other.database.ownerUrl, `update security_policy set self_reset = 'both'`)
    expect((await other.call(passwordResets.ways, undefined, basic)).data).toEqual({ kinds: [] })
    expect(
      await other.call(passwordResets.ask, { account: 'somebody', channel: 'mail' }, basic),
    ).toMatchObject({ code: errors.resetUnavailable.code, msg: '请联系贵单位的系统管理员重置密码' })
  } finally {
    await other.close()
  }
})

test('three times an hour for an account, ten from an address, whether it exists or not', async () => {
  const codes = async (of: string, times: number) => {
    const answers = []
    for (let time = 0; time < times; time++) answers.push((await ask(of)).code)
    return answers
  }
  const over = errors.loginTooOften.code
  expect(await codes('nobody', 4)).toEqual([0, 0, 0, over])
  expect(await codes(person.account, 4)).toEqual([0, 0, 0, over])
  await served()
  expect(JSON.stringify(await sql('select account from reset_request'))).not.toContain('nobody')
  expect(await codes('nobody', 1)).toEqual([over])
  expect(await codes('a', 2)).toEqual([0, 0])
  expect(await codes('b', 3)).toEqual([0, 0, over])
  await sql(`update reset_request set asked_at = asked_at - interval '1 hour'`)
  expect(await codes(person.account, 1)).toEqual([0])
})

describe('reset by an administrator', () => {
  const resetBy = async () => {
    const staff = await app.signedIn({ codes: ['system:user'] })
    return staff.call(members.resetPassword, { userId: person.memberId })
  }

  test('who has a verified mail gets a link, and nobody else the password', async () => {
    expect(await resetBy()).toMatchObject({
      code: 0,
      data: { firstPassword: null, sentTo: 'z***@example.com' },
    })
    expect(await app.signIn(person.account, password)).toMatchObject({ code: errors.loginFailed.code })
    expect(await person.call(account.me)).toMatchObject({ code: errors.sessionEnded.code })
    expect(await sql('select from account_hold')).toEqual([])
    await until('mailed', async () => mailbox.mails.some(({ subject }) => subject === '请设置新的登录密码'))
    const token = tokenIn(mailbox.mails.find(({ subject }) => subject === '请设置新的登录密码')?.html)
    const [{ hours } = {}] = (await sql(
      'select round(extract(epoch from expires_at - now()) / 3600)::int as hours from contact_code',
    )) as { hours?: number }[]
    expect(hours).toBe(24)
    // Also where they need a factor and have none: somebody vouched for them.
    await sql(`update security_policy set second_step_for = 'all'`)
    expect(await reset(await challengeOf(token))).toMatchObject({ code: 0 })
    expect(await app.signIn(person.account, newPassword)).toMatchObject({ code: 0 })
  })

  test('who has none gets a first password by them', async () => {
    await sql('update member set mail_verified_at = null')
    const { data } = await resetBy()
    expect(data).toMatchObject({ firstPassword: expect.any(String), sentTo: null })
    expect(await sql('select how from account_hold')).toEqual([{ how: 'password' }])
    expect(await app.signIn(person.account, data.firstPassword ?? '')).toMatchObject({ code: 0 })
    expect(await sentCount()).toBe(0)
  })
})
