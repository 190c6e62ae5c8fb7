import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { error, refuse } from '../errors.ts'
import { filter, id, instant } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { machine } from '../machine.ts'
import { fileFormat, page, paging } from '../paging.ts'

/** 已完成 is 部分失败 where rows failed: {@link jobStateName}. */
export const jobStates = {
  waiting: '等待中',
  running: '执行中',
  finished: '已完成',
  cancelled: '已取消',
} as const
export type JobState = keyof typeof jobStates

/** What its owner may do to a job. Cancelled, it stops after the rows at hand; what is tried again is what failed or was left. */
export const jobMachine = machine(
  jobStates,
  {
    cancel: { from: ['waiting', 'running'], to: 'cancelled', label: '取消' },
    retry: { from: ['finished', 'cancelled'], to: 'waiting', label: '重试' },
    // Of a job that writes a file; whether the file is still there is asked of the file.
    download: { from: ['finished'], label: '下载' },
  },
  ({ label }, state) => refuse(jobErrors.jobNot, label, jobStates[state]),
)

/** `skipped`: the job was cancelled before it came to it. */
export const jobRowStates = { waiting: '等待中', done: '已完成', failed: '失败', skipped: '未处理' } as const

/** The kind of the jobs that write a file of a list. They have no rows of their own: `done` counts those written. */
export const exportKind = 'export'

/** A job as its owner sees it, in the list and live. `total` − `done` − `failed` rows wait, or were left when it was cancelled. */
export const job = z.object({
  jobId: z.int(),
  kind: z.string(),
  label: z.string(),
  state: choice(jobStates),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** Whether its owner knows its end. */
  seen: z.boolean(),
  /** Why the whole of it failed; rows have reasons of their own. */
  reason: z.string().nullable(),
  /** Until when its file can be downloaded; null: there is none. */
  fileUntil: instant.nullable(),
})
export type Job = z.output<typeof job>

/** The word for a job's state. */
export function jobStateName({ kind, state, failed }: Pick<Job, 'kind' | 'state' | 'failed'>): string {
  if (state !== 'finished' || failed === 0) return jobStates[state]
  return kind === exportKind ? '失败' : '部分失败'
}

/** How many rows of a job trying again would do: 0 where there is none, or it is not over. A file is written anew once it is gone. */
export function retriableCount({ kind, state, total, done, failed, fileUntil }: Job): number {
  if (!jobMachine.may('retry', state)) return 0
  if (kind === exportKind) return fileUntil === null ? Math.max(total, 1) : 0
  return state === 'cancelled' ? total - done : failed
}

/** One record of a job. `name` and `to` are null where it is gone, or was never in the owner's scope. */
const jobRow = z.object({
  seq: z.int(),
  recordId: z.int(),
  name: z.string().nullable(),
  /** Address of its page. */
  to: z.string().nullable(),
  state: choice(jobRowStates),
  reason: z.string().nullable(),
})
export type JobRow = z.output<typeof jobRow>
export const jobRowList = listColumns(jobRow, {
  seq: column.number('序号'),
  name: column.text('名称'),
  recordId: column.number('编号'),
  state: column.choice('结果', jobRowStates),
  reason: column.text('原因'),
})

/** The most records that can be chosen one by one. */
const mostChosen = 1_000
/** Jobs of one person that wait or run. */
export const mostOpenJobs = 20

/** The records to act on: chosen one by one, or all that match a filter of the kind's list. */
const selection = z.union([
  z.object({
    ids: label(
      '所选记录',
      z
        .array(id)
        .min(1, '请先选择要操作的记录')
        .max(mostChosen, `一次最多选择 ${mostChosen.toLocaleString('en-US')} 条，请分几次操作`),
    ),
  }),
  z.object({
    /** As the list's call takes it ({@link BulkKind.list}). */
    filter: label('查询条件', z.record(z.string(), z.unknown())),
    /** How many the person saw and confirmed. */
    expected: label('记录数', z.int().min(1, '没有符合条件的记录，请修改查询条件')),
  }),
])
export type Selection = z.input<typeof selection>

const byId = z.object({ jobId: label('任务', id) })

/** Acts on many records, done in the background: own jobs, kept for 90 days. */
export const jobs = {
  /** The kind's own codes are asked for besides, here and again while it runs. */
  start: endpoint({
    title: '开始任务',
    method: 'POST',
    path: '/jobs/start',
    access: 'signedIn',
    input: z.object({
      kind: label('操作', z.string().max(50)),
      selection: label('所选记录', selection),
      /** As the kind has it ({@link BulkKind.input}). */
      input: label('操作内容', z.record(z.string(), z.unknown()).default({})),
    }),
    reply: z.object({ jobId: z.int() }),
    change: '开始任务',
    perMinute: 60,
  }),
  cancel: endpoint({
    title: '取消任务',
    method: 'POST',
    path: '/jobs/cancel',
    access: 'signedIn',
    input: byId,
    reply: z.literal(true),
    change: '取消任务',
    record: 'jobId',
  }),
  retry: endpoint({
    title: '重试任务',
    method: 'POST',
    path: '/jobs/retry',
    access: 'signedIn',
    input: byId,
    reply: z.literal(true),
    change: '重试任务',
    record: 'jobId',
    perMinute: 60,
  }),
  /** Its owner saw how it ended: no message need say so. */
  seen: endpoint({
    title: '查看任务结果',
    method: 'POST',
    path: '/jobs/seen',
    access: 'signedIn',
    input: byId,
    reply: z.literal(true),
    change: '查看任务结果',
    record: 'jobId',
  }),
  list: endpoint({
    title: '我的任务',
    method: 'GET',
    path: '/jobs/list',
    access: 'signedIn',
    input: z.object({ ...paging, jobId: filter(byId.shape.jobId) }),
    reply: page(job),
  }),
  rows: endpoint({
    title: '任务明细',
    method: 'GET',
    path: '/jobs/rows',
    access: 'signedIn',
    input: z.object({ ...paging, ...byId.shape, state: label('结果', filter(choice(jobRowStates))) }),
    reply: page(jobRow),
    columns: jobRowList,
  }),
  export: endpoint({
    title: '导出任务明细',
    method: 'GET',
    path: '/jobs/export',
    access: 'signedIn',
    input: byId.extend({ format: fileFormat }),
    reply: 'file',
    perMinute: 20,
  }),
}

/** Refusals about jobs: −128yy, shared with the other tools around lists and the dashboard. */
export const jobErrors = {
  /** Carries `{total}`, with which the page asks again. */
  matchesChanged: error(
    -12801,
    (total: number) => `列表已变化，现在 ${total.toLocaleString('en-US')} 条，请确认后重试`,
  ),
  tooManyMatches: error(
    -12804,
    (most: number) => `一次最多操作 ${most.toLocaleString('en-US')} 条，请缩小查询范围后重试`,
  ),
  jobKindUnknown: error(-12810, '没有这种批量操作，请刷新页面后重试'),
  jobNot: error(-12811, (action: string, state: string) => `任务${state}，不能${action}，请刷新任务列表`),
  nothingToRetry: error(-12812, '任务没有失败或未处理的记录，不需要重试'),
  tooManyJobs: error(-12813, (most: number) => `还有 ${most} 个任务没有完成，请等其中一些完成后再开始`),
} as const
