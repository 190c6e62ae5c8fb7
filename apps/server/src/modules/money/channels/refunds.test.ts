import { contract, type Endpoint, errors, mostOriginalRefunds } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../../test/app.ts'
import { openCounter } from '../../../../test/counter.ts'
import { doneOnce } from '../../../../test/till.ts'

// What was paid by code goes back the same way, or under the channel's word that it did not.

const { channels, orders } = contract
const { here, paysim, post, rows, order, cash, pay, entry, ask } = await openCounter()
const today = businessDayOf(Date.now())

let student: number
let clerk: Client
let finance: Client
beforeEach(() => {
  ;({ student, clerk, finance } = here())
})

describe('a refund that failed', () => {
  let refundId: number
  const failed = async () => {
    const made = await order('wechat')
    await pay(made.no)
    paysim.setFaults({ fail: 'closed' })
    const form = { orderId: made.orderId, amount: 5000, method: 'original', reason: '退' } as const
    refundId = (await clerk.call(orders.refundRecharge, form)).data.refundId
    await ask()
    await ask(60)
    paysim.setFaults({})
  }
  const again = (how: object) => async () => {
    await failed()
    return (headers: Record<string, string>) =>
      finance.send(orders.retryRefund, { refundId, ...how }, headers)
  }
  const told = errors.orderNot.sentence('退款单', '退款中', '重新退款')
  const requests = () => rows(`select from pay_request where kind = 'refund' and done_at is null`)
  doneOnce({
    'asking the channel once more': {
      prepare: again({}),
      told,
      async after() {
        expect(await requests()).toHaveLength(1)
        await expectRefund({ state: 'refunding', method: 'original' })
      },
    },
    'paying it by a transfer': {
      prepare: again({ method: 'bankTransfer', payee: '工行 6222' }),
      told,
      async after() {
        expect(await requests()).toEqual([])
        await expectRefund({ state: 'refunding', method: 'bankTransfer' })
      },
    },
  })
  const expectRefund = async (is: object) => {
    expect((await clerk.call(orders.refundInfo, { refundId })).data).toMatchObject(is)
    expect(await cash()).toBe(25_000)
  }
})

test('a refund that the channel refuses goes on only under its proof', async () => {
  const made = await order('wechat')
  await pay(made.no)
  const ask4 = () => ({ orderId: made.orderId, amount: 5_000, method: 'original' as const, reason: '退' })
  const failed = async (fail: 'closed' | 'abnormal') => {
    paysim.setFaults({ fail })
    const { data } = await clerk.call(orders.refundRecharge, ask4())
    await ask()
    await ask(60)
    const { data: refund } = await clerk.call(orders.refundInfo, { refundId: data.refundId })
    expect(refund).toMatchObject({ state: 'failed', channelState: fail })
    return data.refundId
  }
  const [closed, abnormal] = [await failed('closed'), await failed('abnormal')]
  // What may still be paid goes no other way.
  for (const [call, input] of [
    [orders.giveUpRefund, { refundId: abnormal, reason: '放弃' }],
    [orders.retryRefund, { refundId: abnormal, method: 'bankTransfer', payee: '工行 6222' }],
  ] satisfies [Endpoint, object][])
    expect((await finance.send(call, input)).msg).toBe(errors.refundNotClosed.sentence())
  // Mended at the channel, and asked again under the same number.
  paysim.setFaults({})
  for (const one of entry(made.no).refunds.values()) if (one.state === 'abnormal') one.state = 'success'
  expect((await finance.call(orders.retryRefund, { refundId: abnormal })).code).toBe(0)
  await ask()
  await ask(60)
  expect((await clerk.call(orders.refundInfo, { refundId: abnormal })).data.state).toBe('refunded')
  const missing = await finance.send(orders.retryRefund, { refundId: closed, method: 'bankTransfer' })
  expect(missing.msg).toContain('请填写收款人和银行账号')
  const transfer = { refundId: closed, method: 'bankTransfer', payee: '工行 6222' } as const
  expect((await finance.call(orders.retryRefund, transfer)).code).toBe(0)
  expect((await clerk.call(orders.refundInfo, { refundId: closed })).data).toMatchObject({
    state: 'refunding',
    method: 'bankTransfer',
    channelState: null,
  })
  expect((await finance.call(orders.giveUpRefund, { refundId: closed, reason: '学员改主意' })).code).toBe(0)
  expect(await cash()).toBe(25_000)
})

