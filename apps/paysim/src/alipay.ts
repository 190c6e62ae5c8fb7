import { type KeyObject, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Books, type Faults, isPayable, type Order } from './books.ts'
import type { ChannelKeys, Merchants } from './merchants.ts'
import { isSigned, plainTime, sign, yuan } from './signing.ts'
import type { Request, Response } from './wechat.ts'

const amount = z
  .string()
  .regex(/^\d{1,9}\.\d{2}$/)
  .transform(text => Number(text.replace('.', '')))
const precreate = z.object({
  out_trade_no: z.string().regex(/^\w{1,64}$/),
  seller_id: z.string(),
  total_amount: amount,
  subject: z.string().min(1).max(256),
  time_expire: z.string(),
})
const orderQuestion = z.object({ out_trade_no: z.string() })
const refund = orderQuestion.extend({ out_request_no: z.string().min(1).max(64), refund_amount: amount })
const refundQuestion = orderQuestion.extend({ out_request_no: z.string() })

interface Setting {
  readonly books: Books
  readonly merchant: Merchants['alipay']
  readonly keys: ChannelKeys['alipay']
  readonly faults: () => Faults
  readonly codeOf: (no: string) => string
  /** Orders of before the start are taken as paid. */
  readonly trustful: boolean
}

/** The most that an order of before the start may have been. Fen. */
const mostAdopted = 10_000_000

const done = (fields: object) => ({ code: '10000', msg: 'Success', ...fields })
const refusal = (sub_code: string, sub_msg: string) => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code,
  sub_msg,
})
const noTrade = refusal('ACQ.TRADE_NOT_EXIST', '交易不存在')

const pairs = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .sort()
    .map(name => `${name}=${parameters[name]}`)
    .join('&')

/** A call of the gateway. */
interface Call {
  readonly method: string
  readonly content: unknown
  /** Where notices of the order go. */
  readonly noticesTo: string
}

/** Alipay's gateway: 当面付 and refunds. */
export function alipay(setting: Setting) {
  return {
    answer: (request: Request) => answer(setting, request),
    notice: (order: Order, id: string, forger?: KeyObject) => noticeOf(setting, order, id, forger),
  }
}

function answer(setting: Setting, { body }: Request): Response {
  const { merchant, keys } = setting
  const { sign: signature = '', ...parameters } = Object.fromEntries(new URLSearchParams(body))
  const genuine =
    parameters.app_id === merchant.appId && isSigned(pairs(parameters), signature, keys.merchant)
  const { method = '', notify_url = '', biz_content = '{}' } = parameters
  const text = JSON.stringify(
    genuine
      ? act(setting, { method, content: JSON.parse(biz_content), noticesTo: notify_url })
      : { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '无效签名' },
  )
  const node = `${method.replaceAll('.', '_')}_response`
  return {
    status: 200,
    headers: { 'content-type': 'text/html;charset=utf-8' },
    body: `{"${node}":${text},"sign":"${sign(text, keys.own)}"}`,
  }
}

function act(setting: Setting, { method, content, noticesTo }: Call): object {
  if (setting.faults().away === true)
    return { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'isp.unknow-error' }
  switch (method) {
    case 'alipay.trade.precreate':
      return make(setting, content, noticesTo)
    case 'alipay.trade.query':
      return query(setting, content)
    case 'alipay.trade.close':
      return close(setting, content)
    case 'alipay.trade.refund':
      return refundOrder(setting, content)
    case 'alipay.trade.fastpay.refund.query':
      return queryRefund(setting, content)
    default:
      return {
        code: '40004',
        msg: 'Business Failed',
        sub_code: 'isv.invalid-method',
        sub_msg: '不存在的方法',
      }
  }
}

function make({ books, merchant, codeOf }: Setting, content: unknown, noticesTo: string): object {
  const form = precreate.safeParse(content)
  if (!form.success || form.data.seller_id !== merchant.sellerId)
    return refusal('ACQ.INVALID_PARAMETER', '参数无效')
  const { out_trade_no, total_amount, subject, time_expire } = form.data
  const order = books.make({
    channel: 'alipay',
    no: out_trade_no,
    amount: total_amount,
    subject,
    noticesTo,
    expiresAt: new Date(`${time_expire.replace(' ', 'T')}+08:00`),
  })
  if (order.paidAt !== null) return refusal('ACQ.TRADE_HAS_SUCCESS', '交易已被支付')
  if (order.closed) return refusal('ACQ.TRADE_HAS_CLOSE', '交易已经关闭')
  if (order.amount !== total_amount) return refusal('ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改')
  return done({ out_trade_no, qr_code: codeOf(order.no) })
}

