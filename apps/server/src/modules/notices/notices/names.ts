import { noticeChannels, noticeConfigForm, noticeList, notices } from '@drivesim/contract/notices/notices'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const noticeNames: LogNames = {
  notice_config: {
    name: '通知设置',
    fields: [noticeList, noticeConfigForm],
    columns: { channel: '发送方式', enabled: noticeList.columns.enable.word },
    values: { channel: noticeChannels },
  },
  notice_ignored_device: { name: '忽略的设备', fields: [notices.stopIgnoring.input] },
}
