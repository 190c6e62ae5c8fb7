import { randomUUID } from 'node:crypto'
import { contract, errors } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Client, TestApp } from '../../../../test/app.ts'
import { type Channel, openCounter } from '../../../../test/counter.ts'
import { clerkOf, makeCourse, makeLearner, makeSelling } from '../../../../test/till.ts'
import { wrongIn } from '../../../../test/wrongData.ts'
import { workRequests } from './request.service.ts'

// Payments by code, with the simulated channels as real ones: what they say counts once, and only what they say.

const { channels, home, orders } = contract
const { here, paysim, answers, rows, order, stateOf, cash, pay, entry, ask } = await openCounter()

let app: TestApp
let school: number
let student: number
let clerk: Client
let finance: Client
beforeEach(() => {
  ;({ app, school, student, clerk, finance } = here())
})

const events = () => rows('select outcome from pay_event order by id')

describe.each<Channel>(['wechat', 'alipay'])('%s', channel => {
  test('a payment that the channel tells of counts, and what is told twice counts once', async () => {
    const made = await order(channel)
    expect(made).toMatchObject({ state: 'waiting', codeUrl: expect.stringContaining(made.no), payPage: null })
    expect(made.svg).toContain('<svg')
    expect(await clerk.call(channels.rechargeQuery, { orderId: made.orderId })).toMatchObject({
      data: { state: 'waiting' },
    })
    await pay(made.no, { duplicate: true, forged: true })
    expect(answers.map(([status]) => status)).toEqual(
      channel === 'wechat' ? [401, 204, 204, 204] : [401, 200, 200, 200],
    )
    if (channel === 'alipay') expect(answers[1]).toEqual([200, 'success'])
    else expect(answers[0]).toEqual([401, '{"code":"FAIL","message":"失败"}'])
    expect((await clerk.call(orders.rechargeInfo, { orderId: made.orderId })).data).toMatchObject({
      state: 'paid',
      amount: 30_000,
      cashLeft: 30_000,
      channelNo: entry(made.no).channelNo,
      simulated: false,
    })
    expect(await cash()).toBe(30_000)
    expect(await events()).toEqual([{ outcome: 'paid' }])
  })

  test('one of another amount, or of no order of ours, changes nothing', async () => {
    const made = await order(channel)
    const real = entry(made.no)
    await paysim.tell({ ...real, paidAt: new Date(), amount: 1 }, randomUUID())
    await paysim.tell({ ...real, paidAt: new Date(), no: 'CZ0000000000000000' }, randomUUID())
    expect(answers.map(([status]) => status)).toEqual([400, 400])
    expect(await stateOf(made.orderId)).toBe('waiting')
    expect(await events()).toEqual([{ outcome: 'amountDiffers' }, { outcome: 'unknownOrder' }])
    expect(await cash()).toBe(0)
    expect(await wrongIn(app)).toEqual([])
    // Money is there that fits nothing: the platform's finance people are to look, and nobody else.
    const unfit = async (who: Client) =>
      (await who.call(home.todos)).data.find(({ key }) => key === 'unfitPayments')
    const keeper = await app.signedIn({ codes: ['finance:edit', 'finance:accCheck'] })
    expect(await unfit(await app.signedIn({ codes: ['finance:edit'] }))).toBeUndefined()
    expect(await unfit(keeper)).toMatchObject({ label: '到账不符', count: 2 })
    expect(await unfit(clerk)).toBeUndefined()
    expect(
      await unfit(await app.signedIn({ codes: ['finance:edit', 'finance:accCheck'], organs: [school] })),
    ).toBeUndefined()
    await pay(made.no)
    expect(await unfit(keeper)).toMatchObject({ count: 1 })
  })

  test.each([
    ['of 2099', { paidAt: new Date('2099-01-01T00:00:00Z') }],
    ['of 2020', { paidAt: new Date('2020-01-01T00:00:00Z') }],
    ['in dollars', { currency: 'USD', besides: { trans_currency: 'USD' } }],
  ])('a payment %s is kept, asked about and shown, not booked', async (_what, odd) => {
    const made = await order(channel)
    await paysim.tell({ ...entry(made.no), paidAt: new Date(), ...odd }, randomUUID())
    expect(await events()).toEqual([{ outcome: 'implausible' }])
    expect(await stateOf(made.orderId)).toBe('waiting')
    expect(await rows('select from pay_request where done_at is null and next_try_at <= now()')).toHaveLength(
      1,
    )
    const keeper = await app.signedIn({ codes: ['finance:edit', 'finance:accCheck'] })
    const { data } = await keeper.call(home.todos)
    expect(data.find(({ key }) => key === 'unfitPayments')).toMatchObject({ count: 1 })
    // What the channel says when it is asked counts.
    await pay(made.no, { lost: true })
    await ask()
    expect(await stateOf(made.orderId)).toBe('paid')
    expect(await wrongIn(app)).toEqual([])
  })

  test('what cannot be read is not taken', async () => {
    const url = `/pay/notify/${channel}`
    for (const [headers, payload] of [
      [{ 'content-encoding': 'gzip' }, 'not packed'],
      [{ 'content-encoding': 'br' }, ''],
      [{}, 'x'.repeat(70_000)],
    ] as const) {
      const { statusCode, body } = await app.app.inject({ method: 'POST', url, headers, payload })
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(body).not.toMatch(/success/i)
    }
  })

  test('a lost notice is found by asking, at the minutes that are set', async () => {
    const made = await order(channel)
    await pay(made.no, { lost: true })
    await ask()
    expect(await stateOf(made.orderId)).toBe('waiting')
    await ask(1)
    expect(await stateOf(made.orderId)).toBe('paid')
    expect(await rows('select from pay_request where done_at is null')).toEqual([])
    // And the notice comes after all.
    await paysim.tell(entry(made.no), randomUUID())
    expect(await events()).toEqual([{ outcome: 'paid' }, { outcome: 'repeated' }])
    expect(await cash()).toBe(30_000)
  })

  test('what nobody paid is closed after 30 minutes, at the channel too; the channel’s proof opens it again', async () => {
    const made = await order(channel)
    await ask(1)
    expect(
      await rows(
        `select attempts, round(extract(epoch from next_try_at - now()) / 60) as minutes from pay_request`,
      ),
    ).toEqual([{ attempts: 1, minutes: '4' }])
    await ask(30)
    expect(await stateOf(made.orderId)).toBe('closed')
    expect(await pay(made.no)).toBeNull()
    expect(await rows('select from pay_request where done_at is null')).toEqual([])
    await paysim.tell({ ...entry(made.no), paidAt: new Date(Date.now() - 86_400_000) }, randomUUID())
    const { data } = await clerk.call(orders.rechargeInfo, { orderId: made.orderId })
    expect(data).toMatchObject({ state: 'paid', day: addDays(businessDayOf(Date.now()), -1), closedAt: null })
  })

  test('goes back the same way, once, and is done when the channel says so', async () => {
    const made = await order(channel)
    await pay(made.no)
    const { data } = await clerk.call(orders.refundRecharge, {
      orderId: made.orderId,
      amount: 10_000,
      method: 'original',
      reason: '不学了',
    })
    expect(data).toMatchObject({ state: 'refunding', amount: 10_000 })
    const tooEarly = await finance.call(orders.giveUpRefund, { refundId: data.refundId, reason: '试' })
    expect(tooEarly.msg).toBe(errors.refundNotClosed.sentence())
    // The channel is away; it is asked again under the same number.
    paysim.setFaults({ away: true })
    await ask()
    paysim.setFaults({})
    await ask(1)
    await ask(60)
    const { data: refund } = await clerk.call(orders.refundInfo, { refundId: data.refundId })
    expect(refund).toMatchObject({ state: 'refunded', method: 'original' })
    expect([...entry(made.no).refunds.values()].map(({ no, amount }) => [no, amount])).toEqual([
      [refund.no, 10_000],
    ])
    expect(await stateOf(made.orderId)).toBe('partlyRefunded')
    expect(await cash()).toBe(20_000)
  })
})

