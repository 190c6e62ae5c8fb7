import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { jsonOf } from '../../../platform/outgoing/answers.ts'
import { callOutside } from '../../../platform/outgoing/outgoing.ts'
import type { Config } from '../../../platform/start/config.ts'
import type { OutgoingText } from './queries.ts'

const patienceMs = 10_000
/** Answers are a few words. Bytes. */
const longestAnswer = 4_096
/** Aliyun takes at most so many characters for a variable of a template. */
const longestVariable = 35

const answer = z.object({ Code: z.string(), Message: z.string().optional(), BizId: z.string().optional() })

/**
 * Text messages by Aliyun's SendSms (RPC style, signature version 1.0). The template has one variable, `title`.
 * `OutId` is the entry's own id at every try: it comes back in receipts and in Aliyun's log.
 */
export function aliyunProvider(sms: NonNullable<Config['sms']>) {
  return {
    async send({ messageId, recipient, title }: OutgoingText): Promise<string> {
      const variable = title.length > longestVariable ? `${title.slice(0, longestVariable - 1)}…` : title
      const parameters = {
        AccessKeyId: sms.keyId,
        Action: 'SendSms',
        Format: 'JSON',
        OutId: messageId,
        PhoneNumbers: recipient,
        RegionId: 'cn-hangzhou',
        SignName: sms.sign,
        SignatureMethod: 'HMAC-SHA1',
        SignatureNonce: randomUUID(),
        SignatureVersion: '1.0',
        TemplateCode: sms.template,
        TemplateParam: JSON.stringify({ title: variable }),
        Timestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
        Version: '2017-05-25',
      }
      const response = await callOutside({
        url: sms.endpoint,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `${canonical({ ...parameters, Signature: aliyunSignature(parameters, sms.keySecret) })}`,
        patienceMs,
        mostAnswer: longestAnswer,
        networks: 'all',
      })
      const body = answer.safeParse(jsonOf(response))
      if (!body.success) throw new Error(`HTTP ${response.status}，不是短信服务商的应答`)
      const { Code, Message = '', BizId = '' } = body.data
      if (Code !== 'OK') throw new Error(`${Code} ${Message}`.trim())
      return `${Code} ${BizId}`.trim()
    },
  }
}

/** Signature of Aliyun's RPC style: HMAC-SHA1 of method, path and the sorted parameters, with `secret&`. */
export function aliyunSignature(parameters: Readonly<Record<string, string>>, secret: string): string {
  const text = `POST&${encode('/')}&${encode(canonical(parameters))}`
  return createHmac('sha1', `${secret}&`).update(text).digest('base64')
}

function canonical(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
}

/** RFC 3986: what encodeURIComponent leaves, Aliyun does not. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
