import { contract, errors, plainPicture } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { password } from '../../../../test/factories.ts'
import { openLiveStream } from '../../../../test/liveStream.ts'
import { signInAgain } from '../../../../test/signInAgain.ts'

const { account } = contract
let app: TestApp
beforeEachTest(async built => {
  app = built
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const again = (name: string, pwd?: string) => signInAgain(app, name, pwd)

describe('编辑个人信息', () => {
  const form = { userName: ' 周若宁 ', userPhone: '13800010001', userMail: '', userIcon: null }

  test('keeps name, phone, mail and picture of oneself', async () => {
    const person = await app.signedIn()
    const userIcon = (await person.call(contract.files.upload)).data.url
    const picture = expect.stringContaining(`${plainPicture(userIcon)}?e=`)
    const userMail = 'zhou@example.com'
    expect(
      await person.call(account.modify, { ...form, userId: person.memberId, userIcon, userMail, password }),
    ).toMatchObject({ code: 0, data: true })
    expect((await person.call(account.me)).data).toMatchObject({
      userName: '周若宁',
      userPhone: '13800010001',
      userMail,
      userIcon: picture,
      avatar: picture,
    })
  })

  test('mail and picture may be taken away', async () => {
    const person = await app.signedIn()
    await person.call(account.modify, {
      ...form,
      userId: person.memberId,
      userMail: 'a@example.com',
      password,
    })
    await person.call(account.modify, { ...form, userId: person.memberId, password })
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

describe('a changed phone or mail', () => {
  const reached = async () => {
    const person = await app.signedIn({ name: '周若宁' })
    await rows(`update member set phone = '13800010001', mail = 'old@example.com' where id = $1`, [
      person.memberId,
    ])
    const form = {
      userId: person.memberId,
      userName: '周若宁',
      userPhone: '13800010001',
      userMail: 'old@example.com',
      userIcon: null,
    }
    return { person, form }
  }

  test.each([
    [{ userPhone: '13900010009' }, ['13800010001', '13900010009', 'old@example.com']],
    [{ userMail: 'new@example.com' }, ['new@example.com', 'old@example.com']],
    [{ userMail: '' }, ['old@example.com']],
  ])(
    '%j needs the password, and tells where the person was reached before and where they are now',
    async (change, told) => {
      const { person, form } = await reached()
      const modify = (given: object) => person.call(account.modify, { ...form, ...change, ...given })
      expect(await modify({})).toMatchObject({ code: errors.contactNeedsPassword.code })
      expect(await modify({ password: 'wrong' })).toMatchObject({ code: errors.contactPasswordWrong.code })
      expect((await person.call(account.me)).data).toMatchObject({
        userPhone: form.userPhone,
        userMail: form.userMail,
      })
      expect(await rows('select from message')).toEqual([])
      expect(await modify({ password })).toMatchObject({ code: 0 })
      const [message] = await rows('select title, brief from message where member_id = $1', [person.memberId])
      expect(message).toMatchObject({
        title: '您的联系方式已修改',
        brief: expect.stringContaining('如果不是您本人，请立即修改密码'),
      })
      expect(await rows('select recipient from outbox order by recipient')).toEqual(
        told.map(recipient => ({ recipient })),
      )
    },
  )

  test('is none where name or picture change: no password, nobody told', async () => {
    const { person, form } = await reached()
    expect(await person.call(account.modify, { ...form, userName: '周宁' })).toMatchObject({ code: 0 })
    expect(await rows('select from outbox')).toEqual([])
  })

  test('the new address is not told in full, and the password is kept nowhere', async () => {
    const { person, form } = await reached()
    const change = { userMail: 'somebody.new@example.com', password }
    await person.call(account.modify, { ...form, ...change }, { 'idempotency-key': 'change-of-mail' })
    const told = JSON.stringify(await rows('select content from message'))
    expect(told).toContain('s***@example.com')
    expect(told).not.toContain('somebody.new')
    const kept = [await rows('select * from operation_log_change'), await rows('select * from idempotency')]
    expect(JSON.stringify(kept)).not.toContain(password)
  })

  test('ten tries a minute', async () => {
    const { person, form } = await reached()
    const tries = Array.from({ length: 11 }, () =>
      person.call(account.modify, { ...form, userMail: '', password: 'wrong' }),
    )
    const codes = (await Promise.all(tries)).map(({ code }) => code)
    expect(codes.filter(code => code === errors.tooMany.code)).toHaveLength(1)
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
    expect(data[0]).toMatchObject({
      device: 'Chrome 141 · Windows',
      address: expect.stringMatching(/^127\.1\./),
    })
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
