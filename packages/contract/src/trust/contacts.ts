import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { error } from '../errors.ts'
import { instant } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { type ContactKind, contactKinds } from './contactKinds.ts'
import { codeField } from './factorShapes.ts'

/** One of somebody's own contacts. */
export const ownContact = z.object({
  kind: choice(contactKinds),
  /** Masked; null: they have none. */
  address: z.string().nullable(),
  /** Since when we know that it reaches them; null: we do not. */
  verifiedAt: instant.nullable(),
  /** The installation can send something there. */
  canSend: z.boolean(),
})
export type OwnContact = z.output<typeof ownContact>

const base = '/admin/api/manage/center'
const kind = label('联系方式', choice(contactKinds))

/** Proving that one's contacts reach one. */
export const contacts = {
  /** Sends a code to the contact as it stands. */
  verify: endpoint({
    title: '发送联系方式的验证码',
    method: 'POST',
    path: `${base}/contactVerify`,
    access: 'signedIn',
    withoutFactor: true,
    input: z.object({ kind }),
    reply: z.literal(true),
    perMinute: 5,
  }),
  confirm: endpoint({
    title: '验证联系方式',
    method: 'POST',
    path: `${base}/contactConfirm`,
    access: 'signedIn',
    withoutFactor: true,
    input: z.object({ kind, code: codeField }),
    reply: z.literal(true),
    change: '验证联系方式',
    secret: ['code'],
    perMinute: 10,
  }),
}

/** How much may be sent: to one number or address in a day, and text messages in all in an hour. */
export const mostSent: Readonly<Record<ContactKind, number>> = { mail: 20, sms: 5 }
export const mostTextsAnHour = 200

/** Refusals of contacts: −129yy. */
export const contactErrors = {
  contactMissing: error(
    -12955,
    (kind: ContactKind) => `您还没有填写${contactKinds[kind]}，请先在编辑个人信息中填写`,
  ),
  contactUnavailable: error(
    -12954,
    (kind: ContactKind) => `系统没有配置${contactKinds[kind]}的发送服务，无法验证，请联系系统管理员配置`,
  ),
  contactCodeOver: error(-12953, '验证码已过期或尝试过多，请重新获取'),
  contactFull: error(
    -12952,
    (kind: ContactKind) =>
      `今日发送到该${contactKinds[kind]}的验证信息已达上限 ${mostSent[kind]}，请明天再试`,
  ),
  textsFull: error(-12951, '短信发送过多，请一小时后再试，或改用邮箱'),
  contactVerified: error(-12950, (kind: ContactKind) => `${contactKinds[kind]}已经验证，不需要再验证`),
} as const
