import { contract, type Endpoint, errors } from '@drivesim/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { basicHeader, type TestApp, testApp } from '../../../test/app.ts'
import { query, resetDatabase } from '../../../test/database.ts'
import { openLiveStream } from '../../../test/liveStream.ts'
import { firstPassword, isCommonPassword } from './passwords.service.ts'

const { account } = contract
const password = 'Correct-Horse-9'
const next = 'Purple-Llama-27'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => resetDatabase(app.database))
afterAll(() => app.close())

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const change = (nPwd = next, oPwd = password, cPwd = nPwd) => ({ oPwd, nPwd, cPwd })
const again = async (name: string, pwd = password) => {
  const { data, code } = await app.signIn(name, pwd)
  return {
    code,
    data,
    me: () => app.call(account.me, undefined, { authorization: `Bearer ${data.token}` }),
  }
}

describe('编辑个人信息', () => {
  const form = { userName: ' 周若宁 ', userPhone: '13800010001', userMail: '', userIcon: null }

  test('keeps name, phone, mail and picture of oneself', async () => {
    const person = await app.signedIn()
    const userIcon = `/files/${'a'.repeat(32)}.webp`
    const userMail = 'zhou@example.com'
    expect(
      await person.call(account.modify, { ...form, userId: person.memberId, userIcon, userMail }),
    ).toMatchObject({ code: 0, data: true })
    expect((await person.call(account.me)).data).toMatchObject({
      userName: '周若宁',
      userPhone: '13800010001',
      userMail,
      userIcon,
      avatar: userIcon,
    })
  })

  test('mail and picture may be taken away', async () => {
    const person = await app.signedIn()
    await person.call(account.modify, { ...form, userId: person.memberId, userMail: 'a@example.com' })
    await person.call(account.modify, { ...form, userId: person.memberId })
    expect((await person.call(account.me)).data).toMatchObject({ userMail: null, userIcon: null })
  })

  test("another person's row is not theirs to change", async () => {
    const person = await app.signedIn()
    const other = await app.signedIn()
    expect(await person.call(account.modify, { ...form, userId: other.memberId })).toMatchObject({
      code: errors.notOneself.code,
    })
    expect((await other.call(account.me)).data.userName).toBe('测试员')
  })

  test.each([
    [{ userName: '  ' }, '名称不能为空'],
    [{ userPhone: '12800010001' }, '手机号格式不正确'],
    [{ userPhone: '1380001000' }, '手机号格式不正确'],
    [{ userPhone: '138000100011' }, '手机号格式不正确'],
    [{ userMail: 'nobody' }, '邮箱格式不正确'],
    [{ userIcon: 'https://elsewhere.example/track.gif' }, '请重新上传图片'],
    [{ userIcon: '/files/../../etc/passwd' }, '请重新上传图片'],
  ])('refuses %j', async (changes, sentence) => {
    const person = await app.signedIn()
    const answer = await person.send(account.modify, { ...form, userId: person.memberId, ...changes })
    expect(answer).toMatchObject({ status: 200, code: errors.invalid.code, msg: sentence })
  })
})

describe('修改密码', () => {
  test('the new one counts and the old one no longer', async () => {
    const person = await app.signedIn()
    expect(await person.call(account.changePassword, change())).toMatchObject({ code: 0, data: true })
    expect((await again(person.account)).code).toBe(errors.loginFailed.code)
    expect((await again(person.account, next)).code).toBe(0)
  })

  test('the new one is kept as argon2id, at the cost that OWASP asks for at least', async () => {
    const person = await app.signedIn()
    await person.call(account.changePassword, change())
    expect(await rows('select password_hash as kept from member')).toEqual([
      { kept: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) },
    ])
  })

  test('ends the other sessions with their refresh tokens, and keeps this one', async () => {
    const person = await app.signedIn()
    const other = await again(person.account)
    await person.call(account.changePassword, change())
    expect((await person.call(account.me)).code).toBe(0)
    expect((await other.me()).code).toBe(errors.sessionEnded.code)
    const refreshed = await app.call(
      contract.session.token,
      { grant_type: 'refresh_token', refresh_token: other.data.refreshToken },
      { authorization: basicHeader },
    )
    expect(refreshed.code).toBe(errors.sessionEnded.code)
  })

  test.each([
    [change('', password), '新密码不能为空'],
    [change(next, ''), '旧密码不能为空'],
    [change(next, password, ''), '确认密码不能为空'],
    [change(next, password, 'Purple-Llama-28'), '两次输入的新密码不一致'],
    [change('Short-1'), '新密码最少 8 位'],
    [change(`A1${'x'.repeat(63)}`), '新密码最多 64 位'],
    [change('onlyletters'), '新密码须同时包含字母和数字'],
    [change('83920571'), '新密码须同时包含字母和数字'],
    [change(next, 'wrong'), errors.oldPasswordWrong.sentence()],
    [change(password), errors.samePassword.sentence()],
    [change('Password123'), errors.commonPassword.sentence()],
    [change('1qaz2wsx'), errors.commonPassword.sentence()],
  ])('refuses %j', async (input, sentence) => {
    const person = await app.signedIn()
    const answer = await person.send(account.changePassword, input)
    expect(answer).toMatchObject({ status: 200, msg: sentence })
    expect(answer.code).toBeLessThan(0)
    expect((await again(person.account)).code).toBe(0)
  })

  test('passwords are nowhere: not in the log, not under the idempotency key', async () => {
    const person = await app.signedIn()
    await person.call(account.changePassword, change(), { 'idempotency-key': 'change-of-password' })
    const kept = JSON.stringify([
      await rows('select * from operation_log'),
      await rows('select * from operation_log_change'),
      await rows('select * from idempotency'),
    ])
    expect(kept).toContain('修改密码')
    expect(kept).not.toContain(next)
    expect(kept).not.toContain(password)
    expect(kept).not.toContain('argon2')
  })

  test('at most ten tries a minute', async () => {
    const person = await app.signedIn()
    for (let i = 0; i < 10; i += 1) await person.call(account.changePassword, change(next, 'wrong'))
    expect((await person.call(account.changePassword, change())).code).toBe(errors.tooMany.code)
  })
})

