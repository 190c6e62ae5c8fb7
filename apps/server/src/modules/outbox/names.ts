import { noticeChannels } from '@drivesim/contract/notices'
import { outboxStates } from '@drivesim/contract/outbox'
import type { LogNames } from '../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const outboxNames: LogNames = {
  outbox: {
    name: '发件箱',
    columns: {
      channel: '通道',
      recipient: '收件人',
      title: '标题',
      attempts: '尝试次数',
      next_try_at: '下次尝试',
      last_error: '最后的错误',
      push_id: '推送',
      sent_at: '发送时间',
    },
    values: { channel: noticeChannels, state: outboxStates },
    phones: ['recipient'],
    internal: ['message_id', 'event'],
  },
}
