import type { LogNames } from '../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const opsStaffNames: LogNames = {
  ops_staff: {
    name: '运维人员',
    columns: {
      member_id: '成员',
      capacity: '最多同时处理',
      active: '在岗',
      home_city: '常驻城市',
      away_until: '请假至',
    },
  },
  staff_coverage: { name: '负责机构', columns: { member_id: '运维人员' } },
  staff_skill: { name: '会修部件', columns: { member_id: '运维人员', component_kind_id: '部件' } },
}
