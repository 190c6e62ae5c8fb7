import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { businessDay, checkRange, filter, id, instant } from './fields.ts'
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

/** 操作日志 (product §8): who, when, from where, what, before and after; within the reader's scope of people. */
export const operationLog = {
  list: endpoint({
    title: '操作日志',
    method: 'GET',
    path: '/admin/api/manage/operationLog/list',
    access: ['system'],
    input: z
      .object({ ...paging, ...logFilter })
      .superRefine((value, context) => checkRange(value.beginDate, value.endDate, context)),
    reply: page(logRow),
  }),
  export: endpoint({
    title: '导出操作日志',
    method: 'GET',
    path: '/admin/api/manage/operationLog/export',
    access: ['system'],
    input: z
      .object(logFilter)
      .superRefine((value, context) => checkRange(value.beginDate, value.endDate, context)),
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
