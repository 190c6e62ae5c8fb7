import { memberList } from '@drivesim/contract/people/members'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const memberNames: LogNames = {
  member: {
    name: '成员',
    fields: [memberList],
    columns: {
      account: '账号',
      phone: '手机号',
      mail: '邮箱',
      icon: '头像',
      must_change_password: '须修改密码',
      first_password_until: '初始密码有效期至',
      mail_verified_at: '邮箱验证时间',
      phone_verified_at: '手机验证时间',
    },
    phones: ['phone'],
  },
  member_organisation: { name: '成员的管理机构', columns: { organ_id: '管理机构' } },
  member_role: { name: '成员的角色', columns: { role_id: '角色' } },
}
