import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract, errors } from '@drivesim/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { query, resetDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { addToOutbox, deliverDue, waitSeconds } from './service.ts'
import { aliyunSignature } from './sms.provider.ts'

const { outbox } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>

interface Mail {
  to: string[]
  text: string
}
const mails: Mail[] = []
const texts: URLSearchParams[] = []
/** What the providers answer next; taken from the front, then all is well. */
const smtpRefusals: number[] = []
const smsRefusals: object[] = []
let smtp: SMTPServer
let sms: Server
let app: TestApp
let school: number
let staff: Person
let me: Person

const smsSecret = 'a secret of ours'

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', part => {
        text += String(part)
      })
      stream.on('end', () => {
        const refusal = smtpRefusals.shift()
        if (refusal !== undefined) return done(Object.assign(new Error('not now'), { responseCode: refusal }))
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done(null, 'queued as 7')
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  sms = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    const refusal = smsRefusals.shift()
    if (refusal === undefined) texts.push(new URLSearchParams(body))
    response.writeHead(refusal === undefined ? 200 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(refusal ?? { Code: 'OK', Message: 'OK', BizId: '900619746936498440^0' }))
  })
  sms.listen(0, '127.0.0.1')
  await Promise.all([once(smtp.server, 'listening'), once(sms, 'listening')])
  const portOf = (server: { address(): string | AddressInfo | null }) => {
    const address = server.address()
    return typeof address === 'object' ? address?.port : undefined
  }
  app = await testApp({
    NOTICES: '1',
    PUBLIC_URL: 'https://sim.example.com',
    SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    MAIL_FROM: '驾训平台 <notice@example.com>',
    SMS_PROVIDER: 'aliyun',
    SMS_ACCESS_KEY_ID: 'key id',
    SMS_ACCESS_KEY_SECRET: smsSecret,
    SMS_SIGN: '驾训平台',
    SMS_TEMPLATE: 'SMS_154950909',
    SMS_ENDPOINT: `http://127.0.0.1:${portOf(sms)}/`,
  })
})
afterAll(async () => {
  await app.close()
  sms.close()
  await new Promise<void>(done => {
    smtp.close(done)
  })
})
beforeEach(async () => {
  await resetDatabase(app.database)
  for (const list of [mails, texts, smtpRefusals, smsRefusals]) list.length = 0
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  staff = await app.signedIn({ codes: ['system:noticePush'], organs: [school] })
  me = await app.signedIn({ organs: [school] })
  await rows(`update member set phone = '13800000001', mail = 'me@example.com' where id = $1`, [me.memberId])
})

const rows = async (sql: string, values: unknown[] = []) =>
  (await query(app.database.ownerUrl, sql, values)) as Record<string, unknown>[]
const entry = {
  title: '设备离线提醒',
  content: '<p>一号机已离线，<a href="/device/deviceDetail?simulatorId=1">查看设备</a></p>',
  pushId: null,
}
const write = (channel: 'sms' | 'email', of = me.memberId, event: string | null = null) =>
  addToOutbox(app.services.db, [entry], [{ memberId: of, channel, text: 0, event }])
const list = async (filter: { state?: 'waiting' | 'sent' | 'failed' | 'kept' } = {}) =>
  (await staff.call(outbox.list, filter)).data
const stateOf = async () => (await list()).dataList[0]?.state
/** The wait before the next try is over. */
const hasten = () => rows(`update outbox set next_try_at = now() where state = 'waiting'`)

