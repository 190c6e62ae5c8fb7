import { noticeChannels } from '@drivesim/contract/notices'
import { audienceKinds, pushStates } from '@drivesim/contract/pushes'
import type { LogNames } from '../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const pushNames: LogNames = {
  push: {
    name: '推送',
    columns: {
      title: '标题',
      content: '内容',
      audience_kind: '发送范围',
      audience_ids: '发送对象编号',
      channels: '通道',
      send_at: '定时发送',
      sent_at: '发送时间',
      pinned_until: '置顶至',
      author_id: '撰写人',
      sender_id: '发送人',
      delivered: '送达数',
      read_count: '阅读数',
    },
    values: { audience_kind: audienceKinds, channels: noticeChannels, state: pushStates },
    internal: ['served_to'],
  },
}
