import { z } from 'zod'
import { enabledStates, switchMachine } from '../enabled.ts'
import { error, refuse } from '../errors.ts'
import { filter, instant, nameText, optionalText, organId } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { type NoticeType, noticeTypes } from '../notices/notices.ts'
import { enabledState, organisationErrors } from '../schools/organisations/organisationShapes.ts'

/** Whose group robots we know, by the host of their addresses; no other host is ever called. */
export const robotKinds = { wecom: '企业微信', dingtalk: '钉钉', feishu: '飞书' } as const
export type RobotKind = keyof typeof robotKinds

/** What the address of a group robot looks like, as its settings in the chat show it. */
const addresses: Readonly<Record<RobotKind, RegExp>> = {
  wecom: /^https:\/\/qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=[\w-]{8,100}$/,
  dingtalk: /^https:\/\/oapi\.dingtalk\.com\/robot\/send\?access_token=[\w-]{8,100}$/,
  feishu: /^https:\/\/open\.feishu\.cn\/open-apis\/bot\/v2\/hook\/[\w-]{8,100}$/,
}

/** Whose robot an address is; undefined: nobody's that we know. */
export function robotKindOf(address: string): RobotKind | undefined {
  if (addresses.wecom.test(address)) return 'wecom'
  if (addresses.dingtalk.test(address)) return 'dingtalk'
  return addresses.feishu.test(address) ? 'feishu' : undefined
}

/** The reminders that a robot may take: all that are about a thing. */
export const robotTypes = {
  deviceOffline: noticeTypes.deviceOffline.label,
  deviceFault: noticeTypes.deviceFault.label,
  workOrder: noticeTypes.workOrder.label,
  bill: noticeTypes.bill.label,
  contractExpiry: noticeTypes.contractExpiry.label,
} as const satisfies Record<Exclude<NoticeType, 'announcement' | 'mention'>, string>
const robotType = choice(robotTypes)

/** A stopped robot says nothing, and keeps its address. */
export const robotSwitch = switchMachine(state => refuse(organisationErrors.alreadySo, '群机器人', state))

const robotRow = z.object({
  robotId: z.int(),
  robotName: z.string(),
  organId: z.int(),
  organName: z.string(),
  kind: choice(robotKinds),
  types: z.array(robotType),
  /** The last four characters of the address. */
  addressEnd: z.string(),
  state: enabledState,
  /** Who is answerable: it says nothing that this person may not know. */
  ownerName: z.string(),
  sentAt: instant.nullable(),
  /** Of its latest message, where that was not sent. */
  lastError: z.string().nullable(),
  version: z.int(),
})
export type RobotRow = z.output<typeof robotRow>
export { robotRow }
export const robotList = listColumns(robotRow, {
  robotName: column.text('机器人名称', { widest: 200 }),
  state: column.choice('状态', enabledStates),
  kind: column.choice('平台', robotKinds),
  organName: column.text('机构', { widest: 200 }),
  types: column.special('提醒类型'),
  addressEnd: column.code('地址末四位'),
  ownerName: column.text('负责人'),
  sentAt: column.time('发出时间', { missing: '尚未发出' }),
  lastError: column.text('失败原因', { widest: 240 }),
})

const address = label(
  '机器人地址',
  z
    .string()
    .trim()
    .refine(
      value => robotKindOf(value) !== undefined,
      '请粘贴企业微信、钉钉或飞书群机器人设置里的 Webhook 地址，以 https:// 开头',
    ),
)
const common = {
  robotName: label('机器人名称', nameText(50)),
  types: label('提醒类型', z.array(robotType).min(1, '请至少选择一种提醒').max(10)),
  /** 钉钉 and 飞书 sign with it; 企业微信 has none. */
  signingKey: label('加签密钥', optionalText(200)),
}
export const robotForm = z.object({ organId, ...common, address })
/** Without an address the robot keeps the one it has, with its key. */
export const robotChange = z.object({ ...common, address: filter(address) })

/** What is to be said, and what became of it; `merged`: told of together with another. */
export const robotMessageStates = {
  waiting: '待发送',
  sent: '已发送',
  failed: '发送失败',
  merged: '已合并',
} as const
export const robotMessageState = choice(robotMessageStates)
export const robotMessageRow = z.object({
  messageId: z.int(),
  robotName: z.string(),
  organName: z.string(),
  text: z.string(),
  state: robotMessageState,
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
})
export type RobotMessageRow = z.output<typeof robotMessageRow>
export const robotMessageList = listColumns(robotMessageRow, {
  text: column.text('内容', { widest: 320 }),
  state: column.choice('状态', robotMessageStates),
  robotName: column.text('机器人名称', { widest: 160 }),
  organName: column.text('机构', { widest: 180 }),
  attempts: column.number('尝试次数'),
  lastError: column.text('失败原因', { widest: 240 }),
  createdAt: column.time('创建时间'),
  sentAt: column.time('发出时间', { missing: '尚未发出' }),
})

/** Refusals about group robots: −1307y. */
export const robotErrors = {
  robotKeyMissing: error(
    -13070,
    (kind: string) => `${kind}机器人要填写加签密钥，请在它的安全设置里选择“加签”（签名校验）并复制过来`,
  ),
  robotMessageNot: error(-13071, (state: string) => `“${state}”的群消息不需要重新发送，请刷新列表`),
  robotStopped: error(-13072, '这个群机器人已停用，请先启用'),
  robotsOff: error(-13073, '本服务器不发送提醒（NOTICES=0），请联系系统管理员'),
} as const
