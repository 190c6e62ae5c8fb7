import { accessNames, secondStepGroups, securityPolicy, selfResets } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

/** What this table is called in the operation log. */
export const policyNames: LogNames = {
  security_policy: {
    name: '安全设置',
    fields: [securityPolicy.save.input],
    columns: { codes_due_at: '指定权限的成员须开启时间', all_due_at: '其他成员须开启时间' },
    values: { second_step_for: secondStepGroups, codes: accessNames, self_reset: selfResets },
  },
}
