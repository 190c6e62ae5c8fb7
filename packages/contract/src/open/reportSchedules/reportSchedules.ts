import { z } from 'zod'
import { rangePresets } from '../../board/dashboard/boardDates.ts'
import { endpoint } from '../../endpoint.ts'
import { filter, id, instant, nameText, searchText, version } from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { column, listColumns } from '../../lists.ts'
import { page, paging, wholeNumber } from '../../paging.ts'
import { mostReceivers, runStates, scheduleStates } from './reportStates.ts'
import { rhythms } from './reportTimes.ts'

/** Somebody who gets a report. `stopped`: why they do not any more; null: they do. */
const receiver = z.object({ memberId: z.int(), memberName: z.string(), stopped: z.string().nullable() })

const when = { every: choice(rhythms), day: z.int().nullable(), hour: z.int() }

/** A schedule as its owner sees it. */
const schedule = z.object({
  scheduleId: z.int(),
  name: z.string(),
  /** What the file is called, `导出账单`; and where its call is. */
  title: z.string(),
  path: z.string(),
  /** Whether the file takes a range of days or months. */
  takesRange: z.boolean(),
  /** The conditions in words, without the range; null: there are none. */
  filters: z.string().nullable(),
  /** Null: the conditions have their own days, or none. */
  range: choice(rangePresets).nullable(),
  ...when,
  byMail: z.boolean(),
  state: choice(scheduleStates),
  /** Why it was stopped. */
  reason: z.string().nullable(),
  nextAt: instant.nullable(),
  receivers: z.array(receiver),
  /** The last time that it was due. */
  lastAt: instant.nullable(),
  /** Of that time, over all receivers: how many got it, how many wait, and how many did not get it. */
  lastSent: z.int(),
  lastWaiting: z.int(),
  lastFailed: z.int(),
  version: z.int(),
})
export type ReportSchedule = z.output<typeof schedule>

/** The same as it is seen by who sees to 开放接口. */
const scheduleOfOthers = z.object({
  scheduleId: z.int(),
  name: z.string(),
  title: z.string(),
  ownerName: z.string(),
  organName: z.string(),
  ...when,
  receivers: z.int(),
  byMail: z.boolean(),
  state: choice(scheduleStates),
  nextAt: instant.nullable(),
  lastAt: instant.nullable(),
})
export type ScheduleOfOthers = z.output<typeof scheduleOfOthers>
export const scheduleList = listColumns(scheduleOfOthers, {
  name: column.text('名称', { widest: 240 }),
  state: column.choice('状态', scheduleStates),
  title: column.text('内容'),
  ownerName: column.text('所有者'),
  organName: column.text('所属机构'),
  when: column.special('发送时间'),
  receivers: column.number('接收人数'),
  byMail: column.yesNo('发送邮件'),
  nextAt: column.time('下次发送'),
  lastAt: column.time('上次发送'),
})

/** A report for one receiver at one time. */
const run = z.object({
  runId: z.int(),
  dueAt: instant,
  receiverName: z.string(),
  state: choice(runStates),
  /** Long after it was due, since no server ran. */
  late: z.boolean(),
  /** By 立即发送一次. */
  byHand: z.boolean(),
  rows: z.int().nullable(),
  reason: z.string().nullable(),
  endedAt: instant.nullable(),
})
export type ReportRun = z.output<typeof run>
export const runList = listColumns(run, {
  dueAt: column.time('应发时间'),
  receiverName: column.text('接收人'),
  state: column.choice('结果', runStates),
  rows: column.number('行数'),
  late: column.yesNo('迟到'),
  byHand: column.yesNo('手动发送'),
  reason: column.text('原因', { widest: 320 }),
  endedAt: column.time('完成时间'),
})

const scheduleId = label('定时报表', id)
const byId = z.object({ scheduleId })
/** Of the call whose file it is. */
const path = label('导出', z.string().regex(/^\/[\w/]{1,100}$/, '导出的地址不正确'))
const mostInput = 4000

const plan = z.object({
  name: label('名称', nameText(50)),
  range: label('日期范围', choice(rangePresets).nullable()),
  every: label('周期', choice(rhythms)),
  day: label('日', wholeNumber(1, 31).nullable()),
  hour: label('时间', wholeNumber(0, 23)),
  byMail: label('发送邮件', z.boolean()),
  receiverIds: label(
    '接收人',
    z
      .array(id)
      .min(1, '请至少选择一个接收人')
      .max(mostReceivers, `接收人最多 ${mostReceivers} 个`)
      .transform(ids => [...new Set(ids)]),
  ),
})
type Plan = z.output<typeof plan>

