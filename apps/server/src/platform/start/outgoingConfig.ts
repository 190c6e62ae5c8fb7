import { z } from 'zod'
import { StartError } from './startError.ts'

const url = (...protocols: string[]) =>
  z.string().refine(value => URL.canParse(value) && protocols.includes(new URL(value).protocol))

/** Mail and text messages. */
export const outgoingVariables = {
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .optional(),
  SMS_PROVIDER: z.enum(['aliyun']).optional(),
  SMS_ACCESS_KEY_ID: z.string().optional(),
  SMS_ACCESS_KEY_SECRET: z.string().optional(),
  SMS_SIGN: z.string().max(30).optional(),
  SMS_TEMPLATE: z
    .string()
    .regex(/^[\w-]{1,50}$/)
    .optional(),
  SMS_ENDPOINT: url('http:', 'https:').default('https://dysmsapi.aliyuncs.com/'),
  ROBOT_ENDPOINT: url('http:', 'https:').optional(),
}
const variables = z.object(outgoingVariables)
type Values = z.output<typeof variables>

/** What each must be, in the words of the sentence that refuses it. */
export const outgoingMust: Record<keyof Values, string> = {
  SMTP_URL: '形如 smtps://用户:密码@主机:465 的地址',
  MAIL_FROM: '发件人地址，如 驾训平台 <notice@example.com>',
  SMS_PROVIDER: 'aliyun（目前支持的短信服务商）',
  SMS_ACCESS_KEY_ID: '短信服务商的 AccessKey ID',
  SMS_ACCESS_KEY_SECRET: '短信服务商的 AccessKey Secret',
  SMS_SIGN: '已审核的短信签名',
  SMS_TEMPLATE: '已审核的短信模板编号，如 SMS_123456789',
  SMS_ENDPOINT: '短信服务商接口的地址，如 https://dysmsapi.aliyuncs.com/',
  ROBOT_ENDPOINT: '测试用：代替企业微信、钉钉和飞书的地址，如 http://127.0.0.1:9000',
}

/** Sentences do not repeat what these are. */
export const outgoingSecrets = [
  'SMTP_URL',
  'SMS_ACCESS_KEY_ID',
  'SMS_ACCESS_KEY_SECRET',
] satisfies (keyof Values)[]

/** @throws StartError where something is missing */
export function outgoingOf(values: Values) {
  return {
    /** undefined: mail stays in the outbox. */
    mail: mailOf(values),
    /** undefined: text messages stay in the outbox. */
    sms: smsOf(values),
    /** Told in place of the hosts of group robots (tests), without a slash at its end; undefined: they themselves. */
    robotEndpoint: values.ROBOT_ENDPOINT?.replace(/\/+$/, ''),
  }
}

/** @throws StartError where the sender is missing */
function mailOf({ SMTP_URL, MAIL_FROM }: Values) {
  if (SMTP_URL === undefined) return undefined
  if (MAIL_FROM === undefined) throw new StartError('配置错误：设置了 SMTP_URL，还须设置 MAIL_FROM')
  return { smtpUrl: SMTP_URL, from: MAIL_FROM }
}

/** @throws StartError where something is missing */
function smsOf(values: Values) {
  if (values.SMS_PROVIDER === undefined) return undefined
  const needed = (name: 'SMS_ACCESS_KEY_ID' | 'SMS_ACCESS_KEY_SECRET' | 'SMS_SIGN' | 'SMS_TEMPLATE') => {
    const value = values[name]
    if (value === undefined) throw new StartError(`配置错误：设置了 SMS_PROVIDER，还须设置 ${name}`)
    return value
  }
  return {
    provider: values.SMS_PROVIDER,
    keyId: needed('SMS_ACCESS_KEY_ID'),
    keySecret: needed('SMS_ACCESS_KEY_SECRET'),
    sign: needed('SMS_SIGN'),
    template: needed('SMS_TEMPLATE'),
    endpoint: values.SMS_ENDPOINT,
  }
}
