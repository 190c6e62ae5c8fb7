import { outboxList } from '@drivesim/contract/notices/outbox'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const outboxNames: LogNames = {
  outbox: {
    name: '发件箱',
    fields: [outboxList],
    columns: { next_try_at: '下次尝试', push_id: '推送' },
    phones: ['recipient'],
    internal: ['message_id', 'event', 'ends_at', 'letter'],
  },
}
