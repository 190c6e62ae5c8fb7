import { z } from 'zod'
import { error } from '../../errors.ts'
import { businessDay, id, instant, nameText, text } from '../../fields.ts'
import { choice, label } from '../../labels.ts'

/** What a school and the platform say to one another about a bill. */
export const remarkKinds = {
  objection: '提出异议',
  message: '补充说明',
  answer: '答复',
  withdrawal: '撤回异议',
} as const
export type RemarkKind = keyof typeof remarkKinds

/** An order that a line of the bill has, or the recharge where cash is told of. */
export const orderKinds = { course: '课程订单', recharge: '充值订单' } as const
const orderKind = label('订单类型', choice(orderKinds))

/** An order of a bill that can be named, with what it comes to in it. */
export const billOrder = z.object({
  orderKind,
  orderId: z.int(),
  orderNo: z.string(),
  studentName: z.string(),
  day: businessDay,
  amount: z.int(),
  /** What was paid back is taken off the amount already; fen, positive. */
  refunded: z.int(),
  /** The line that it stands in first. */
  lineId: z.int(),
})
export type BillOrder = z.output<typeof billOrder>

const attachment = z.object({
  attachmentId: z.int(),
  name: z.string(),
  bytes: z.int(),
})
export type BillAttachment = z.output<typeof attachment>

/** An entry of a bill's thread. */
export const billRemark = z.object({
  remarkId: z.int(),
  at: instant,
  kind: choice(remarkKinds),
  /** On the school's behalf, or the platform's. */
  bySchool: z.boolean(),
  /** Null: somebody of before who is not known. */
  memberName: z.string().nullable(),
  /** The school or the platform. */
  organName: z.string(),
  /** Null of a withdrawal alone. */
  text: z.string().nullable(),
  orders: z.array(billOrder),
  attachments: z.array(attachment),
})
export type BillRemark = z.output<typeof billRemark>

const mostNamedOrders = 20
export const mostAttachments = 9
/** Of an attachment, in bytes; of a picture it is what pictures have. */
export const largestAttachment = 10 * 1024 * 1024
export const mostPdfPages = 50

export const remarkText = text(500)
export const namedOrders = label(
  '涉及的订单',
  z
    .array(z.object({ orderKind, orderId: label('订单', id) }))
    .max(mostNamedOrders, `最多选 ${mostNamedOrders} 个订单`)
    .default([]),
)
export const attachmentId = label('附件', id)
export const attachedFiles = label(
  '附件',
  z
    .array(z.object({ attachmentId, name: label('文件名', nameText(100)) }))
    .max(mostAttachments, `最多上传 ${mostAttachments} 个附件`)
    .default([]),
)

/** Refusals about the thread of a bill, in the range of bills. */
export const billThreadErrors = {
  objectionOrder: error(-12628, '所选的订单不在这张账单里，请重新选择'),
  notOwnObjection: error(-12630, '异议由驾校撤回，平台请用“答复”'),
  attachmentKind: error(-12631, '附件应为 JPG、PNG、GIF、WebP 图片或 PDF，请重新选择文件'),
  attachmentQuota: error(
    -12632,
    (limit: string) => `今天上传的附件已到上限（${limit}），明天 0 点起可以继续上传`,
  ),
  pdfUnreadable: error(-12633, '这个 PDF 无法读取，可能已损坏或不完整，请重新导出，或改为上传照片'),
  pdfEncrypted: error(-12634, '这个 PDF 已加密，请取消密码保护后重新上传'),
  pdfActive: error(
    -12635,
    '这个 PDF 里有表单、脚本、要启动的程序或嵌入的文件，请用“打印”另存为 PDF 后重新上传',
  ),
  pdfTooLong: error(-12636, `PDF 不能超过 ${mostPdfPages} 页，请只保留有关的页`),
} as const
