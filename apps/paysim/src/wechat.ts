import { type KeyObject, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Books, type Faults, isPayable, type Order, type Refund } from './books.ts'
import type { ChannelKeys, Merchants } from './merchants.ts'
import { isSigned, offsetTime, seal, sign } from './signing.ts'

/** A request to one of the channels, and its answer. */
export interface Request {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}
export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const payment = z.object({
  appid: z.string(),
  mchid: z.string(),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[\w|*-]{6,32}$/),
  time_expire: z.iso.datetime({ offset: true }),
  notify_url: z.url().max(255),
  amount: z.object({ total: z.int().min(1), currency: z.literal('CNY') }),
})
const refund = z.object({
  out_trade_no: z.string(),
  out_refund_no: z.string().regex(/^[\w|*@-]{1,64}$/),
  reason: z.string().max(80).optional(),
  amount: z.object({ refund: z.int().min(1), total: z.int().min(1), currency: z.literal('CNY') }),
})

interface Setting {
  readonly books: Books
  readonly merchant: Merchants['wechat']
  readonly keys: ChannelKeys['wechat']
  readonly faults: () => Faults
  readonly codeOf: (no: string) => string
  /** Orders of before the start are taken as paid. */
  readonly trustful: boolean
}

type Answer = readonly [status: number, body: object | null]
const refusal = (status: number, code: string, message: string): Answer => [status, { code, message }]

/** WeChat Pay's side of API v3: 扫码支付 and refunds. */
export function wechat(setting: Setting) {
  return {
    answer: (request: Request) => answer(setting, request),
    notice: (order: Order, id: string, forger?: KeyObject) => noticeOf(setting, order, id, forger),
  }
}

function answer(setting: Setting, request: Request): Response {
  const [status, body] = isFromMerchant(setting, request)
    ? act(setting, request)
    : refusal(401, 'SIGN_ERROR', '签名错误')
  return { status, ...signed(setting, body === null ? '' : JSON.stringify(body)) }
}

/** A body with the headers that vouch for it. */
function signed({ merchant, keys }: Setting, body: string, key = keys.own) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomBytes(16).toString('hex')
  const headers = {
    'content-type': 'application/json',
    'wechatpay-serial': merchant.publicKeys[0].id,
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': sign(`${timestamp}\n${nonce}\n${body}\n`, key),
  }
  return { headers, body }
}

