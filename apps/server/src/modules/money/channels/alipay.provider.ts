import type { KeyObject } from 'node:crypto'
import { parseYuan } from '@drivesim/contract'
import { z } from 'zod'
import { callOutside } from '../../../platform/outgoing/outgoing.ts'
import {
  type NewPayment,
  type NewRefund,
  type Notice,
  NoticeError,
  type Payment,
  type PaymentAnswer,
  type PaymentGateway,
  type RawNotice,
  type RefundAnswer,
} from '../../../platform/payments/gateway.ts'
import { chinaTime, fromChinaTime, isSignedRsa, signRsa, yuan } from './signing.rules.ts'

/** A merchant of Alipay and its application, signing by RSA2. */
export interface AlipayMerchant {
  readonly appId: string
  /** 2088…: who gets the money. */
  readonly sellerId: string
  /** The application's private key. */
  readonly key: KeyObject
  /** Alipay's. */
  readonly publicKey: KeyObject
  readonly baseUrl: string
}

const patienceMs = 8_000
/** Of an answer; one that is longer is cut, and its signature does not hold. Bytes. */
const longestAnswer = 65_536
const longestSubject = 128

/** Fen of an amount as Alipay writes it. */
const amount = z.string().transform((text, context) => {
  const fen = parseYuan(text)
  if (fen !== null) return fen
  context.addIssue({ code: 'custom', message: 'not an amount' })
  return z.NEVER
})
const time = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)

const answerHead = z.looseObject({
  code: z.string(),
  msg: z.string().optional(),
  sub_code: z.string().optional(),
  sub_msg: z.string().optional(),
})
const trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: amount,
  trans_currency: z.string().optional(),
  send_pay_date: time.optional(),
})
const notice = z.object({
  notify_id: z.string().min(1).max(128),
  app_id: z.string(),
  seller_id: z.string(),
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: amount,
  trans_currency: z.string().optional(),
  gmt_payment: time.optional(),
  refund_fee: z.string().optional(),
  out_biz_no: z.string().optional(),
})
/** Alipay's own sample of a payment has one of 0.00. */
const isRefunded = (fee: string | undefined) => fee !== undefined && parseYuan(fee) !== 0

/** An answer of Alipay that says why not. */
class AlipayRefusal extends Error {
  readonly code: string

  constructor({ code, msg = '', sub_code, sub_msg = '' }: z.output<typeof answerHead>) {
    super(`${sub_code ?? code} ${sub_msg || msg}`.trim())
    this.code = sub_code ?? code
  }
}

/** Alipay: 当面付 (precreate). @param noticesTo where it tells us of payments */
export function alipayGateway(merchant: AlipayMerchant, noticesTo: () => string): PaymentGateway {
  const { sellerId } = merchant
  const call = client(merchant, noticesTo)

  return {
    merchant: sellerId,
    async order({ no, amount, subject, expiresAt }: NewPayment) {
      const answer = await call('alipay.trade.precreate', {
        out_trade_no: no,
        seller_id: sellerId,
        total_amount: yuan(amount),
        subject: subject.slice(0, longestSubject),
        time_expire: chinaTime(expiresAt),
      })
      return z.object({ qr_code: z.string().max(512) }).parse(answer).qr_code
    },

    query: no => query(call, no),
    close: no => close(call, no),
    refund: wanted => refund(call, wanted),
    queryRefund: made => queryRefund(call, made),
    readNotice: raw => readNotice(merchant, raw),

    answerNotice: taken => ({
      status: taken ? 200 : 400,
      type: 'text/plain',
      body: taken ? 'success' : 'failure',
    }),
  }
}

type Call = ReturnType<typeof client>

async function query(call: Call, no: string): Promise<PaymentAnswer> {
  const answer = await unless('ACQ.TRADE_NOT_EXIST', call('alipay.trade.query', { out_trade_no: no }))
  if (answer === null) return { state: 'unknown' }
  const found = trade.parse(answer)
  if (found.out_trade_no !== no) throw new Error('the answer is of another order')
  if (found.send_pay_date !== undefined && /^TRADE_(SUCCESS|FINISHED|CLOSED)$/.test(found.trade_status)) {
    // Closed after it was paid: refunded in full.
    return { state: 'paid', payment: paymentOf(found, found.send_pay_date) }
  }
  return { state: found.trade_status === 'TRADE_CLOSED' ? 'closed' : 'waiting' }
}

async function close(call: Call, no: string): Promise<boolean> {
  try {
    // Nobody scanned its code: there is no trade, and its time will be over.
    await unless('ACQ.TRADE_NOT_EXIST', call('alipay.trade.close', { out_trade_no: no }))
    return true
  } catch (error) {
    if (error instanceof AlipayRefusal && /TRADE_STATUS_(ERROR|INVALID)$/.test(error.code)) return false
    throw error
  }
}

async function refund(call: Call, { no, refundNo, amount, reason }: NewRefund): Promise<RefundAnswer> {
  try {
    const answer = await call('alipay.trade.refund', {
      out_trade_no: no,
      out_request_no: refundNo,
      refund_amount: yuan(amount),
      refund_reason: reason.slice(0, 80),
    })
    // N: no money moved now, as when a request is repeated. What became of it is asked for.
    const { fund_change } = z.object({ fund_change: z.string() }).parse(answer)
    return fund_change === 'Y' ? { state: 'success', at: new Date() } : { state: 'processing' }
  } catch (error) {
    if (!(error instanceof AlipayRefusal) || /SYSTEM_ERROR$/.test(error.code)) throw error
    return { state: 'failed', detail: error.message }
  }
}

