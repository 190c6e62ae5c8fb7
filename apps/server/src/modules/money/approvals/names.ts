import { approvalList, approvalStates } from '@drivesim/contract/money/approvals'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call this table, in the operation log. */
export const approvalNames: LogNames = {
  approval: {
    name: '审批',
    fields: [approvalList],
    columns: {
      subject_id: '对象',
      before: '原内容',
      after: '申请内容',
      also_by: '原提交人',
      ends_at: '过期时间',
      outcome: '审批结果',
    },
    values: { outcome: approvalStates },
    money: ['amount'],
  },
}
