import { channelLineList, payChannels, statementStates } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const channelStatementsNames: LogNames = {
  channel_statement: {
    name: '渠道账单',
    columns: {
      channel: '支付渠道',
      merchant: '商户号',
      bill_date: '账单日期',
      version: '版本',
      simulated: '模拟',
      paid: '支付金额',
      refunded: '退款金额',
      discounts: '商家优惠',
      fee: '手续费',
      matched: '相符笔数',
      amount_differs: '金额不符笔数',
      local_only: '仅本地笔数',
      channel_only: '仅渠道笔数',
      state: '状态',
      fee_posted: '已入账手续费',
      balanced_at: '对平时间',
      replaced_at: '被新账单取代的时间',
      created_by: '经手人',
    },
    values: { channel: payChannels, state: statementStates },
    money: ['paid', 'refunded', 'discounts', 'fee', 'fee_posted'],
  },
  channel_line: {
    name: '渠道账单明细',
    fields: [channelLineList],
    columns: {
      statement_id: '渠道账单',
      order_no: '订单号',
      recharge_order_id: '充值订单',
      refund_id: '退款',
      made_order_id: '认领的充值订单',
    },
    money: ['amount', 'local_amount'],
  },
}
