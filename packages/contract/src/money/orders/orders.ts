import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { businessDay, filter, instant, version } from '../../fields.ts'
import { choice, fen, label } from '../../labels.ts'
import { courseOrderCalls } from './courseOrderCalls.ts'
import { decideCall, readCall } from './orderFields.ts'
import { bonusTier, mostRecharged } from './orderShapes.ts'
import { rechargeCalls } from './rechargeCalls.ts'
import { refundCalls } from './refundCalls.ts'

/** Up to what one person gives money back, or pays it out, alone: within 30 days to one student, or to one school. */
export const approvalLimits = { refund: '退款免审批限额', payout: '付款免审批限额' } as const
export type ApprovalLimit = keyof typeof approvalLimits

/** 充值档位 as it is filled in. */
export const tierForm = z.object({
  fromAmount: label('充值金额', fen(1, mostRecharged)),
  bonus: label('赠送金额', fen(0, mostRecharged)),
})

/**
 * 订单: recharges, course orders and refunds. Money is fen. A list's days are the orders' own: of
 * payment, until then of creation.
 */
export const orders = {
  ...rechargeCalls,
  ...courseOrderCalls,
  ...refundCalls,
  /** 充值档位 and the limits above which a second person decides. */
  settings: endpoint({
    ...readCall,
    title: '充值与退款设置',
    path: '/finance/api/setting/info',
    reply: z.object({
      approvalLimit: z.int(),
      payoutLimit: z.int(),
      tiers: z.array(bonusTier),
      version: z.int(),
      /** Higher limits, for the platform alone: what somebody asked for, and what another person agreed to for a day to come. */
      raises: z.object({
        waiting: z.array(
          z.object({
            limit: choice(approvalLimits),
            to: z.int(),
            askedBy: z.string(),
            askedAt: instant,
            approvalId: z.int(),
            own: z.boolean(),
            /** Why the reader may not agree. */
            notDecided: z.string().nullable(),
          }),
        ),
        agreed: z.array(z.object({ limit: choice(approvalLimits), to: z.int(), from: businessDay })),
      }),
    }),
  }),
  /** A lower limit counts at once; a higher one from the day after another person agreed (`approvals`). */
  saveSettings: endpoint({
    ...decideCall,
    title: '保存充值与退款设置',
    path: '/finance/api/setting/save',
    input: z.object({
      version,
      approvalLimit: label('退款免审批限额', fen(0, 1_000_000_000)),
      /** Left out: it stays. */
      payoutLimit: label('付款免审批限额', filter(fen(0, 10_000_000_000))),
      tiers: label(
        '充值档位',
        z
          .array(tierForm.refine(({ fromAmount, bonus }) => bonus <= fromAmount, '赠送金额不能超过充值金额'))
          .max(20)
          .refine(
            tiers => new Set(tiers.map(({ fromAmount }) => fromAmount)).size === tiers.length,
            '充值金额不能重复',
          ),
      ),
    }),
    reply: z.literal(true),
    change: '保存充值与退款设置',
    stepUp: 'recent',
    record: 'version',
  }),
  /** Takes a raise back that was agreed to, before its day. */
  cancelRaise: endpoint({
    ...decideCall,
    title: '取消调高限额',
    path: '/finance/api/setting/cancelRaise',
    input: z.object({ version, limit: label('限额', choice(approvalLimits)) }),
    reply: z.literal(true),
    change: '取消调高限额',
    record: 'version',
  }),
}
