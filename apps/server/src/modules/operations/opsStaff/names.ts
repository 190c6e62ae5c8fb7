import { opsStaffForm, opsStaffList } from '@drivesim/contract/operations/opsStaff'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const opsStaffNames: LogNames = {
  ops_staff: { name: '运维人员', fields: [opsStaffList, opsStaffForm] },
  staff_coverage: { name: '负责机构', fields: [opsStaffForm] },
  staff_skill: { name: '会修部件', fields: [opsStaffForm], columns: { component_kind_id: '部件' } },
}
