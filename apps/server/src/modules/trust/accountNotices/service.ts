import { maskMail, maskPhone } from '@drivesim/contract'
import type { Call } from '../../../platform/http/call.ts'
import { deviceOf } from '../../../platform/http/userAgent.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addMessages, escapeHtml } from '../../notices/messages/service.ts'
import { addLetters } from '../../notices/outbox/sealed.service.ts'
import * as queries from './queries.ts'

/** What somebody is told of their account, whoever did it: its title, and a sentence behind their account's name. */
const accountNotices = {
  newBrowser: { title: '新设备登录了您的账号', what: '在一台没有登录过的设备上登录' },
  secondStepFailed: {
    title: '您的密码可能已泄露',
    what: '有人输入了正确的密码，但没有通过第二步验证',
  },
  passwordChanged: { title: '您的登录密码已修改', what: '的登录密码已修改' },
  passwordForgotten: { title: '您的登录密码已重设', what: '的登录密码已通过“忘记密码”重设' },
  passwordReset: { title: '您的登录密码已被重置', what: '的登录密码已由管理员重置' },
  factorAdded: { title: '您的账号添加了验证方式', what: '添加了验证方式' },
  factorRemoved: { title: '您的账号删除了验证方式', what: '删除了验证方式' },
  recoveryUsed: { title: '您的恢复码已被使用', what: '用恢复码通过了验证' },
  recoveryRenewed: { title: '您的恢复码已重新生成', what: '的恢复码已重新生成，原来的作废' },
  rightsChanged: { title: '您的权限已变更', what: '的权限已变更' },
  factorsReset: { title: '您的两步验证已被重置', what: '的两步验证已重置，原来的验证方式作废' },
  keyMade: { title: '您的账号新建了接口密钥', what: '新建了接口密钥' },
  keyRotated: { title: '您的接口密钥已轮换', what: '的接口密钥已轮换' },
  keyStopped: { title: '您的接口密钥已被停用', what: '的接口密钥已由管理员停用' },
} as const
export type AccountNotice = keyof typeof accountNotices

interface Happened {
  readonly memberId: number
  readonly notice: AccountNotice
  /** Which factor, which rights. */
  readonly detail?: string
  /** Where it was done from. */
  readonly from: Pick<Call, 'address' | 'userAgent'>
}

const advice = '如果不是您本人，请立即修改密码并联系管理员。'
/** Opens 修改密码, which ends every other session. */
const notMe = '/home?notMe=1'

/**
 * Tells somebody what became of their account, in 消息中心 and by their contacts, as part of the transaction: by those that are known to
 * reach them, and where none is, by those that stand there.
 */
export async function tellOfAccount(
  services: Pick<Services, 'bus' | 'dataKeys'>,
  db: Db,
  { memberId, notice, detail, from }: Happened,
): Promise<void> {
  const member = await queries.contactsOf(db, memberId)
  if (member === undefined) return
  const { title, what } = accountNotices[notice]
  const happened = `账号 ${member.account} ${what}${detail === undefined ? '' : `：${detail}`}`
  const isVerified = member.mailVerifiedAt !== null || member.phoneVerifiedAt !== null
  const to = {
    mails: [isVerified && member.mailVerifiedAt === null ? null : member.mail],
    phones: [isVerified && member.phoneVerifiedAt === null ? null : member.phone],
  }
  await tell(services, db, { memberId, title, happened, from, to })
}

interface Contacts {
  readonly phone: string | null
  readonly mail: string | null
}

/** Tells somebody that their phone or mail is another, whoever changed it: where they were reached before, and where they are now. */
export async function tellOfContact(
  services: Pick<Services, 'bus' | 'dataKeys'>,
  db: Db,
  changed: {
    readonly memberId: number
    readonly account: string
    readonly before: Contacts
    readonly after: Contacts
    readonly from: Happened['from']
  },
): Promise<void> {
  const { memberId, account, before, after, from } = changed
  const changes = [
    ...changeInWords('联系电话', before.phone, after.phone, maskPhone),
    ...changeInWords('电子邮箱', before.mail, after.mail, maskMail),
  ].join('，')
  if (changes === '') return
  // By text message only where that is what changed.
  const phones = before.phone === after.phone ? [] : [before.phone, after.phone]
  const to = { mails: [before.mail, after.mail], phones }
  const happened = `账号 ${account} 的${changes}`
  await tell(services, db, { memberId, title: '您的联系方式已修改', happened, from, to })
}

function changeInWords(
  what: string,
  before: string | null,
  after: string | null,
  mask: (written: string) => string,
): string[] {
  if ((before ?? '') === (after ?? '')) return []
  return [after ? `${what}改为 ${mask(after)}` : `${what}已清空`]
}

interface Telling {
  readonly memberId: number
  readonly title: string
  /** A sentence without its full stop. */
  readonly happened: string
  readonly from: Happened['from']
  readonly to: { readonly mails: readonly (string | null)[]; readonly phones: readonly (string | null)[] }
}

async function tell(
  services: Pick<Services, 'bus' | 'dataKeys'>,
  db: Db,
  { memberId, title, happened, from, to }: Telling,
): Promise<void> {
  const device = `${deviceOf(from.userAgent)}（${from.address}）`
  const content = [
    ...[`${happened}。`, `操作设备：${device}`, advice].map(line => `<p>${escapeHtml(line)}</p>`),
    `<p><a href="${notMe}">不是我：下线其他设备并修改密码</a></p>`,
  ].join('')
  await addMessages(
    services,
    db,
    [{ kind: 'announcement', title, brief: `${happened}。${advice}`, content, pushId: null }],
    [{ memberId, text: 0, event: null }],
  )
  const letters = (channel: 'sms' | 'email', addresses: Telling['to']['mails']) =>
    [...new Set(addresses.flatMap(address => address || []))].map(recipient => ({
      memberId,
      channel,
      recipient,
      title,
      text: { title, content },
      minutes: null,
    }))
  await addLetters(services, db, [...letters('email', to.mails), ...letters('sms', to.phones)])
}

/** A sign-in from a browser that is not known, where second steps matter: elsewhere, as in the demo, everybody's is new all the time. */
export async function tellOfNewBrowser(
  services: Pick<Services, 'bus' | 'dataKeys'>,
  db: Db,
  memberId: number,
  from: Happened['from'],
): Promise<void> {
  if (await queries.asksSecondSteps(db, memberId))
    await tellOfAccount(services, db, { memberId, notice: 'newBrowser', from })
}
