import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import {
  businessDay,
  checkRangeOrder,
  filter,
  id,
  instant,
  option,
  optionalText,
  organId,
  requireReason,
} from '../../fields.ts'
import { choice, fen, label } from '../../labels.ts'
import { fileOf, page, paging } from '../../paging.ts'
import { keptPostings } from '../ledger/ledgerShapes.ts'
import {
  clerkId,
  optionalPayee,
  orderAmount,
  orderBase,
  orderDays,
  orderId,
  orderReason,
  orderSearch,
  readCall,
  refundAmount,
  refundReason,
  refundReply,
  requirePayee,
  sellCall,
  studentId,
} from './orderFields.ts'
import { clerkDayList, clerkDayRow, clerkSums, rechargeList, rechargeRow, refundRow } from './orderRows.ts'
import {
  mostRecharged,
  rechargeChannel,
  rechargeRefundMethod,
  rechargeState,
  rechargeTender,
} from './orderShapes.ts'

const rechargeFilter = {
  ...orderSearch,
  channel: label('支付方式', filter(rechargeChannel)),
  /** What was registered before it was asked counts as 现金, as in 经手人日报. */
  tender: label('收款方式', filter(rechargeTender)),
  state: label('状态', filter(rechargeState)),
  /** Only what the platform registered and the school has not accepted yet. */
  toAccept: label('代登记', filter(choice({ yes: '待驾校确认' }))),
  /** Paid recharges, later refunded or not: `yes` excludes those taken back by 冲正, `ever` includes them, as 经手人日报 does. */
  received: label('收款', filter(choice({ yes: '已收款', ever: '收过款' }))),
  ...orderDays,
}
const clerkDayFilter = { organId: filter(organId), clerkId, ...orderDays }
const registered = z.object({
  orderId: z.int(),
  state: rechargeState,
  /** The waiting course order that was paid with it. */
  paidCourseOrder: z.int().nullable(),
})

/** 充值订单. */
export const rechargeCalls = {
  recharges: endpoint({
    ...readCall,
    title: '充值订单列表',
    forKeys: 'read',
    path: `${orderBase}/recharge/list`,
    input: z.object({ ...paging, ...rechargeFilter }).superRefine(checkRangeOrder),
    reply: page(rechargeRow).extend({ sum: z.object({ amount: z.int() }) }),
    columns: rechargeList,
  }),
  rechargeExport: fileOf(
    'recharges',
    { title: '导出充值订单', forKeys: 'read', path: `${orderBase}/recharge/export`, access: 'signedIn' },
    rechargeFilter,
    checkRangeOrder,
  ),
  rechargeInfo: endpoint({
    ...readCall,
    title: '充值订单详情',
    forKeys: 'read',
    path: `${orderBase}/recharge/info`,
    input: z.object({ orderId }),
    reply: rechargeRow.extend({
      bonusReason: z.string().nullable(),
      backDatedReason: z.string().nullable(),
      closedAt: instant.nullable(),
      reversedAt: instant.nullable(),
      /** The course orders in the scope that its money went to; a refund of one is negative. Newest first, at most 200. */
      uses: z.array(
        z.object({
          orderId: z.int(),
          no: z.string(),
          courseName: z.string(),
          schoolName: z.string(),
          day: businessDay,
          amount: z.int(),
        }),
      ),
      /** What went to course orders of other organisations. Fen. */
      usedElsewhere: z.int(),
      refunds: z.array(refundRow),
      postings: keptPostings,
    }),
  }),
  /** 经手人日报: what each clerk took, by its kind, and gave back in cash, by day; newest first. */
  clerks: endpoint({
    ...readCall,
    title: '经手人日报',
    forKeys: 'read',
    path: `${orderBase}/recharge/clerks`,
    input: z.object({ ...paging, ...clerkDayFilter }).superRefine(checkRangeOrder),
    reply: page(clerkDayRow).extend({
      sum: clerkSums,
    }),
    columns: clerkDayList,
  }),
  clerkExport: fileOf(
    'clerks',
    {
      title: '导出经手人日报',
      forKeys: 'read',
      path: `${orderBase}/recharge/clerksExport`,
      access: 'signedIn',
    },
    clerkDayFilter,
    checkRangeOrder,
  ),
  /** Who registered a recharge or asked for a refund in the reader's scope: the choices of the filter 经手人. */
  clerkOptions: endpoint({
    ...readCall,
    title: '经手人选项',
    path: `${orderBase}/recharge/clerkOptions`,
    reply: z.array(option),
  }),
  /**
   * Money that a school took, at its desk or by a transfer to it. Registered by the platform it waits for the school's word (代登记). The same amount for the
   * same student within 10 minutes is asked about; `confirmDouble` passes. `thenCourse` is a course order that waits.
   */
  rechargeOffline: endpoint({
    ...sellCall,
    title: '登记线下充值',
    path: `${orderBase}/recharge/offline`,
    input: z
      .object({
        studentId,
        amount: orderAmount,
        tender: label('收款方式', rechargeTender.default('cash')),
        bonus: label('赠送金额', filter(fen(0, mostRecharged))),
        bonusReason: label('赠送原因', optionalText(200)),
        paidOn: label('收款日期', filter(businessDay)),
        reason: label('补登原因', optionalText(200)),
        confirmDouble: label('确认不是重复', z.boolean().default(false)),
        thenCourse: label('课程订单', filter(id)),
      })
      .superRefine(({ amount, bonus = 0 }, context) => {
        if (bonus > amount)
          context.addIssue({ code: 'custom', path: ['bonus'], message: '赠送金额不能超过充值金额' })
      }),
    reply: registered,
    change: '登记线下充值',
  }),
  /** The school says whether it took the cash that the platform registered. */
  acceptRecharge: endpoint({
    ...sellCall,
    title: '确认代登记充值',
    path: `${orderBase}/recharge/accept`,
    input: z
      .object({
        orderId,
        accept: label('处理结果', z.boolean()),
        reason: label('拒绝的原因', optionalText(200)),
      })
      .superRefine(requireReason('请填写拒绝的原因')),
    reply: registered,
    change: '确认代登记充值',
    stepUp: 'recent',
    record: 'orderId',
  }),
  closeRecharge: endpoint({
    ...sellCall,
    title: '关闭充值订单',
    path: `${orderBase}/recharge/close`,
    input: z.object({ orderId, reason: orderReason }),
    reply: z.literal(true),
    change: '关闭充值订单',
    record: 'orderId',
  }),
  /** 冲正: an offline recharge that was registered wrongly and that nothing was spent of. */
  reverseRecharge: endpoint({
    ...sellCall,
    title: '冲正充值订单',
    path: `${orderBase}/recharge/reverse`,
    input: z.object({ orderId, reason: orderReason }),
    reply: refundReply,
    change: '冲正充值订单',
    stepUp: 'recent',
    record: 'orderId',
  }),
  refundRecharge: endpoint({
    ...sellCall,
    title: '申请充值退款',
    path: `${orderBase}/recharge/refund`,
    input: z
      .object({
        orderId,
        amount: refundAmount,
        method: label('退款方式', rechargeRefundMethod),
        payee: optionalPayee,
        reason: refundReason,
      })
      .superRefine(requirePayee),
    reply: refundReply,
    change: '申请充值退款',
    record: 'orderId',
  }),
}
