import { accessNames } from '@drivesim/contract'
import { roleList } from '@drivesim/contract/people/roles'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const roleNames: LogNames = {
  role: { name: '角色', fields: [roleList] },
  role_access: {
    name: '角色的权限',
    columns: { role_id: '角色', code: '权限' },
    values: { code: accessNames },
  },
}
