import type { LogNames } from '../../../platform/logNames.ts'

/** What people call this table, in the operation log: of its rows it has the reveals. */
export const securityNames: LogNames = {
  security_event: {
    name: '查看个人信息',
    columns: { target: '对象', detail: '原因' },
    internal: [
      'at',
      'kind',
      'succeeded',
      'member_id',
      'account',
      'label',
      'address',
      'user_agent',
      'tally',
      'times',
      'last_at',
      'rows',
    ],
  },
}
