import { z } from 'zod'
import { endpoint, type LongFile } from '../endpoint.ts'
import { error } from '../errors.ts'
import { id } from '../fields.ts'
import { label } from '../labels.ts'

/** For how many days a file that a job wrote can be downloaded. */
export const fileKeptDays = 7

/** What a file that is too long answers in its place. */
export const longFile: z.ZodType<LongFile> = z.object({ jobId: z.int(), rows: z.int() })

/** Files of lists that jobs write: own ones, kept for a week. */
export const exportFiles = {
  /** The list's own codes are asked for inside. */
  file: endpoint({
    title: '下载导出文件',
    method: 'GET',
    path: '/exports/file',
    access: 'signedIn',
    input: z.object({ jobId: label('任务', id) }),
    reply: 'file',
    stepUp: 'recent',
    perMinute: 20,
  }),
}

/** Refusals about exports: −128yy, shared with the other tools around lists and the dashboard. */
export const exportErrors = {
  exportExpired: error(-12802, '导出已失效，请重新导出'),
} as const
