import { courseOrderCalls } from '@drivesim/contract/money/orders/courseOrderCalls'
import { courseOrderList, rechargeList, refundList } from '@drivesim/contract/money/orders/orderRows'
import { refundChannelStates } from '@drivesim/contract/money/orders/orderShapes'
import { orders, tierForm } from '@drivesim/contract/money/orders/orders'
import { rechargeCalls } from '@drivesim/contract/money/orders/rechargeCalls'
import type { LogNames } from '../../../platform/logNames.ts'

const holderNames = { holder_school_id: '代收驾校', holder_bill_id: '代收账单' }

/** What people call these tables, in the operation log. */
export const orderNames: LogNames = {
  recharge_order: {
    name: '充值订单',
    fields: [rechargeList, rechargeCalls.rechargeOffline.input],
    columns: {
      ...holderNames,
      created_by: rechargeList.columns.clerkName.word,
      simulated: '模拟',
      then_course_id: '随后支付的课程订单',
      back_dated_reason: '补登原因',
      expires_at: '支付期限',
      closed_at: '关闭时间',
      close_reason: '关闭原因',
      reversed_at: '冲正时间',
      channel_order_no: '渠道的商户单号',
    },
    money: ['amount', 'bonus', 'cash_left', 'refunded'],
  },
  course_order: {
    name: '课程订单',
    fields: [courseOrderList, courseOrderCalls.addCourseOrder.input],
    columns: {
      kind: '类型',
      created_by: courseOrderList.columns.clerkName.word,
      enrolment_id: '学籍',
      list_price: '原价',
      paid_at: '支付时间',
      closed_at: '关闭时间',
      finished_at: '完成时间',
    },
    values: { kind: { sale: '销售', opening: '期初' } },
    money: ['amount', 'list_price', 'cash_paid', 'bonus_paid', 'refunded_cash', 'untrained'],
  },
  refund: {
    name: '退款单',
    fields: [refundList],
    columns: {
      ...holderNames,
      student_id: refundList.columns.studentName.word,
      created_by: refundList.columns.clerkName.word,
      recharge_order_id: '充值订单',
      course_order_id: '课程订单',
      give_up_reason: '放弃原因',
      accepted_at: '渠道受理时间',
      channel_state: '渠道结果',
      channel_problem: '渠道说明',
      voucher_id: '凭证',
    },
    values: { channel_state: refundChannelStates },
    money: ['amount', 'bonus_back'],
    accounts: ['payee'],
  },
  bonus_tier: { name: '充值档位', fields: [tierForm], money: ['from_amount', 'bonus'] },
  finance_setting: {
    name: '财务设置',
    fields: [orders.saveSettings.input],
    columns: {
      charged_from: '开始扣分钟的时间',
      single_since: '一人审批开始时间',
      raise_limit: '调高后的退款限额',
      raise_from: '退款限额调高的生效日期',
      payout_raise_limit: '调高后的付款限额',
      payout_raise_from: '付款限额调高的生效日期',
    },
    money: ['approval_limit', 'raise_limit', 'payout_limit', 'payout_raise_limit'],
  },
}