describe('mail', () => {
  test('goes out by SMTP with its own Message-ID, and what became of it is in the log', async () => {
    await write('email')
    await until('sent', async () => (await stateOf()) === 'sent')
    const [kept] = await rows('select id, message_id from outbox')
    expect(mails).toHaveLength(1)
    const { to, text } = mails[0] ?? { to: [], text: '' }
    expect(to).toEqual(['me@example.com'])
    expect(text).toContain(`Message-ID: <${String(kept?.message_id)}@example.com>`)
    expect(text).toContain('notice@example.com')
    const encoded = /base64\r\n\r\n([\s\S]+)$/.exec(text)?.[1]
    const html = encoded === undefined ? text : Buffer.from(encoded, 'base64').toString()
    expect(html.replace(/=\r\n/g, '').replace(/=3D/g, '=')).toContain(
      'href="https://sim.example.com/device/deviceDetail?simulatorId=1"',
    )
    const { data } = await staff.call(outbox.info, { outboxId: Number(kept?.id) })
    expect(data).toMatchObject({
      channel: 'email',
      recipient: 'me@example.com',
      title: entry.title,
      content: entry.content,
      state: 'sent',
      attempts: 1,
      lastError: null,
      sentAt: expect.any(String),
      log: [{ ok: true, detail: expect.stringContaining('queued as 7') }],
    })
  })

  test('refused for now, it is tried again later with the same id', async () => {
    smtpRefusals.push(451)
    await write('email')
    await until('tried', async () => (await list()).dataList[0]?.lastError !== null)
    const [first] = await rows(
      `select state, attempts, extract(epoch from next_try_at - now())::int as wait, message_id from outbox`,
    )
    expect(first).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(first?.wait).toBeGreaterThan(45)
    expect(first?.wait).toBeLessThanOrEqual(60)
    await hasten()
    await until('sent', async () => (await stateOf()) === 'sent')
    expect(mails[0]?.text).toContain(String(first?.message_id))
    expect(await rows('select ok from outbox_attempt order by id')).toEqual([{ ok: false }, { ok: true }])
  })

  test('eight tries, with waits that double up to an hour, and it has failed', async () => {
    expect(Array.from({ length: 8 }, (_, index) => waitSeconds(index + 1))).toEqual([
      60,
      120,
      240,
      480,
      960,
      1920,
      3600,
      null,
    ])
    smtpRefusals.push(...Array.from({ length: 8 }, () => 451))
    await write('email')
    await until('failed', async () => {
      await hasten()
      await deliverDue(
        app.services,
        'email',
        { send: () => Promise.reject(new Error('not now')) },
        () => false,
      )
      return (await stateOf()) === 'failed'
    })
    expect((await list()).dataList[0]).toMatchObject({
      attempts: 8,
      lastError: expect.stringContaining('not now'),
    })
  })

  test('a server that is killed while it sends: another sends again, once the lease is over', async () => {
    let taken = false
    const dying = {
      send: () => {
        taken = true
        return new Promise<string>(() => undefined)
      },
    }
    // The app's own job may be quicker; then there is another entry to take.
    await until('taken by the one that dies', async () => {
      if (taken) return true
      await rows('delete from outbox')
      await write('email')
      void deliverDue(app.services, 'email', dying, () => false)
      return until('taken', () => taken, 300).catch(() => false)
    })
    expect(await stateOf()).toBe('waiting')
    const before = mails.length
    await hasten()
    await until('sent by the other', async () => (await stateOf()) === 'sent')
    expect(mails.length).toBe(before + 1)
  })
})

