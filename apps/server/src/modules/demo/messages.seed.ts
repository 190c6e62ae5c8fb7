import type { NoticeType } from '@drivesim/contract'
import type { Db } from '../../platform/postgres/db.ts'
import { insertMessages, insertNoticeConfigs, insertPush, readAccounts } from './messages.queries.ts'

const hour = 3_600_000
const day = 24 * hour

interface DemoMessage {
  readonly to: readonly string[]
  readonly hoursAgo: number
  readonly kind: NoticeType
  readonly title: string
  readonly brief: string
  readonly content: string
  /** Whose copies are read, and whose are in the trash; the others are unread. */
  readonly read?: readonly string[]
  readonly trash?: readonly string[]
}

const everybody = ['admin', 'school', 'finance', 'ops', 'guest']
const maintenance = {
  title: '系统维护通知',
  content:
    '<p>各位同事：</p><p>系统将于<b>本周日 02:00–04:00</b> 升级，期间后台无法登录，模拟器可照常训练，数据会在升级后补传。</p><p>如有疑问，请联系平台运营部。</p>',
}

const messages: readonly DemoMessage[] = [
  {
    to: ['admin', 'school', 'ops'],
    hoursAgo: 3,
    kind: 'announcement',
    title: '模拟器软件 3.2 已发布',
    brief: '模拟器软件 3.2 已发布：科目三夜间灯光场景更新，请安排教室在营业前升级',
    content:
      '<p>3.2 版更新内容：</p><ul><li>科目三夜间灯光场景更新</li><li>修复个别头显断线后无法恢复的问题</li></ul><p>请安排教室在营业前升级。</p>',
    read: ['ops'],
  },
  {
    to: ['admin', 'school'],
    hoursAgo: 20,
    kind: 'announcement',
    title: '教练培训报名',
    brief: '教练培训报名：下月 8 日在广州云珠驾校举办模拟器教学培训，每校限 3 人',
    content: '<p>下月 8 日在广州云珠驾校举办模拟器教学培训，每校限 3 人，请于本周五前报名。</p>',
  },
  {
    to: ['ops', 'admin'],
    hoursAgo: 30,
    kind: 'announcement',
    title: '巡检安排',
    brief: '巡检安排：本周三巡检天河、番禺两个服务点的方向盘与踏板',
    content: '<p>本周三巡检天河、番禺两个服务点，重点检查方向盘传感器与踏板行程，请准备备件。</p>',
    read: ['admin'],
  },
  {
    to: ['finance', 'admin'],
    hoursAgo: 52,
    kind: 'announcement',
    title: '对账提醒',
    brief: '对账提醒：请各位在每月 5 日前完成上月账单核对',
    content: '<p>请各位在每月 5 日前完成上月账单核对，有异议的账单请写明原因。</p>',
    read: ['admin', 'finance'],
  },
  {
    to: everybody,
    hoursAgo: 24 * 9,
    kind: 'announcement',
    title: '账号安全提示',
    brief: '账号安全提示：请勿与他人共用账号，离开座位时请退出登录',
    content: '<p>请勿与他人共用账号，离开座位时请退出登录；发现异常登录请在个人中心结束该会话。</p>',
    read: ['school', 'ops'],
    trash: ['admin', 'finance'],
  },
]

/** What waits in the inboxes of the demo accounts, a push that was sent and a draft, and when they want reminders. */
export async function insertInboxes(db: Db, until: number): Promise<void> {
  const accounts = await readAccounts(db)
  const idOf = (account: string) => {
    const member = accounts.get(account)
    if (member === undefined) throw new Error(`no demo account ${account}`)
    return member
  }
  const { id: author, organId } = idOf('admin')
  const sentAt = new Date(until - 2 * day)
  const mine = { author_id: author, organ_id: organId, audience_kind: 'all', channels: ['system'] }
  const pushId = await insertPush(db, {
    ...mine,
    ...maintenance,
    state: 'sent',
    send_at: sentAt,
    sent_at: sentAt,
    sender_id: author,
    delivered: everybody.length,
    created_at: new Date(sentAt.getTime() - hour),
  })
  await insertPush(db, {
    ...mine,
    title: '春节值班安排',
    content: '<p>请各驾校在本月底前确认春节期间的营业时间与值班人员。</p>',
    created_at: new Date(until - 5 * hour),
  })
  const readers = ['school', 'finance', 'ops']
  const copies = [
    ...messages.map(message => ({ ...message, pushId: null })),
    {
      ...maintenance,
      to: everybody,
      hoursAgo: 48,
      kind: 'announcement' as const,
      brief: `${maintenance.title}：系统将于本周日 02:00–04:00 升级，期间后台无法登录`,
      read: readers,
      trash: [],
      pushId,
    },
  ]
  await insertMessages(
    db,
    copies.flatMap(({ to, hoursAgo, kind, title, brief, content, read = [], trash = [], pushId }) =>
      to.map(account => {
        const at = new Date(until - hoursAgo * hour)
        const state = trash.includes(account) ? 'trash' : read.includes(account) ? 'read' : 'unread'
        return {
          member_id: idOf(account).id,
          kind,
          title,
          brief,
          content,
          state,
          push_id: pushId,
          created_at: at,
          opened_at: state === 'unread' ? null : new Date(at.getTime() + hour),
        }
      }),
    ),
  )
  // Classrooms are closed at night: staff want to hear of what stays off in the middle of the day.
  await insertNoticeConfigs(
    db,
    everybody.map(account => ({
      member_id: idOf(account).id,
      channel: 'system',
      message_type: 'deviceOffline',
      enabled: true,
      create_limit: 120,
      able_time_begin: '11:00',
      able_time_end: '18:00',
      effective_time: 3,
    })),
  )
}
