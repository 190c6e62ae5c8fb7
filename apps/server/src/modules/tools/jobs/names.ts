import { jobStates } from '@drivesim/contract/tools/jobs'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const jobNames: LogNames = {
  job: {
    name: '任务',
    columns: {
      label: '操作',
      total: '记录数',
      done: '成功数',
      failed: '失败数',
      reason: '失败原因',
      finished_at: '结束时间',
    },
    values: { state: jobStates },
    internal: ['kind', 'owner_id', 'address', 'user_agent', 'lease_until', 'seen_at'],
  },
}
