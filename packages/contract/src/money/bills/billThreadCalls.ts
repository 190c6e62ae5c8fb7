import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { id, instant, searchText, version } from '../../fields.ts'
import { label } from '../../labels.ts'
import {
  attachedFiles,
  attachmentId,
  billOrder,
  largestAttachment,
  namedOrders,
  remarkText,
} from './billThread.ts'

const base = '/finance/api/bill'
const billId = label('账单', id)

const check = { method: 'POST', access: ['finance:accCheck'] } as const
const either = ['finance:accCheck', 'finance:edit'] as const

/**
 * 异议往来: what a school objects to and how it is answered, read by both. It is entered while the bill waits: an objection
 * (then messages of either side, until it is withdrawn or answered), and after an answer another.
 */
export const billThreadCalls = {
  object: endpoint({
    ...check,
    title: '对账单提出异议',
    path: `${base}/object`,
    input: z.object({
      billId,
      version,
      reason: label('异议的原因', remarkText),
      orders: namedOrders,
      attachments: attachedFiles,
    }),
    reply: z.literal(true),
    change: '对账单提出异议',
    record: 'billId',
  }),
  /** By either side, while the bill has an objection; the other is told. */
  remark: endpoint({
    method: 'POST',
    access: either,
    title: '补充异议说明',
    path: `${base}/remark`,
    input: z.object({
      billId,
      text: label('说明', remarkText),
      orders: namedOrders,
      attachments: attachedFiles,
    }),
    reply: z.literal(true),
    change: '补充异议说明',
    record: 'billId',
  }),
  /** By the school; the bill waits to be confirmed again, at least until the next day. */
  withdraw: endpoint({
    ...check,
    title: '撤回异议',
    path: `${base}/withdraw`,
    input: z.object({ billId, version }),
    reply: z.literal(true),
    change: '撤回异议',
    record: 'billId',
  }),
  answer: endpoint({
    method: 'POST',
    access: ['finance:edit'],
    title: '答复异议',
    path: `${base}/answer`,
    input: z.object({ billId, version, text: label('答复', remarkText), attachments: attachedFiles }),
    reply: z.literal(true),
    change: '答复异议',
    record: 'billId',
  }),
  /** The orders of a bill that can be named, by a part of their number or their student's name; the newest. */
  ordersToName: endpoint({
    method: 'GET',
    access: ['finance'],
    title: '账单里的订单',
    path: `${base}/ordersToName`,
    input: z.object({ billId, paramValue: searchText }),
    reply: z.array(billOrder),
  }),
  /**
   * A picture, within the limits of pictures, or a PDF of at most 10 MB and 50 pages without anything that acts. It is its uploader's
   * until an entry of a thread takes it; what none took is removed after a day.
   */
  uploadAttachment: endpoint({
    method: 'POST',
    access: either,
    title: '上传账单附件',
    path: `${base}/attachment/upload`,
    upload: true,
    largestBody: largestAttachment,
    reply: z.object({ attachmentId: z.int(), bytes: z.int() }),
    perMinute: 20,
  }),
  /** Good for a few minutes; for whoever reads the bill. */
  attachmentUrl: endpoint({
    method: 'GET',
    access: ['finance', ...either],
    title: '账单附件的下载地址',
    path: `${base}/attachment/url`,
    input: z.object({ attachmentId }),
    reply: z.object({ url: z.string(), expiresAt: instant }),
  }),
}
