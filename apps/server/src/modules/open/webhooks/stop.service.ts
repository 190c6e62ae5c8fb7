import { failingDays } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import { transact } from '../../../platform/postgres/db.ts'
import { addMessages, escapeHtml } from '../../notices/messages/service.ts'
import { eventTopics } from '../events/service.ts'
import type { ClaimedDelivery } from './send.queries.ts'
import { stopFailing, stopWaiting } from './send.queries.ts'

type Stopped = Pick<ClaimedDelivery, 'endpointId' | 'endpointName' | 'ownerId'>

/** Stops an endpoint that wants nothing any more, or where nothing arrives; its owner is told, and has it to do on 首页. */
export async function stopByItself(
  { db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>,
  { endpointId, endpointName, ownerId }: Stopped,
  reason: 'gone' | 'failing',
): Promise<void> {
  await transact(db, async trx => {
    if (!(await stopFailing(trx, endpointId, reason))) return
    await stopWaiting(trx, [endpointId])
    await bus.say(trx, eventTopics.taken, {})
    const why = reason === 'gone' ? '对方答复不再接收（410）' : `连续 ${failingDays} 天没有一次送达`
    const brief = `推送地址“${endpointName}”已自动停用：${why}`
    const link = '<a href="/system/openApi?tab=webhooks">查看事件推送</a>'
    const content = `<p>${escapeHtml(brief)}。</p><p>请联系接收方，恢复后重新启用，再重发停用期间的推送。</p><p>${link}</p>`
    await addMessages(
      { bus },
      trx,
      [{ kind: 'announcement', title: '推送地址已自动停用', brief, content, pushId: null }],
      [{ memberId: ownerId, text: 0, event: null }],
    )
    log.warn({ endpoint: endpointId, reason }, 'an endpoint was stopped')
  })
}
