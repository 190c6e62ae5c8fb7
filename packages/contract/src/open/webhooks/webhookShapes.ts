import { z } from 'zod'
import { error } from '../../errors.ts'
import { instant, nameText } from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { column, listColumns } from '../../lists.ts'
import { eventTypes, testEvent } from '../eventTypes.ts'

/** Endpoints of a person that are not stopped. */
export const mostEndpoints = 10

/** When a delivery is tried again, in seconds after the try before: 75.6 hours in all. */
export const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** Days without one success after which an endpoint is stopped. */
export const failingDays = 5
/** Days for which events and deliveries are kept. */
export const deliveriesKeptDays = 30

/** `forbidden`: its owner might not have it any more when it was due; `stopped`: the endpoint was stopped before. */
export const deliveryStates = {
  waiting: '待发送',
  sent: '已送达',
  failed: '失败',
  forbidden: '已无权限',
  stopped: '已停用',
} as const
export const deliveryState = choice(deliveryStates)

/** Why an endpoint takes nothing: by a person, it answered 410, or it failed for five days. */
export const stopReasons = { byHand: '人工停用', gone: '对方答复 410', failing: '连续五天未送达' } as const
export const endpointStates = { enabled: '启用', disabled: '停用' } as const

export const eventType = label('事件', choice(eventTypes))
/** Of a delivery: a test, too. */
export const sentTypes = { ...eventTypes, [testEvent]: '测试' } as const

export const endpointName = label('名称', nameText(50))
export const endpointAddress = label(
  '地址',
  z
    .string()
    .trim()
    .max(500)
    .regex(
      /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?([/?][^\s#]*)?$/i,
      '地址应形如 https://…，不含账号、密码和 # 后的部分',
    ),
)

/** An endpoint as lists show it. */
export const webhookRow = z.object({
  endpointId: z.int(),
  name: z.string(),
  /** Whole for its owner; for others without its path, which may be what lets one in. */
  address: z.string(),
  state: choice(endpointStates),
  stopReason: choice(stopReasons).nullable(),
  types: z.array(choice(eventTypes)),
  /** Empty: all of its owner's. */
  organs: z.array(z.object({ organId: z.int(), name: z.string() })),
  ownerName: z.string(),
  /** Whether it is the reader's, who alone changes it. */
  own: z.boolean(),
  /** Of the last 24 hours. */
  sent: z.int(),
  failed: z.int(),
  waiting: z.int(),
  /** Since when nothing has arrived; null: the last try did. */
  failingSince: instant.nullable(),
  /** Until when the secret before signs, too. */
  bothUntil: instant.nullable(),
  createdAt: instant,
  version: z.int(),
})
export type WebhookRow = z.output<typeof webhookRow>
export const webhookList = listColumns(webhookRow, {
  name: column.text('名称', { widest: 180 }),
  state: column.choice('状态', endpointStates),
  stopReason: column.choice('停用原因', stopReasons, { optional: true }),
  address: column.text('地址', { widest: 280 }),
  types: column.special('事件'),
  organs: column.special('机构'),
  sent: column.number('24 小时送达'),
  failed: column.number('24 小时失败'),
  waiting: column.number('待发送'),
  failingSince: column.time('未送达起始时间', { optional: true }),
  ownerName: column.text('所有者', { widest: 140 }),
  createdAt: column.time('创建时间', { optional: true }),
})

/** A delivery as lists show it. */
export const deliveryRow = z.object({
  deliveryId: z.int(),
  endpointId: z.int(),
  endpointName: z.string(),
  type: choice(sentTypes),
  /** Of its event. */
  seq: z.int(),
  state: deliveryState,
  /** Begun tries. */
  attempts: z.int(),
  /** HTTP status of the last answer; null: there was none. */
  lastStatus: z.int().nullable(),
  happenedAt: instant,
  nextTryAt: instant.nullable(),
  sentAt: instant.nullable(),
})
export type DeliveryRow = z.output<typeof deliveryRow>
export const deliveryList = listColumns(deliveryRow, {
  happenedAt: column.time('发生时间'),
  type: column.choice('事件', sentTypes),
  state: column.choice('状态', deliveryStates),
  endpointName: column.text('推送地址', { widest: 180 }),
  attempts: column.number('尝试次数'),
  lastStatus: column.number('答复状态码'),
  nextTryAt: column.time('下次尝试', { optional: true }),
  sentAt: column.time('送达时间', { missing: '尚未送达' }),
  seq: column.number('序号', { optional: true }),
})

/** Refusals about endpoints and deliveries: −130yy, from 40 on. */
export const webhookErrors = {
  endpointsFull: error(-13040, `每人最多启用 ${mostEndpoints} 个推送地址，请先停用一个`),
  addressForbidden: error(
    -13041,
    '不能推送到这个地址：须为互联网上的 https 地址；要推送到内网，请系统管理员在 WEBHOOK_NETWORKS 中列出网段',
  ),
  eventForbidden: error(-13042, (type: string) => `您没有查看“${type}”的权限，请去掉后再保存`),
  organForbidden: error(-13043, '所选机构不在您管理的机构内，请重新选择'),
  endpointNotOwn: error(-13044, '只有推送地址的所有者可以这样做；其他人只能停用'),
  endpointIs: error(-13045, (state: string) => `推送地址已${state}，请刷新列表`),
  endpointStopped: error(-13046, '推送地址已停用，请先启用'),
  deliveryWaits: error(-13047, '这条推送正在等待发送，不需要重发'),
  nothingFailed: error(-13048, '这段时间没有失败的推送'),
} as const
