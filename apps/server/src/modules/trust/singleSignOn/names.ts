import type { LogNames } from '../../../platform/logNames.ts'

/** What this table is called in the operation log. */
export const identityNames: LogNames = {
  external_identity: {
    name: '单点登录的绑定',
    columns: { issuer: '提供方', subject: '提供方的用户编号', bound_at: '绑定时间', bound_by: '绑定人' },
  },
}