test('pays the course that waits for it; where that waits no longer, the money is the student’s', async () => {
  const courseId = await makeCourse(app, [school], { price: 30_000, minutes: 60 })
  const buy = async () =>
    (await clerk.call(orders.addCourseOrder, { studentId: student, courseId })).data.orderId
  const [paid, closed] = [await buy(), await buy()]
  await pay((await order('wechat', { thenCourse: paid })).no)
  expect((await clerk.call(orders.courseOrderInfo, { orderId: paid })).data.state).toBe('paid')
  expect(await cash()).toBe(0)
  const late = await order('wechat', { thenCourse: closed })
  await clerk.call(orders.closeCourseOrder, { orderId: closed })
  await pay(late.no)
  expect((await clerk.call(orders.courseOrderInfo, { orderId: closed })).data.state).toBe('closed')
  expect(await cash()).toBe(30_000)
})

test('known late, it is spent before what was paid after it, and the course is of the day of all that pays it', async () => {
  const selling = await makeSelling(app)
  const studentId = await makeLearner(app, selling)
  const till = await clerkOf(app, selling)
  const courseId = await makeCourse(app, [selling], { price: 45_000, minutes: 60 })
  const thenCourse = (await till.call(orders.addCourseOrder, { studentId, courseId })).data.orderId
  const take = async (amount: number) =>
    (await till.call(orders.rechargeOffline, { studentId, amount })).data.orderId
  const before = await take(5000)
  const online = await order('wechat', { studentId, thenCourse, amount: 40_000 }, till)
  await take(20_000)
  await paysim.tell({ ...entry(online.no), paidAt: new Date(Date.now() - 86_400_000) }, randomUUID())
  expect(
    await rows('select recharge_order_id::int as lot, amount::int from order_funding order by id'),
  ).toEqual([
    { lot: online.orderId, amount: 40_000 },
    { lot: before, amount: 5000 },
  ])
  const today = businessDayOf(Date.now())
  const { data } = await till.call(orders.courseOrderInfo, { orderId: thenCourse })
  expect(data).toMatchObject({ state: 'paid', day: today })
  expect((await till.call(orders.rechargeInfo, { orderId: online.orderId })).data.day).toBe(
    addDays(today, -1),
  )
})

