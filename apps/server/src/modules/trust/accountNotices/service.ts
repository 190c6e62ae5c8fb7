import type { Call } from '../../../platform/http/call.ts'
import { deviceOf } from '../../../platform/http/userAgent.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addMessages, escapeHtml } from '../../notices/messages/service.ts'
import { addToOutbox } from '../../notices/outbox/service.ts'
import * as queries from './queries.ts'

/** What somebody is told of their account, whoever did it: its title, and a sentence behind their account's name. */
const accountNotices = {
  newBrowser: { title: '新设备登录了您的账号', what: '在一台没有登录过的设备上登录' },
  secondStepFailed: {
    title: '您的密码可能已泄露',
    what: '有人输入了正确的密码，但没有通过第二步验证',
  },
  passwordChanged: { title: '您的登录密码已修改', what: '的登录密码已修改' },
  passwordReset: { title: '您的登录密码已被重置', what: '的登录密码已由管理员重置' },
  factorAdded: { title: '您的账号添加了验证方式', what: '添加了验证方式' },
  factorRemoved: { title: '您的账号删除了验证方式', what: '删除了验证方式' },
  recoveryUsed: { title: '您的恢复码已被使用', what: '用恢复码通过了验证' },
  recoveryRenewed: { title: '您的恢复码已重新生成', what: '的恢复码已重新生成，原来的作废' },
  rightsChanged: { title: '您的权限已变更', what: '的权限已变更' },
  factorsReset: { title: '您的两步验证已被重置', what: '的两步验证已重置，原来的验证方式作废' },
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
 * Tells somebody what became of their account, in 消息中心 and at their phone and mail as they stand there, as part of the
 * transaction.
 */
export async function tellOfAccount(
  services: Pick<Services, 'bus'>,
  db: Db,
  { memberId, notice, detail, from }: Happened,
): Promise<void> {
  const member = await queries.contactsOf(db, memberId)
  if (member === undefined) return
  const { title, what } = accountNotices[notice]
  const happened = `账号 ${member.account} ${what}${detail === undefined ? '' : `：${detail}`}`
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
  const told = (channel: 'sms' | 'email') => ({ memberId, channel, text: 0, event: null })
  await addToOutbox(
    db,
    [{ title, content, pushId: null }],
    [...(member.mail ? [told('email')] : []), ...(member.phone ? [told('sms')] : [])],
  )
}

/** A sign-in from a browser that is not known, where second steps matter: elsewhere, as in the demo, everybody's is new all the time. */
export async function tellOfNewBrowser(
  services: Pick<Services, 'bus'>,
  db: Db,
  memberId: number,
  from: Happened['from'],
): Promise<void> {
  if (await queries.asksSecondSteps(db, memberId))
    await tellOfAccount(services, db, { memberId, notice: 'newBrowser', from })
}
