import { choice } from '../labels.ts'

/** What staff are told about, in the order of the tables; the first two can ignore devices. */
export const noticeTypes = {
  deviceOffline: { label: '设备离线提醒', ignoresDevices: true },
  deviceFault: { label: '设备故障提醒', ignoresDevices: true },
  workOrder: { label: '工单提醒', ignoresDevices: false },
  bill: { label: '账单提醒', ignoresDevices: false },
  contractExpiry: { label: '合同到期提醒', ignoresDevices: false },
  announcement: { label: '系统公告', ignoresDevices: false },
  mention: { label: '评论提到我', ignoresDevices: false },
} as const
export type NoticeType = keyof typeof noticeTypes
export const noticeType = choice(noticeTypes)
