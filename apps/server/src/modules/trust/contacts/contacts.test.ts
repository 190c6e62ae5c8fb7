import { contract, errors, type PolicyForm, tokens } from '@drivesim/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { basicHeader, type TestApp, testApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { query, resetDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { password } from '../../../../test/factories.ts'
import { startMailbox } from '../../../../test/mailbox.ts'

const { contacts, factors, outbox, members, account, session } = contract
const [mail, phone] = ['zhou@example.com', '13800010001']
type Person = Awaited<ReturnType<TestApp['signedIn']>>

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let app: TestApp
let person: Person
beforeAll(async () => {
  mailbox = await startMailbox()
  app = await testApp({ ...mailbox.env, PUBLIC_URL: 'https://sim.example.com' })
})
afterAll(async () => {
  await app.close()
  await mailbox.stop()
})
beforeEach(async () => {
  await resetDatabase(app.database)
  mailbox.mails.length = 0
  mailbox.texts.length = 0
  person = await app.signedIn()
  await sql('update member set mail = $1, phone = $2 where id = $3', [mail, phone, person.memberId])
})

const sql = async (text: string, values: unknown[] = []) =>
  (await query(app.database.ownerUrl, text, values)) as Record<string, unknown>[]
const digitsIn = (text = '') => /\d{8}/.exec(text)?.[0] ?? ''

/** Asks for a code. @returns it, as it came by mail */
async function mailedCode(by: Pick<Person, 'call'> = person): Promise<string> {
  // Notices come, too.
  const codes = () => mailbox.mails.filter(({ subject }) => subject.startsWith('验证码'))
  const before = codes().length
  expect(await by.call(contacts.verify, { kind: 'mail' })).toMatchObject({ code: 0 })
  await until('mailed', async () => codes().length > before)
  return digitsIn(codes().at(-1)?.subject)
}
const confirm = (code: string, by: Pick<Person, 'call'> = person) =>
  by.call(contacts.confirm, { kind: 'mail', code })
const ownContacts = async () => (await person.call(factors.info)).data.contacts

