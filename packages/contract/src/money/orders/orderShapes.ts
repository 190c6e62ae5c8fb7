import { z } from 'zod'
import { refuse } from '../../errors.ts'
import { businessDay, instant } from '../../fields.ts'
import { choice } from '../../labels.ts'
import { machine } from '../../machine.ts'
import { orderErrors } from './orderErrors.ts'

/** How the money of a recharge came in. */
export const rechargeChannels = { wechat: '微信', alipay: '支付宝', offline: '线下' } as const
export type RechargeChannel = keyof typeof rechargeChannels
export const rechargeChannel = choice(rechargeChannels)

/** What a school took at its desk; only 现金 is in the till. */
export const rechargeTenders = { cash: '现金', pos: 'POS', transfer: '转账' } as const
export type RechargeTender = keyof typeof rechargeTenders
export const rechargeTender = choice(rechargeTenders)

export const rechargeStates = {
  waiting: '待支付',
  paid: '已支付',
  partlyRefunded: '部分退款',
  refunded: '已退款',
  closed: '已关闭',
} as const
export type RechargeState = keyof typeof rechargeStates
export const rechargeState = choice(rechargeStates)

/** What may be done to a recharge. Refunds leave the state to what is refunded in the end. */
export const rechargeMachine = machine(
  rechargeStates,
  {
    accept: { from: ['waiting'], to: 'paid', label: '确认代登记' },
    decline: { from: ['waiting'], to: 'closed', label: '拒绝代登记' },
    close: { from: ['waiting'], to: 'closed', label: '关闭' },
    reverse: { from: ['paid'], to: 'closed', label: '冲正' },
    refund: { from: ['paid', 'partlyRefunded'], label: '退款' },
  },
  ({ label }, state) => refuse(orderErrors.orderNot, '充值订单', rechargeStates[state], label),
)

export const courseOrderStates = {
  waiting: '待支付',
  paid: '已支付',
  inUse: '使用中',
  finished: '已完成',
  partlyRefunded: '部分退款',
  refunded: '已退款',
  closed: '已关闭',
} as const
export type CourseOrderState = keyof typeof courseOrderStates
export const courseOrderState = choice(courseOrderStates)

/** What may be done to a course order. 已完成 may be refunded where minutes expired unused. */
export const courseOrderMachine = machine(
  courseOrderStates,
  {
    pay: { from: ['waiting'], to: 'paid', label: '支付' },
    close: { from: ['waiting'], to: 'closed', label: '关闭' },
    refund: { from: ['paid', 'inUse', 'finished', 'partlyRefunded'], label: '退款' },
  },
  ({ label }, state) => refuse(orderErrors.orderNot, '课程订单', courseOrderStates[state], label),
)

export const refundStates = {
  toApprove: '待审批',
  refunding: '退款中',
  refunded: '已退款',
  failed: '退款失败',
  rejected: '已驳回',
} as const
export type RefundState = keyof typeof refundStates
export const refundState = choice(refundStates)

/** What may be done to a refund; that of a course is finished by its approval. */
export const refundMachine = machine(
  refundStates,
  {
    approve: { from: ['toApprove'], label: '审批' },
    /** To `rejected`; to `failed` where only the new payee was asked for. */
    reject: { from: ['toApprove'], label: '审批' },
    pay: { from: ['refunding'], to: 'refunded', label: '登记付款' },
    /** To `toApprove` where another way or payee is decided. */
    retry: { from: ['failed'], label: '重新退款' },
    giveUp: { from: ['refunding', 'failed'], to: 'rejected', label: '放弃' },
  },
  ({ label }, state) => refuse(orderErrors.orderNot, '退款单', refundStates[state], label),
)

/** Of what a refund is. */
export const refundKinds = { recharge: '充值退款', course: '课程退款' } as const
export type RefundKind = keyof typeof refundKinds
export const refundKind = choice(refundKinds)

/** How refunded money goes back: 余额 from a course order to the student's balance, 冲正 of a recharge registered wrongly. */
export const refundMethods = {
  original: '原路',
  bankTransfer: '银行转账',
  cash: '现金',
  balance: '余额',
  reversal: '冲正',
} as const
export type RefundMethod = keyof typeof refundMethods
export const refundMethod = choice(refundMethods)

/** What a clerk may choose: cash goes back where it was taken; what was paid by code, the same way or by a transfer. */
export const rechargeRefundMethods = { original: '原路', cash: '现金', bankTransfer: '银行转账' } as const
export type RechargeRefundMethod = keyof typeof rechargeRefundMethods
export const rechargeRefundMethod = choice(rechargeRefundMethods)

/** What the channel says of a 原路 refund that failed; all but 退款异常 prove that no money moves any more. */
export const refundChannelStates = {
  closed: '渠道已关闭退款',
  abnormal: '渠道退款异常',
  unknown: '渠道没有受理退款',
} as const
export type RefundChannelState = keyof typeof refundChannelStates
export const refundChannelState = choice(refundChannelStates)

/** An order may be refunded 原路 so often, and so many days after it was paid (WeChat Pay; Alipay alike). */
export const mostOriginalRefunds = 50
export const originalRefundDays = 365

/** What a sale costs and brings, in fen: a recharge may be from ¥0.01 to ¥100,000. */
export const mostRecharged = 10_000_000
/** A payment may be registered so many days later, its own and today included. */
export const backDatedDays = 31

/** What moves a balance, with the words of the ledger. */
export const balanceKinds = {
  recharge: '充值',
  course: '购买课程',
  courseRefund: '课程退款',
  rechargeRefund: '充值退款',
  refundRejected: '退款驳回',
  claim: '渠道挂账认领',
  reversal: '冲正',
  transfer: '转校',
} as const
const balanceKind = choice(balanceKinds)

/** 余额 of a student, in fen, and what moved it at the schools in the reader's scope; newest first, at most 200. */
export const studentBalance = z.object({
  cash: z.int(),
  bonus: z.int(),
  entries: z.array(
    z.object({
      journalId: z.int(),
      kind: balanceKind,
      day: businessDay,
      at: instant,
      /** The number of the order or refund; null for a transfer. */
      no: z.string().nullable(),
      schoolName: z.string(),
      cash: z.int(),
      bonus: z.int(),
    }),
  ),
  /** 其他机构发生额: all that lies outside the reader's scope, in one line; null where nothing does. */
  elsewhere: z.object({ cash: z.int(), bonus: z.int() }).nullable(),
})
export type StudentBalance = z.output<typeof studentBalance>

/** 充值档位: a recharge of this much and more brings this bonus. Fen. */
export const bonusTier = z.object({ fromAmount: z.int(), bonus: z.int() })
export type BonusTier = z.output<typeof bonusTier>

/** The bonus that the tiers give for an amount: the highest tier at or below it counts. Fen. */
export function bonusOf(tiers: readonly BonusTier[], amount: number): number {
  const reached = tiers.filter(({ fromAmount }) => fromAmount <= amount)
  return reached.reduce((best, tier) => (tier.fromAmount > best.fromAmount ? tier : best), noTier).bonus
}
const noTier: BonusTier = { fromAmount: 0, bonus: 0 }
