import { contract, errors, type InputOf, type PushState } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeMember, makeOrganisation } from '../../../../test/factories.ts'
import { serveDue, servePart } from './service.ts'

const { messages, outbox, pushes } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>
let app: TestApp
let school: number
let point: number
let other: number
let sender: Person
let reader: Person
let ofPoint: number
let stranger: Person

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  point = await makeOrganisation(pool, { name: '甲服务点', type: 'servicePoint', parent: school })
  other = await makeOrganisation(pool, { name: '乙驾校' })
  sender = await app.signedIn({ name: '陈海峰', codes: ['system:noticePush'], organs: [school] })
  reader = await app.signedIn({ name: '林婉清', organs: [school] })
  ofPoint = (await makeMember(pool, { name: '赵志强', organs: [point] })).id
  await makeMember(pool, { name: '已停用', organs: [school], enabled: false })
  stranger = await app.signedIn({ name: '外校', codes: ['system:noticePush'], organs: [other] })
})

const rows = async (sql: string, values: unknown[] = []) =>
  (await query(app.database.ownerUrl, sql, values)) as Record<string, unknown>[]
type Form = InputOf<typeof pushes.save>
const form = (changes: Partial<Form> = {}): Form => ({
  title: '国庆放假安排',
  content: '<p>十月一日至三日<b>休息</b></p>',
  audience: { kind: 'all' },
  channels: ['system'],
  ...changes,
})
const draft = async (changes: Partial<Form> = {}, by = sender) =>
  (await by.call(pushes.save, form(changes))).data
const serveAll = async () => {
  while (await serveDue(app.services));
}
async function sent(changes: Partial<Form> = {}) {
  const one = await draft(changes)
  expect(await sender.call(pushes.send, one)).toMatchObject({ code: 0, data: true })
  await serveAll()
  return one
}
const detail = async (one: { pushId: number }) => (await sender.call(pushes.info, one)).data
const told = async () =>
  (await rows('select member_id::int as id from message order by 1')).map(({ id }) => id)

describe('drafts', () => {
  test('are kept as written, cleaned, and listed newest first', async () => {
    const first = await draft({ content: '<p onclick="x()">好</p><script>alert(1)</script>' })
    const second = await draft({
      title: '通知二',
      audience: { kind: 'organisations', ids: [point] },
      channels: ['sms', 'email'],
    })
    expect(await detail(first)).toMatchObject({
      title: '国庆放假安排',
      content: '<p>好</p>',
      audience: { kind: 'all', ids: [] },
      audienceText: '全部成员',
      channels: ['system'],
      state: 'draft',
      sendAt: null,
      sentAt: null,
      author: '陈海峰',
      delivered: 0,
      read: 0,
      version: 1,
    })
    const { data } = await sender.call(pushes.list, {})
    expect(data).toMatchObject({ totalDataNum: 2, dataList: [second, first] })
    expect(data.dataList[0]).toMatchObject({ audienceText: '机构：甲服务点', channels: ['sms', 'email'] })
    expect((await sender.call(pushes.list, { paramValue: '通知' })).data.totalDataNum).toBe(1)
    expect((await sender.call(pushes.list, { state: 'sent' })).data.totalDataNum).toBe(0)
  })

  test('can be edited; a stale version is refused with the latest row', async () => {
    const one = await draft()
    expect((await sender.call(pushes.save, { ...form({ title: '改' }), ...one, version: 1 })).data).toEqual(
      one,
    )
    const stale = await sender.call(pushes.save, { ...form(), ...one, version: 1 })
    expect(stale).toMatchObject({ code: errors.staleVersion.code, data: { title: '改', version: 2 } })
  })

  test.each<[object, string]>([
    [{ title: '' }, '标题不能为空'],
    [{ title: '长'.repeat(101) }, '标题最多 100 个字'],
    [{ content: ' ' }, '内容不能为空'],
    [{ content: '<p> </p><script>x</script>' }, '内容不能为空'],
    [{ channels: [] }, '请至少选择一种发送方式'],
    [{ channels: ['pigeon'] }, '发送方式'],
    [{ audience: { kind: 'people', ids: [] } }, '请选择接收人'],
    [{ audience: { kind: 'friends' } }, '接收人'],
    [{ sendAt: 'tomorrow' }, '发送时间'],
  ])('refuses %j and writes nothing', async (wrong, sentence) => {
    const answer = await sender.send(pushes.save, { ...form(), ...wrong })
    expect(answer.code).toBeLessThan(0)
    expect(answer.msg).toContain(sentence)
    expect(await rows('select from push')).toEqual([])
  })

  test('an audience outside the scope is refused, by hand-made calls too', async () => {
    const foreignRole = await rows('insert into role (name, organ_id) values ($1, $2) returning id::int', [
      '外校角色',
      other,
    ])
    const audiences: Form['audience'][] = [
      { kind: 'organisations', ids: [point, other] },
      { kind: 'people', ids: [stranger.memberId] },
      { kind: 'roles', ids: [Number(foreignRole[0]?.id)] },
    ]
    for (const audience of audiences) {
      const answer = await sender.call(pushes.save, form({ audience }))
      expect(answer.code).toBe(errors.notFound.code)
      expect(
        (await sender.call(pushes.reach, { audience: { ...audience, ids: audience.ids?.slice(-1) } })).data,
      ).toEqual({ people: 0 })
    }
  })

  test("another school's are not there: not to see, edit, send, cancel, withdraw or remove", async () => {
    const one = await draft({}, stranger)
    expect((await sender.call(pushes.list, {})).data.totalDataNum).toBe(0)
    expect((await sender.send(pushes.export)).body).not.toContain('国庆')
    const { send, cancel, withdraw, remove } = pushes
    for (const call of [pushes.info, send, cancel, withdraw, remove]) {
      expect((await sender.call(call, one)).code).toBe(errors.notFound.code)
    }
    expect((await sender.call(pushes.save, { ...form(), ...one })).code).toBe(errors.notFound.code)
  })
})

