import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { businessDay, filter, id, instant, rangeProblem, text } from './fields.ts'
import { page, paging } from './paging.ts'

const logRow = z.object({
  operationId: z.int(),
  at: instant,
  userId: z.int(),
  userAccount: z.string(),
  userName: z.string().nullable(),
  label: z.string(),
  address: z.string().nullable(),
  device: z.string(),
  changes: z.int(),
})
export type LogRow = z.output<typeof logRow>

/** An entry with the rows it changed, in words. */
const logDetail = logRow.extend({
  requestId: z.string(),
  rows: z.array(
    z.object({
      table: z.string(),
      rowId: z.string(),
      fields: z.array(
        z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
    }),
  ),
})
export type LogDetail = z.output<typeof logDetail>

const logFilter = {
  paramValue: filter(z.string().trim().max(50)),
  label: filter(z.string().trim().max(50)),
  beginDate: filter(businessDay),
  endDate: filter(businessDay),
}

const forwards = (
  { beginDate, endDate }: { beginDate?: string | undefined; endDate?: string | undefined },
  context: z.RefinementCtx,
) => {
  if (beginDate === undefined || endDate === undefined) return
  const problem = rangeProblem(beginDate, endDate)
  if (problem !== null) context.addIssue({ code: 'custom', path: ['endDate'], message: problem })
}

/** 操作日志 (product §8): who, when, from where, what, before and after; within the reader's scope of people. */
export const operationLog = {
  list: endpoint({
    title: '操作日志',
    method: 'GET',
    path: '/admin/api/manage/operationLog/list',
    access: ['system'],
    input: z.object({ ...paging, ...logFilter }).superRefine(forwards),
    reply: page(logRow),
  }),
  export: endpoint({
    title: '导出操作日志',
    method: 'GET',
    path: '/admin/api/manage/operationLog/export',
    access: ['system'],
    input: z.object(logFilter).superRefine(forwards),
    reply: 'csv',
    perMinute: 10,
  }),
  detail: endpoint({
    title: '操作详情',
    method: 'GET',
    path: '/admin/api/manage/operationLog/info',
    access: ['system'],
    input: z.object({ operationId: id }),
    reply: logDetail,
  }),
}

const clientErrorRow = z.object({
  errorId: z.int(),
  at: instant,
  userAccount: z.string().nullable(),
  type: z.string(),
  code: z.string().nullable(),
  message: z.string(),
  url: z.string(),
  device: z.string(),
  times: z.int(),
})
export type ClientErrorRow = z.output<typeof clientErrorRow>

/** Errors that browsers report of themselves (spec §7 "Leftovers"), and the screen for them. Repeated ones are counted. */
export const clientErrors = {
  save: endpoint({
    title: '上报前端错误',
    method: 'POST',
    path: '/save_error_logger',
    access: 'signedIn',
    input: z.object({
      type: text(50),
      code: filter(z.union([z.string().max(50), z.int().transform(String)])),
      mes: text(2000),
      url: z.string().trim().max(500),
    }),
    reply: z.literal(true),
    perMinute: 30,
  }),
  list: endpoint({
    title: '前端错误列表',
    method: 'GET',
    path: '/admin/api/manage/clientErrors/list',
    access: ['system'],
    input: z.object({ ...paging, paramValue: filter(z.string().trim().max(50)) }),
    reply: page(clientErrorRow),
  }),
  export: endpoint({
    title: '导出前端错误',
    method: 'GET',
    path: '/admin/api/manage/clientErrors/export',
    access: ['system'],
    input: z.object({ paramValue: filter(z.string().trim().max(50)) }),
    reply: 'csv',
    perMinute: 10,
  }),
}