/** A week has seven days; for `superRefine`. */
function checkDay({ every, day }: Pick<Plan, 'every' | 'day'>, context: z.RefinementCtx): void {
  if (every === 'daily') return
  const most = every === 'weekly' ? 7 : 31
  if (day === null || day > most)
    context.addIssue({ code: 'custom', path: ['day'], message: '请选择发送的日子' })
}

const base = '/open/reportSchedules'
const own = { method: 'POST', access: 'signedIn' } as const

/** 定时报表: files of lists, sent at their hours, each with what its receiver may see at that moment. */
export const reportSchedules = {
  mine: endpoint({
    title: '我的定时报表',
    method: 'GET',
    path: `${base}/mine`,
    access: 'signedIn',
    reply: z.array(schedule),
  }),
  /** Those of members in one's scope. */
  list: endpoint({
    title: '定时报表列表',
    method: 'GET',
    path: `${base}/list`,
    access: ['system:open'],
    input: z.object({
      ...paging,
      paramValue: searchText,
      state: label('状态', filter(choice(scheduleStates))),
    }),
    reply: page(scheduleOfOthers),
    columns: scheduleList,
  }),
  /** Of an own one; of others’ with `system:open`. */
  runs: endpoint({
    title: '定时报表的发送记录',
    method: 'GET',
    path: `${base}/runs`,
    access: 'signedIn',
    input: z.object({ ...paging, scheduleId }),
    reply: page(run),
    columns: runList,
  }),
  /** Members in one's scope who may make the call: whom a report of it can be sent to. */
  receivers: endpoint({
    title: '定时报表可选的接收人',
    method: 'GET',
    path: `${base}/receivers`,
    access: 'signedIn',
    input: z.object({ path, paramValue: searchText }),
    reply: z.array(z.object({ memberId: z.int(), memberName: z.string(), organName: z.string() })),
    perMinute: 120,
  }),
  /** Where the file itself asks for a proof of who one is, so does this. */
  add: endpoint({
    ...own,
    title: '定时发送',
    path: `${base}/add`,
    input: plan
      .extend({
        path,
        /** As the call of the file takes it. */
        input: label(
          '查询条件',
          z
            .record(z.string().max(50), z.unknown())
            .refine(input => JSON.stringify(input).length <= mostInput, '查询条件太长，请减少后重试'),
        ),
      })
      .superRefine(checkDay),
    reply: z.object({ scheduleId: z.int() }),
    change: '定时发送',
  }),
  /** When, to whom and for which days; what it is of stays. */
  modify: endpoint({
    ...own,
    title: '修改定时报表',
    path: `${base}/modify`,
    input: plan.extend({ scheduleId, version }).superRefine(checkDay),
    reply: z.literal(true),
    change: '修改定时报表',
    record: 'scheduleId',
  }),
  pause: endpoint({
    ...own,
    title: '暂停定时报表',
    path: `${base}/pause`,
    input: byId,
    reply: z.literal(true),
    change: '暂停定时报表',
    record: 'scheduleId',
  }),
  resume: endpoint({
    ...own,
    title: '继续定时报表',
    path: `${base}/resume`,
    input: byId,
    reply: z.literal(true),
    change: '继续定时报表',
    record: 'scheduleId',
  }),
  sendNow: endpoint({
    ...own,
    title: '立即发送一次',
    path: `${base}/sendNow`,
    input: byId,
    reply: z.literal(true),
    change: '立即发送一次',
    record: 'scheduleId',
    perMinute: 10,
  }),
  remove: endpoint({
    ...own,
    title: '删除定时报表',
    path: `${base}/remove`,
    input: byId,
    reply: z.literal(true),
    change: '删除定时报表',
    record: 'scheduleId',
  }),
  stop: endpoint({
    title: '停止定时报表',
    method: 'POST',
    path: `${base}/stop`,
    access: ['system:open'],
    input: byId,
    reply: z.literal(true),
    change: '停止定时报表',
    record: 'scheduleId',
  }),
}