describe('the audience', () => {
  test('is counted before it is sent: everybody enabled in the scope, an organisation with what is below, a role, people', async () => {
    const role = await rows('select role_id::int as id from member_role where member_id = $1', [ofPoint])
    const count = async (audience: Form['audience']) =>
      (await sender.call(pushes.reach, { audience })).data.people
    expect(await count({ kind: 'all' })).toBe(3)
    expect(await count({ kind: 'organisations', ids: [school] })).toBe(3)
    expect(await count({ kind: 'organisations', ids: [point] })).toBe(1)
    expect(await count({ kind: 'roles', ids: [Number(role[0]?.id)] })).toBe(1)
    expect(await count({ kind: 'people', ids: [reader.memberId, ofPoint] })).toBe(2)
    expect(await count({ kind: 'people', ids: [] })).toBe(0)
  })

  test('choices: people and roles in the scope by name or account, and those chosen already', async () => {
    const labels = async (input: InputOf<typeof pushes.choices>) =>
      (await sender.call(pushes.choices, input)).data.map(({ label }) => label)
    expect(await labels({ kind: 'people', paramValue: '林婉' })).toEqual([`林婉清（${reader.account}）`])
    expect(await labels({ kind: 'people', paramValue: '外校' })).toEqual([])
    expect(
      await labels({ kind: 'people', paramValue: '没有', ids: [reader.memberId, stranger.memberId] }),
    ).toEqual([`林婉清（${reader.account}）`])
    expect(await labels({ kind: 'roles', paramValue: reader.account })).toEqual([reader.account])
  })

  test('people outside the author’s reach get nothing, whoever sends it', async () => {
    const one = await draft()
    const admin = await app.signedIn({ codes: ['system:noticePush'] })
    expect((await admin.call(pushes.send, one)).data).toBe(true)
    await serveAll()
    expect(await told()).toEqual([sender.memberId, reader.memberId, ofPoint].sort((a, b) => a - b))
  })
})