describe('a contact', () => {
  test('is verified by the code that was sent there, once', async () => {
    expect(await ownContacts()).toEqual([
      { kind: 'mail', address: 'z***@example.com', verifiedAt: null, canSend: true },
      { kind: 'sms', address: '138****0001', verifiedAt: null, canSend: true },
    ])
    const code = await mailedCode()
    expect(mailbox.mails[0]).toMatchObject({ to: [mail] })
    const other = code.startsWith('0') ? '11111111' : '00000000'
    expect(await confirm(other)).toMatchObject({
      code: errors.codeWrong.code,
      msg: expect.stringContaining('4 次'),
    })
    expect(await confirm(code)).toMatchObject({ code: 0 })
    expect((await ownContacts())[0]).toMatchObject({ verifiedAt: expect.any(String) })
    expect(await confirm(code)).toMatchObject({ code: errors.contactCodeOver.code })
    expect(await person.call(contacts.verify, { kind: 'mail' })).toMatchObject({
      code: errors.contactVerified.code,
    })
  })

  test('by text message, five times a day', async () => {
    expect(await person.call(contacts.verify, { kind: 'sms' })).toMatchObject({ code: 0 })
    await until('sent', async () => mailbox.texts.length === 1)
    const [text] = mailbox.texts
    expect(text).toMatchObject({ phone, title: expect.stringMatching(/^\d{8}，10 分钟内有效/) })
    await sql(
      `insert into contact_code (member_id, purpose, kind, address, code_hash, expires_at)
       select member_id, purpose, kind, address, code_hash, expires_at from contact_code, generate_series(1, 4)`,
    )
    expect(await person.call(contacts.verify, { kind: 'sms' })).toMatchObject({
      code: errors.contactFull.code,
    })
    await sql(
      `insert into contact_code (member_id, purpose, kind, address, code_hash, expires_at)
       select member_id, purpose, kind, i::text, code_hash, now() from generate_series(1, 200) i, (select * from contact_code limit 1) c`,
    )
    await sql(`update member set phone = '13900000001' where id = $1`, [person.memberId])
    expect(await person.call(contacts.verify, { kind: 'sms' })).toMatchObject({ code: errors.textsFull.code })
  })

  test('is not verified after five wrong codes, or ten minutes, or by a code of before', async () => {
    const first = await mailedCode()
    const second = await mailedCode()
    expect(await confirm(first)).toMatchObject({ code: errors.codeWrong.code })
    for (let time = 0; time < 4; time++) await confirm(second === '12345678' ? '87654321' : '12345678')
    expect(await confirm(second)).toMatchObject({ code: errors.contactCodeOver.code })
    const third = await mailedCode()
    await sql(`update contact_code set expires_at = now() - interval '1 s'`)
    expect(await confirm(third)).toMatchObject({ code: errors.contactCodeOver.code })
  })

  test('that is changed is not verified any more, and the code of the one before is no good', async () => {
    await confirm(await mailedCode())
    const form = {
      userId: person.memberId,
      userName: '周若宁',
      userPhone: phone,
      userMail: 'new@example.com',
    }
    expect(await person.call(account.modify, { ...form, password })).toMatchObject({ code: 0 })
    expect((await ownContacts())[0]).toMatchObject({ address: 'n***@example.com', verifiedAt: null })

    const code = await mailedCode()
    const staff = await app.signedIn({ codes: ['system:user'] })
    const { data } = await staff.call(members.info, { userId: person.memberId })
    const { roles, belongOrgans, version, userName, organId } = data
    const changed = await staff.call(members.modify, {
      userId: person.memberId,
      userName,
      organId,
      userMail: 'elsewhere@example.com',
      belongOrganIds: belongOrgans.map(({ organizationId }) => organizationId),
      roleIds: roles.map(({ roleId }) => roleId),
      version,
    })
    expect(changed).toMatchObject({ code: 0 })
    expect(await confirm(code)).toMatchObject({ code: errors.contactCodeOver.code })
    // Both addresses are told, whoever changed them.
    await until('told', async () =>
      ['new@example.com', 'elsewhere@example.com'].every(one =>
        mailbox.mails.some(({ to, subject }) => to.includes(one) && subject === '您的联系方式已修改'),
      ),
    )
  })

  test('is refused where there is none, or nothing can be sent', async () => {
    await sql('update member set mail = null where id = $1', [person.memberId])
    expect(await person.call(contacts.verify, { kind: 'mail' })).toMatchObject({
      code: errors.contactMissing.code,
    })
    const other = await testApp()
    try {
      const somebody = await other.signedIn()
      await query(other.database.ownerUrl, `update member set mail = 'a@example.com'`)
      expect(await somebody.call(contacts.verify, { kind: 'mail' })).toMatchObject({
        code: errors.contactUnavailable.code,
      })
    } finally {
      await other.close()
    }
  })
})

describe('what was sent', () => {
  test('is kept nowhere once it left, and before that sealed', async () => {
    await sql(`update outbox set state = 'failed'`)
    const code = await mailedCode()
    await until('emptied', async () => (await sql('select sealed from outbox'))[0]?.sealed === null)
    await confirm(code)
    const tables = [
      'contact_code',
      'outbox',
      'outbox_attempt',
      'operation_log_change',
      'idempotency',
      'security_event',
    ]
    const kept = await Promise.all(tables.map(table => sql(`select * from ${table}`)))
    expect(JSON.stringify(kept)).not.toContain(code)
  })

  test('is shown to staff by its title alone, in list, detail and file', async () => {
    const staff = await app.signedIn({ codes: ['system:noticePush'] })
    const code = await mailedCode()
    const { dataList } = (await staff.call(outbox.list, {})).data
    expect(dataList).toMatchObject([{ title: '验证码', recipient: mail }])
    const { data } = await staff.call(outbox.info, { outboxId: dataList[0]?.outboxId ?? 0 })
    expect(data.content).toBe('<p>内容只发给收件人本人，不在这里显示。</p>')
    const shown = JSON.stringify([dataList, data, await csvOf(staff, outbox.export)])
    expect(shown).not.toContain(code)
  })

  test('is not sent again once it is over', async () => {
    const staff = await app.signedIn({ codes: ['system:noticePush'] })
    await mailedCode()
    // The mail is there before its row says so.
    await until('sent', async () => (await sql(`select from outbox where state = 'sent'`)).length === 1)
    await sql(`update outbox set state = 'failed', sent_at = null`)
    const outboxId = Number((await sql('select id from outbox'))[0]?.id)
    expect(await staff.call(outbox.retry, { outboxId })).toMatchObject({ code: errors.outboxOver.code })
  })

  test('goes where it was meant to, though the contact has changed since', async () => {
    const staff = await app.signedIn({ codes: ['system:noticePush'] })
    const form = {
      userId: person.memberId,
      userName: '周若宁',
      userPhone: phone,
      userMail: 'new@example.com',
    }
    await person.call(account.modify, { ...form, password })
    await until('both', async () => mailbox.mails.length === 2)
    expect(mailbox.mails.flatMap(({ to }) => to).toSorted()).toEqual(['new@example.com', mail])
    expect(mailbox.mails[0]?.html).toContain('n***@example.com')
    const [{ id } = { id: 0 }] = await sql('select id from outbox where recipient = $1', [mail])
    expect((await staff.call(outbox.info, { outboxId: Number(id) })).data).toMatchObject({ recipient: mail })
  })
})

