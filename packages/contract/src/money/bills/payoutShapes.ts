import { z } from 'zod'
import { instant, maskedAccount } from '../../fields.ts'

/** How a payout came to be allowed; null: it was within the limit, or is none. */
export const payoutWords = {
  approved: '已审批',
  unasked: '未经审批',
  ratified: '已追认',
  refused: '不予追认',
} as const

/** 付款申请 for a bill that is not paid yet; fen. */
export const paymentRequest = z.object({
  requestId: z.int(),
  approvalId: z.int(),
  amount: z.int(),
  account: maskedAccount.nullable(),
  state: z.enum(['waiting', 'approved']),
  askedBy: z.string(),
  askedAt: instant,
})
export type PaymentRequest = z.output<typeof paymentRequest>
