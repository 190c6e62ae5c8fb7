import type { SeedPart } from '../../../platform/parts.ts'
import { type DemoMessage, insertInboxes } from './seed.service.ts'

const everybody = ['admin', 'school', 'finance', 'ops', 'guest']

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

/** What waits in the inboxes of the demo accounts. */
export const messagesSeed: SeedPart = { fill: (db, business) => insertInboxes(db, business, messages) }
