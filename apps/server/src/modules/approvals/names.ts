import { approvalKinds, approvalStates } from '@drivesim/contract/approvals'
import type { LogNames } from '../../platform/logNames.ts'

/** What people call this table, in the operation log. */
export const approvalNames: LogNames = {
  approval: {
    name: '审批',
    columns: {
      kind: '类型',
      subject_id: '对象',
      school_id: '驾校',
      amount: '金额',
      before: '原内容',
      after: '申请内容',
      reason: '说明',
      asked_by: '提交人',
      also_by: '原申请人',
      asked_at: '提交时间',
      ends_at: '过期时间',
      outcome: '结果',
      decided_by: '处理人',
      decided_at: '处理时间',
      opinion: '审批意见',
    },
    values: { kind: approvalKinds, outcome: approvalStates },
    money: ['amount'],
  },
}
