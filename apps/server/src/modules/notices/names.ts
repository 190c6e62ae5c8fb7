import { noticeChannels, noticeTypes } from '@drivesim/contract/notices'
import type { LogNames } from '../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const noticeNames: LogNames = {
  notice_config: {
    name: '通知选项',
    columns: {
      channel: '通道',
      message_type: '通知类型',
      create_limit: '通知时间（分钟）',
      able_time_begin: '接收开始时间',
      able_time_end: '接收结束时间',
      effective_time: '通知间隔（天）',
    },
    values: {
      channel: noticeChannels,
      message_type: Object.fromEntries(Object.entries(noticeTypes).map(([type, { label }]) => [type, label])),
    },
  },
  notice_ignored_device: {
    name: '忽略的设备',
    columns: { config_id: '通知选项', simulator_id: '设备' },
  },
}
