import { z } from 'zod'
import { courseOrderCalls } from './courseOrderCalls.ts'
import { endpoint } from './endpoint.ts'
import { instant, version } from './fields.ts'
import { fen, label } from './labels.ts'
import { decide, read } from './orderFields.ts'
import { bonusTier, mostRecharged } from './orderShapes.ts'
import { rechargeCalls } from './rechargeCalls.ts'
import { refundCalls } from './refundCalls.ts'

/**
 * 订单: recharges, course orders and refunds. Money is fen. A list's days are the orders' own: of
 * payment, until then of creation.
 */
export const orders = {
  ...rechargeCalls,
  ...courseOrderCalls,
  ...refundCalls,
  /** 充值档位 and the limit above which refunds are approved. */
  settings: endpoint({
    ...read,
    title: '充值与退款设置',
    path: '/finance/api/setting/info',
    reply: z.object({
      approvalLimit: z.int(),
      tiers: z.array(bonusTier),
      version: z.int(),
      /** A higher limit that somebody asked for; `from` once another person has agreed. */
      raise: z
        .object({
          to: z.int(),
          askedBy: z.string().nullable(),
          askedAt: instant,
          from: z.string().nullable(),
          /** Why the reader may not agree. */
          notDecided: z.string().nullable(),
        })
        .nullable(),
    }),
  }),
  /** A lower limit counts at once; a higher one from the day after another person agreed (`decideLimit`). */
  saveSettings: endpoint({
    ...decide,
    title: '保存充值与退款设置',
    path: '/finance/api/setting/save',
    input: z.object({
      version,
      approvalLimit: label('免审批限额', fen(0, 1_000_000_000)),
      tiers: label(
        '充值档位',
        z
          .array(
            z
              .object({
                fromAmount: label('充值金额', fen(1, mostRecharged)),
                bonus: label('赠送金额', fen(0, mostRecharged)),
              })
              .refine(({ fromAmount, bonus }) => bonus <= fromAmount, '赠送金额不能超过充值金额'),
          )
          .max(20)
          .refine(
            tiers => new Set(tiers.map(({ fromAmount }) => fromAmount)).size === tiers.length,
            '充值金额不能重复',
          ),
      ),
    }),
    reply: z.literal(true),
    change: '保存充值与退款设置',
    record: 'version',
  }),
  /** Agrees to a higher limit, or turns it down, which who asked for it may do as well. */
  decideLimit: endpoint({
    ...decide,
    title: '审批免审批限额',
    path: '/finance/api/setting/decide',
    input: z.object({ version, accept: label('是否同意', z.boolean()) }),
    reply: z.literal(true),
    change: '审批免审批限额',
    record: 'version',
  }),
}
