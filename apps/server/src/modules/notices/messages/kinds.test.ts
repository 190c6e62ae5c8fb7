import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'

// Which messages are shown and marked read, and where each leads.

const { messages } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>
let app: TestApp
let me: Person
let other: Person
beforeEachTest(async built => {
  app = built
  me = await app.signedIn()
  other = await app.signedIn()
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const tell = (to: Person, ...titles: string[]) =>
  rows(
    `insert into message (member_id, title, brief, content, created_at)
     select $1, t, t || '。', '', now() - interval '1 hour' + n * interval '1 second'
     from unnest($2::text[]) with ordinality t (t, n)`,
    [to.memberId, titles],
  )
const columns = async (of = me) => (await of.call(messages.columns, {})).data
const inbox = async () => (await me.call(messages.list, { pageNum: 0 })).data
const unread = async (of = me) => (await of.call(messages.count)).data

test('of one kind: the columns, their numbers, and what is marked read', async () => {
  await tell(me, '甲', '乙')
  await tell(other, '丙')
  await app.services.pool.query(
    `insert into message (member_id, kind, title, brief, content)
     select $1, k, '提醒', n || ' 号', '' from unnest('{bill,bill,workOrder}'::text[]) with ordinality k (k, n)`,
    [me.memberId],
  )
  const kind = 'bill'
  const found = (await me.call(messages.columns, { kind })).data
  expect(found.unread.map(({ brief }) => brief)).toEqual(['2 号', '1 号'])
  expect(found.counts).toEqual({ unread: 2, readed: 0, trash: 0 })
  expect((await me.call(messages.columns, { kind, paramValue: '1 号' })).data.counts.unread).toBe(1)
  expect((await me.call(messages.markFoundRead, { kind })).data).toEqual({ marked: 2, left: 0 })
  expect(await unread()).toBe(3)
  expect(await unread(other)).toBe(1)
  expect((await me.call(messages.markFoundRead, { paramValue: '乙' })).data).toEqual({ marked: 1, left: 0 })
  expect((await columns()).unread.map(({ brief }) => brief)).toEqual(['3 号', '甲。'])
  expect((await me.send(messages.markFoundRead, { kind: 'weather' })).code).toBe(errors.invalid.code)
})

test('a message of the system has the link of its text; one that a person wrote does not', async () => {
  const way = '<p>请处理</p><p><a href="/home?job=7&amp;file=1">下载 &lt;一&gt;</a></p>'
  await tell(me, '系统')
  await rows('update message set content = $1', [way])
  const link = { to: '/home?job=7&file=1', text: '下载 <一>' }
  expect((await columns()).unread).toMatchObject([{ link }])
  expect((await me.call(messages.columns, { paramValue: '系统' })).data.unread).toMatchObject([{ link }])
  expect((await inbox()).dataList).toMatchObject([{ link }])
  await rows(
    `with made as (
       insert into push (title, content, audience_kind, audience_ids, channels, state, author_id, organ_id)
       select '推送', $1, 'organisations', '{1}', '{system}', 'draft', $2, id from organisation limit 1 returning id)
     update message set push_id = made.id from made`,
    [way, me.memberId],
  )
  expect((await columns()).unread).toMatchObject([{ link: null }])
  expect((await inbox()).dataList).toMatchObject([{ link: null }])
})
