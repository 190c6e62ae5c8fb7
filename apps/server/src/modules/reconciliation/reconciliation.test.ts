import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { contract, errors, type InputOf, isImported, type LineAct } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { environmentOf } from '@drivesim/paysim/environment'
import { startPaysim } from '@drivesim/paysim/paysim'
import { gbk, type StatementRow, zip } from '@drivesim/paysim/statements'
import { afterAll, describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../test/app.ts'
import { query } from '../../../test/database.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { atOnce, makeLearner, makeOnline } from '../../../test/till.ts'
import { checkData } from '../integrity/service.ts'
import { tidyUp } from './jobs.ts'

// Files of the channels in their own formats, as the imitated channels write them, beside orders of the same day.

const { channels, home, operationLog, reconciliation, students } = contract
const paysim = await startPaysim()
afterAll(() => paysim.stop())

let app: TestApp
let student: number
let keeper: Awaited<ReturnType<TestApp['signedIn']>>

beforeEachTest(
  async built => {
    app = built
    paysim.setFaults({})
    student = await makeLearner(app, await makeOrganisation(app.services.pool))
    keeper = await app.signedIn({ codes: ['finance:edit', 'finance:accCheck', 'order:edit', 'system'] })
  },
  { ...environmentOf(paysim), PUBLIC_URL: 'http://127.0.0.1:1' },
)

type Channel = 'wechat' | 'alipay'
const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const today = businessDayOf(Date.now())
const yesterday = addDays(today, -1)
const at = (day: string, hour = 10) => new Date(dayStart(day) + hour * 3_600_000)
const wrong = async () => {
  const { db, parts, dataKeys } = app.services
  return (await checkData(db, parts.checks, dataKeys)).filter(finding => finding.wrong > 0)
}
const sumOf = async (account: string) => {
  const [row] = await rows('select amount::integer from account_sum where account = $1 and amount <> 0', [
    account,
  ])
  return row === undefined ? 0 : Number(Reflect.get(Object(row), 'amount'))
}
const cash = async () =>
  (await keeper.call(students.info, { userId: student, queryTypes: ['balance'] })).data.balance?.cash

interface Paid {
  orderId: number
  row: StatementRow
}

/** An order that was paid on a day, and the channel's line of it. */
async function paid(amount: number, day = yesterday, channel: Channel = 'wechat'): Promise<Paid> {
  const orderId = await makeOnline(app, student, amount)
  const channelNo = `42${randomUUID().replaceAll('-', '').slice(0, 24)}`
  if (channel === 'alipay') await moveToAlipay(orderId)
  const [row] = await rows(
    `update recharge_order set paid_at = $2, day = $3, channel = $4, channel_no = $5 where id = $1 returning no`,
    [orderId, at(day), day, channel, channelNo],
  )
  const orderNo = String(Reflect.get(Object(row), 'no'))
  return { orderId, row: { kind: 'payment', orderNo, refundNo: null, channelNo, at: at(day), amount } }
}

/** What lies in WeChat's clearing lies in Alipay's. */
const moveToAlipay = (orderId: number) =>
  rows(
    `with posted as (
       insert into journal (kind, event_key, day) values ('test', 'test:' || $1::bigint, business_day(now())) returning id
     )
     insert into ledger_entry (journal_id, line, account, channel, unit, amount)
     select posted.id, x.line, 'clearing', x.channel, 'CNY', x.sign * o.amount
     from posted, recharge_order o, (values (1, 'wechat', -1), (2, 'alipay', 1)) x (line, channel, sign)
     where o.id = $1`,
    [orderId],
  )

/** A line of nobody here. */
const stranger = (amount: number, day = yesterday): StatementRow => ({
  kind: 'payment',
  orderNo: 'POS0001',
  refundNo: null,
  channelNo: `4299${randomUUID().replaceAll('-', '').slice(0, 20)}`,
  at: at(day),
  amount,
})

const fileOf = (
  some: readonly StatementRow[],
  { channel = 'wechat', day = yesterday } = {} as { channel?: Channel; day?: string },
) => paysim.statement(channel, day, some)

async function imported(file: Buffer, by = keeper) {
  const { data, msg } = await by.call(reconciliation.import, { file } as never)
  expect(msg).toBe('')
  return ended(data.importId, by)
}

async function ended(importId: number, by = keeper) {
  for (;;) {
    const { data } = await by.call(reconciliation.importInfo, { importId })
    if (isImported(data.state)) return data
  }
}

/** Imports a file that is taken. @returns the statement of its day */
async function taken(file: Buffer, day = yesterday) {
  const { state, problem, statementId, repeated } = await imported(file)
  expect([state, problem]).toEqual(['done', null])
  const { data } = await keeper.call(reconciliation.statements, { month: day.slice(0, 7) })
  const statement = data.statements.find(one => one.statementId === statementId)
  if (statement === undefined) throw new Error('no statement')
  return { ...statement, repeated }
}

async function linesOf(statementId: number, more: Partial<InputOf<typeof reconciliation.lines>> = {}) {
  const { data } = await keeper.call(reconciliation.lines, { statementId, pageSize: 100, ...more })
  return data.dataList
}
async function lineOf(statementId: number, no: string) {
  const [line] = await linesOf(statementId, { paramValue: no })
  if (line === undefined) throw new Error(`no line of ${no}`)
  return line
}
const resolve = (lineId: number, act: LineAct, more: Partial<InputOf<typeof reconciliation.resolve>> = {}) =>
  keeper.call(reconciliation.resolve, { lineId, act, reason: '核对无误', ...more })
const statementOf = async (statementId: number) => {
  const { data } = await keeper.call(reconciliation.statements, { month: yesterday.slice(0, 7) })
  return data.statements.find(one => one.statementId === statementId)
}

describe.each<Channel>(['wechat', 'alipay'])('%s', channel => {
  test('each line is settled in its way, then the day is balanced and its fee posted', async () => {
    const [same, more, missing] = [
      await paid(10_000, yesterday, channel),
      await paid(20_000, yesterday, channel),
      await paid(30_000, yesterday, channel),
    ]
    const unknown = stranger(8_800)
    const file = fileOf([same.row, { ...more.row, amount: 20_100 }, unknown], { channel })
    const statement = await taken(file)
    expect(statement).toMatchObject({
      channel,
      day: yesterday,
      version: 1,
      state: 'open',
      paid: 38_900,
      refunded: 0,
      // 0.6 % of each line, rounded by the line.
      fee: 60 + 121 + 53,
      outcomes: { matched: 1, amountDiffers: 1, localOnly: 1, channelOnly: 1 },
      unresolved: 3,
      suspended: 0,
      simulated: false,
    })
    const { data: todos } = await keeper.call(home.todos)
    expect(JSON.stringify(todos)).toContain('渠道差异')
    const { statementId } = statement
    const differing = await lineOf(statementId, more.row.orderNo)
    expect(differing).toMatchObject({ amount: 20_100, localAmount: 20_000, acts: ['difference'] })
    expect(await lineOf(statementId, missing.row.orderNo)).toMatchObject({
      outcome: 'localOnly',
      acts: ['reverse'],
      askable: true,
    })
    const foreign = await lineOf(statementId, unknown.orderNo)
    expect(foreign).toMatchObject({ outcome: 'channelOnly', acts: ['suspend'], orderId: null })
    // What does not fit is refused, and changes nothing.
    expect((await resolve(differing.lineId, 'suspend')).msg).toBe(errors.lineNot.sentence('金额不符', '挂账'))
    expect((await resolve(differing.lineId, 'difference')).code).toBe(0)
    expect((await resolve(foreign.lineId, 'suspend')).code).toBe(0)
    expect(await statementOf(statementId)).toMatchObject({ state: 'open', unresolved: 1, suspended: 1 })
    const line = await lineOf(statementId, missing.row.orderNo)
    expect((await resolve(line.lineId, 'reverse')).code).toBe(0)
    expect(await statementOf(statementId)).toMatchObject({ state: 'balanced', unresolved: 0 })
    expect(await cash()).toBe(30_000)
    expect(await sumOf('suspense')).toBe(-8_900)
    expect(await sumOf('channel_fee')).toBe(234)
    expect(await wrong()).toEqual([])
    // What was put aside turns out to be the student's.
    expect((await resolve(foreign.lineId, 'claim')).msg).toBe(errors.claimStudent.sentence())
    expect((await resolve(foreign.lineId, 'claim', { studentId: student })).code).toBe(0)
    expect(await cash()).toBe(38_800)
    expect(await sumOf('suspense')).toBe(-100)
    // The same file, twice and however it is packed, changes nothing.
    expect(await taken(file)).toMatchObject({ statementId, repeated: true, version: 1 })
    if (channel === 'wechat')
      expect(await taken(gunzipSync(file))).toMatchObject({ statementId, repeated: true })
    expect(await rows('select from channel_statement')).toHaveLength(1)
    expect(await wrong()).toEqual([])
  })

  test('refunds are found by their own numbers, on the day that the channel took them', async () => {
    const order = await paid(10_000, addDays(yesterday, -1), channel)
    const [refund] = await rows(
      `with made as (
         insert into refund (kind, recharge_order_id, student_id, school_id, organ_id, amount, method, state, reason, done_at, accepted_at, day)
         select 'recharge', id, student_id, school_id, organ_id, 4000, 'original', 'refunded', '退', $2, $2, $3
         from recharge_order where id = $1 returning id, no, amount
       ), lot as (update recharge_order set refunded = 4000, cash_left = 6000 where id = $1)
       select no from made`,
      [order.orderId, at(yesterday, 15), yesterday],
    )
    const refundNo = String(Reflect.get(Object(refund), 'no'))
    const back: StatementRow = {
      ...order.row,
      kind: 'refund',
      refundNo,
      amount: 4_000,
      at: at(yesterday, 15),
    }
    const unknown: StatementRow = { ...back, refundNo: 'TK-UNKNOWN', amount: 100 }
    const statement = await taken(fileOf([back, unknown], { channel }))
    expect(statement).toMatchObject({
      paid: 0,
      refunded: 4_100,
      fee: -25,
      outcomes: { matched: 1, amountDiffers: 0, localOnly: 0, channelOnly: 1 },
    })
    const line = await lineOf(statement.statementId, 'TK-UNKNOWN')
    expect(line).toMatchObject({ kind: 'refund', acts: ['difference'] })
    await resolve(line.lineId, 'difference')
    expect(await sumOf('suspense')).toBe(100)
    expect(await statementOf(statement.statementId)).toMatchObject({ state: 'balanced' })
  })
})

test('a newer file of a day keeps what was settled, and takes back what it no longer says', async () => {
  const [same, order] = [await paid(10_000), await paid(20_000)]
  const [one, other] = [stranger(500), { ...stranger(700), orderNo: 'POS0002' }]
  const wrongRow = { ...order.row, amount: 19_000 }
  const first = await taken(fileOf([same.row, wrongRow, one, other]))
  for (const { lineId, acts } of await linesOf(first.statementId, { stage: 'open' }))
    await resolve(lineId, acts[0] ?? 'claim')
  expect(await sumOf('suspense')).toBe(1_000 - 1_200)
  expect(await statementOf(first.statementId)).toMatchObject({ state: 'balanced' })
  const fee = await sumOf('channel_fee')
  const second = await taken(fileOf([same.row, order.row, one]))
  expect(second).toMatchObject({
    version: 2,
    state: 'balanced',
    outcomes: { matched: 2, channelOnly: 1 },
    unresolved: 0,
    suspended: 1,
  })
  expect(await statementOf(first.statementId)).toBeUndefined()
  expect(await sumOf('suspense')).toBe(-500)
  expect(await sumOf('channel_fee')).toBe(second.fee)
  expect(fee).not.toBe(second.fee)
  const [old] = await linesOf(first.statementId, { stage: 'suspended' })
  expect((await resolve(old?.lineId ?? 0, 'giveBack')).msg).toBe(errors.lineReplaced.sentence())
  expect(await wrong()).toEqual([])
})

test('what only we had is settled by the file of another day', async () => {
  const late = await paid(10_000, addDays(yesterday, -1))
  const [other, third] = [await paid(5_000, addDays(yesterday, -1)), await paid(6_000)]
  const before = await taken(fileOf([other.row], { day: addDays(yesterday, -1) }), addDays(yesterday, -1))
  expect(before).toMatchObject({ unresolved: 1, outcomes: { matched: 1, localOnly: 1 } })
  // By the channel's clock it was the next day.
  const after = await taken(fileOf([{ ...late.row, at: at(yesterday, 0) }, third.row]))
  expect(after).toMatchObject({ state: 'balanced', outcomes: { matched: 2, localOnly: 0 } })
  expect(await lineOf(before.statementId, late.row.orderNo)).toMatchObject({ resolution: 'otherDay' })
  expect(await rows('select from channel_statement where state = $1', ['balanced'])).toHaveLength(2)
  // Read again, the first day does not miss it.
  const again = await taken(
    fileOf([{ ...other.row, amount: 5_001 }], { day: addDays(yesterday, -1) }),
    addDays(yesterday, -1),
  )
  expect(again).toMatchObject({ version: 2, outcomes: { amountDiffers: 1, localOnly: 0 } })
  expect(await wrong()).toEqual([])
})

describe('with the channel itself', () => {
  async function byCode(amount = 30_000) {
    const form = { studentId: student, channel: 'wechat', amount } as const
    const { data } = await keeper.call(channels.rechargeByCode, form)
    await keeper.call(channels.rechargeCode, { orderId: data.orderId })
    return data
  }
  const unpaidRow = (no: string, amount: number): StatementRow => ({ ...stranger(amount), orderNo: no })

  test('a payment that we never heard of is taken, also of an order that was closed', async () => {
    const [made, otherAmount] = [await byCode(), await byCode(40_000)]
    await rows(`update recharge_order set closed_at = now(), close_reason = '超时未支付' where id = $1`, [
      made.orderId,
    ])
    const statement = await taken(fileOf([unpaidRow(made.no, 30_000), unpaidRow(otherAmount.no, 39_000)]))
    const line = await lineOf(statement.statementId, made.no)
    expect(line).toMatchObject({ outcome: 'channelOnly', acts: ['supplement'], orderId: made.orderId })
    expect((await lineOf(statement.statementId, otherAmount.no)).acts).toEqual(['suspend'])
    const { done, codes } = await atOnce(20, () => resolve(line.lineId, 'supplement'))
    expect([done, codes]).toEqual([1, [errors.lineNot.code]])
    expect(await cash()).toBe(30_000)
    expect(await rows('select day::text, state from recharge_order where id = $1', [made.orderId])).toEqual([
      { day: yesterday, state: 'paid' },
    ])
    // The channel tells of it after all.
    const event = paysim.books.findAny(made.no)
    if (event !== undefined) event.paidAt = at(yesterday)
    await keeper.call(channels.rechargeQuery, { orderId: made.orderId })
    expect(await cash()).toBe(30_000)
    expect(await wrong()).toEqual([])
  })

  test('what only we have is asked about: confirmed, or reversed where the channel has none', async () => {
    const made = await byCode()
    const order = paysim.books.findAny(made.no)
    if (order !== undefined) order.paidAt = at(yesterday)
    await keeper.call(channels.rechargeQuery, { orderId: made.orderId })
    const missing = await paid(20_000)
    const statement = await taken(fileOf([stranger(100)]))
    const confirmed = await lineOf(statement.statementId, made.no)
    paysim.setFaults({ away: true })
    const away = await keeper.call(reconciliation.ask, { lineId: confirmed.lineId })
    expect(away.msg).toBe(errors.channelAway.sentence('微信支付'))
    paysim.setFaults({})
    expect((await keeper.call(reconciliation.ask, { lineId: confirmed.lineId })).data).toBe(true)
    expect(await lineOf(statement.statementId, made.no)).toMatchObject({ resolution: 'confirmed', acts: [] })
    const lost = await lineOf(statement.statementId, missing.row.orderNo)
    const answer = await keeper.call(reconciliation.ask, { lineId: lost.lineId })
    expect(answer.msg).toBe(errors.channelWithout.sentence('没有这笔支付'))
    const { done } = await atOnce(20, () => resolve(lost.lineId, 'reverse'))
    expect(done).toBe(1)
    expect(await cash()).toBe(30_000)
    expect(await wrong()).toEqual([])
  })
})

test('what was given back by hand comes as a refund that agrees', async () => {
  const unknown = stranger(900, addDays(yesterday, -1))
  const first = await taken(fileOf([unknown], { day: addDays(yesterday, -1) }), addDays(yesterday, -1))
  const line = await lineOf(first.statementId, unknown.orderNo)
  await resolve(line.lineId, 'suspend')
  expect((await resolve(line.lineId, 'giveBack')).code).toBe(0)
  expect(await sumOf('suspense')).toBe(0)
  const back: StatementRow = { ...unknown, kind: 'refund', refundNo: 'BYHAND1', at: at(yesterday) }
  expect(await taken(fileOf([back]))).toMatchObject({ state: 'balanced', outcomes: { matched: 1 } })
  expect(await wrong()).toEqual([])
})

describe('a file is refused whole, and says why', () => {
  const text = (some: readonly StatementRow[]) => gunzipSync(fileOf(some)).toString()
  const alipayText = (some: readonly StatementRow[]) => {
    const file = fileOf(some, { channel: 'alipay' })
    // The first entry lies open in the archive.
    const start = 30 + file.readUInt16LE(26)
    return new TextDecoder('gbk').decode(file.subarray(start, start + file.readUInt32LE(18)))
  }
  const packed = (content: Buffer) => zip([{ name: gbk('2088_业务明细.csv'), content }])
  const one = () => [stranger(10_000)]
  const cases: readonly [what: string, said: string, file: () => Buffer][] = [
    ['something else', '不是微信支付', () => Buffer.from('hello')],
    ['a picture', '不是微信支付', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4])],
    [
      'another merchant',
      '商户是 1900000110，应为 1900000109',
      () => Buffer.from(text(one()).replaceAll('1900000109', '1900000110')),
    ],
    ['a wrong count', '总交易单数', () => Buffer.from(text(one()).replace('\n`1,', '\n`2,'))],
    [
      'a wrong sum',
      '订单总金额',
      () => Buffer.from(text(one()).replace(/`100\.00,`0\.00\r\n$/, '`100.01,`0.00\r\n')),
    ],
    [
      'a wrong fee',
      '手续费总金额',
      () => Buffer.from(text(one()).replace(/`0\.60000,`100\.00,`0\.00\r\n$/, '`0.61000,`100.00,`0.00\r\n')),
    ],
    [
      'an altered line',
      '订单总金额',
      () => Buffer.from(text(one()).replace('`0.60%,`100.00', '`0.60%,`90.00')),
    ],
    [
      'a missing column',
      '表头缺少“商户退款单号”列',
      () => Buffer.from(text(one()).replace(',商户退款单号', '')),
    ],
    ['two days', '也有', () => fileOf([stranger(1), stranger(2, addDays(yesterday, -1))])],
    ['a day that is not over', '还没有结束', () => fileOf([stranger(1, today)])],
    ['no sums', '文件不完整', () => Buffer.from(text(one()).split('\r\n').slice(0, 2).join('\r\n'))],
    ['half of it', '压缩包无法打开', () => fileOf(one()).subarray(0, 200)],
    ['WeChat in GBK', '编码应为 UTF-8', () => gbk(text(one()).slice(1))],
    [
      'bytes that are no UTF-8',
      '编码应为 UTF-8',
      () => Buffer.concat([Buffer.from(text(one())), Buffer.of(0xff, 0xfe)]),
    ],
    ['Alipay in UTF-8', '编码应为 GBK', () => packed(Buffer.from(alipayText(one())))],
    ['Alipay’s sum', '交易合计', () => packed(gbk(alipayText(one()).replace('共100.00元', '共99.00元')))],
    [
      'Alipay’s merchant',
      '商户是 2088000000000002',
      () => packed(gbk(alipayText(one()).replace('[2088000000000001', '[2088000000000002'))),
    ],
    [
      'a month of Alipay',
      '日账单',
      () => packed(gbk(alipayText(one()).replace(/终止日期：\[\d+年/, '终止日期：[2099年'))),
    ],
    [
      'an Alipay line of another day',
      '也有',
      () => packed(gbk(alipayText([stranger(5, addDays(yesterday, -3))]))),
    ],
    [
      'an archive of something else',
      '没有对账文件',
      () => zip([{ name: Buffer.from('a.txt'), content: Buffer.from('x') }]),
    ],
    ['what swells up', '不是微信支付', () => gzipSync(Buffer.alloc(1_000_000, 0x20))],
  ]
  test.each(cases)('%s', async (_what, said, file) => {
    const { state, problem } = await imported(file())
    expect([state, problem]).toEqual(['refused', expect.stringContaining(said)])
    expect(problem).toMatch(/^不是本商户、本日的对账文件，或合计不符：/)
    for (const table of ['channel_statement', 'channel_line', 'operation_log_change'])
      expect(
        await rows(
          `select from ${table} where ${table === 'operation_log_change' ? `table_name like 'channel%'` : 'true'}`,
        ),
      ).toEqual([])
  })
})

test('commas in names of goods, cells with blanks and 商家优惠', async () => {
  const order = await paid(10_000, yesterday, 'alipay')
  const file = fileOf([order.row], { channel: 'alipay' })
  const start = 30 + file.readUInt16LE(26)
  const text = new TextDecoder('gbk').decode(file.subarray(start, start + file.readUInt32LE(18)))
  const cells = (line: string) => {
    const all = line.split(',')
    all[3] = '驾训,充值'
    all[16] = '3.00'
    all[12] = '97.00'
    return all.join(',')
  }
  const altered = text
    .split('\r\n')
    .map(line => (line.includes(',交易,') ? cells(line) : line))
    .join('\r\n')
    .replace('商家实收共100.00元', '商家实收共97.00元')
  const statement = await taken(zip([{ name: gbk('a_业务明细.csv'), content: gbk(altered) }]))
  const [line] = await linesOf(statement.statementId)
  expect(line).toMatchObject({ outcome: 'amountDiffers', amount: 9_700, localAmount: 10_000 })
})

test('twenty files at once are one statement', async () => {
  const order = await paid(10_000)
  const file = fileOf([order.row])
  const begun = await Promise.all(
    Array.from({ length: 20 }, () => keeper.call(reconciliation.import, { file } as never)),
  )
  const all: Awaited<ReturnType<typeof ended>>[] = []
  for (const { data } of begun) all.push(await ended(data.importId))
  expect(new Set(all.map(({ statementId }) => statementId)).size).toBe(1)
  expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(await rows('select from channel_line')).toHaveLength(1)
  expect(await wrong()).toEqual([])
})

describe('what is not finished leaves nothing', () => {
  /** So long that it is still being read when somebody looks. */
  const long = () =>
    fileOf(Array.from({ length: 60_000 }, (_, index) => ({ ...stranger(100), orderNo: `POS${index}` })))
  const nothing = async () => {
    for (const table of ['channel_statement', 'channel_line'])
      expect(await rows(`select from ${table}`)).toEqual([])
    expect(readdirSync(join(app.services.config.dataDir, 'uploads'))).toEqual([])
    expect(await wrong()).toEqual([])
  }
  async function begun(): Promise<number> {
    const { data } = await keeper.call(reconciliation.import, { file: long() } as never)
    for (;;) {
      const now = await keeper.call(reconciliation.importInfo, data)
      if (now.data.lines > 0) return data.importId
      expect(isImported(now.data.state)).toBe(false)
    }
  }

  test('cancelled', async () => {
    const importId = await begun()
    expect((await keeper.call(reconciliation.cancelImport, { importId })).code).toBe(0)
    expect(await ended(importId)).toMatchObject({ state: 'cancelled', statementId: null })
    const again = await keeper.call(reconciliation.cancelImport, { importId })
    expect(again.msg).toBe(errors.importOver.sentence('已取消'))
    await nothing()
  })

  test('cut off from the database', async () => {
    const importId = await begun()
    await rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like '%file_row%'`,
    )
    expect(await ended(importId)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('重新选择'),
    })
    await nothing()
  })

  test('left behind by a process that is gone', async () => {
    const [made] = await rows(
      `insert into channel_import (bytes, created_by, state, alive_at) values (1, $1, 'reading', now() - interval '2 minutes') returning id`,
      [keeper.memberId],
    )
    await tidyUp(app.services)
    const importId = Number(Reflect.get(Object(made), 'id'))
    expect(await ended(importId)).toMatchObject({ state: 'failed' })
  })
})

test('days without a file are told until there is one; only the platform sees any of it', async () => {
  const order = await paid(10_000)
  await paid(5_000, today)
  const { data } = await keeper.call(reconciliation.gaps, { month: yesterday.slice(0, 7) })
  expect(data.gaps).toEqual([{ channel: 'wechat', day: yesterday, orders: 1, amount: 10_000, fileUrl: null }])
  const { statementId } = await taken(fileOf([order.row]))
  expect((await keeper.call(reconciliation.gaps, { month: yesterday.slice(0, 7) })).data.gaps).toEqual([])
  const school = await makeOrganisation(app.services.pool)
  const stranger = await app.signedIn({ codes: ['finance:edit', 'finance:accCheck'], organs: [school] })
  const seen = await stranger.call(reconciliation.lines, { statementId })
  expect(seen.msg).toBe(errors.platformOnly.sentence('渠道对账'))
  const { body } = await keeper.send(reconciliation.lineExport, { statementId })
  expect(body).toContain(order.row.orderNo)
  expect(body.split('\r\n')[0]).toContain('渠道金额（元）')
  const { data: log } = await keeper.call(operationLog.list, {})
  expect(JSON.stringify(log)).toContain('导入渠道账单')
})
