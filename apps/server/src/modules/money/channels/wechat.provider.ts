import { type KeyObject, randomBytes } from 'node:crypto'
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
import { isSignedRsa, openSealed, signRsa } from './signing.rules.ts'

/** A merchant of WeChat Pay, API v3. */
export interface WechatMerchant {
  readonly mchid: string
  readonly appid: string
  /** Of the merchant's certificate, and its private key. */
  readonly serial: string
  readonly key: KeyObject
  /** 32 characters, with which notices are sealed. */
  readonly apiV3Key: string
  /**
   * WeChat's keys by the names that it signs with: `PUB_KEY_ID_…`, or the serial number of a platform certificate. While it changes
   * from one to the other, some days, it signs with both.
   */
  readonly publicKeys: readonly { readonly id: string; readonly key: KeyObject }[]
  readonly baseUrl: string
}

const patienceMs = 8_000
/** Of an answer; one that is longer is cut, and its signature does not hold. Bytes. */
const longestAnswer = 65_536
/** A notice's time and ours may differ so much. */
const skewSeconds = 300
const longestSubject = 127

const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.string().optional(),
  success_time: z.iso.datetime({ offset: true }).optional(),
  amount: z.object({ total: z.int(), currency: z.string().default('CNY') }).optional(),
})
const refundBody = z.object({
  status: z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL']),
  success_time: z.iso.datetime({ offset: true }).optional(),
})
const problem = z.object({ code: z.string(), message: z.string().optional() })
const notice = z.object({
  id: z.string().min(1).max(64),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().default(''),
  }),
})
const refundNotice = z.object({ mchid: z.string(), out_refund_no: z.string() })
/** What a notice of something else says of its order, if it is about one. */
const otherNotice = z.object({ mchid: z.string(), out_trade_no: z.string().optional() })

/** An answer of WeChat that says why not. */
class WechatRefusal extends Error {
  readonly code: string

  constructor({ code, message = '' }: z.output<typeof problem>) {
    super(`${code} ${message}`.trim())
    this.code = code
  }
}

/** WeChat Pay: 扫码支付 (native), API v3. @param noticesTo where it tells us of payments */
export function wechatGateway(merchant: WechatMerchant, noticesTo: () => string): PaymentGateway {
  const { mchid, appid } = merchant
  const { call, read } = client(merchant)
  const orderPath = (no: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(no)}`

  return {
    merchant: mchid,
    async order({ no, amount, subject, expiresAt }: NewPayment) {
      const answer = await call('POST', '/v3/pay/transactions/native', {
        appid,
        mchid,
        description: subject.slice(0, longestSubject),
        out_trade_no: no,
        time_expire: expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
        notify_url: noticesTo(),
        amount: { total: amount, currency: 'CNY' },
      })
      return read(z.object({ code_url: z.string().max(512) }), answer).code_url
    },

    async query(no): Promise<PaymentAnswer> {
      const answer = await unless('ORDER_NOT_EXIST', call('GET', `${orderPath(no)}?mchid=${mchid}`))
      if (answer === null) return { state: 'unknown' }
      const found = read(transaction, answer)
      if (found.out_trade_no !== no || found.mchid !== mchid || found.appid !== appid)
        throw new Error('the answer is of another order')
      const payment = paymentOf(found)
      if (payment !== null) return { state: 'paid', payment }
      return { state: /^(CLOSED|REVOKED)$/.test(found.trade_state) ? 'closed' : 'waiting' }
    },

    async close(no) {
      const closed = await unless('ORDERPAID', call('POST', `${orderPath(no)}/close`, { mchid }))
      return closed !== null
    },

    async refund({ no, refundNo, amount, total, reason }: NewRefund): Promise<RefundAnswer> {
      try {
        const answer = await call('POST', '/v3/refund/domestic/refunds', {
          out_trade_no: no,
          out_refund_no: refundNo,
          reason: reason.slice(0, 80),
          amount: { refund: amount, total, currency: 'CNY' },
        })
        return refundAnswer(read(refundBody, answer))
      } catch (error) {
        // Asked too often, or the same at once: it says nothing of the refund.
        if (!(error instanceof WechatRefusal) || /^(FREQUENCY_LIMITED|RATELIMIT_EXCEEDED)$/.test(error.code))
          throw error
        return { state: 'failed', detail: error.message }
      }
    },

    async queryRefund({ refundNo }): Promise<RefundAnswer> {
      const path = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`
      const answer = await unless('RESOURCE_NOT_EXISTS', call('GET', path))
      return answer === null ? { state: 'unknown' } : refundAnswer(read(refundBody, answer))
    },

    readNotice: raw => readNotice(merchant, raw),

    answerNotice: taken =>
      taken
        ? { status: 204, type: 'application/json', body: '' }
        : { status: 400, type: 'application/json', body: '{"code":"FAIL","message":"失败"}' },
  }
}

