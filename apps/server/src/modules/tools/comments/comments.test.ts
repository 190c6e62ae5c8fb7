import { commentCalls, errors, noticeTypes, workOrders } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { alwaysAllowed, minute, saveSettingsSql } from '../../../../test/noticeRule.ts'
import { remind } from '../../notices/notices/engine.service.ts'

// 评论: who may see a record says something of it, and tells those who may see it, too.

let app: TestApp
let school: number
let simulator: number
type Person = Client & { memberId: number }
let author: Person
let reader: Person
let foreign: Person
const { device, student, workOrder } = commentCalls

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  const room = await makeClassroom(pool, school, '一教室')
  simulator = (await makeSimulator(pool, { organ: school, room, sn: 'SIM-1', name: '01 号' })).id
  const other = await makeOrganisation(pool, { name: '乙驾校' })
  author = await app.signedIn({ name: '张三', codes: ['device', 'ops', 'ops:report'], organs: [school] })
  reader = await app.signedIn({ name: '李四', codes: ['device'], organs: [school] })
  foreign = await app.signedIn({ name: '王五', codes: ['device', 'ops'], organs: [other] })
})

const sql = (text: string, values: unknown[] = []) => query(app.database.ownerUrl, text, values)
const seen = async (by: Client = reader) =>
  (await by.call(device.list, { subjectId: simulator })).data.comments.map(({ text, authorName }) => [
    authorName,
    text,
  ])
const say = async (text: string, mentions: number[] = [], by: Client = author) =>
  (await by.call(device.add, { subjectId: simulator, text, mentions })).data

/** What a look at the reminders, `minutes` from now, tells a person of. */
async function told({ memberId }: Person, minutes = 1): Promise<Record<string, unknown>[]> {
  await sql(`update notice_progress set looked_until = now() - interval '1 minute'`)
  await remind(app.services, new Date(Date.now() + minutes * minute))
  const rows = await sql('select kind, title, brief, content from message where member_id = $1 order by id', [
    memberId,
  ])
  return rows as Record<string, unknown>[]
}

test('a comment is read by who may see the record, the newest first, 50 at once and down to one that was asked for', async () => {
  const { commentId: first } = await say('第 0 条')
  for (let n = 1; n <= 51; n++)
    await sql(`insert into comment (kind, subject_id, author_id, text) values ('device', $1, $2, $3)`, [
      simulator,
      author.memberId,
      `第 ${n} 条`,
    ])
  const page = (await reader.call(device.list, { subjectId: simulator })).data
  expect([page.comments.length, page.comments[0]?.text, page.earlier]).toEqual([50, '第 51 条', true])
  const before = page.comments.at(-1)?.commentId
  const rest = (await reader.call(device.list, { subjectId: simulator, before })).data
  expect(rest).toMatchObject({
    comments: [{ text: '第 1 条' }, { text: '第 0 条', own: false }],
    earlier: false,
  })
  const all = (await reader.call(device.list, { subjectId: simulator, downTo: first })).data
  expect([all.comments.length, all.earlier]).toEqual([52, false])
  expect(await foreign.call(device.list, { subjectId: simulator })).toMatchObject({
    code: errors.notFound.code,
  })
})

test('one changes and removes what is one’s own; of what was removed nothing is left but that it was there', async () => {
  const { commentId, version } = await say('头显歪了')
  const one = { subjectId: simulator, commentId }
  expect(await reader.call(device.modify, { ...one, text: '改' })).toMatchObject({
    code: errors.commentNotOwn.code,
  })
  expect(await reader.call(device.remove, one)).toMatchObject({ code: errors.commentNotOwn.code })
  const student0 = await makeStudent(app.services.pool, school)
  expect(await author.call(student.remove, { subjectId: student0, commentId })).toMatchObject({
    code: errors.notFound.code,
  })
  expect(await author.call(device.modify, { ...one, version, text: '头显松了' })).toMatchObject({ code: 0 })
  expect(await author.call(device.modify, { ...one, version, text: '又改' })).toMatchObject({
    code: errors.staleVersion.code,
  })
  expect(await seen()).toEqual([['张三', '头显松了']])
  expect(await author.call(device.remove, one)).toMatchObject({ code: 0 })
  expect(await author.call(device.remove, one)).toMatchObject({ code: 0 })
  expect(await author.call(device.modify, { ...one, text: '还在' })).toMatchObject({
    code: errors.commentRemoved.code,
  })
  expect((await reader.call(device.list, { subjectId: simulator })).data.comments).toMatchObject([
    { text: '', removed: true, mentions: [] },
  ])
  const everywhere = await sql(
    `select before, after from operation_log_change where table_name = 'comment' and concat(before, after) like '%头显%'`,
  )
  expect(everywhere).toEqual([])
})

