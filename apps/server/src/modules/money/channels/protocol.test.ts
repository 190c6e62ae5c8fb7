import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Paysim, startPaysim } from '@drivesim/paysim/paysim'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NoticeError, type PaymentGateway, type RawNotice } from '../../../platform/payments/gateway.ts'
import { alipayGateway } from './alipay.provider.ts'
import { wechatGateway } from './wechat.provider.ts'

// What both channels speak, with the simulated ones as the other side, and what of their notices counts.

let paysim: Paysim
/** What the channels sent us. */
const told: RawNotice[] = []
const inbox = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  told.push({ headers: request.headers, body: Buffer.concat(parts) })
  response.end()
})
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
/** Channels in whose name somebody else signs. */
const strange = () => ({
  publicKey: stranger.publicKey,
  publicKeys: paysim.merchants.wechat.publicKeys.map(({ id }) => ({ id, key: stranger.publicKey })),
})

beforeAll(async () => {
  paysim = await startPaysim()
  await new Promise<void>(resolve => inbox.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  inbox.close()
  await paysim.stop()
})
beforeEach(() => {
  told.length = 0
  paysim.setFaults({})
})

const noticesTo = () => {
  const { port } = inbox.address() as AddressInfo
  return `http://127.0.0.1:${port}/`
}
const wechat = (other: object = {}) =>
  wechatGateway({ ...paysim.merchants.wechat, baseUrl: paysim.wechatUrl, ...other }, noticesTo)
const alipay = (other: object = {}) =>
  alipayGateway({ ...paysim.merchants.alipay, baseUrl: paysim.alipayUrl, ...other }, noticesTo)
const no = () => `CZ20261122${String(Math.random()).slice(2, 10)}`
const order = (over: object = {}) => ({
  no: no(),
  amount: 12_305,
  subject: '张三 & 李四 充值',
  expiresAt: new Date(Date.now() + 60_000),
  ...over,
})
const problem = (gateway: PaymentGateway, notice: RawNotice | undefined) => {
  try {
    if (notice !== undefined) gateway.readNotice(notice)
    return 'none'
  } catch (error) {
    return error instanceof NoticeError ? error.problem : error
  }
}

describe.each([
  ['wechat', wechat],
  ['alipay', alipay],
])('%s', (name, open) => {
  test('an order is made, paid and refunded, and each step asked about', async () => {
    const gateway = open()
    const made = order()
    expect(await gateway.query(made.no)).toEqual({ state: 'unknown' })
    expect(await gateway.order(made)).toContain(made.no)
    expect(await gateway.query(made.no)).toEqual({ state: 'waiting' })
    await paysim.pay(made.no)
    const paid = paysim.books.findAny(made.no)
    const payment = {
      no: made.no,
      channelNo: paid?.channelNo,
      amount: 12_305,
      currency: 'CNY',
      paidAt: new Date(Math.floor((paid?.paidAt?.getTime() ?? 0) / 1000) * 1000),
    }
    expect(await gateway.query(made.no)).toEqual({ state: 'paid', payment })
    expect(told.map(notice => gateway.readNotice(notice))).toEqual([{ eventId: expect.any(String), payment }])
    expect(await gateway.close(made.no)).toBe(false)
    const back = { no: made.no, refundNo: `TK${no()}`, amount: 2_305, total: 12_305, reason: '退' }
    expect(await gateway.queryRefund(back)).toEqual({ state: 'unknown' })
    await gateway.refund(back)
    // The same number is the same refund.
    await gateway.refund(back)
    expect(await gateway.queryRefund(back)).toEqual({ state: 'success', at: expect.any(Date) })
    expect([...(paid?.refunds.values() ?? [])].map(({ amount }) => amount)).toEqual([2_305])
    const rest = await gateway.refund({ ...back, refundNo: `TK${no()}`, amount: 12_305 })
    expect(rest).toMatchObject({ state: 'failed', detail: expect.stringMatching(/\S/) })
    expect(await gateway.query(made.no)).toMatchObject({ state: 'paid' })
  })

  test('what is closed cannot be paid, nor what is too late', async () => {
    const gateway = open()
    const [closed, late] = [order(), order({ expiresAt: new Date(Date.now() - 1_000) })]
    await gateway.order(closed)
    await gateway.order(late)
    expect(await gateway.close(closed.no)).toBe(true)
    expect(await gateway.query(closed.no)).toEqual({ state: 'closed' })
    expect(await gateway.query(late.no)).toEqual({ state: 'closed' })
    expect(await Promise.all([closed, late].map(({ no }) => paysim.pay(no)))).toEqual([null, null])
  })

  test('what is not signed by the channel, or not for us, counts for nothing', async () => {
    const made = order()
    await open().order(made)
    await paysim.pay(made.no, { forged: true })
    const [forged, genuine = { headers: {}, body: Buffer.of() }] = told
    expect(told).toHaveLength(2)
    expect(problem(open(), forged)).toBe('forged')
    expect(problem(open(strange()), genuine)).toBe('forged')
    expect(problem(open({ mchid: '1900000110', sellerId: '2088000000000002' }), genuine)).toBe('foreign')
    expect(problem(open({ appid: 'wx0000000000000000', appId: '2021000000000002' }), genuine)).toBe('foreign')
    const altered = Buffer.from(genuine.body.toString().replace(/"id":"|12(?:3\.05)/, '$&1'))
    expect(altered.equals(genuine.body)).toBe(false)
    expect(problem(open(), { ...genuine, body: altered })).toBe('forged')
    expect(problem(open(), { ...genuine, body: Buffer.of() })).toBe('forged')
    expect(problem(open(), genuine)).toBe('none')
  })

  test('an answer that the channel did not sign is none, and none is not the word that there is no order', async () => {
    const made = order()
    await open().order(made)
    await expect(open(strange()).query(made.no)).rejects.toThrow(/not signed/)
    await expect(open({ key: stranger.privateKey }).query(made.no)).rejects.toThrow(
      /SIGN_ERROR|invalid-signature/,
    )
    paysim.setFaults({ away: true })
    await expect(open().query(made.no)).rejects.toThrow(/502|20000/)
    await expect(open().refund({ ...made, refundNo: 'TK1', total: 1, reason: '' })).rejects.toThrow(
      /502|20000/,
    )
  })

  test('says what became of a refund that fails', async () => {
    const gateway = open()
    const made = order()
    await gateway.order(made)
    await paysim.pay(made.no)
    paysim.setFaults({ fail: 'abnormal' })
    const back = { no: made.no, refundNo: `TK${no()}`, amount: 5, total: made.amount, reason: '退' }
    const first = await gateway.refund(back)
    const known = await gateway.queryRefund(back)
    expect([first.state, known.state]).toEqual(
      name === 'wechat' ? ['processing', 'abnormal'] : ['failed', 'unknown'],
    )
  })
})

test('a notice of WeChat counts for five minutes, and is sealed', async () => {
  const made = order()
  await wechat().order(made)
  await paysim.pay(made.no)
  const [notice = { headers: {}, body: Buffer.of() }] = told
  expect(problem(wechat({ apiV3Key: 'x'.repeat(32) }), notice)).toBe('malformed')
  const real = Date.now
  try {
    Date.now = () => real() + 301_000
    expect(problem(wechat(), notice)).toBe('stale')
    Date.now = () => real() + 298_000
    expect(problem(wechat(), notice)).toBe('none')
  } finally {
    Date.now = real
  }
})

test('while WeChat changes its key, what either signed is believed, by the name that it signs with', async () => {
  const [own] = paysim.merchants.wechat.publicKeys
  const next = { id: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1', key: stranger.publicKey }
  for (const publicKeys of [
    [own, next],
    [next, own],
  ]) {
    const made = order()
    told.length = 0
    await wechat({ publicKeys }).order(made)
    await paysim.pay(made.no)
    expect(told.map(notice => problem(wechat({ publicKeys }), notice))).toEqual(['none'])
  }
  const [notice] = told
  expect(problem(wechat({ publicKeys: [next] }), notice)).toBe('forged')
  expect(problem(wechat({ publicKeys: [{ ...own, id: next.id }] }), notice)).toBe('forged')
})

test('the older query of Alipay says no status of a refund that it knows', async () => {
  const answers: string[] = []
  const older = createServer((_request, response) => {
    const text = answers.shift() ?? ''
    const sign = createSign('RSA-SHA256').update(text).sign(stranger.privateKey, 'base64')
    response.end(`{"alipay_trade_fastpay_refund_query_response":${text},"sign":"${sign}"}`)
  })
  await new Promise<void>(resolve => older.listen(0, '127.0.0.1', resolve))
  const { port } = older.address() as AddressInfo
  const gateway = alipay({ baseUrl: `http://127.0.0.1:${port}`, publicKey: stranger.publicKey })
  const asked = () => gateway.queryRefund({ no: 'CZ1', refundNo: 'TK1' })
  answers.push(
    '{"code":"10000","msg":"Success","out_request_no":"TK1","refund_amount":"5.00","total_amount":"9.00"}',
  )
  expect(await asked()).toEqual({ state: 'success', at: expect.any(Date) })
  answers.push('{"code":"10000","msg":"Success"}')
  expect(await asked()).toEqual({ state: 'unknown' })
  older.close()
})

test('a notice that is no payment is none', async () => {
  const made = order()
  await alipay().order(made)
  const unpaid = paysim.books.findAny(made.no)
  if (unpaid === undefined) throw new Error('no order')
  await paysim.tell(unpaid, randomUUID())
  expect(told.map(notice => alipay().readNotice(notice))).toEqual([
    { eventId: expect.any(String), orderNo: made.no },
  ])
})
