import { contract, errors, mostRecharged } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { yesterday } from '../../../../test/calendar.ts'
import { at, channelDays } from '../../../../test/channelDays.ts'
import { patience } from '../../../../test/pace.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// What cannot be done about a line of a channel's file, and what many do about one at the same time.

const { channels, channelStatements } = contract
const days = await channelDays()
const { cash, fileOf, lineOf, paid, paysim, resolve, rows, stranger, statementOf, sumOf, taken } = days
dataAgrees(() => days.app)

async function byCode(amount: number) {
  const form = { studentId: days.student, channel: 'wechat', amount } as const
  const { data } = await days.keeper.call(channels.rechargeByCode, form)
  await days.keeper.call(channels.rechargeCode, { orderId: data.orderId })
  return data
}

test('more than a recharge may have is nobody’s to claim: it is given back', async () => {
  const [most, more] = [stranger(mostRecharged), { ...stranger(mostRecharged + 1), orderNo: 'POS0002' }]
  const { statementId } = await taken(fileOf([most, more]))
  const claim = async (no: string) => {
    const { lineId } = await lineOf(statementId, no)
    await resolve(lineId, 'suspend')
    return resolve(lineId, 'claim', { studentId: days.student })
  }
  expect((await claim(most.orderNo)).code).toBe(0)
  expect(await claim(more.orderNo)).toMatchObject({
    code: errors.claimTooMuch.code,
    msg: '单笔认领不能超过 ¥100,000.00，请退回后由学员重新充值',
  })
  expect(await cash()).toBe(mostRecharged)
  expect(await sumOf('suspense')).toBe(-mostRecharged - 1)
  const { lineId } = await lineOf(statementId, more.orderNo)
  expect((await resolve(lineId, 'giveBack')).code).toBe(0)
  expect(await sumOf('suspense')).toBe(0)
})

test('补单 is refused where the order changes while it is made, and leaves nothing behind', async () => {
  const made = await byCode(30_000)
  const { statementId } = await taken(fileOf([{ ...stranger(30_000), orderNo: made.no }]))
  const { lineId, acts } = await lineOf(statementId, made.no)
  expect(acts).toEqual(['supplement'])
  const { pool } = days.app.services
  const other = await pool.connect()
  await other.query('begin')
  await other.query('update recharge_order set amount = 31000 where id = $1', [made.orderId])
  const answer = resolve(lineId, 'supplement')
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect
    .poll(async () => (await pool.query(waiting)).rowCount, { timeout: patience(20_000) })
    .toBe(1)
    .finally(() => other.query('commit'))
  other.release()
  expect(await answer).toMatchObject({
    code: errors.notSupplemented.code,
    msg: '订单的金额或状态已变，不能补单，请刷新后重试',
  })
  expect(await rows('select state from recharge_order')).toEqual([{ state: 'waiting' }])
  expect(await rows('select from pay_event')).toEqual([])
  // Seen from now on.
  expect(await lineOf(statementId, made.no)).toMatchObject({ resolution: null, acts: ['suspend'] })
  expect(await cash()).toBe(0)
})

/** A payment that the channel has and that its file does not say. */
async function missingLine() {
  const made = await byCode(30_000)
  const order = paysim.books.findAny(made.no)
  if (order !== undefined) order.paidAt = at(yesterday)
  await days.keeper.call(channels.rechargeQuery, { orderId: made.orderId })
  const same = await paid(10_000)
  const { statementId } = await taken(fileOf([same.row]))
  const { lineId } = await lineOf(statementId, made.no)
  return { statementId, lineId, no: made.no }
}
const ask = (lineId: number) => days.keeper.call(channelStatements.ask, { lineId })
const fees = () => rows(`select from journal where kind = 'channelFee'`)

test('the channel, asked by twenty at once about what only we have, settles it once', async () => {
  const { lineId, no, statementId } = await missingLine()
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(lineId)))
  const late = answers.filter(({ code }) => code !== 0).map(({ msg }) => msg)
  // Whoever asked before it was settled has the same answer; whoever comes later is told.
  expect(late.length).toBeLessThan(20)
  expect(new Set([...late, (await ask(lineId)).msg])).toEqual(
    new Set([errors.lineNot.sentence('已处理', '查询渠道')]),
  )
  expect(await lineOf(statementId, no)).toMatchObject({ resolution: 'confirmed', acts: [] })
  expect(await statementOf(statementId)).toMatchObject({ state: 'balanced', unresolved: 0 })
  expect(await fees()).toHaveLength(1)
  expect(await cash()).toBe(40_000)
})

test('asking and 冲正 of one line, by ten each at once, end in one of both', async () => {
  const { lineId, no, statementId } = await missingLine()
  const both = Array.from({ length: 10 }, () => [ask(lineId), resolve(lineId, 'reverse')]).flat()
  const answers = await Promise.all(both)
  const reversed = answers.filter(({ code }, index) => index % 2 === 1 && code === 0)
  const { resolution } = await lineOf(statementId, no)
  expect([resolution, reversed.length, await cash()]).toEqual(
    resolution === 'confirmed' ? ['confirmed', 0, 40_000] : ['reversed', 1, 10_000],
  )
  expect(await statementOf(statementId)).toMatchObject({ state: 'balanced', unresolved: 0 })
  expect(await fees()).toHaveLength(1)
})
