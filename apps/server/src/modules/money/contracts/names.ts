import { contractForm, contractList } from '@drivesim/contract/money/contracts/contractShapes'
import { contracts } from '@drivesim/contract/money/contracts/contracts'
import type { LogNames } from '../../../platform/logNames.ts'

const { no, createdBy, voidReason } = contractList.columns

/** What people call these tables, in the operation log. */
export const contractsNames: LogNames = {
  contract: {
    name: '合同',
    fields: [contractForm],
    columns: {
      no: no.word,
      platform_bp: '平台分成比例（万分之一）',
      due_days: '付款期限（天）',
      terminated_at: '终止时间',
      voided_at: '作废时间',
      void_reason: voidReason.word,
      created_by: createdBy.word,
    },
    money: ['monthly_rent', 'deposit', 'offline_cap'],
    accounts: ['bank'],
  },
  contract_account: {
    name: '合同收款账户',
    fields: [contractForm],
    columns: { contract_id: '合同', from_day: '生效日期', approval_id: '审批' },
    accounts: ['bank'],
  },
  deposit_entry: {
    name: '押金收退',
    fields: [contracts.addDeposit.input],
    columns: { created_by: createdBy.word },
    money: ['amount'],
  },
}
