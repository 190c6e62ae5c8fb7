import { type NoticeChannel, type NoticeConfig, notices } from '@drivesim/contract/notices/notices'

/** How one channel's table is read, and one of its rows saved. */
export const noticeCalls = {
  sms: { list: notices.sms, save: notices.saveSms },
  email: { list: notices.email, save: notices.saveEmail },
  system: { list: notices.system, save: notices.saveSystem },
} as const
export type NoticeCalls = (typeof noticeCalls)[NoticeChannel]

/** A row of the table with devices that can be ignored. */
export type SavedRow = NoticeConfig & { configId: number }
