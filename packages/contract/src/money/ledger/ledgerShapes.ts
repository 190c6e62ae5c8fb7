import { z } from 'zod'
import { businessDay } from '../../fields.ts'
import { choice } from '../../labels.ts'
import { balanceKinds, rechargeChannel } from '../orders/orderShapes.ts'

/** 科目: the accounts of the ledger; the database takes no other. */
export const ledgerAccounts = {
  student_cash: '学员余额（现金）',
  student_bonus: '学员余额（赠送）',
  custody: '驾校代收款',
  clearing: '渠道在途款',
  bank: '银行存款',
  refunding: '退款在途',
  bonus_issued: '赠送发放',
  bonus_spent: '赠送消费',
  course_income: '课程收入',
  platform_share: '平台分成',
  school_current: '驾校往来',
  rent_income: '租金收入',
  adjustment: '调整',
  deposit: '合同押金',
  channel_fee: '渠道手续费',
  merchant_discount: '商家优惠',
  suspense: '渠道挂账',
} as const
export type Account = keyof typeof ledgerAccounts

/** All that is ever posted, of orders, refunds, bills, deposits and channels; the database takes nothing else. */
export const postingKinds = {
  ...balanceKinds,
  refundPaid: '退款付出',
  close: '出账',
  receipt: '收款',
  payout: '付款',
  paymentVoid: '作废收付款',
  offset: '抵扣',
  offsetVoid: '作废抵扣',
  deposit: '收取押金',
  depositBack: '退还押金',
  channelFee: '渠道手续费',
  channelSuspense: '渠道挂账',
  channelSuspenseReversed: '撤销渠道挂账',
  channelDiscount: '商家优惠',
  channelDiscountReversed: '撤销商家优惠',
  channelGivenBack: '渠道挂账退回',
} as const
export type JournalKind = keyof typeof postingKinds

/** 分录 of one event; they sum up to nothing in each unit. Fen: + debit, − credit. */
export const posting = z.object({
  journalId: z.int(),
  kind: choice(postingKinds),
  /** Of the order, refund, receipt or payout; a bill has its own on its page. */
  no: z.string().nullable(),
  /** On which it was posted. */
  day: businessDay,
  entries: z.array(
    z.object({
      line: z.int(),
      account: choice(ledgerAccounts),
      /** Whose it is, as far as the account has somebody's. */
      studentName: z.string().nullable(),
      schoolName: z.string().nullable(),
      channel: rechargeChannel.nullable(),
      /** 抵扣: which other bill this side is of. */
      otherBillNo: z.string().nullable(),
      unit: z.enum(['CNY', 'BONUS']),
      amount: z.int(),
    }),
  ),
})
export type Posting = z.output<typeof posting>

/** What was posted of an order or refund; null without `finance`: everybody may open an order, but not its postings. */
export const keptPostings = z.array(posting).nullable()
