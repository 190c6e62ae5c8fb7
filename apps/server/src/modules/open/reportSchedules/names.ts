import { rangePresets, reportSchedules, rhythms, scheduleStates } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

const ranges = Object.fromEntries(Object.entries(rangePresets).map(([key, { label }]) => [key, label]))

/** What these tables are called in the operation log. */
export const reportNames: LogNames = {
  report_schedule: {
    name: '定时报表',
    fields: [reportSchedules.add.input],
    columns: { owner_id: '所有者', call: '导出', state: '状态', reason: '停止的原因', mails: '发送邮件' },
    values: { state: scheduleStates, every: rhythms, range: ranges },
  },
  report_receiver: {
    name: '定时报表的接收人',
    columns: { schedule_id: '定时报表', member_id: '接收人', reason: '停止的原因' },
  },
}
