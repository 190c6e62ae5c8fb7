import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { filter, id, optionalText, searchText } from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { fileOf, page, paging } from '../../paging.ts'
import { billMonth } from '../bills/billShapes.ts'
import { payChannel } from '../channels.ts'
import {
  channelGap,
  channelLine,
  channelLineList,
  channelStatement,
  lineAct,
  lineOutcome,
  statementImport,
} from './channelStatementShapes.ts'

const base = '/finance/api/channel'
const read = { method: 'GET', access: ['finance:accCheck'] } as const
const write = { access: ['finance:edit'] } as const

const statementId = label('渠道账单', id)
const lineId = label('账单行', id)
const importId = label('导入', id)
const month = label('月份', billMonth)

/** The largest file of a channel's day, in bytes. */
export const largestStatementBytes = 200 * 1024 * 1024

/** Lines that nothing was done about, or that were and are done with. */
export const lineStages = { open: '待处理', suspended: '挂账中', done: '已处理' } as const

const lineFilter = {
  statementId,
  outcome: label('结果', filter(lineOutcome)),
  stage: label('处理', filter(choice(lineStages))),
  /** A whole number: of the order, of the refund, or the channel's. */
  paramValue: searchText,
}

/**
 * 渠道对账: a channel's file of a day beside the orders and refunds of that day. For those alone who manage
 * the whole platform.
 */
export const channelStatements = {
  /** The statements of a month, each day's newest; by channel and day. */
  list: endpoint({
    ...read,
    title: '渠道账单',
    forKeys: 'read',
    path: `${base}/list`,
    input: z.object({ month, channel: label('支付渠道', filter(payChannel)) }),
    /** `waiting`: the lines of any month that nothing was done about, the oldest month first. */
    reply: z.object({
      statements: z.array(channelStatement),
      waiting: z.array(z.object({ month, lines: z.int() })),
    }),
  }),
  /** Past days of a month on which money moved and for which there is no file. */
  gaps: endpoint({
    ...read,
    title: '缺少渠道账单的日期',
    forKeys: 'read',
    path: `${base}/gaps`,
    input: z.object({ month }),
    reply: z.object({ gaps: z.array(channelGap) }),
  }),
  lines: endpoint({
    ...read,
    title: '渠道账单明细',
    forKeys: 'read',
    path: `${base}/lines`,
    input: z.object({ ...paging, ...lineFilter }),
    reply: page(channelLine),
    columns: channelLineList,
  }),
  lineExport: fileOf(
    'lines',
    { ...read, title: '导出渠道账单明细', forKeys: 'read', path: `${base}/export` },
    lineFilter,
  ),
  /** Takes the file, and reads it afterwards: `importInfo` says how far it is. */
  import: endpoint({
    ...write,
    title: '导入渠道账单',
    method: 'POST',
    path: `${base}/import`,
    upload: 'disk',
    largestBody: largestStatementBytes,
    reply: z.object({ importId: z.int() }),
    perMinute: 60,
  }),
  importInfo: endpoint({
    ...write,
    title: '渠道账单的导入进度',
    method: 'GET',
    path: `${base}/import/info`,
    input: z.object({ importId }),
    reply: statementImport,
  }),
  /** Whatever was read of the file is discarded. */
  cancelImport: endpoint({
    ...write,
    title: '取消导入渠道账单',
    method: 'POST',
    path: `${base}/import/cancel`,
    input: z.object({ importId }),
    reply: z.literal(true),
    change: '取消导入渠道账单',
    record: 'importId',
  }),
  resolve: endpoint({
    ...write,
    title: '处理渠道差异',
    method: 'POST',
    path: `${base}/resolve`,
    input: z.object({
      lineId,
      act: label('处理方式', lineAct),
      /** Of 认领. */
      studentId: label('学员', filter(id)),
      reason: label('说明', optionalText(200)),
    }),
    reply: z.literal(true),
    change: '处理渠道差异',
    record: 'lineId',
  }),
  /** Asks the channel about a line that we alone have; where it confirms, that settles the line. */
  ask: endpoint({
    ...write,
    title: '向渠道查询差异',
    method: 'GET',
    path: `${base}/query`,
    input: z.object({ lineId }),
    reply: z.literal(true),
    perMinute: 60,
  }),
}
