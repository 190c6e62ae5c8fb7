import { memberOf } from '@drivesim/fleet/business'
import type { SeedPart } from '../../../platform/parts.ts'
import { insertInboxes } from '../messages/seed.service.ts'
import { insertPushes } from './seed.queries.ts'

const hour = 3_600_000

const everybody = ['admin', 'school', 'finance', 'ops', 'guest']
const maintenance = {
  title: '系统维护通知',
  content:
    '<p>各位同事：</p><p>系统将于<b>本周日 02:00–04:00</b> 升级，期间后台无法登录，模拟器可照常训练，数据会在升级后补传。</p><p>如有疑问，请联系平台运营部。</p>',
}

/** A push that everybody got, and a draft. */
export const pushesSeed: SeedPart = {
  async fill(db, business) {
    const { id: author, organs } = memberOf(business, 'admin')
    const [organId = 0] = organs
    const mine = { author_id: author, organ_id: organId, audience_kind: 'all', channels: ['system'] }
    const hoursAgo = 48
    const sentAt = business.until - hoursAgo * hour
    const [pushId] = await insertPushes(db, [
      {
        ...mine,
        ...maintenance,
        state: 'sent',
        send_at: new Date(sentAt),
        sent_at: new Date(sentAt),
        sender_id: author,
        delivered: everybody.length,
        created_at: new Date(sentAt - hour),
      },
      {
        ...mine,
        title: '春节值班安排',
        content: '<p>请各驾校在本月底前确认春节期间的营业时间与值班人员。</p>',
        created_at: new Date(business.until - 5 * hour),
      },
    ])
    if (pushId === undefined) throw new Error('a push was inserted')
    const brief = `${maintenance.title}：系统将于本周日 02:00–04:00 升级，期间后台无法登录`
    const read = ['school', 'finance', 'ops']
    await insertInboxes(db, business, [
      { ...maintenance, to: everybody, hoursAgo, kind: 'announcement', brief, read, pushId },
    ])
  },
}