describe('passwords that are tried first', () => {
  test.each([
    'password1',
    'Passw0rd',
    'P@ssw0rd123',
    'qwerty123',
    'abc12345',
    'a1234567',
    'a123456789',
    'woaini1314',
    'woaini520',
    'iloveyou1',
    'admin123',
    'Admin@2024',
    '1q2w3e4r',
    'q1w2e3r4',
    'abcd1234',
    '1234abcd',
    'aa123456',
    'asd12345',
    'zxcvbnm1',
    'qq123456',
    'a1a1a1a1',
    'letmein1',
    'welcome1',
    'jiaxiao2024',
    'wang19900101',
  ])('%s', common => {
    expect(isCommonPassword(common, 'somebody')).toBe(true)
  })

  test.each(['Correct-Horse-9', 'Purple-Llama-27', 'k8Rt2mZq', '晨雾里的船ab12'])('not %s', good => {
    expect(isCommonPassword(good, 'somebody')).toBe(false)
  })

  test('the account with something around it', () => {
    expect(isCommonPassword('zhouruoning1', 'zhouruoning')).toBe(true)
  })

  test('first passwords are none of them, differ, and read well', () => {
    const made = Array.from({ length: 500 }, firstPassword)
    expect(new Set(made).size).toBe(500)
    for (const one of made) {
      expect(one).toMatch(/^[a-hjkmnp-zA-HJ-NP-Z2-9]{4}(-[a-hjkmnp-zA-HJ-NP-Z2-9]{4}){2}$/)
      expect(isCommonPassword(one, 'somebody')).toBe(false)
    }
  })
})

describe('a password that somebody else gave', () => {
  const open = ['session.logout', 'account.me', 'account.changePassword', 'files.upload', 'files.uploadImage']
  const guarded = Object.entries(contract).flatMap(([domain, calls]) =>
    Object.entries<Endpoint>(calls)
      .filter(([, { access }]) => access === 'signedIn' || typeof access === 'object')
      .map(([name, endpoint]): [string, Endpoint] => [`${domain}.${name}`, endpoint]),
  )
  const withFirstPassword = async () => {
    const person = await app.signedIn({ codes: ['system', 'system:user', 'device', 'device:simulator'] })
    await rows('update member set must_change_password = true where id = $1', [person.memberId])
    return person
  }

  test('every other call is refused with a sentence that says what to do', async () => {
    const person = await withFirstPassword()
    const allowed: string[] = []
    for (const [name, endpoint] of guarded) {
      if (name === 'session.logout' || endpoint.reply === 'events') continue
      const { code } = await person.send(endpoint, {})
      if (code !== errors.mustChangePassword.code && code !== errors.forbidden.code) allowed.push(name)
    }
    expect(allowed.toSorted()).toEqual(open.filter(name => name !== 'session.logout').toSorted())
  })

  test('me says so, changing it opens everything, and signing out is always possible', async () => {
    const person = await withFirstPassword()
    expect((await person.call(account.me)).data.mustChangePassword).toBe(true)
    expect((await person.call(account.sessions)).msg).toBe('您的密码由他人设置，请先在个人中心修改密码')
    await person.call(account.changePassword, change())
    expect((await person.call(account.me)).data.mustChangePassword).toBe(false)
    expect((await person.call(account.sessions)).code).toBe(0)
    const other = await withFirstPassword()
    expect((await other.call(contract.session.logout)).code).toBe(0)
  })
})

describe('own sessions', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

  test('device, address and times of each; this one is marked; those that are over are gone', async () => {
    const person = await app.signedIn()
    await again(person.account)
    const gone = await again(person.account)
    await app.call(contract.session.logout, undefined, { authorization: `Bearer ${gone.data.token}` })
    await rows('update session set user_agent = $1', [chrome])
    const { data } = await person.call(account.sessions)
    expect(data).toHaveLength(2)
    expect(data.filter(one => one.current)).toHaveLength(1)
    expect(data[0]).toMatchObject({ device: 'Chrome 141 · Windows', address: '127.0.0.1' })
    expect(Date.parse(data[0]?.signedInAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('one is ended: its calls and its open page end, the others stay', async () => {
    const person = await app.signedIn()
    const other = await again(person.account)
    const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await openLiveStream(base, other.data.token)
    const { data } = await person.call(account.sessions)
    const sessionId = data.find(one => !one.current)?.sessionId ?? ''
    expect((await person.call(account.endSession, { sessionId })).code).toBe(0)
    await stream.wait('sessionChanged')
    expect((await other.me()).code).toBe(errors.sessionEnded.code)
    expect((await person.call(account.sessions)).data).toHaveLength(1)
    expect((await person.call(account.endSession, { sessionId })).code).toBe(errors.notFound.code)
    stream.close()
  })

  test("another person's cannot be ended", async () => {
    const person = await app.signedIn()
    const other = await app.signedIn()
    const sessionId = (await other.call(account.sessions)).data[0]?.sessionId ?? ''
    expect((await person.call(account.endSession, { sessionId })).code).toBe(errors.notFound.code)
    expect((await other.call(account.me)).code).toBe(0)
  })
})
