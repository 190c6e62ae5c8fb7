import { gunzipSync } from 'node:zlib'
import { contract, errors } from '@drivesim/contract'
import { addDays } from '@drivesim/contract/businessDay'
import type { StatementRow } from '@drivesim/paysim/statements'
import { describe, expect, test } from 'vitest'
import { today, yesterday } from '../../../../test/calendar.ts'
import { at, type Channel, channelDays } from '../../../../test/channelDays.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { atOnce } from '../../../../test/till.ts'
import { workRequests } from '../channels/request.service.ts'

const { channels, home, operationLog, orders, channelStatements, financeOverview } = contract

const days = await channelDays()
const {
  rows,
  wrong,
  sumOf,
  cash,
  paid,
  stranger,
  fileOf,
  taken,
  linesOf,
  lineOf,
  resolve,
  statementOf,
  paysim,
} = days

const once = { done: 1, codes: [errors.lineNot.code] }

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
    const { data: todos } = await days.keeper.call(home.todos)
    expect(todos).toContainEqual(expect.objectContaining({ label: '渠道差异', count: 3 }))
    // Whatever month the page shows, it says where those lines are.
    const waiting = async () =>
      (await days.keeper.call(channelStatements.list, { month: '2020-01' })).data.waiting
    expect(await waiting()).toEqual([{ month: yesterday.slice(0, 7), lines: 3 }])
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
    expect(await atOnce(20, () => resolve(differing.lineId, 'difference'))).toEqual(once)
    expect(await atOnce(20, () => resolve(foreign.lineId, 'suspend'))).toEqual(once)
    expect(await statementOf(statementId)).toMatchObject({ state: 'open', unresolved: 1, suspended: 1 })
    const line = await lineOf(statementId, missing.row.orderNo)
    expect((await resolve(line.lineId, 'reverse')).code).toBe(0)
    expect(await statementOf(statementId)).toMatchObject({ state: 'balanced', unresolved: 0 })
    expect(await waiting()).toEqual([])
    expect(await cash()).toBe(30_000)
    expect(await sumOf('suspense')).toBe(-8_900)
    expect(await sumOf('channel_fee')).toBe(234)
    expect(await wrong()).toEqual([])
    // What was put aside turns out to be the student's.
    expect((await resolve(foreign.lineId, 'claim')).msg).toBe(errors.claimStudent.sentence())
    const claim = () => resolve(foreign.lineId, 'claim', { studentId: days.student })
    expect(await atOnce(20, claim)).toEqual(once)
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