async function queryRefund(
  call: Call,
  { no, refundNo }: Pick<NewRefund, 'no' | 'refundNo'>,
): Promise<RefundAnswer> {
  const fields = { out_trade_no: no, out_request_no: refundNo, query_options: ['gmt_refund_pay'] }
  const answer = await unless('ACQ.TRADE_NOT_EXIST', call('alipay.trade.fastpay.refund.query', fields))
  const found = z
    .object({
      refund_status: z.string().optional(),
      refund_amount: z.string().optional(),
      gmt_refund_pay: time.optional(),
    })
    .parse(answer ?? {})
  // The older interface has no status: it knows of a refund, or of none.
  const status = found.refund_status ?? (found.refund_amount && 'REFUND_SUCCESS')
  if (status === 'REFUND_SUCCESS') {
    const at = found.gmt_refund_pay
    return { state: 'success', at: at === undefined ? new Date() : fromChinaTime(at) }
  }
  return { state: status === undefined ? 'unknown' : 'processing' }
}

function client({ appId, key, publicKey, baseUrl }: AlipayMerchant, noticesTo: () => string) {
  /** @throws AlipayRefusal where Alipay says why not, Error where nothing is known */
  return async (method: string, content: object): Promise<unknown> => {
    const parameters: Record<string, string> = {
      app_id: appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: chinaTime(new Date()),
      version: '1.0',
      ...(method === 'alipay.trade.precreate' ? { notify_url: noticesTo() } : {}),
      biz_content: JSON.stringify(content),
    }
    const { status, body } = await callOutside({
      url: `${baseUrl}?charset=utf-8`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: `${new URLSearchParams({ ...parameters, sign: signRsa(signedText(parameters), key) })}`,
      patienceMs,
      mostAnswer: longestAnswer,
      networks: 'all',
    })
    if (status < 200 || status >= 300) throw new Error(`HTTP ${status}`)
    const { text, signature } = takeApart(body.toString('utf8'), `${method.replaceAll('.', '_')}_response`)
    if (!isSignedRsa(text, signature, publicKey)) throw new Error('the answer is not signed by Alipay')
    const answer = answerHead.parse(JSON.parse(text))
    if (answer.code === '10000') return answer
    // 20000: the service does not answer; 10003: not decided yet.
    if (/^(20000|10003)$/.test(answer.code)) throw new Error(`${answer.code} ${answer.sub_code ?? ''}`)
    throw new AlipayRefusal(answer)
  }
}

/** What is signed: the parameters by their names. */
const signedText = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** The signature is over the very text of the answer, which therefore is not read and written again. */
function takeApart(body: string, node: string): { text: string; signature: string } {
  const start = body.indexOf(`"${node}":{`)
  const end = body.lastIndexOf('},"sign":"')
  if (start < 0 || end < start) throw new Error(`no ${node}, or not signed`)
  const signature = z.object({ sign: z.string() }).parse(JSON.parse(body)).sign
  return { text: body.slice(start + node.length + 3, end + 1), signature }
}

/** An answer; null where it is refused with this code. */
async function unless(code: string, answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AlipayRefusal && error.code === code) return null
    throw error
  }
}

const paymentOf = (
  {
    out_trade_no,
    trade_no,
    total_amount,
    trans_currency = 'CNY',
  }: Pick<z.output<typeof trade>, 'out_trade_no' | 'trade_no' | 'total_amount' | 'trans_currency'>,
  paidAt: string,
): Payment => ({
  no: out_trade_no,
  channelNo: trade_no,
  amount: total_amount,
  currency: trans_currency,
  paidAt: fromChinaTime(paidAt),
})

/** Checks its signature, then its merchant. It may come late: the channel repeats it for a day. @throws NoticeError */
function readNotice({ appId, sellerId, publicKey }: AlipayMerchant, { body }: RawNotice): Notice {
  const { sign = '', sign_type, ...all } = Object.fromEntries(new URLSearchParams(body.toString()))
  // What is empty says nothing; some of Alipay's libraries sign it, others leave it out.
  const said = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const genuine = [all, said].some(each => isSignedRsa(signedText(each), sign, publicKey))
  if (sign_type !== 'RSA2' || !genuine) throw new NoticeError('forged')
  const parsed = notice.safeParse(said)
  if (!parsed.success) throw new NoticeError('malformed')
  const found = parsed.data
  if (found.app_id !== appId || found.seller_id !== sellerId) throw new NoticeError('foreign')
  const eventId = found.notify_id
  // Also a refund comes with the trade's state; that of a payment of which we never heard, too.
  if (isRefunded(found.refund_fee))
    return {
      eventId,
      orderNo: found.out_trade_no,
      ...(found.out_biz_no !== undefined && { refundNo: found.out_biz_no }),
    }
  if (!/^TRADE_(SUCCESS|FINISHED)$/.test(found.trade_status)) return { eventId, orderNo: found.out_trade_no }
  if (found.gmt_payment === undefined) throw new NoticeError('malformed')
  return { eventId, payment: paymentOf(found, found.gmt_payment) }
}