test('another payee of what somebody approved is decided again, by a third; rejected, it is the failed refund that it was', async () => {
  await finance.call(orders.saveSettings, { approvalLimit: 0, tiers: [] })
  const made = await order('wechat')
  await pay(made.no)
  const form = { orderId: made.orderId, amount: 5000, method: 'original', reason: '退' } as const
  const { refundId } = (await clerk.call(orders.refundRecharge, form)).data
  paysim.setFaults({ fail: 'closed' })
  expect((await finance.call(orders.decideRefund, { refundId, accept: true })).data.state).toBe('refunding')
  await ask()
  await ask(60)
  paysim.setFaults({})
  const transfer = { refundId, method: 'bankTransfer', payee: '经手人 工行 6222' } as const
  const info = async () => (await clerk.call(orders.refundInfo, { refundId })).data
  expect((await finance.call(orders.retryRefund, transfer)).code).toBe(0)
  expect(await info()).toMatchObject({ state: 'toApprove', method: 'bankTransfer', channelState: 'closed' })
  const money = await cash()
  // Neither who asked nor who changed it; and it is paid by nobody meanwhile.
  for (const by of [finance, clerk])
    expect((await by.send(orders.decideRefund, { refundId, accept: true })).code).not.toBe(0)
  expect((await finance.send(orders.payRefund, { refundId, paidOn: today })).code).toBe(errors.orderNot.code)
  const third = await here().app.signedIn({ codes: ['finance:edit'] })
  const no = { refundId, accept: false, reason: '账号不是学员的' }
  expect((await third.call(orders.decideRefund, no)).data.state).toBe('failed')
  expect(await info()).toMatchObject({ method: 'original', payee: null, channelState: 'closed' })
  expect(await cash()).toBe(money)
  expect((await finance.call(orders.retryRefund, transfer)).code).toBe(0)
  expect((await third.call(orders.decideRefund, { refundId, accept: true })).data.state).toBe('refunding')
  expect((await third.call(orders.payRefund, { refundId, paidOn: today })).code).toBe(0)
})

test('of an order that was refunded as often as its channel allows, a refund that failed is asked again', async () => {
  const made = await order('wechat')
  await pay(made.no)
  const refund = async () => {
    const form = { orderId: made.orderId, amount: 1, method: 'original' as const, reason: '退' }
    return clerk.call(orders.refundRecharge, form)
  }
  paysim.setFaults({ fail: 'closed' })
  const { refundId } = (await refund()).data
  await ask()
  await ask(60)
  paysim.setFaults({})
  for (let more = 1; more < mostOriginalRefunds; more++) expect((await refund()).code).toBe(0)
  expect((await refund()).code).toBe(errors.originalTooMany.code)
  expect(await finance.call(orders.retryRefund, { refundId })).toMatchObject({ code: 0 })
})

test('what cannot be done says so', async () => {
  const made = await order('alipay')
  await pay(made.no)
  const refund = () =>
    clerk.call(orders.refundRecharge, { orderId: made.orderId, amount: 1, method: 'original', reason: '退' })
  await rows(`update recharge_order set paid_at = now() - interval '366 days' where id = $1`, [made.orderId])
  expect((await refund()).msg).toBe(errors.originalTooLate.sentence())
  await rows(`update recharge_order set paid_at = now(), simulated = true where id = $1`, [made.orderId])
  expect((await refund()).msg).toBe(errors.noChannelToRefund.sentence('支付宝'))
  paysim.setFaults({ away: true })
  const { data } = await clerk.call(channels.rechargeByCode, {
    studentId: student,
    channel: 'wechat',
    amount: 1,
  })
  const away = await clerk.call(channels.rechargeCode, { orderId: data.orderId })
  expect(away.msg).toBe(errors.channelAway.sentence('微信支付'))
  const accepted = await clerk.call(orders.acceptRecharge, { orderId: data.orderId, accept: true })
  expect(accepted.msg).toBe(errors.notToAccept.sentence())
  const large = await post('/pay/notify/wechat', { 'content-type': 'application/json' }, Buffer.alloc(65_537))
  expect(large.statusCode).toBe(413)
})

test('what goes back the same way is booked by the channel alone, and not more than 50 times', async () => {
  const made = await order('wechat')
  await pay(made.no)
  await rows(
    `insert into refund (kind, recharge_order_id, student_id, school_id, organ_id, amount, method, state, reason, day)
     select 'recharge', id, student_id, school_id, organ_id, 1, 'original', 'rejected', '退', day
     from recharge_order, generate_series(1, 49) where id = $1`,
    [made.orderId],
  )
  const form = { orderId: made.orderId, amount: 1, method: 'original', reason: '退' } as const
  const last = await clerk.call(orders.refundRecharge, form)
  expect(last.data.state).toBe('refunding')
  expect((await clerk.call(orders.refundRecharge, form)).msg).toBe(errors.originalTooMany.sentence())
  const paidOn = businessDayOf(Date.now())
  const booked = await finance.call(orders.payRefund, { refundId: last.data.refundId, paidOn })
  expect(booked.msg).toBe(errors.paidByChannel.sentence())
})
