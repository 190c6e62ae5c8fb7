import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { businessDay, checkRangeOrder, filter, id, optionalText, requireReason } from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { fileOf, page, paging } from '../../paging.ts'
import { revealReason } from '../../reveals.ts'
import { keptPostings } from '../ledger/ledgerShapes.ts'
import { slipFields } from '../vouchers.ts'
import {
  decideCall,
  optionalPayee,
  orderBase,
  orderDays,
  orderId,
  orderReason,
  orderSearch,
  payee,
  readCall,
  refundAmount,
  refundId,
  refundReason,
  refundReply,
  requirePayee,
} from './orderFields.ts'
import { refundList, refundRow } from './orderRows.ts'
import { refundKind, refundMethod, refundState } from './orderShapes.ts'

const refundFilter = {
  ...orderSearch,
  clerkId: label('提交人', filter(id)),
  kind: label('类型', filter(refundKind)),
  state: label('状态', filter(refundState)),
  method: label('退款方式', filter(refundMethod)),
  ...orderDays,
}

/** How a 原路 refund that failed may go on. */
export const retryMethods = { original: '原路', bankTransfer: '银行转账' } as const

/** 退款单 and 退款审批. */
export const refundCalls = {
  refunds: endpoint({
    ...readCall,
    title: '退款单列表',
    forKeys: 'read',
    path: `${orderBase}/refund/list`,
    input: z.object({ ...paging, ...refundFilter }).superRefine(checkRangeOrder),
    reply: page(refundRow).extend({ sum: z.object({ amount: z.int() }) }),
    columns: refundList,
  }),
  refundExport: fileOf(
    'refunds',
    { title: '导出退款单', forKeys: 'read', path: `${orderBase}/refund/export`, access: 'signedIn' },
    refundFilter,
    checkRangeOrder,
  ),
  refundInfo: endpoint({
    ...readCall,
    title: '退款单详情',
    forKeys: 'read',
    path: `${orderBase}/refund/info`,
    input: z.object({ refundId }),
    /** `notDecided`: why the reader may not decide it, where they or an account that they hold asked for it. */
    reply: refundRow.extend({
      notDecided: z.string().nullable(),
      /** The request that waits where the reader made it, and may withdraw it. */
      ownApprovalId: z.int().nullable(),
      postings: keptPostings,
    }),
  }),
  /** Of a transfer: where it is to go, in full. */
  revealPayee: endpoint({
    method: 'POST',
    title: '查看收款账号',
    path: `${orderBase}/refund/revealPayee`,
    access: ['finance:edit'],
    input: z.object({ refundId, reason: revealReason }),
    reply: z.object({ payee: z.string().nullable() }),
    secret: ['payee'],
    change: '查看收款账号',
    stepUp: 'recent',
    record: 'refundId',
  }),
  /** Cash by the school that took it (order:edit); a bank transfer by the platform (finance:edit). The voucher is its slip. */
  payRefund: endpoint({
    title: '登记退款已付',
    method: 'POST',
    path: `${orderBase}/refund/paid`,
    access: ['order:edit', 'finance:edit'],
    input: z.object({ refundId, paidOn: label('付款日期', businessDay), ...slipFields }),
    reply: z.literal(true),
    change: '登记退款已付',
    stepUp: 'recent',
    record: 'refundId',
  }),
  decideRefund: endpoint({
    ...decideCall,
    access: ['finance:edit', 'finance:approve'],
    title: '审批退款',
    path: `${orderBase}/refund/decide`,
    input: z
      .object({
        refundId,
        accept: label('审批结果', z.boolean()),
        reason: label('审批意见', optionalText(200)),
      })
      .superRefine(requireReason('请填写驳回的原因')),
    reply: refundReply,
    change: '审批退款',
    stepUp: 'recent',
    record: 'refundId',
  }),
  /** A 原路 refund that failed: once more, or by a transfer once the channel says that it will not pay. */
  retryRefund: endpoint({
    ...decideCall,
    title: '重新退款',
    path: `${orderBase}/refund/retry`,
    input: z
      .object({
        refundId,
        method: label('退款方式', choice(retryMethods).default('original')),
        payee: optionalPayee,
      })
      .superRefine(requirePayee),
    reply: z.literal(true),
    change: '重新退款',
    stepUp: 'recent',
    record: 'refundId',
  }),
  /** Ends a refund that was not paid: what it held is free again. A 原路 one: once the channel says so. */
  giveUpRefund: endpoint({
    ...decideCall,
    title: '放弃退款',
    path: `${orderBase}/refund/giveUp`,
    input: z.object({ refundId, reason: orderReason }),
    reply: z.literal(true),
    change: '放弃退款',
    stepUp: 'recent',
    record: 'refundId',
  }),
  /** 平台代退: the platform transfers what a school holds, and charges it on its next bill. */
  refundOnBehalf: endpoint({
    ...decideCall,
    title: '平台代退',
    path: `${orderBase}/refund/onBehalf`,
    input: z.object({
      orderId,
      amount: refundAmount,
      payee,
      reason: refundReason,
    }),
    reply: refundReply,
    change: '平台代退',
    stepUp: 'recent',
    record: 'orderId',
  }),
}
