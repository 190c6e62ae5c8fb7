import { maskPhone } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { deviceOf } from '../../../platform/http/userAgent.ts'
import type { Services } from '../../../platform/module.ts'
import { addMessages, escapeHtml } from '../../notices/messages/service.ts'
import { addToOutbox } from '../../notices/outbox/service.ts'

interface Contact {
  readonly phone: string | null
  readonly mail: string | null
}

const title = '您的联系方式已修改'

/**
 * Tells somebody that their phone or mail changes, in 消息中心 and where they were reached so far: to be called before
 * the row is changed, since the outbox takes the addresses that stand there.
 */
export async function tellOfContact(
  services: Pick<Services, 'bus'>,
  { db, person, address, userAgent }: SignedInCall,
  before: Contact,
  { userPhone, userMail }: { userPhone: string; userMail: string | null },
): Promise<void> {
  const changes = [
    ...(before.phone === userPhone ? [] : [`联系电话改为 ${maskPhone(userPhone)}`]),
    ...(before.mail === userMail
      ? []
      : [userMail === null ? '电子邮箱已清空' : `电子邮箱改为 ${maskMail(userMail)}`]),
  ].join('，')
  const from = `${deviceOf(userAgent)}（${address}）`
  const advice = '如果不是您本人修改，请立即修改密码，并联系管理员。'
  const content = [`账号 ${person.account} 的${changes}。`, `操作设备：${from}`, advice]
    .map(line => `<p>${escapeHtml(line)}</p>`)
    .join('')
  const brief = `${title}：${changes}。${advice}`
  await addMessages(
    services,
    db,
    [{ kind: 'announcement', title, brief, content, pushId: null }],
    [{ memberId: person.id, text: 0, event: null }],
  )
  const told = (channel: 'sms' | 'email') => ({ memberId: person.id, channel, text: 0, event: null })
  await addToOutbox(
    db,
    [{ title, content, pushId: null }],
    [
      ...(before.mail === null ? [] : [told('email')]),
      ...(before.phone === null || before.phone === userPhone ? [] : [told('sms')]),
    ],
  )
}

/** Enough of a new address to know one's own by. */
const maskMail = (mail: string) => mail.replace(/^(.).*@/, '$1***@')