test('twenty notices at once, and questions beside them, post once', async () => {
  const made = await order('wechat')
  entry(made.no).paidAt = new Date()
  const told = Array.from({ length: 16 }, (_, index) =>
    paysim.tell(entry(made.no), index % 2 === 0 ? 'same' : randomUUID()),
  )
  const asked = Array.from({ length: 4 }, () => clerk.call(channels.rechargeQuery, { orderId: made.orderId }))
  expect(await Promise.all(told)).toEqual(told.map(() => 204))
  for (const { data } of await Promise.all(asked)) expect(data.state).toBe('paid')
  expect(await cash()).toBe(30_000)
  expect(await rows(`select from journal where kind = 'recharge'`)).toHaveLength(1)
  expect(await rows(`select from pay_event where outcome = 'paid'`)).toHaveLength(1)
})

test('WeChat’s word of something else than a payment or a refund is taken, and its order asked about at once', async () => {
  const event = 'TRANSACTION.PAYERROR'
  const made = await order('wechat')
  await pay(made.no, { lost: true })
  await workRequests(app.services)
  expect(await stateOf(made.orderId)).toBe('waiting')
  await paysim.tell({ ...entry(made.no), event }, randomUUID())
  expect(answers.map(([status]) => status)).toEqual([204])
  expect(await events()).toEqual([])
  await workRequests(app.services)
  expect(await stateOf(made.orderId)).toBe('paid')
  // Of what we do not know, nothing is asked.
  await paysim.tell({ ...entry(made.no), event, no: 'CZ0000000000000000' }, randomUUID())
  expect(answers.map(([status]) => status)).toEqual([204, 204])
})

test.each(['0.00', '0', ''])(
  'Alipay’s notice of a payment with refund_fee “%s” is one of a payment',
  async fee => {
    const [made, closed] = [await order('alipay'), await order('alipay')]
    await ask(1)
    await rows(`update recharge_order set closed_at = now(), close_reason = '超时未支付' where id = $1`, [
      closed.orderId,
    ])
    const tell = (no: string, besides: Record<string, string>) =>
      paysim.tell({ ...entry(no), paidAt: new Date(), besides }, randomUUID())
    await tell(made.no, { refund_fee: fee })
    await tell(closed.no, { refund_fee: fee, out_biz_no: '' })
    expect(answers).toEqual([
      [200, 'success'],
      [200, 'success'],
    ])
    expect(await events()).toEqual([{ outcome: 'paid' }, { outcome: 'paid' }])
    expect(await stateOf(closed.orderId)).toBe('paid')
    // One of a refund is none, and its order is asked about.
    const lost = await order('alipay')
    await pay(lost.no, { lost: true })
    await tell(lost.no, { refund_fee: '0.01' })
    expect(await stateOf(lost.orderId)).toBe('waiting')
    await workRequests(app.services)
    expect(await stateOf(lost.orderId)).toBe('paid')
  },
)

test('a code is made for each of twenty who ask at once, and is paid by itself', async () => {
  const asked = Array.from({ length: 20 }, () => order('wechat'))
  const made = await Promise.all(asked)
  expect(new Set(made.map(({ no }) => no)).size).toBe(20)
  expect(await cash()).toBe(0)
  for (const { no } of made.slice(0, 2)) await pay(no)
  expect(await cash()).toBe(60_000)
  const states = await rows('select state, count(*)::int as orders from recharge_order group by 1 order by 1')
  expect(states).toEqual([
    { state: 'paid', orders: 2 },
    { state: 'waiting', orders: 18 },
  ])
})