test('a day’s fee is of its month, whenever its file is settled: the figure is the sum of the month’s files', async () => {
  const day = addDays(`${today.slice(0, 7)}-01`, -1)
  const order = await paid(10_000, day)
  const statement = await taken(fileOf([order.row], { day }), day)
  expect(statement).toMatchObject({ state: 'balanced', fee: 60, feePosted: 60 })
  const feeOf = async (month: string) =>
    (await days.keeper.call(financeOverview.overview, { month: month.slice(0, 7) })).data.fee
  expect([await feeOf(day), await feeOf(today)]).toEqual([60, 0])
  // A newer file of the day charges something else, and waits for what else it says: the day's fee stays what was posted.
  const newer = await taken(fileOf([order.row, stranger(20_000, day)], { day }), day)
  expect(newer).toMatchObject({ state: 'open', fee: 180, feePosted: 60 })
  const [line] = await linesOf(newer.statementId, { stage: 'open' })
  await resolve(line?.lineId ?? 0, 'suspend')
  expect(await statementOf(newer.statementId, day)).toMatchObject({ state: 'balanced', feePosted: 180 })
  expect(await feeOf(day)).toBe(180)
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
    const form = { studentId: days.student, channel: 'wechat', amount } as const
    const { data } = await days.keeper.call(channels.rechargeByCode, form)
    await days.keeper.call(channels.rechargeCode, { orderId: data.orderId })
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
    expect(await atOnce(20, () => resolve(line.lineId, 'supplement'))).toEqual(once)
    expect(await cash()).toBe(30_000)
    expect(await rows('select day::text, state from recharge_order where id = $1', [made.orderId])).toEqual([
      { day: yesterday, state: 'paid' },
    ])
    // The channel tells of it after all.
    const event = paysim.books.findAny(made.no)
    if (event !== undefined) event.paidAt = at(yesterday)
    await days.keeper.call(channels.rechargeQuery, { orderId: made.orderId })
    expect(await cash()).toBe(30_000)
    expect(await wrong()).toEqual([])
  })

  test('what only we have is asked about: confirmed, or reversed where the channel has none', async () => {
    const made = await byCode()
    const order = paysim.books.findAny(made.no)
    if (order !== undefined) order.paidAt = at(yesterday)
    await days.keeper.call(channels.rechargeQuery, { orderId: made.orderId })
    const missing = await paid(20_000)
    const statement = await taken(fileOf([stranger(100)]))
    const confirmed = await lineOf(statement.statementId, made.no)
    paysim.setFaults({ away: true })
    const away = await days.keeper.call(channelStatements.ask, { lineId: confirmed.lineId })
    expect(away.msg).toBe(errors.channelAway.sentence('微信支付'))
    paysim.setFaults({})
    expect((await days.keeper.call(channelStatements.ask, { lineId: confirmed.lineId })).data).toBe(true)
    expect(await lineOf(statement.statementId, made.no)).toMatchObject({ resolution: 'confirmed', acts: [] })
    const lost = await lineOf(statement.statementId, missing.row.orderNo)
    const answer = await days.keeper.call(channelStatements.ask, { lineId: lost.lineId })
    expect(answer.msg).toBe(errors.channelWithout.sentence('没有这笔支付'))
    const { done } = await atOnce(20, () => resolve(lost.lineId, 'reverse'))
    expect(done).toBe(1)
    // No till gave anything of it.
    expect((await days.keeper.call(orders.clerks, {})).data).toMatchObject({
      totalDataNum: 0,
      sum: { reversed: 0 },
    })
    expect(await cash()).toBe(30_000)
    expect(await wrong()).toEqual([])
  })

  test.each<Channel>(['wechat', 'alipay'])(
    '%s: what was claimed goes back under the number that it was paid under',
    async channel => {
      const unknown = stranger(8_800)
      const made = {
        channel,
        no: unknown.orderNo,
        amount: 8_800,
        subject: '收银台',
        noticesTo: '',
        expiresAt: at(today),
      }
      const order = paysim.books.make(made)
      order.paidAt = unknown.at
      const { statementId } = await taken(fileOf([unknown], { channel }))
      const { lineId } = await lineOf(statementId, unknown.orderNo)
      await resolve(lineId, 'suspend')
      await resolve(lineId, 'claim', { studentId: days.student })
      const { orderId } = await lineOf(statementId, unknown.orderNo)
      const back = { orderId: orderId ?? 0, amount: 8_000, method: 'original', reason: '多付' } as const
      const { refundId } = (await days.keeper.call(orders.refundRecharge, back)).data
      await workRequests(days.app.services)
      for (const refund of order.refunds.values()) {
        refund.state = 'success'
        refund.doneAt ??= new Date()
      }
      await rows('update pay_request set next_try_at = now()')
      await workRequests(days.app.services)
      const { data: refund } = await days.keeper.call(orders.refundInfo, { refundId })
      expect(refund).toMatchObject({ state: 'refunded', channelProblem: null })
      expect([...order.refunds.values()].map(({ no, amount }) => [no, amount])).toEqual([[refund.no, 8_000]])
      expect(await cash()).toBe(800)
      expect(await wrong()).toEqual([])
    },
  )
})

test('what was given back by hand comes as a refund that agrees', async () => {
  const unknown = stranger(900, addDays(yesterday, -1))
  const first = await taken(fileOf([unknown], { day: addDays(yesterday, -1) }), addDays(yesterday, -1))
  const line = await lineOf(first.statementId, unknown.orderNo)
  await resolve(line.lineId, 'suspend')
  expect(await atOnce(20, () => resolve(line.lineId, 'giveBack'))).toEqual(once)
  expect(await sumOf('suspense')).toBe(0)
  const back: StatementRow = { ...unknown, kind: 'refund', refundNo: 'BYHAND1', at: at(yesterday) }
  expect(await taken(fileOf([back]))).toMatchObject({ state: 'balanced', outcomes: { matched: 1 } })
  expect(await wrong()).toEqual([])
})

test('days without a file are told until there is one; only the platform sees any of it', async () => {
  const order = await paid(10_000)
  await paid(5_000, today)
  const { data } = await days.keeper.call(channelStatements.gaps, { month: yesterday.slice(0, 7) })
  expect(data.gaps).toEqual([{ channel: 'wechat', day: yesterday, orders: 1, amount: 10_000, fileUrl: null }])
  const { statementId } = await taken(fileOf([order.row]))
  expect(
    (await days.keeper.call(channelStatements.gaps, { month: yesterday.slice(0, 7) })).data.gaps,
  ).toEqual([])
  const school = await makeOrganisation(days.app.services.pool)
  const stranger = await days.app.signedIn({ codes: ['finance:edit', 'finance:accCheck'], organs: [school] })
  const seen = await stranger.call(channelStatements.lines, { statementId })
  expect(seen.msg).toBe(errors.platformOnly.sentence('渠道对账'))
  const { body } = await days.keeper.send(channelStatements.lineExport, { statementId })
  expect(body).toContain(order.row.orderNo)
  expect(body.split('\r\n')[0]).toContain('渠道金额（元）')
  const { data: log } = await days.keeper.call(operationLog.list, {})
  expect(JSON.stringify(log)).toContain('导入渠道账单')
})