describe('notices of an account', () => {
  const tellOf = async () => {
    const nPwd = 'Another-Horse-10'
    expect(await person.call(account.changePassword, { oPwd: password, nPwd, cPwd: nPwd })).toMatchObject({
      code: 0,
    })
  }

  test('go by the contacts that are verified', async () => {
    await sql('update member set mail_verified_at = now() where id = $1', [person.memberId])
    await tellOf()
    await until('told', async () => mailbox.mails.length === 1)
    expect(mailbox.mails[0]).toMatchObject({ to: [mail], subject: '您的登录密码已修改' })
    expect(mailbox.mails[0]?.html).toContain('href="https://sim.example.com/home?notMe=1"')
    expect(await sql('select channel from outbox')).toEqual([{ channel: 'email' }])
  })

  test('go by those that stand there where none is', async () => {
    await tellOf()
    expect(await sql('select channel, recipient from outbox order by 1')).toEqual([
      { channel: 'email', recipient: mail },
      { channel: 'sms', recipient: phone },
    ])
  })
})

describe('a first factor from a browser that nobody knows', () => {
  const policy: Omit<PolicyForm, 'version'> = {
    secondStepFor: 'all',
    codes: [],
    graceDays: 14,
    stepUpMinutes: 15,
    idleMinutes: 1440,
    moneyIdleMinutes: 30,
    absoluteHours: 720,
    mostSessions: 20,
    systemNetworks: [],
    selfReset: 'off',
    consentNeeded: false,
  }
  beforeEach(async () => {
    const keeper = await app.signedIn({ codes: ['system:security'] })
    const { version } = (await keeper.call(contract.securityPolicy.info)).data
    expect(await keeper.call(contract.securityPolicy.save, { ...policy, version })).toMatchObject({ code: 0 })
  })

  /** Signs in with the password alone. @returns what the browser got for a cookie, too */
  const signIn = async (cookie?: string) => {
    const given = { grant_type: 'password', username: person.account, password }
    const headers = { authorization: basicHeader, ...(cookie === undefined ? {} : { cookie }) }
    const answer = await app.send(session.token, given, headers)
    const { token } = tokens.parse(answer.data)
    const call: Person['call'] = (endpoint, ...[input]) =>
      app.call(endpoint, input as never, { authorization: `Bearer ${token}` })
    return { call, cookies: answer.headers['set-cookie'] }
  }
  const begins = async (by: Pick<Person, 'call'>) => (await by.call(factors.beginTotp)).code

  test('is had by a contact that was verified before', async () => {
    await confirm(await mailedCode())
    const stranger = await signIn()
    expect((await stranger.call(factors.info)).data.isStrange).toBe(true)
    expect(await begins(stranger)).toBe(errors.strangeBrowser.code)
    expect(await confirm(await mailedCode(stranger), stranger)).toMatchObject({ code: 0 })
    expect(await begins(stranger)).toBe(0)
    // Another stranger is one all the same.
    expect(await begins(await signIn())).toBe(errors.strangeBrowser.code)
  })

  test('is not had by a contact that is verified there', async () => {
    const stranger = await signIn()
    expect(await stranger.call(contacts.verify, { kind: 'mail' })).toMatchObject({
      code: errors.strangeBrowser.code,
    })
    // Not with a code that its owner asked for elsewhere, either.
    expect(await confirm(await mailedCode(), stranger)).toMatchObject({ code: errors.strangeBrowser.code })
    expect((await ownContacts())[0]).toMatchObject({ verifiedAt: null })
  })

  test('is not had by coming twice: the password alone makes no browser known', async () => {
    const { cookies } = await signIn()
    const cookie = /browser=[^;]+/.exec(String(cookies))?.[0]
    expect(cookie).toBeUndefined()
    expect(await begins(await signIn(cookie))).toBe(errors.strangeBrowser.code)
  })
})
