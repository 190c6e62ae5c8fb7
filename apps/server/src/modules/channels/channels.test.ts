import { randomUUID } from 'node:crypto'
import { contract, type Endpoint, errors, type InputOf } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { Faults, Order } from '@drivesim/paysim/books'
import { environmentOf } from '@drivesim/paysim/environment'
import { startPaysim } from '@drivesim/paysim/paysim'
import { afterAll, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../test/app.ts'
import { query } from '../../../test/database.ts'
import { openDoorway } from '../../../test/doorway.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { doneOnce, makeCourse, makeLearner } from '../../../test/till.ts'
import { dataAgrees, wrongIn } from '../../../test/wrongData.ts'
import { workRequests } from './request.service.ts'

// Payments by code, with the simulated channels as real ones: what they say counts once, and only what they say.

const { channels, home, orders, students } = contract
const paysim = await startPaysim()
const { url, answers, post } = await openDoorway(() => app)

let app: TestApp
let school: number
let student: number
let clerk: Client
let finance: Client

beforeEachTest(
  async built => {
    app = built
    answers.length = 0
    paysim.setFaults({})
    school = await makeOrganisation(app.services.pool)
    student = await makeLearner(app, school)
    clerk = await app.signedIn({ codes: ['order:edit'], organs: [school] })
    finance = await app.signedIn({ codes: ['finance:edit'] })
  },
  { ...environmentOf(paysim), PUBLIC_URL: url },
)
afterAll(() => paysim.stop())
dataAgrees(() => app)

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
type Channel = 'wechat' | 'alipay'

/** An order with its code, as a clerk makes it. */
async function order(
  channel: Channel = 'wechat',
  more: Partial<InputOf<typeof channels.rechargeByCode>> = {},
) {
  const form = { studentId: student, channel, amount: 30_000, ...more }
  const { data: made, msg } = await clerk.call(channels.rechargeByCode, form)
  expect(msg).toBe('')
  const { data: code } = await clerk.call(channels.rechargeCode, { orderId: made.orderId })
  return { ...made, ...code }
}
const stateOf = async (orderId: number) => (await clerk.call(orders.rechargeInfo, { orderId })).data.state
const cash = async () =>
  (await clerk.call(students.info, { userId: student, queryTypes: ['balance'] })).data.balance?.cash
const pay = (no: string, faults: Faults = {}) => paysim.pay(no, faults)
/** The channel's own entry. */
function entry(no: string): Order {
  const found = paysim.books.findAny(no)
  if (found === undefined) throw new Error(`${no} is not known to the channel`)
  return found
}
const events = () => rows('select outcome from pay_event order by id')
/** Lets what is due be asked, as if it had been so long. */
async function ask(minutes = 0) {
  await rows(`update pay_request set next_try_at = next_try_at - make_interval(mins => $1)`, [minutes])
  await rows(
    `update recharge_order set created_at = created_at - make_interval(mins => $1), expires_at = expires_at - make_interval(mins => $1)
     where paid_at is null`,
    [minutes],
  )
  await workRequests(app.services)
}

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
    const keeper = await app.signedIn({ codes: ['finance:edit'] })
    expect(await unfit(keeper)).toMatchObject({ label: '到账不符', count: 2 })
    expect(await unfit(clerk)).toBeUndefined()
    expect(await unfit(await app.signedIn({ codes: ['finance:edit'], organs: [school] }))).toBeUndefined()
    await pay(made.no)
    expect(await unfit(keeper)).toMatchObject({ count: 1 })
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
