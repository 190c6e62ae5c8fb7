import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { enabled, filter, id, instant, organId, version } from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { page, paging } from '../../paging.ts'
import {
  deliveryList,
  deliveryRow,
  deliveryState,
  endpointAddress,
  endpointName,
  eventType,
  sentTypes,
  webhookList,
  webhookRow,
} from './webhookShapes.ts'

const access = ['system:open'] as const
const base = '/open/api/webhook'

const endpointId = label('推送地址', id)
const deliveryId = label('推送', id)
const form = {
  name: endpointName,
  address: endpointAddress,
  types: label('事件', z.array(eventType).min(1, '请至少选择一种事件').max(100)),
  organIds: label('机构', z.array(organId).max(200)),
}
/** Shown once: what was sent is verified with it. */
const shownOnce = z.object({ endpointId: z.int(), signingSecret: z.string() })

/** 事件推送: where other software is told of what happens, and what became of what was sent (docs/webhooks.md). */
export const webhooks = {
  list: endpoint({
    title: '推送地址',
    method: 'GET',
    path: `${base}/list`,
    access,
    input: z.object(paging),
    reply: page(webhookRow),
    columns: webhookList,
  }),
  add: endpoint({
    title: '新增推送地址',
    method: 'POST',
    path: `${base}/add`,
    access,
    input: z.object(form),
    reply: shownOnce,
    change: '新增推送地址',
    secret: ['signingSecret'],
    stepUp: 'fresh',
  }),
  /** By its owner: what is sent is what they may see. */
  modify: endpoint({
    title: '修改推送地址',
    method: 'POST',
    path: `${base}/modify`,
    access,
    input: z.object({ endpointId, version, ...form }),
    reply: z.literal(true),
    change: '修改推送地址',
    record: 'endpointId',
    stepUp: 'fresh',
  }),
  /** Another secret; the one before signs beside it for a day. */
  rotate: endpoint({
    title: '轮换签名密钥',
    method: 'POST',
    path: `${base}/rotate`,
    access,
    input: z.object({ endpointId }),
    reply: shownOnce,
    change: '轮换签名密钥',
    record: 'endpointId',
    secret: ['signingSecret'],
    stepUp: 'fresh',
  }),
  /** Anybody who sees it stops it; its owner alone begins again. */
  setEnabled: endpoint({
    title: '启用或停用推送地址',
    method: 'POST',
    path: `${base}/setEnabled`,
    access,
    input: z.object({ endpointId, enabled }),
    reply: z.literal(true),
    change: '启用或停用推送地址',
    record: 'endpointId',
  }),
  test: endpoint({
    title: '发送测试推送',
    method: 'POST',
    path: `${base}/test`,
    access,
    input: z.object({ endpointId }),
    reply: z.object({ deliveryId: z.int() }),
    change: '发送测试推送',
    record: 'endpointId',
    perMinute: 20,
  }),
  deliveries: endpoint({
    title: '推送记录',
    method: 'GET',
    path: `${base}/deliveries`,
    access,
    input: z.object({
      ...paging,
      endpointId: filter(endpointId),
      state: label('状态', filter(deliveryState)),
      type: label('事件', filter(choice(sentTypes))),
    }),
    reply: page(deliveryRow),
    columns: deliveryList,
  }),
  delivery: endpoint({
    title: '推送详情',
    method: 'GET',
    path: `${base}/delivery`,
    access,
    input: z.object({ deliveryId }),
    reply: deliveryRow.extend({
      /** `webhook-id` of every try. */
      messageId: z.string(),
      /** What is sent; null for a reader who may not see such a record there. */
      body: z.string().nullable(),
      /** Every try, newest first; `status` and `answer` (at most 4 kB) where there was an answer, else the `problem`. */
      tries: z.array(
        z.object({
          at: instant,
          status: z.int().nullable(),
          answer: z.string().nullable(),
          problem: z.string().nullable(),
          milliseconds: z.int(),
        }),
      ),
    }),
  }),
  resend: endpoint({
    title: '重发推送',
    method: 'POST',
    path: `${base}/resend`,
    access,
    input: z.object({ deliveryId }),
    reply: z.literal(true),
    change: '重发推送',
    record: 'deliveryId',
  }),
  resendFailed: endpoint({
    title: '重发失败的推送',
    method: 'POST',
    path: `${base}/resendFailed`,
    access,
    input: z.object({ endpointId, since: label('起始时间', instant) }),
    reply: z.object({ deliveries: z.int() }),
    change: '重发失败的推送',
    record: 'endpointId',
  }),
}