function isFromMerchant({ merchant, keys }: Setting, { method, path, headers, body }: Request): boolean {
  const fields = Object.fromEntries(
    [...String(headers.authorization).matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const { mchid, nonce_str, signature = '', timestamp, serial_no } = fields
  if (mchid !== merchant.mchid || serial_no !== merchant.serial) return false
  return isSigned(`${method}\n${path}\n${timestamp}\n${nonce_str}\n${body}\n`, signature, keys.merchant)
}

function act(setting: Setting, { method, path, body }: Request): Answer {
  const [place = ''] = path.split('?')
  const no = decodeURIComponent(place.split('/')[5] ?? '')
  if (method === 'POST' && place === '/v3/pay/transactions/native') return prepay(setting, JSON.parse(body))
  if (method === 'POST' && place === '/v3/refund/domestic/refunds')
    return refundOrder(setting, JSON.parse(body))
  if (method === 'GET' && place.startsWith('/v3/refund/domestic/refunds/')) return queryRefund(setting, no)
  if (method === 'GET' && place.startsWith('/v3/pay/transactions/out-trade-no/')) return query(setting, no)
  if (method === 'POST' && place.endsWith('/close')) return close(setting, no)
  return refusal(404, 'RESOURCE_NOT_EXISTS', '没有这个接口')
}

function prepay({ books, merchant, codeOf }: Setting, given: unknown): Answer {
  const form = payment.safeParse(given)
  if (!form.success) return refusal(400, 'PARAM_ERROR', '参数错误')
  const { appid, mchid, out_trade_no, description, time_expire, notify_url, amount } = form.data
  if (appid !== merchant.appid || mchid !== merchant.mchid)
    return refusal(400, 'APPID_MCHID_NOT_MATCH', 'AppID 和商户号不匹配')
  const order = books.make({
    channel: 'wechat',
    no: out_trade_no,
    amount: amount.total,
    subject: description,
    noticesTo: notify_url,
    expiresAt: new Date(time_expire),
  })
  if (order.paidAt !== null) return refusal(400, 'ORDERPAID', '该订单已支付')
  if (order.closed) return refusal(400, 'ORDER_CLOSED', '该订单已关闭')
  if (order.amount !== amount.total) return refusal(400, 'OUT_TRADE_NO_USED', '商户订单号重复')
  return [200, { code_url: codeOf(order.no) }]
}

function query(setting: Setting, no: string): Answer {
  const order = setting.books.find('wechat', no)
  return order === undefined
    ? refusal(404, 'ORDER_NOT_EXIST', '订单不存在')
    : [200, transaction(setting, order)]
}

function close({ books }: Setting, no: string): Answer {
  const order = books.find('wechat', no)
  if (order === undefined) return refusal(404, 'ORDER_NOT_EXIST', '订单不存在')
  if (order.paidAt !== null) return refusal(400, 'ORDERPAID', '该订单已支付')
  order.closed = true
  return [204, null]
}

function refundOrder(setting: Setting, given: unknown): Answer {
  const { books } = setting
  const form = refund.safeParse(given)
  if (!form.success) return refusal(400, 'PARAM_ERROR', '参数错误')
  const { out_trade_no, out_refund_no, amount } = form.data
  const order = books.find('wechat', out_trade_no) ?? adopted(setting, out_trade_no, amount.total)
  if (order?.paidAt == null) return refusal(404, 'RESOURCE_NOT_EXISTS', '订单不存在')
  if (order.amount !== amount.total) return refusal(400, 'PARAM_ERROR', '订单金额不一致')
  const made = books.refund(order, out_refund_no, amount.refund)
  if (made === null) return refusal(403, 'NOT_ENOUGH', '可退金额不足')
  return [200, refundView(order, made)]
}

function adopted({ books, trustful }: Setting, no: string, total: number): Order | undefined {
  if (!trustful) return undefined
  const expiresAt = new Date()
  const order = books.make({ channel: 'wechat', no, amount: total, subject: '', noticesTo: '', expiresAt })
  order.paidAt = expiresAt
  return order
}

/** What was accepted before is settled when it is asked about. */
function queryRefund({ books, faults }: Setting, no: string): Answer {
  for (const order of books.all()) {
    const found = order.channel === 'wechat' ? order.refunds.get(no) : undefined
    if (found === undefined) continue
    if (found.state === 'processing') {
      found.state = faults().fail ?? 'success'
      found.doneAt = new Date()
    }
    return [200, refundView(order, found)]
  }
  return refusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
}

const transaction = ({ merchant }: Setting, order: Order) => ({
  appid: merchant.appid,
  mchid: merchant.mchid,
  out_trade_no: order.no,
  trade_type: 'NATIVE',
  trade_state: stateOf(order),
  trade_state_desc: stateOf(order),
  ...(order.paidAt !== null && {
    transaction_id: order.channelNo,
    success_time: offsetTime(order.paidAt),
    bank_type: 'OTHERS',
    payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
    amount: {
      total: order.amount,
      payer_total: order.amount,
      currency: order.currency ?? 'CNY',
      payer_currency: 'CNY',
    },
  }),
})

const refundView = (order: Order, { no, channelNo, amount, state, doneAt, acceptedAt }: Refund) => ({
  refund_id: channelNo,
  out_refund_no: no,
  transaction_id: order.channelNo,
  out_trade_no: order.no,
  channel: 'ORIGINAL',
  user_received_account: '支付用户零钱',
  create_time: offsetTime(acceptedAt),
  ...(state === 'success' && doneAt !== null && { success_time: offsetTime(doneAt) }),
  status: state.toUpperCase(),
  amount: { total: order.amount, refund: amount, currency: 'CNY' },
})

/** The notice of a payment, as it is sent. @param forger signs in the channel's place */
function noticeOf(setting: Setting, order: Order, id: string, forger?: KeyObject) {
  const resource = {
    original_type: 'transaction',
    ...seal(JSON.stringify(transaction(setting, order)), setting.merchant.apiV3Key, 'transaction'),
  }
  const event = {
    id,
    create_time: offsetTime(new Date()),
    resource_type: 'encrypt-resource',
    event_type: order.event ?? 'TRANSACTION.SUCCESS',
    summary: '支付成功',
    resource,
  }
  return signed(setting, JSON.stringify(event), forger)
}

function stateOf(order: Order): string {
  if (order.paidAt !== null) return order.refunds.size > 0 ? 'REFUND' : 'SUCCESS'
  return isPayable(order) ? 'NOTPAY' : 'CLOSED'
}
