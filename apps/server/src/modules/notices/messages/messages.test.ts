import { contract, errors, mostMarkedRead } from '@drivesim/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { type LiveStream, openLiveStream } from '../../../../test/liveStream.ts'
import { patience } from '../../../../test/pace.ts'
import { tableUse } from '../../../../test/tableUse.ts'
import { addMessages } from './service.ts'

const { messages } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>
let app: TestApp
let me: Person
let other: Person
const streams: LiveStream[] = []

beforeEachTest(async built => {
  app = built
  me = await app.signedIn()
  other = await app.signedIn()
})
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const text = (title: string, content = `<p>${title}</p>`) =>
  ({ kind: 'announcement', title, brief: `${title}。`, content, pushId: null }) as const

/** Tells people something; later calls are newer. */
async function tell(to: Person, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    await app.services.db
      .transaction()
      .execute(trx =>
        addMessages(app.services, trx, [text(title)], [{ memberId: to.memberId, text: 0, event: null }]),
      )
  }
}
const idOf = async (title: string) => {
  const [row] = await rows('select id::int as id from message where title = $1', [title])
  return (row as { id: number }).id
}
const inbox = async (pageNum = 0, of = me) => (await of.call(messages.list, { pageNum })).data
const columns = async (of = me) => (await of.call(messages.columns, {})).data
const unread = async (of = me) => (await of.call(messages.count)).data

describe('系统信息', () => {
  test('newest first, ten a page, with the exact total, and the trash left out', async () => {
    await tell(me, ...Array.from({ length: 12 }, (_, index) => `消息${index + 1}`))
    await tell(other, '别人的消息')
    await me.call(messages.remove, { messageId: await idOf('消息11') })
    const first = await inbox()
    expect(first.dataList.map(row => row.messageBrief)).toEqual(
      [12, 10, 9, 8, 7, 6, 5, 4, 3, 2].map(number => `消息${number}。`),
    )
    expect(first).toMatchObject({ totalDataNum: 11, totalPages: 2, hasPrevious: false, hasNext: true })
    const second = await inbox(1)
    expect(second.dataList).toEqual([
      {
        messageId: await idOf('消息1'),
        messageDate: expect.any(String),
        messageBrief: '消息1。',
        read: false,
        link: null,
      },
    ])
    expect(second).toMatchObject({ hasPrevious: true, hasNext: false })
    expect((await inbox(7)).dataList).toEqual([])
  })

  test('opening one shows its content and marks it read', async () => {
    await tell(me, '通知')
    const messageId = await idOf('通知')
    expect(await unread()).toBe(1)
    expect((await me.call(messages.info, { messageId })).data).toEqual({
      messageId,
      messageDate: expect.any(String),
      messageBrief: '通知。',
      messageInfo: '<p>通知</p>',
    })
    expect(await unread()).toBe(0)
    expect((await inbox()).dataList).toMatchObject([{ messageId, read: true }])
  })

  test('删除 moves it to the trash, unread ones too', async () => {
    await tell(me, '甲', '乙')
    await me.call(messages.info, { messageId: await idOf('甲') })
    for (const title of ['甲', '乙']) {
      expect((await me.call(messages.remove, { messageId: await idOf(title) })).data).toBe(true)
    }
    expect((await inbox()).totalDataNum).toBe(0)
    expect((await columns()).counts).toEqual({ unread: 0, readed: 0, trash: 2 })
  })
})

