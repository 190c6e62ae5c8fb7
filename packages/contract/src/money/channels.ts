import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filter, id, instant, optionalText } from '../fields.ts'
import { choice, fen, label } from '../labels.ts'
import { orderAmount, orderBase, orderId, sellCall, studentId } from './orders/orderFields.ts'
import { mostRecharged, rechargeState } from './orders/orderShapes.ts'

/** The channels through which people pay by code. */
export const payChannels = { wechat: '微信支付', alipay: '支付宝' } as const
export const payChannel = choice(payChannels)

/** Minutes in which a code can be paid. */
export const codeMinutes = 30

const ask = { ...sellCall, method: 'GET', perMinute: 60 } as const

/**
 * 扫码收款. The order is made first; its code is asked for then, since a channel that does not answer
 * must not hold up what changes the data.
 */
export const channels = {
  /** Which channels there are; `simulated`: they are simulated, no money moves. */
  offered: endpoint({
    title: '支付渠道',
    method: 'GET',
    path: `${orderBase}/recharge/channels`,
    access: sellCall.access,
    reply: z.object({ channels: z.array(payChannel), simulated: z.boolean() }),
  }),
  rechargeByCode: endpoint({
    ...sellCall,
    title: '扫码收款',
    path: `${orderBase}/recharge/qr`,
    input: z.object({
      studentId,
      channel: label('支付渠道', payChannel),
      amount: orderAmount,
      bonus: label('赠送金额', filter(fen(0, mostRecharged))),
      bonusReason: label('赠送原因', optionalText(200)),
      thenCourse: label('课程订单', filter(id)),
    }),
    reply: z.object({ orderId: z.int(), no: z.string(), expiresAt: instant }),
    change: '扫码收款',
  }),
  /** The code of a waiting order, as text and as SVG; both null where it waits no longer. */
  rechargeCode: endpoint({
    ...ask,
    title: '充值订单的收款码',
    path: `${orderBase}/recharge/code`,
    input: z.object({ orderId }),
    reply: z.object({
      state: rechargeState,
      codeUrl: z.string().nullable(),
      svg: z.string().nullable(),
      expiresAt: instant.nullable(),
      /** Address of the payer's page of simulated channels. */
      payPage: z.string().nullable(),
    }),
  }),
  /** Asks the channel whether it was paid, and takes what it says. */
  rechargeQuery: endpoint({
    ...ask,
    title: '查询充值订单的支付结果',
    path: `${orderBase}/recharge/query`,
    input: z.object({ orderId }),
    reply: z.object({ state: rechargeState }),
  }),
}