const find = ({ books }: Setting, content: unknown) =>
  books.find('alipay', orderQuestion.parse(content).out_trade_no)

function query(setting: Setting, content: unknown): object {
  const order = find(setting, content)
  if (order === undefined) return noTrade
  const { paidAt } = order
  return done({
    ...tradeOf(order),
    ...(paidAt !== null && { send_pay_date: plainTime(paidAt) }),
  })
}

function close(setting: Setting, content: unknown): object {
  const order = find(setting, content)
  if (order === undefined) return noTrade
  if (order.paidAt !== null) return refusal('ACQ.REASON_TRADE_STATUS_INVALID', '交易状态异常')
  order.closed = true
  return done({ out_trade_no: order.no, trade_no: order.channelNo })
}

function refundOrder(setting: Setting, content: unknown): object {
  const { books, faults } = setting
  const form = refund.safeParse(content)
  if (!form.success) return refusal('ACQ.INVALID_PARAMETER', '参数无效')
  const { out_trade_no, out_request_no, refund_amount } = form.data
  const order = find(setting, content) ?? adopted(setting, out_trade_no)
  if (order?.paidAt == null) return noTrade
  if (faults().fail !== undefined)
    return refusal('ACQ.SELLER_BALANCE_NOT_ENOUGH', '商户的支付宝账户中无足够的资金进行撤销')
  const repeated = order.refunds.has(out_request_no)
  const made = books.refund(order, out_request_no, refund_amount)
  if (made === null) return refusal('ACQ.REASON_TRADE_REFUND_FEE_ERR', '退款金额无效')
  made.state = 'success'
  made.doneAt ??= new Date()
  const all = [...order.refunds.values()].reduce((sum, one) => sum + one.amount, 0)
  return done({
    out_trade_no,
    trade_no: order.channelNo,
    fund_change: repeated ? 'N' : 'Y',
    refund_fee: yuan(all),
  })
}

function adopted({ books, trustful }: Setting, no: string): Order | undefined {
  if (!trustful) return undefined
  const expiresAt = new Date()
  const order = books.make({
    channel: 'alipay',
    no,
    amount: mostAdopted,
    subject: '',
    noticesTo: '',
    expiresAt,
  })
  order.paidAt = expiresAt
  return order
}

function queryRefund(setting: Setting, content: unknown): object {
  const { out_trade_no, out_request_no } = refundQuestion.parse(content)
  const order = find(setting, content)
  if (order === undefined) return noTrade
  const found = order.refunds.get(out_request_no)
  if (found?.doneAt == null) return done({})
  return done({
    out_trade_no,
    trade_no: order.channelNo,
    out_request_no,
    refund_amount: yuan(found.amount),
    total_amount: yuan(order.amount),
    refund_status: 'REFUND_SUCCESS',
    gmt_refund_pay: plainTime(found.doneAt),
  })
}

const tradeOf = (order: Order) => ({
  out_trade_no: order.no,
  trade_no: order.channelNo,
  trade_status: stateOf(order),
  total_amount: yuan(order.amount),
})

/** The notice of a payment, as it is sent. @param forger signs in the channel's place */
function noticeOf(setting: Setting, order: Order, id: string, forger = setting.keys.own) {
  const { merchant } = setting
  const parameters = {
    notify_id: id,
    notify_type: 'trade_status_sync',
    notify_time: plainTime(new Date()),
    charset: 'utf-8',
    version: '1.0',
    app_id: merchant.appId,
    auth_app_id: merchant.appId,
    seller_id: merchant.sellerId,
    buyer_id: `2088${randomBytes(6).readUIntBE(0, 5)}`,
    ...tradeOf(order),
    subject: order.subject,
    receipt_amount: yuan(order.amount),
    gmt_create: plainTime(new Date()),
    gmt_payment: plainTime(order.paidAt ?? new Date()),
    ...order.besides,
  }
  const body = new URLSearchParams({
    ...parameters,
    sign_type: 'RSA2',
    sign: sign(pairs(parameters), forger),
  })
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: body.toString(),
  }
}

function stateOf(order: Order): string {
  if (order.paidAt === null) return isPayable(order) ? 'WAIT_BUYER_PAY' : 'TRADE_CLOSED'
  const refunded = [...order.refunds.values()].reduce((sum, refund) => sum + refund.amount, 0)
  return refunded === order.amount ? 'TRADE_CLOSED' : 'TRADE_SUCCESS'
}
