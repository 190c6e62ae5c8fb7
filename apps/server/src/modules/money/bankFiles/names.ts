import { bankFileOutcomes, bankFileStates } from '@drivesim/contract/money/bankFiles'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const bankFilesNames: LogNames = {
  bank_template: { name: '银行模板', columns: { name: '模板名称', format: '格式' } },
  payment_batch: {
    name: '付款文件',
    columns: { no: '编号', state: '状态', created_by: '经手人' },
    values: { state: bankFileStates },
  },
  payment_batch_item: {
    name: '付款文件的付款',
    columns: {
      batch_id: '付款文件',
      request_id: '付款申请',
      outcome: '结果',
      reason: '失败原因',
      payment_id: '付款单',
    },
    values: { outcome: bankFileOutcomes },
  },
}
