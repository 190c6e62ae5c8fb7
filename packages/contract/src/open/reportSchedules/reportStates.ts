import { error, refuse } from '../../errors.ts'
import { machine } from '../../machine.ts'

/** What becomes of a schedule. One that was stopped stays so: what was allowed then is asked for anew. */
export const scheduleStates = { active: '进行中', paused: '已暂停', stopped: '已停止' } as const
export type ScheduleState = keyof typeof scheduleStates

export const scheduleMachine = machine(
  scheduleStates,
  {
    modify: { from: ['active', 'paused'], label: '修改' },
    pause: { from: ['active'], to: 'paused', label: '暂停' },
    resume: { from: ['paused'], to: 'active', label: '继续' },
    sendNow: { from: ['active', 'paused'], label: '立即发送一次' },
    stop: { from: ['active', 'paused'], to: 'stopped', label: '停止' },
    remove: { from: ['active', 'paused', 'stopped'], label: '删除' },
  },
  ({ label }, state) => refuse(reportScheduleErrors.scheduleNot, scheduleStates[state], label),
)

/** What became of a report for one receiver. */
export const runStates = {
  waiting: '生成中',
  sent: '已发送',
  failed: '失败',
  refused: '不再允许',
  skipped: '已跳过',
  missed: '未发送',
} as const
export type RunState = keyof typeof runStates

/** Schedules of one person, and receivers of one of them. */
export const mostSchedules = 20
export const mostReceivers = 20

/** The largest file that a mail takes along, in bytes. */
export const largestMailedFile = 5 * 1024 * 1024

/** Refusals of reports by the clock: −13020 to −13039. */
export const reportScheduleErrors = {
  schedulesFull: error(-13020, `定时报表已满（最多 ${mostSchedules} 个），请先删除不用的`),
  scheduleNot: error(
    -13021,
    (state: string, action: string) => `定时报表${state}，不能${action}，请刷新后重试`,
  ),
  notSchedulable: error(-13022, '这个导出不能定时发送，请在列表的“导出”旁选择“定时发送”'),
  receiverCannot: error(-13023, (names: string) => `${names}没有查看该列表的权限，请从接收人中去掉`),
  notANetwork: error(-13024, '当前网络不允许使用系统管理功能，不能定时发送该列表，请换用允许的网络'),
} as const