describe('消息中心', () => {
  test('three columns, newest first, with the whole numbers of each', async () => {
    await tell(me, '甲', '乙', '丙', '丁')
    await me.call(messages.markRead, { msg_id: await idOf('丙') })
    await me.call(messages.remove, { messageId: await idOf('甲') })
    const { unread, readed, trash, counts } = await columns()
    expect([unread, readed, trash].map(column => column.map(row => row.title))).toEqual([
      ['丁', '乙'],
      ['丙'],
      ['甲'],
    ])
    expect(counts).toEqual({ unread: 2, readed: 1, trash: 1 })
    expect(unread[0]).toEqual({
      msg_id: await idOf('丁'),
      title: '丁',
      brief: '丁。',
      create_time: expect.any(String),
      link: null,
    })
  })

  test('a column lists its newest 200 and counts all', async () => {
    await app.services.pool.query(
      `insert into message (member_id, title, brief, content)
       select $1, 'M' || n, 'b', 'c' from generate_series(1, 250) n`,
      [me.memberId],
    )
    const { unread, counts } = await columns()
    expect([unread.length, counts.unread]).toEqual([200, 250])
  })

  test('words find what has them in title or brief, in each column, of one’s own', async () => {
    await tell(me, '设备离线', '账单已出', '设备故障', '100%完成', '设备恢复')
    await tell(other, '设备离线')
    await me.call(messages.markRead, { msg_id: await idOf('设备故障') })
    await me.call(messages.remove, { messageId: await idOf('设备恢复') })
    await rows(`update message set brief = '机房设备' where title = '账单已出'`)
    const found = async (paramValue: string) => {
      const { unread, readed, trash, counts } = (await me.call(messages.columns, { paramValue })).data
      const titles = [unread, readed, trash].map(column => column.map(({ title }) => title))
      expect(Object.values(counts)).toEqual(titles.map(({ length }) => length))
      return titles
    }
    expect(await found('设备')).toEqual([['账单已出', '设备离线'], ['设备故障'], ['设备恢复']])
    expect(await found('%')).toEqual([['100%完成'], [], []])
    expect(await found('没有')).toEqual([[], [], []])
  })

  test('全部标为已读 marks one’s own unread and nothing else, once', async () => {
    await tell(me, '甲', '乙', '丙')
    await tell(other, '丁')
    await me.call(messages.remove, { messageId: await idOf('甲') })
    expect((await me.call(messages.markAllRead)).data).toEqual({ marked: 2, left: 0 })
    expect((await columns()).counts).toEqual({ unread: 0, readed: 2, trash: 1 })
    expect(await unread(other)).toBe(1)
    expect(await rows('select from message where opened_at is null')).toHaveLength(2)
    expect((await me.call(messages.markAllRead)).data).toEqual({ marked: 0, left: 0 })
    expect(
      await rows(
        `select o.label, count(c.id)::int as rows from operation_log o
         left join operation_log_change c on c.operation_id = o.id group by o.id order by o.id`,
      ),
    ).toEqual([
      { label: '删除信息', rows: 1 },
      { label: '全部标为已读', rows: 2 },
      { label: '全部标为已读', rows: 0 },
    ])
  })

  test('of more unread messages than one act may take, the newest are marked and the others told', async () => {
    const more = mostMarkedRead + 3
    await app.services.pool.query(
      `insert into message (member_id, title, brief, content, created_at)
       select $1, 'M' || n, 'b', 'c', now() - n * interval '1 minute' from generate_series(1, $2::int) n`,
      [me.memberId, more],
    )
    expect((await me.call(messages.markAllRead)).data).toEqual({ marked: mostMarkedRead, left: 3 })
    expect((await columns()).unread.map(({ title }) => title)).toEqual(
      [more - 2, more - 1, more].map(number => `M${number}`),
    )
  })

  test('content is the HTML, and reading it changes nothing by itself', async () => {
    await tell(me, '通知')
    expect((await me.call(messages.content, { msg_id: await idOf('通知') })).data).toBe('<p>通知</p>')
    expect(await unread()).toBe(1)
  })

  test('unread → read → trash → read', async () => {
    await tell(me, '通知')
    const one = { msg_id: await idOf('通知') }
    const counts = async () => Object.values((await columns()).counts)
    await me.call(messages.markRead, one)
    expect(await counts()).toEqual([0, 1, 0])
    await me.call(messages.trash, one)
    expect(await counts()).toEqual([0, 0, 1])
    await me.call(messages.restore, one)
    expect(await counts()).toEqual([0, 1, 0])
  })

  test('what the state does not allow is refused in a sentence; what is done already stays done', async () => {
    await tell(me, '通知')
    const one = { msg_id: await idOf('通知') }
    expect(await me.call(messages.trash, one)).toMatchObject({
      code: errors.messageNot.code,
      msg: '未读的消息不能移到回收站，请刷新列表后重试',
    })
    expect((await me.call(messages.restore, one)).code).toBe(errors.messageNot.code)
    await me.call(messages.remove, { messageId: one.msg_id })
    expect((await me.call(messages.markRead, one)).msg).toBe('回收站的消息不能标为已读，请刷新列表后重试')
    expect((await me.call(messages.trash, one)).data).toBe(true)
    await me.call(messages.restore, one)
    expect((await me.call(messages.restore, one)).data).toBe(true)
    expect((await columns()).counts).toEqual({ unread: 0, readed: 1, trash: 0 })
  })

  test('twenty at once happen once', async () => {
    await tell(me, '通知')
    const one = { msg_id: await idOf('通知') }
    const answers = await Promise.all(Array.from({ length: 20 }, () => me.call(messages.markRead, one)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0]))
    expect((await columns()).counts).toEqual({ unread: 0, readed: 1, trash: 0 })
    expect(await rows('select from operation_log_change')).toHaveLength(1)
  })
})