describe('sending', () => {
  test('reaches each once, in the inbox, and counts who got it and who opened it', async () => {
    const one = await sent()
    expect(await told()).toEqual([sender.memberId, reader.memberId, ofPoint].sort((a, b) => a - b))
    expect(await detail(one)).toMatchObject({
      state: 'sent',
      sentAt: expect.any(String),
      delivered: 3,
      read: 0,
    })
    const [message] = (await reader.call(messages.list, {})).data.dataList
    expect(message?.messageBrief).toBe('国庆放假安排：十月一日至三日休息')
    const opened = await reader.call(messages.info, { messageId: message?.messageId ?? 0 })
    expect(opened.data.messageInfo).toBe('<p>十月一日至三日<b>休息</b></p>')
    expect((await detail(one)).read).toBe(1)
  })

  test('by mail and text message, to those who did not turn announcements off there', async () => {
    await rows(`update member set phone = '13800000000', mail = 'a@example.com'`)
    await rows(
      `insert into notice_config (member_id, channel, message_type, enabled) values ($1, 'sms', 'announcement', false),
       ($2, 'sms', 'announcement', false), ($2, 'email', 'announcement', false)`,
      [reader.memberId, ofPoint],
    )
    const one = await sent({ channels: ['sms', 'email'] })
    expect(await told()).toEqual([])
    expect(
      await rows('select member_id::int as member, channel, content from outbox order by member_id, channel'),
    ).toEqual(
      [
        [sender.memberId, 'email'],
        [sender.memberId, 'sms'],
        [reader.memberId, 'email'],
      ].map(([member, channel]) => ({ member, channel, content: '<p>十月一日至三日<b>休息</b></p>' })),
    )
    expect((await detail(one)).delivered).toBe(2)
    expect((await sender.call(outbox.list, { channel: 'sms' })).data.totalDataNum).toBe(1)
  })

  test('to nobody is refused in a sentence, and it stays a draft', async () => {
    const one = await draft({ audience: { kind: 'people', ids: [reader.memberId] } })
    await rows('update member set enabled = false where id = $1', [reader.memberId])
    expect(await sender.call(pushes.send, one)).toMatchObject({
      code: errors.pushToNobody.code,
      msg: '没有能收到此推送的成员，请重新选择接收人',
    })
    expect((await detail(one)).state).toBe('draft')
  })

  test('twenty at once send it once', async () => {
    const one = await draft()
    const answers = await Promise.all(Array.from({ length: 20 }, () => sender.call(pushes.send, one)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.find(({ code }) => code !== 0)).toMatchObject({
      code: errors.pushNot.code,
      msg: '推送是“待发送”状态，不能发送，请刷新列表后重试',
    })
    await Promise.all([1, 2, 3, 4].map(() => serveAll()))
    expect(await told()).toHaveLength(3)
  })

  test('waits for its time; cancelled, it is a draft again', async () => {
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const one = await sent({ sendAt })
    expect(await detail(one)).toMatchObject({ state: 'waiting', sendAt })
    expect(await told()).toEqual([])
    expect((await sender.call(pushes.cancel, one)).data).toBe(true)
    expect(await detail(one)).toMatchObject({ state: 'draft', sendAt })
    await sender.call(pushes.send, one)
    await rows(`update push set send_at = now() - interval '1 second'`)
    await serveAll()
    expect((await detail(one)).state).toBe('sent')
    expect(await told()).toHaveLength(3)
  })

  test('at once, it is 发送中 until it is sent; for later, 待发送 until its time', async () => {
    const now = await draft()
    const later = await draft({ sendAt: new Date(Date.now() + 3_600_000).toISOString() })
    for (const one of [now, later]) await sender.call(pushes.send, one)
    const inState = async (state: PushState) => (await sender.call(pushes.list, { state })).data.dataList
    expect(await inState('sending')).toMatchObject([{ ...now, state: 'sending' }])
    expect(await inState('waiting')).toMatchObject([{ ...later, state: 'waiting' }])
    await rows(`update push set send_at = now() - interval '1 second'`)
    expect(await inState('sending')).toHaveLength(2)
    await serveAll()
    expect(await inState('sent')).toHaveLength(2)
  })

  test('of somebody disabled meanwhile is a draft again, and reaches nobody', async () => {
    const one = await draft({ sendAt: '2020-01-01T00:00:00+08:00' })
    await sender.call(pushes.send, one)
    await rows('update member set enabled = false where id = $1', [sender.memberId])
    await serveAll()
    expect(await rows('select state from push')).toEqual([{ state: 'draft' }])
    expect(await told()).toEqual([])
  })

  test('a server that is killed in the middle leaves whole parts; the others go on', async () => {
    await crowd(1200)
    const one = await draft()
    await sender.call(pushes.send, one)
    expect(await serveDue(app.services)).toBe(true)
    expect((await sender.call(pushes.cancel, one)).code).toBe(errors.pushUnderWay.code)
    const killed = app.services.db.transaction().execute(async trx => {
      expect(await servePart(app.services, trx)).toBe(true)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await told()).toHaveLength(500)
    await serveAll()
    expect(await told()).toHaveLength(1203)
    expect(new Set(await told()).size).toBe(1203)
    expect((await detail(one)).delivered).toBe(1203)
  })
})

describe('after sending', () => {
  test('withdrawn, it is gone from every inbox and from the outbox; the figures stay', async () => {
    await rows(`update member set mail = 'a@example.com'`)
    const one = await sent({ channels: ['system', 'email'] })
    const [message] = (await reader.call(messages.list, {})).data.dataList
    await reader.call(messages.info, { messageId: message?.messageId ?? 0 })
    expect((await sender.call(pushes.withdraw, one)).data).toBe(true)
    expect(await told()).toEqual([])
    expect((await reader.call(messages.columns, {})).data.counts).toEqual({ unread: 0, readed: 0, trash: 0 })
    expect((await reader.call(messages.count)).data).toBe(0)
    expect(await rows('select from outbox')).toEqual([])
    expect(await detail(one)).toMatchObject({ state: 'withdrawn', delivered: 3, read: 1 })
    expect((await sender.call(pushes.remove, one)).data).toBe(true)
    expect((await sender.call(pushes.list, {})).data.totalDataNum).toBe(0)
  })

  test('what the state does not allow is refused', async () => {
    const one = await sent()
    for (const call of [pushes.send, pushes.cancel, pushes.remove]) {
      expect((await sender.call(call, one)).code).toBe(errors.pushNot.code)
    }
    expect((await sender.call(pushes.save, { ...form(), ...one })).msg).toBe(
      '推送是“已发送”状态，不能编辑，请刷新列表后重试',
    )
    const another = await draft()
    expect((await sender.call(pushes.withdraw, another)).code).toBe(errors.pushNot.code)
    expect((await sender.call(pushes.remove, another)).data).toBe(true)
  })

  test('as a file, in words', async () => {
    await sent()
    const lines = (await sender.send(pushes.export, {})).body.replace('\ufeff', '').trim().split('\r\n')
    expect(lines[0]).toBe('标题,状态,接收人,发送方式,定时发送,发送时间,送达,已读,创建人,创建时间')
    expect(lines[1]).toMatch(/^国庆放假安排,已发送,全部成员,站内,.*,3,0,陈海峰,/)
  })

  test('what was done is in the operation log', async () => {
    const one = await sent()
    await sender.call(pushes.withdraw, one)
    expect(
      await rows(
        `select o.label, c.after ->> 'state' as state from operation_log o
         join operation_log_change c on c.operation_id = o.id where c.table_name = 'push' order by c.id`,
      ),
    ).toEqual([
      { label: '保存推送草稿', state: 'draft' },
      { label: '发送推送', state: 'waiting' },
      { label: '撤回推送', state: 'withdrawn' },
    ])
  })
})

/** Many more people in the school. */
const crowd = (people: number) =>
  rows(
    `insert into member (account, name, password_hash, organ_id)
     select 'crowd' || n, '成员' || n, '-', $1 from generate_series(1, $2::int) n`,
    [school, people],
  )