test('who is mentioned is told once, with a link to the comment; nobody else is, and only who may see the record can be', async () => {
  const here = await app.signedIn({ name: '赵六', codes: ['finance'], organs: [school] })
  const above = await app.signedIn({ name: '平台人', codes: ['device:simulator'] })
  const proposed = (await author.call(device.members, { subjectId: simulator })).data
  expect(proposed.map(({ name }) => name).toSorted()).toEqual(['平台人', '李四'].toSorted())
  expect((await author.call(device.members, { subjectId: simulator, paramValue: '李' })).data).toEqual([
    { memberId: reader.memberId, name: '李四', organName: '甲驾校' },
  ])
  for (const { memberId } of [here, foreign]) {
    const unseen = { subjectId: simulator, text: '@王五 看', mentions: [memberId] }
    expect(await author.call(device.add, unseen)).toMatchObject({ code: errors.mentionUnseen.code })
  }
  await sql(saveSettingsSql(reader.memberId, 'mention', [alwaysAllowed('system', 0)]))
  await sql(saveSettingsSql(above.memberId, 'mention', [alwaysAllowed('system', 0)]))
  const { commentId } = await say('@李四 请看 <b>头显</b>', [reader.memberId, author.memberId])
  const messages = await told(reader)
  expect(messages).toMatchObject([{ kind: 'mention', title: noticeTypes.mention.label }])
  expect(messages[0]).toMatchObject({
    brief: expect.stringMatching(/^01 号（甲驾校）.* 的评论提到了您$/),
    content: expect.stringContaining(
      `href="/device/deviceDetail?simulatorId=${simulator}&amp;comment=${commentId}"`,
    ),
  })
  expect(String(messages[0]?.content)).toContain('张三：@李四 请看 &lt;b&gt;头显&lt;/b&gt;')
  // Whoever is mentioned by a later change is told then, and nobody twice, not days later either.
  const mentions = [reader.memberId, above.memberId]
  await author.call(device.modify, { subjectId: simulator, commentId, text: '@李四 @平台人', mentions })
  expect(await told(above)).toHaveLength(1)
  expect(await told(reader, 3 * 24 * 60)).toHaveLength(1)
  expect(await told(author)).toEqual([])
})

test('what was removed before anybody was told is told to nobody, nor is who wants none of it', async () => {
  await sql(saveSettingsSql(reader.memberId, 'mention', [alwaysAllowed('system', 0)]))
  const { commentId } = await say('@李四', [reader.memberId])
  await author.call(device.remove, { subjectId: simulator, commentId })
  expect(await told(reader)).toEqual([])
  await sql('update notice_config set enabled = false where member_id = $1', [reader.memberId])
  await say('@李四 再看', [reader.memberId])
  expect(await told(reader)).toEqual([])
})

test('a work order has the same comments: by the call of before, in its timeline, and from what the release before wrote', async () => {
  const added = await author.call(workOrders.add, {
    simulatorId: simulator,
    componentKindId: 1,
    description: '坏',
  })
  const { orderId } = added.data
  expect(await author.call(workOrders.comment, { orderId, text: '配件已到' })).toMatchObject({
    code: 0,
    data: { orderId, state: 'pending' },
  })
  await author.call(workOrder.add, { subjectId: orderId, text: '明天上门' })
  // As a process of the release before does.
  await sql(
    `insert into work_order_event (order_id, member_id, kind, "from", "to", data)
     values ($1, $2, 'commented', 'pending', 'pending', '{"text": "旧版备注"}')`,
    [orderId, author.memberId],
  )
  const texts = ['旧版备注', '明天上门', '配件已到']
  const { comments } = (await author.call(workOrder.list, { subjectId: orderId })).data
  expect(comments.map(({ text }) => text)).toEqual(texts)
  const { events } = (await author.call(workOrders.info, { orderId })).data
  expect(events.filter(({ kind }) => kind === 'commented')).toMatchObject(
    texts.map(text => ({ text, memberName: '张三', from: 'pending', to: 'pending' })),
  )
  expect(await foreign.call(workOrder.add, { subjectId: orderId, text: '？' })).toMatchObject({
    code: errors.notFound.code,
  })
})
