import { contract, type EventType, errors } from '@drivesim/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { query, resetDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { type Receiver, startReceiver } from '../../../../test/receiver.ts'
import { isTaken } from '../events/service.ts'

const { webhooks, students, home, messages } = contract
const eventBody = z.object({ type: z.string(), timestamp: z.string(), seq: z.int(), data: z.looseObject({}) })

let app: TestApp
let receiver: Receiver
let owner: Client & { memberId: number }
let clerk: Client
let school: number
let other: number
beforeAll(async () => {
  app = await testApp({ NOTICES: '1', WEBHOOK_NETWORKS: '127.0.0.0/8' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await resetDatabase(app.database)
  receiver = await startReceiver()
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  owner = await app.signedIn({ codes: ['system:open'] })
  clerk = await app.signedIn({ codes: ['student:edit'] })
  return () => receiver.stop()
})

const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
const deliveries = () =>
  sql(`select state, attempts, last_status from webhook_delivery order by id`) as Promise<
    { state: string; attempts: number; last_status: number | null }[]
  >
const form = () => ({
  name: '接收方',
  address: receiver.url,
  types: ['student.added'] satisfies EventType[] as EventType[],
  organIds: [] as number[],
})

/** An endpoint that this process knows of: what happens from now on is written for it. */
async function listen(given: Partial<ReturnType<typeof form>> = {}, by: Client = owner) {
  const wanted = { ...form(), ...given }
  const answer = await by.call(webhooks.add, wanted)
  expect(answer).toMatchObject({ code: 0 })
  await until('the process knows what is taken', () => wanted.types.every(type => isTaken(type)))
  return answer.data
}
let phones = 13_800_000_000
async function addStudent(schoolId = school) {
  phones += 1
  const student = { userName: '李明', userPhone: String(phones), idNumber: null, gearType: 'C1' as const }
  const { code, data } = await clerk.call(students.add, { ...student, schoolId })
  expect(code).toBe(0)
  return data.userId
}
const arrived = (many: number) =>
  until(`${many} arrive`, () => receiver.received.length >= many && receiver.received)
const settled = (...states: string[]) =>
  until(states.join(), async () => {
    const now = await deliveries()
    return JSON.stringify(now.map(({ state }) => state)) === JSON.stringify(states) && now
  })
const verified = (secret: string, { headers, body }: Receiver['received'][number]) =>
  eventBody.parse(new Webhook(secret).verify(body, headers as Record<string, string>))
/** What waits for its next try need not be waited for. */
const hurry = () => sql(`update webhook_delivery set next_try_at = now() where state = 'waiting'`)

describe('what is sent', () => {
  test('is verified by the library of Standard Webhooks, and is the row of the list with its phone masked', async () => {
    const { signingSecret } = await listen()
    const userId = await addStudent()
    const [got] = await arrived(1)
    if (got === undefined) throw new Error('nothing came')
    const { type, data, seq } = verified(signingSecret, got)
    const { data: list } = await clerk.call(students.list, {})
    expect({ type, data }).toEqual({ type: 'student.added', data: list.dataList[0] })
    expect(data).toMatchObject({ userId, userPhone: expect.stringContaining('****') })
    expect(got.headers['webhook-id']).toMatch(/^msg_\d+$/)
    expect(() =>
      new Webhook(signingSecret).verify(got.body.replace(String(seq), '0'), got.headers as never),
    ).toThrow()
    await settled('sent')
  })

  test('is what an endpoint takes, where its owner and it see it', async () => {
    const scoped = await app.signedIn({ codes: ['system:open'], organs: [other] })
    await listen({ organIds: [other] })
    await listen({}, scoped)
    await addStudent(school)
    await addStudent(other)
    await settled('sent', 'sent')
    expect(await sql('select organ_id::int from open_event')).toEqual([{ organ_id: other }])
    await sql(`update webhook_endpoint set types = '{student.left}'`)
    await addStudent(other)
    expect(await sql('select count(*)::int as events from open_event')).toEqual([{ events: 1 }])
  })

  test('is nothing of a transaction that breaks off', async () => {
    await listen()
    const student = { userName: '王', userPhone: '13900000001', idNumber: null, gearType: 'C1' as const }
    const input = { ...student, schoolId: school }
    await Promise.all([clerk.call(students.add, input), clerk.call(students.add, input)])
    await settled('sent')
  })

  test('is not sent any more once its owner may not have it', async () => {
    const limited = await app.signedIn({ codes: ['system:open', 'finance'], organs: [school] })
    receiver.answer = (_got, response) => response.writeHead(500).end()
    await listen({ types: ['student.added'] }, limited)
    await addStudent()
    await arrived(1)
    await settled('waiting')
    await sql('delete from member_organisation where member_id = $1', [limited.memberId])
    await hurry()
    await settled('forbidden')
    expect(receiver.received.length).toBe(1)
    await sql('insert into member_organisation values ($1, $2)', [limited.memberId, school])
    const [delivery] = (await limited.call(webhooks.deliveries, {})).data.dataList
    receiver.answer = (_got, response) => response.writeHead(200).end('ok')
    expect(await limited.call(webhooks.resend, { deliveryId: delivery?.deliveryId ?? 0 })).toMatchObject({
      code: 0,
    })
    await settled('sent')
    // A code: who may see bills no longer.
    await sql(`insert into open_event (type, organ_id, data) values ('bill.closed', $1, '{}')`, [school])
    await sql(`insert into webhook_delivery (endpoint_id, event_id)
      select (select max(id) from webhook_endpoint), max(id) from open_event`)
    await settled('sent', 'sent')
    await sql(`delete from role_access where code = 'finance'`)
    await sql(`insert into webhook_delivery (endpoint_id, event_id)
      select (select max(id) from webhook_endpoint), max(id) from open_event`)
    await settled('sent', 'sent', 'forbidden')
    await sql('update member set enabled = false where id = $1', [limited.memberId])
    await sql(`insert into webhook_delivery (endpoint_id, event_id)
      select (select max(id) from webhook_endpoint), min(id) from open_event`)
    await settled('sent', 'sent', 'forbidden', 'forbidden')
  })
})

describe('a receiver', () => {
  test('that answers 500 or redirects is tried again; the first that arrives sends all that waits', async () => {
    await listen()
    receiver.answer = (_got, response) =>
      response.writeHead(302, { location: receiver.url.replace('hook', 'elsewhere') }).end()
    await addStudent()
    expect(await settled('waiting')).toBeDefined()
    await until('it was tried', async () => (await deliveries())[0]?.last_status === 302)
    receiver.answer = (_got, response) => response.writeHead(500).end('x'.repeat(10_000))
    await hurry()
    await until('it was tried again', async () => (await deliveries())[0]?.last_status === 500)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook'])
    expect(
      await sql('select length(answer) as length from webhook_attempt order by id desc limit 1'),
    ).toEqual([{ length: 4096 }])
    receiver.answer = (_got, response) => response.writeHead(204).end()
    await addStudent()
    await settled('sent', 'sent')
    expect((await owner.call(webhooks.list, {})).data.dataList[0]).toMatchObject({
      sent: 2,
      failingSince: null,
    })
  })

  test('that hangs is given up', { timeout: 30_000 }, async () => {
    await listen()
    receiver.answer = () => undefined
    await addStudent()
    await until('it was given up', async () => (await sql('select problem from webhook_attempt'))[0], 15_000)
    expect(await sql('select status, problem from webhook_attempt')).toEqual([
      { status: null, problem: '10 秒内没有完成' },
    ])
  })

  test('gets at most five at once', async () => {
    await listen()
    const waiting: (() => void)[] = []
    receiver.answer = (_got, response) => waiting.push(() => response.writeHead(204).end())
    for (let n = 0; n < 8; n += 1) await addStudent()
    await until('five are under way', () => waiting.length === 5)
    waiting.shift()?.()
    await until('the next one is', () => waiting.length === 5)
    receiver.answer = (_got, response) => response.writeHead(204).end()
    for (const finish of waiting) finish()
    await settled(...Array.from({ length: 8 }, () => 'sent'))
    expect(receiver.mostAtOnce).toBe(5)
  })

  test('that answers 410 is told nothing more, and its owner of that', async () => {
    await listen()
    receiver.answer = (_got, response) => response.writeHead(410).end()
    await addStudent()
    await until(
      'it stopped',
      async () => (await sql('select id from webhook_endpoint where not enabled')).length > 0,
    )
    await settled('stopped')
    expect((await owner.call(home.todos)).data).toContainEqual(
      expect.objectContaining({ key: 'stoppedWebhooks', count: 1 }),
    )
    const { data } = await owner.call(messages.columns, {})
    expect(JSON.stringify(data)).toContain('推送地址已自动停用')
    receiver.answer = (_got, response) => response.writeHead(200).end()
    const [row] = (await owner.call(webhooks.list, {})).data.dataList
    const { endpointId = 0 } = row ?? {}
    const resend = () =>
      owner.call(webhooks.resendFailed, { endpointId, since: new Date(Date.now() - 60_000).toISOString() })
    expect(await resend()).toMatchObject({ code: errors.endpointStopped.code })
    expect(await owner.call(webhooks.setEnabled, { endpointId, enabled: true })).toMatchObject({ code: 0 })
    expect(await resend()).toMatchObject({ code: 0, data: { deliveries: 1 } })
    await settled('sent')
  })

  test('that nothing reached for five days is stopped; a try after all others has failed', async () => {
    await listen()
    receiver.answer = (_got, response) => response.writeHead(503).end()
    await addStudent()
    await until('it was tried', async () => (await deliveries())[0]?.last_status === 503)
    await sql(`update webhook_delivery set attempts = 9, next_try_at = now()`)
    await settled('failed')
    await sql(`update webhook_endpoint set failing_since = now() - interval '5 days 1 hour'`)
    await addStudent()
    await until(
      'it stopped',
      async () => (await sql('select id from webhook_endpoint where not enabled')).length > 0,
    )
    expect(await sql('select stop_reason from webhook_endpoint')).toEqual([{ stop_reason: 'failing' }])
  })

  test.each([
    ['an address of the cloud', 'https://169.254.169.254/latest', errors.addressForbidden.code],
    ['a private one', 'https://10.0.0.1/', errors.addressForbidden.code],
    ['a mapped one', 'https://[::ffff:10.0.0.1]/', errors.addressForbidden.code],
    ['one without TLS', 'http://8.8.8.8/', errors.addressForbidden.code],
    ['one with a password', 'https://a:b@example.com/', errors.invalid.code],
  ])('is not %s', async (_what, address, code) => {
    expect(await owner.call(webhooks.add, { ...form(), address })).toMatchObject({ code })
  })
})

describe('an endpoint', () => {
  test('takes what its owner may see, and is changed by them alone; others stop it', async () => {
    const scoped = await app.signedIn({ codes: ['system:open'], organs: [school] })
    const add = (more: object) => scoped.call(webhooks.add, { ...form(), ...more })
    expect(await add({ types: ['bill.closed'] })).toMatchObject({ code: errors.eventForbidden.code })
    expect(await add({ organIds: [other] })).toMatchObject({ code: errors.organForbidden.code })
    const { endpointId } = (await add({})).data
    for (const refused of [
      await owner.call(webhooks.rotate, { endpointId }),
      await owner.call(webhooks.modify, { endpointId, ...form() }),
      await owner.call(webhooks.test, { endpointId }),
    ])
      expect(refused).toMatchObject({ code: errors.endpointNotOwn.code })
    expect((await owner.call(webhooks.list, {})).data.dataList[0]).toMatchObject({
      own: false,
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/…$/),
    })
    expect(await owner.call(webhooks.setEnabled, { endpointId, enabled: false })).toMatchObject({ code: 0 })
    expect(await owner.call(webhooks.setEnabled, { endpointId, enabled: true })).toMatchObject({
      code: errors.endpointNotOwn.code,
    })
  })

  test('signs with both secrets for a day after another one was made', async () => {
    const { endpointId, signingSecret } = await listen()
    const rotated = await owner.call(webhooks.rotate, { endpointId })
    expect(rotated.data.signingSecret).not.toBe(signingSecret)
    expect(await owner.call(webhooks.test, { endpointId })).toMatchObject({ code: 0 })
    const [got] = await arrived(1)
    if (got === undefined) throw new Error('nothing came')
    for (const secret of [signingSecret, rotated.data.signingSecret])
      expect(verified(secret, got)).toMatchObject({ type: 'webhook.test', data: {} })
    await sql(`update webhook_endpoint set both_until = now() - interval '1 second'`)
    await owner.call(webhooks.test, { endpointId })
    const [, later] = await arrived(2)
    if (later === undefined) throw new Error('nothing came')
    verified(rotated.data.signingSecret, later)
    expect(() => verified(signingSecret, later)).toThrow()
    expect(
      await sql('select count(*)::int as kept from operation_log_change where after::text like $1', [
        '%whsec_%',
      ]),
    ).toEqual([{ kept: 0 }])
  })

  test('is one of ten', async () => {
    for (let n = 0; n < 10; n += 1) expect((await owner.call(webhooks.add, form())).code).toBe(0)
    expect(await owner.call(webhooks.add, form())).toMatchObject({ code: errors.endpointsFull.code })
  })
})

test('what was sent is shown with its tries, its content to whoever may see such a record', async () => {
  await listen()
  await addStudent()
  await settled('sent')
  const [row] = (await owner.call(webhooks.deliveries, { state: 'sent', type: 'student.added' })).data
    .dataList
  const deliveryId = row?.deliveryId ?? 0
  const info = async (by: Client) => (await by.call(webhooks.delivery, { deliveryId })).data
  expect(await info(owner)).toMatchObject({
    messageId: `msg_${deliveryId}`,
    body: receiver.received[0]?.body,
    tries: [{ status: 204, answer: '', problem: null }],
  })
  await sql(`update open_event set type = 'bill.closed'`)
  expect(await info(owner)).toMatchObject({ body: null })
})