describe('text messages', () => {
  test('go to Aliyun as its SendSms wants them, signed', async () => {
    await write('sms')
    await until('sent', async () => (await stateOf()) === 'sent')
    const [kept] = await rows('select message_id from outbox')
    const sent = Object.fromEntries(texts[0] ?? [])
    expect(sent).toMatchObject({
      Action: 'SendSms',
      Version: '2017-05-25',
      RegionId: 'cn-hangzhou',
      Format: 'JSON',
      AccessKeyId: 'key id',
      PhoneNumbers: '13800000001',
      SignName: '驾训平台',
      TemplateCode: 'SMS_154950909',
      TemplateParam: JSON.stringify({ title: '设备离线提醒' }),
      OutId: kept?.message_id,
      SignatureMethod: 'HMAC-SHA1',
      SignatureVersion: '1.0',
      Timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
    const { Signature, ...signed } = sent
    const encode = (text: string) =>
      encodeURIComponent(text).replace(/\*/g, '%2A').replace(/'/g, '%27').replace(/[()!]/g, escape)
    const sorted = Object.keys(signed).sort()
    const canonical = sorted.map(name => `${encode(name)}=${encode(signed[name] ?? '')}`).join('&')
    const expected = createHmac('sha1', `${smsSecret}&`)
      .update(`POST&%2F&${encode(canonical)}`)
      .digest('base64')
    expect(Signature).toBe(expected)
    // Whole for the provider, masked for whoever reads the list.
    expect((await list()).dataList[0]?.recipient).toBe('138****0001')
    expect((await staff.call(outbox.info, { outboxId: 1 })).data.log).toEqual([
      { at: expect.any(String), ok: true, detail: 'OK 900619746936498440^0' },
    ])
  })

  test("a refusal of Aliyun's is kept in its words", async () => {
    smsRefusals.push({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发分钟级流控' })
    await write('sms')
    await until('tried', async () => (await list()).dataList[0]?.lastError !== null)
    expect((await list()).dataList[0]).toMatchObject({
      state: 'waiting',
      lastError: 'isv.BUSINESS_LIMIT_CONTROL 触发分钟级流控',
    })
  })

  test('what Aliyun has encoded differently is encoded so before it is signed', () => {
    const text = 'POST&%2F&Action%3DSendSms%26OutId%3Da%2520b%252A~'
    expect(aliyunSignature({ OutId: 'a b*~', Action: 'SendSms' }, 'testSecret')).toBe(
      createHmac('sha1', 'testSecret&').update(text).digest('base64'),
    )
  })
})

describe('the outbox', () => {
  test('an entry to nobody is there, and says why it cannot leave', async () => {
    await rows(`update member set phone = null, mail = '' where id = $1`, [me.memberId])
    await write('sms')
    await write('email')
    expect((await list()).dataList).toMatchObject([
      { channel: 'email', state: 'failed', recipient: '', lastError: '该成员没有填写邮箱' },
      { channel: 'sms', state: 'failed', recipient: '', lastError: '该成员没有填写手机号' },
    ])
    const retried = await staff.call(outbox.retry, { outboxId: 1 })
    expect(retried).toMatchObject({ code: errors.recipientMissing.code })
    await rows(`update member set phone = '13800000002' where id = $1`, [me.memberId])
    expect((await staff.call(outbox.retry, { outboxId: 1 })).data).toBe(true)
    await until('sent', async () => (await list({ state: 'sent' })).totalDataNum === 1)
    expect(texts[0]?.get('PhoneNumbers')).toBe('13800000002')
  })

  test('without a provider entries are kept, and not sent by themselves later', async () => {
    await rows(`update member set phone = '13800000001' where id = $1`, [me.memberId])
    await app.services.db.transaction().execute(async trx => {
      await addToOutbox(trx, [entry], [{ memberId: me.memberId, channel: 'sms', text: 0, event: null }])
      await deliverDue({ ...app.services, db: trx }, 'sms', undefined, () => false)
    })
    expect((await list({ state: 'kept' })).dataList).toMatchObject([{ state: 'kept', attempts: 0 }])
    expect(texts).toEqual([])
    expect((await staff.call(outbox.retry, { outboxId: 1 })).data).toBe(true)
    await until('sent', async () => (await stateOf()) === 'sent')
    expect(await staff.call(outbox.retry, { outboxId: 1 })).toMatchObject({
      code: errors.outboxNot.code,
      msg: '“已发送”的邮件或短信不需要重新发送，请刷新列表',
    })
  })

  test('the same event leaves once', async () => {
    for (let time = 0; time < 3; time++) await write('email', me.memberId, 'deviceOffline 1 1')
    expect((await list()).totalDataNum).toBe(1)
  })

  test("shows and sends nothing of another school's members", async () => {
    const foreign = await makeOrganisation(app.services.pool, { name: '乙驾校' })
    const stranger = await app.signedIn({ organs: [foreign] })
    await write('email', stranger.memberId)
    expect(await list()).toMatchObject({ dataList: [], totalDataNum: 0 })
    for (const call of [outbox.info, outbox.retry]) {
      expect((await staff.call(call, { outboxId: 1 })).code).toBe(errors.notFound.code)
    }
    expect((await staff.send(outbox.export)).body).not.toContain(entry.title)
  })

  test('as a file: the filtered rows, in words', async () => {
    await rows(`update member set mail = null where id = $1`, [me.memberId])
    await write('email')
    await write('sms')
    const file = await staff.send(outbox.export, { state: 'failed' })
    const lines = file.body.replace('\ufeff', '').trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe('标题,状态,发送方式,收件人,尝试次数,失败原因,创建时间,发出时间')
    expect(lines[1]).toMatch(/^设备离线提醒,发送失败,邮件,,0,该成员没有填写邮箱,\d{4}-/)
  })
})
