import { contractModes } from '@drivesim/contract/financeShapes'
import type { LogNames } from '../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const financeNames: LogNames = {
  contract: {
    name: '合同',
    columns: {
      no: '合同编号',
      mode: '合作方式',
      platform_bp: '平台分成比例（万分之一）',
      monthly_rent: '月租金',
      billing_day: '出账日',
      due_days: '付款期限（天）',
      starts_on: '开始日期',
      ends_on: '结束日期',
      deposit: '约定押金',
      offline_cap: '线下代收上限',
      deemed: '逾期视为确认',
      bank: '收款账户',
      attachment_id: '合同附件',
      terminated_at: '终止时间',
      voided_at: '作废时间',
      void_reason: '作废的原因',
      created_by: '经手人',
    },
    values: { mode: contractModes },
    money: ['monthly_rent', 'deposit', 'offline_cap'],
  },
  contract_account: {
    name: '合同收款账户',
    columns: { contract_id: '合同', from_day: '生效日期', bank: '收款账户', approval_id: '审批' },
  },
  deposit_entry: {
    name: '押金收退',
    columns: {
      contract_id: '合同',
      amount: '金额',
      paid_on: '收退日期',
      voucher_id: '凭证',
      created_by: '经手人',
    },
    money: ['amount'],
  },
}
