import { contract, type Endpoint, errors } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { basicHeader, beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation, password } from '../../../../test/factories.ts'
import { signInAgain } from '../../../../test/signInAgain.ts'
import { firstPassword, isCommonPassword } from './passwords.service.ts'

const { account } = contract
const next = 'Purple-Llama-27'
let app: TestApp
beforeEachTest(async built => {
  app = built
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const change = (nPwd = next, oPwd = password, cPwd = nPwd) => ({ oPwd, nPwd, cPwd })
const again = (name: string, pwd?: string) => signInAgain(app, name, pwd)

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
    [change('Short-123'), '新密码最少 10 位'],
    [change(`A1${'x'.repeat(63)}`), '新密码最多 64 位'],
    [change(next, 'wrong'), errors.oldPasswordWrong.sentence()],
    [change(password), errors.samePassword.sentence()],
    [change('Password123'), errors.commonPassword.sentence()],
    [change('1qaz2wsx3edc'), errors.commonPassword.sentence()],
    [change('Yinhe-jiaxiao-9'), '新密码不能含有您的机构名称，请换一个'],
    [change('银河里的一条小船'.padEnd(12, '啊')), '新密码不能含有您的机构名称，请换一个'],
    [change('my-Xiaowang-dog'), '新密码不能含有您的账号，请换一个'],
    [change('Xiaowang@2026'), '新密码不能含有您的账号，请换一个'],
    [change('zhouruoning77-88'), '新密码不能含有您的姓名，请换一个'],
    [change('ruoningzhou77-88'), '新密码不能含有您的姓名，请换一个'],
    [change('call13800010001'), '新密码不能含有您的手机号，请换一个'],
    [change('my-DriveSim-pass'), '新密码不能含有产品名称，请换一个'],
  ])('refuses %j', async (input, sentence) => {
    const organ = await makeOrganisation(app.services.pool, { name: '银河驾校' })
    const person = await app.signedIn({ account: 'xiaowang', name: '周若宁', organs: [organ] })
    await rows(`update member set phone = '13800010001'`)
    const answer = await person.send(account.changePassword, input)
    expect(answer).toMatchObject({ status: 200, msg: sentence })
    expect(answer.code).toBeLessThan(0)
    expect((await again(person.account)).code).toBe(0)
  })

  test.each(['onlyletterswithoutsense', '晨雾里的船慢慢靠岸了', '8392-0571-66'])(
    'takes %s: length counts, not which signs',
    async good => {
      const person = await app.signedIn()
      expect((await person.call(account.changePassword, change(good))).code).toBe(0)
    },
  )

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
    'password123',
    'P@ssw0rd123',
    'qwertyuiop',
    'Qwerty123456',
    'abc1234567',
    'a123456789',
    'woaini1314520',
    'woaini5201314',
    'iloveyou2026',
    'Admin@2024',
    '1q2w3e4r5t',
    'q1w2e3r4t5',
    'aa12345678',
    'zxcvbnm123',
    'a1a1a1a1a1',
    '0987654321',
    '19900101',
    'welcome2026!',
    'jiaxiao2024',
    'wang19900101',
    'sunshine88',
    'Basketball23',
    'thunderbird',
  ])('%s', async common => {
    expect(await isCommonPassword(common)).toBe(true)
  })

  test.each(['Correct-Horse-9', 'Purple-Llama-27', 'k8Rt2mZqp4', '晨雾里的船慢慢靠岸了', '8392-0571-66'])(
    'not %s',
    async good => {
      expect(await isCommonPassword(good)).toBe(false)
    },
  )

  test('first passwords are none of them, differ, and read well', async () => {
    const made = Array.from({ length: 500 }, firstPassword)
    expect(new Set(made).size).toBe(500)
    for (const one of made) {
      expect(one).toMatch(/^[a-hjkmnp-zA-HJ-NP-Z2-9]{4}(-[a-hjkmnp-zA-HJ-NP-Z2-9]{4}){2}$/)
      expect(await isCommonPassword(one)).toBe(false)
    }
  })
})

describe('a password that somebody else gave', () => {
  const open = [
    'session.logout',
    'account.me',
    'account.changePassword',
    'files.upload',
    'files.uploadImage',
    'factors.info',
    'factors.beginProof',
    'factors.prove',
  ]
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

describe('a first password', () => {
  const members = contract.members
  const added = async () => {
    const admin = await app.signedIn({ codes: ['system', 'system:user'] })
    const organ = await makeOrganisation(app.services.pool)
    const { data } = await admin.call(members.add, {
      userAccount: 'newcomer',
      userName: '新人',
      organId: organ,
      belongOrganIds: [organ],
      roleIds: [],
    })
    return { admin, userId: data.userId, first: data.firstPassword ?? '' }
  }
  const later = (days: number) =>
    rows(`update member set first_password_until = first_password_until - make_interval(days => $1)`, [days])

  test('is good for a week; a new one for another, and one of their own for ever', async () => {
    const { admin, userId, first } = await added()
    await later(6)
    expect((await again('newcomer', first)).code).toBe(0)
    await later(1)
    const late = await app.signIn('newcomer', first)
    expect(late).toMatchObject({
      code: errors.firstPasswordExpired.code,
      msg: '初始密码只在 7 天内有效，请联系管理员重置密码',
    })
    expect((await app.signIn('newcomer', 'wrong')).code).toBe(errors.loginFailed.code)
    const { data } = await admin.call(members.resetPassword, { userId })
    const signedIn = await app.signIn('newcomer', data.firstPassword ?? '')
    expect(signedIn.code).toBe(0)
    await app.call(account.changePassword, change(next, data.firstPassword ?? ''), {
      authorization: `Bearer ${signedIn.data.token}`,
    })
    await later(100)
    expect((await again('newcomer', next)).code).toBe(0)
  })
})
