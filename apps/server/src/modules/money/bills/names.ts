import { billList, receiptList } from '@drivesim/contract/money/bills/billLists'
import { paymentDirections } from '@drivesim/contract/money/bills/billShapes'
import { bills } from '@drivesim/contract/money/bills/bills'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const billNamesInLog: LogNames = {
  bill: {
    name: '账单',
    fields: [billList, bills.invoice.input],
    columns: {
      deemed_on: '视为确认日',
      custody_open: '代收未用期初',
      custody_in: '代收未用登记',
      custody_used: '代收未用使用',
      custody_refunded: '代收未用退款',
      custody_reversed: '代收未用冲正',
      custody_close: '代收未用期末',
      contract_id: '合同',
    },
    money: [
      'base',
      'platform_share',
      'school_share',
      'held',
      'rent',
      'adjusted',
      'net',
      'paid',
      'custody_open',
      'custody_in',
      'custody_used',
      'custody_refunded',
      'custody_reversed',
      'custody_close',
    ],
  },
  adjustment: {
    name: '调整单',
    fields: [bills.adjust.input],
    columns: {
      for_bill_id: '所答复的账单',
      bill_id: '计入的账单',
      day: '日期',
      created_by: '经手人',
    },
    money: ['amount'],
  },
  payment_request: {
    name: '付款申请',
    columns: { approval_id: '审批', bill_id: '账单', amount: '金额', account: '收款账户' },
    money: ['amount'],
    accounts: ['account'],
  },
  bill_payment: {
    name: '收付款单',
    fields: [bills.pay.input, receiptList],
    columns: {
      no: '编号',
      direction: '收付',
      account: '收款账户',
      offset_id: '抵扣的另一方',
      voided_at: '作废时间',
    },
    values: { direction: paymentDirections },
    money: ['amount'],
    accounts: ['account'],
  },
}
