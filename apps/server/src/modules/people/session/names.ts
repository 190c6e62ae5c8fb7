import type { LogNames } from '../../../platform/logNames.ts'

/** What this table is called in the operation log, which has only sessions that a change ended. */
export const sessionNames: LogNames = {
  session: {
    name: '登录设备',
    columns: { ended_at: '下线时间', end_reason: '下线原因' },
    values: {
      end_reason: {
        kicked: '被下线',
        disabled: '成员停用',
        passwordChanged: '密码变更',
      },
    },
    internal: ['address', 'user_agent'],
  },
}