test("another person's message does not exist: not to open, read, delete or restore", async () => {
  await tell(other, '机密')
  const id = await idOf('机密')
  const answers = [
    await me.call(messages.info, { messageId: id }),
    await me.call(messages.content, { msg_id: id }),
    await me.call(messages.remove, { messageId: id }),
    await me.call(messages.markRead, { msg_id: id }),
    await me.call(messages.trash, { msg_id: id }),
    await me.call(messages.restore, { msg_id: id }),
  ]
  for (const answer of answers) {
    expect(answer).toMatchObject({ code: errors.notFound.code, msg: errors.notFound.sentence('消息') })
  }
  expect(await unread(other)).toBe(1)
})

test.each([{}, { messageId: 'x' }, { messageId: 0 }, { messageId: -1 }])('refuses %j', async input => {
  expect((await me.send(messages.info, input)).code).toBe(errors.invalid.code)
})

test('a change is in the operation log, without the content', async () => {
  await tell(me, '通知')
  await me.call(messages.markRead, { msg_id: await idOf('通知') })
  expect(
    await rows(
      `select o.label, c.before ->> 'state' as before, c.after ->> 'state' as after, c.after ? 'content' as content
       from operation_log o join operation_log_change c on c.operation_id = o.id`,
    ),
  ).toEqual([{ label: '标为已读', before: 'unread', after: 'read', content: false }])
})

test('the same event is told to a person once', async () => {
  const told = [{ memberId: me.memberId, text: 0, event: 'deviceOffline 7 1' }]
  for (let time = 0; time < 2; time++) await addMessages(app.services, app.services.db, [text('离线')], told)
  expect(await unread()).toBe(1)
})

describe('open pages', () => {
  test('a new message shows, and the count follows in every tab', async () => {
    const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
    const tabs = await Promise.all([1, 2].map(() => openLiveStream(base, me.token)))
    streams.push(...tabs)
    const foreign = await openLiveStream(base, other.token)
    streams.push(foreign)
    for (const tab of tabs) await tab.wait('unread', ({ count }) => count === 0)
    await tell(me, '通知')
    for (const tab of tabs) await tab.wait('unread', ({ count }) => count === 1)
    await me.call(messages.info, { messageId: await idOf('通知') })
    const follows = async (expected: number) => {
      for (const tab of tabs) {
        await until(`the count is ${expected}`, () => {
          const last = tab.events.findLast(({ name }) => name === 'unread')
          return last !== undefined && 'count' in last.data && last.data.count === expected
        })
      }
    }
    await follows(0)
    await tell(me, '甲', '乙')
    await follows(2)
    await me.call(messages.markAllRead)
    await follows(0)
    expect(foreign.events.filter(({ name }) => name === 'unread')).toHaveLength(1)
  })
})

// How long it takes is measured by `npm run bench`, on a machine that nobody else uses.
test('of a hundred thousand unread messages, list, columns, count and mark-read read a few', {
  timeout: patience(60_000),
}, async () => {
  const many = 100_000
  await app.services.pool.query(
    `insert into message (member_id, title, brief, content, created_at)
     select $1, '通知 ' || n, '设备离线 ' || n, '<p>内容</p>', now() - n * interval '1 minute'
     from generate_series(1, ${many}) n`,
    [me.memberId],
  )
  await rows('analyze message, message_count')
  expect(await unread()).toBe(many)
  const ids = (await columns()).unread.map(row => row.msg_id)
  const before = await tableUse(app, 'message')
  for (let index = 0; index < 5; index++) {
    const answers = [
      await me.call(messages.count),
      await me.call(messages.list, { pageNum: index }),
      await me.call(messages.columns, {}),
      await me.call(messages.markRead, { msg_id: ids[index] ?? 0 }),
    ]
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  }
  const after = await tableUse(app, 'message')
  expect(after.scans - before.scans).toBeGreaterThanOrEqual(15)
  expect(after.oneByOne + after.found - before.oneByOne - before.found).toBeLessThan(many / 10)
  expect(await unread()).toBe(many - 5)
})
