import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filter, instant, searchText, text } from '../fields.ts'
import { label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { fileOf, page, paging } from '../paging.ts'

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
export const clientErrorList = listColumns(clientErrorRow, {
  at: column.time('最近发生'),
  type: column.text('类型'),
  message: column.text('错误信息', { widest: 340 }),
  times: column.number('次数'),
  url: column.text('页面', { widest: 220 }),
  userAccount: column.text('账号', { widest: 160 }),
  device: column.text('浏览器', { widest: 220 }),
  code: column.text('代码', { optional: true }),
})
const errorFilter = { paramValue: searchText }

/** Errors that browsers report of themselves (spec §7 "Leftovers"), and the screen for them. Repeated ones are counted. */
export const clientErrors = {
  save: endpoint({
    title: '上报前端错误',
    method: 'POST',
    path: '/save_error_logger',
    access: 'signedIn',
    input: z.object({
      type: label('类型', text(50)),
      code: label('代码', filter(z.union([z.string().max(50), z.int().transform(String)]))),
      mes: label('错误信息', text(2000)),
      url: label('地址', z.string().trim().max(500)),
    }),
    reply: z.literal(true),
    perMinute: 30,
  }),
  list: endpoint({
    title: '前端错误列表',
    method: 'GET',
    path: '/admin/api/manage/clientErrors/list',
    access: ['system'],
    input: z.object({ ...paging, ...errorFilter }),
    reply: page(clientErrorRow),
    columns: clientErrorList,
  }),
  export: fileOf(
    'list',
    {
      title: '导出前端错误',
      path: '/admin/api/manage/clientErrors/export',
      access: ['system'],
      perMinute: 10,
    },
    errorFilter,
  ),
}
