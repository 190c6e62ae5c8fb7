import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { filter, instant, text } from './fields.ts'
import { page, paging } from './paging.ts'

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
