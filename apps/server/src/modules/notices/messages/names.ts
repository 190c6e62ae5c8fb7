import { messageStates } from '@drivesim/contract/notices/messages'
import { noticeTypes } from '@drivesim/contract/notices/notices'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const messageNames: LogNames = {
  message: {
    name: '消息',
    columns: { title: '标题', kind: '类型', push_id: '推送', opened_at: '打开时间' },
    values: {
      state: messageStates,
      kind: Object.fromEntries(Object.entries(noticeTypes).map(([kind, { label }]) => [kind, label])),
    },
    internal: ['event'],
  },
}