function client({ mchid, serial, key, publicKeys, baseUrl }: WechatMerchant) {
  /** @throws WechatRefusal where WeChat says why not, Error where nothing is known */
  async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<string> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const timestamp = Math.floor(Date.now() / 1000)
    const nonce = randomBytes(16).toString('hex')
    const signature = signRsa(`${method}\n${path}\n${timestamp}\n${nonce}\n${text}\n`, key)
    const {
      status,
      headers,
      body: read,
    } = await callOutside({
      url: baseUrl + path,
      method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'drivesim',
        'wechatpay-serial': publicKeys[0]?.id ?? '',
        authorization: `WECHATPAY2-SHA256-RSA2048 mchid="${mchid}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serial}"`,
      },
      body: text,
      patienceMs,
      mostAnswer: longestAnswer,
      networks: 'all',
    })
    const answer = read.toString('utf8')
    if (status >= 500 || status === 429) throw new Error(`HTTP ${status}`)
    if (!isGenuine(publicKeys, name => String(headers[name.toLowerCase()] ?? ''), answer))
      throw new Error('the answer is not signed by WeChat')
    if (status >= 200 && status < 300) return answer
    throw new WechatRefusal(problem.parse(JSON.parse(answer)))
  }

  const read = <S extends z.ZodType>(schema: S, answer: string): z.output<S> =>
    schema.parse(JSON.parse(answer))
  return { call, read }
}

/** Whether WeChat signed it, with the key that it names. */
function isGenuine(
  publicKeys: WechatMerchant['publicKeys'],
  header: (name: string) => string,
  body: string,
): boolean {
  const found = publicKeys.find(({ id }) => id === header('wechatpay-serial'))
  const signed = `${header('wechatpay-timestamp')}\n${header('wechatpay-nonce')}\n${body}\n`
  return found !== undefined && isSignedRsa(signed, header('wechatpay-signature'), found.key)
}

/** An answer; null where it is refused with this code. */
async function unless(code: string, answer: Promise<string>): Promise<string | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof WechatRefusal && error.code === code) return null
    throw error
  }
}

/** That it was refunded since says that it was paid. */
function paymentOf(found: z.output<typeof transaction>): Payment | null {
  if (!/^(SUCCESS|REFUND)$/.test(found.trade_state)) return null
  const { transaction_id, success_time, amount } = found
  if (transaction_id === undefined || success_time === undefined || amount === undefined)
    throw new Error('a payment without number, time or amount')
  return {
    no: found.out_trade_no,
    channelNo: transaction_id,
    amount: amount.total,
    currency: amount.currency,
    paidAt: new Date(success_time),
  }
}

function refundAnswer({ status, success_time }: z.output<typeof refundBody>): RefundAnswer {
  if (status === 'SUCCESS')
    return { state: 'success', at: success_time === undefined ? new Date() : new Date(success_time) }
  return { state: status === 'CLOSED' ? 'closed' : status === 'ABNORMAL' ? 'abnormal' : 'processing' }
}

/** Checks its signature, then its time, then what is sealed in it, then its merchant. @throws NoticeError */
function readNotice({ mchid, appid, apiV3Key, publicKeys }: WechatMerchant, raw: RawNotice): Notice {
  const header = (name: string) => {
    const value = raw.headers[name]
    return typeof value === 'string' ? value : ''
  }
  const timestamp = header('wechatpay-timestamp')
  if (!isGenuine(publicKeys, header, raw.body.toString())) throw new NoticeError('forged')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= skewSeconds)) throw new NoticeError('stale')
  const { id, event_type, text } = decryptNotice(apiV3Key, raw.body)
  if (event_type.startsWith('REFUND.')) {
    const { mchid: noticeMerchant, out_refund_no } = readAs(refundNotice, text)
    if (noticeMerchant !== mchid) throw new NoticeError('foreign')
    return { eventId: id, refundNo: out_refund_no }
  }
  if (event_type !== 'TRANSACTION.SUCCESS') {
    const { mchid: noticeMerchant, out_trade_no } = readAs(otherNotice, text)
    if (noticeMerchant !== mchid) throw new NoticeError('foreign')
    return { eventId: id, ...(out_trade_no !== undefined && { orderNo: out_trade_no }) }
  }
  const found = readAs(transaction, text)
  if (found.mchid !== mchid || found.appid !== appid) throw new NoticeError('foreign')
  const payment = paymentOf(found)
  return payment === null ? { eventId: id, orderNo: found.out_trade_no } : { eventId: id, payment }
}

function decryptNotice(apiV3Key: string, body: Buffer) {
  const { id, event_type, resource } = readAs(notice, body.toString())
  try {
    return { id, event_type, text: openSealed(apiV3Key, resource) }
  } catch {
    throw new NoticeError('malformed')
  }
}

function readAs<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new NoticeError('malformed')
  }
}
