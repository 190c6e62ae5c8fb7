import { randomInt } from 'node:crypto'
import {
  type ContactKind,
  contactCodeDigits,
  contactCodeMinutes,
  errors,
  givenLinkHours,
  mostSent,
  mostTextsAnHour,
  type Refusal,
  refuse,
} from '@drivesim/contract'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import { hashSecret, newSecret } from '../../../platform/auth/tokens.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { escapeHtml } from '../../notices/messages/service.ts'
import { addLetters, channelOf, type LetterText } from '../../notices/outbox/sealed.service.ts'
import * as queries from './codes.queries.ts'

export {
  countProof,
  countTry,
  findReset,
  openById,
  openByLink,
  type Reset,
  useCode,
} from './codes.queries.ts'

/** Whether something can be sent there: of a mail that leads back to our pages, whether we know where they are. */
export function canSend(
  { mail, sms, publicUrl }: Services['config'],
  kind: ContactKind,
  withLink = false,
): boolean {
  if (kind === 'sms') return sms !== undefined
  return mail !== undefined && (!withLink || publicUrl !== undefined)
}

interface Wanted {
  readonly memberId: number
  readonly account: string
  readonly kind: ContactKind
  readonly address: string
  readonly purpose: queries.CodePurpose
}

/**
 * Sends a code, or in a mail for a password a link, as part of the transaction. Only its hash stays here.
 * @returns why not: too much was sent. Returned rather than thrown, since not everybody is told
 */
export async function sendCode(
  services: Pick<Services, 'dataKeys'>,
  db: Db,
  { memberId, account, kind, address, purpose }: Wanted,
): Promise<Refusal | null> {
  await queries.queueSending(db, kind)
  const { ofAddress, ofAll } = await queries.countSent(db, kind, address)
  if (ofAddress >= mostSent[kind]) return refuse(errors.contactFull, kind)
  if (kind === 'sms' && ofAll >= mostTextsAnHour) return refuse(errors.textsFull)
  const isLink = kind === 'mail' && purpose !== 'verify'
  const secret = isLink ? newSecret() : newDigits()
  const minutes = purpose === 'given' ? givenLinkHours * 60 : contactCodeMinutes
  await queries.insertCode(db, {
    memberId,
    purpose,
    kind,
    address,
    codeHash: isLink ? null : await hashPassword(secret),
    linkHash: isLink ? hashSecret(secret) : null,
    minutes,
  })
  const { title, text } = isLink ? linkLetter(account, secret, purpose) : codeLetter(account, secret, kind)
  const letter = { memberId, channel: channelOf[kind], recipient: address, title, text, minutes }
  await addLetters(services, db, [letter])
  return null
}

const newDigits = () => String(randomInt(10 ** contactCodeDigits)).padStart(contactCodeDigits, '0')

/** A mail of these lines; what is not yet HTML is made so. */
function mailOf(title: string, lines: readonly string[]): LetterText {
  return { title, content: lines.map(line => `<p>${line}</p>`).join('') }
}

function codeLetter(account: string, code: string, kind: ContactKind): { title: string; text: LetterText } {
  const title = '验证码'
  if (kind === 'sms')
    return { title, text: { title: `${code}，${contactCodeMinutes} 分钟内有效，请勿告诉他人`, content: '' } }
  const lines = [
    `账号 ${escapeHtml(account)} 的验证码：<strong>${code}</strong>`,
    `${contactCodeMinutes} 分钟内有效。请勿告诉他人，工作人员也不会向您索要。`,
    '不是您本人操作的，请不理会这封邮件。',
  ]
  return { title, text: mailOf(`验证码 ${code}`, lines) }
}

function linkLetter(
  account: string,
  token: string,
  purpose: queries.CodePurpose,
): { title: string; text: LetterText } {
  const isGiven = purpose === 'given'
  const title = isGiven ? '请设置新的登录密码' : '重设登录密码'
  const lines = [
    isGiven
      ? `账号 ${escapeHtml(account)} 的登录密码已由管理员重置，请设置新密码后登录。`
      : `有人为账号 ${escapeHtml(account)} 申请重设登录密码。`,
    `<a href="/login#reset=${token}">设置新密码</a>`,
    `链接 ${isGiven ? `${givenLinkHours} 小时` : `${contactCodeMinutes} 分钟`}内有效，只能用一次。`,
    isGiven ? '如有疑问，请联系管理员。' : '不是您本人操作的，请不理会这封邮件，密码不会改变。',
  ]
  return { title, text: mailOf(title, lines) }
}
