import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { beginDate, checkRange, endDate, filter, organId } from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { fileFormat, fileOf, page, paging } from '../../paging.ts'
import { areaCode } from '../../schools/areas.ts'
import { boardPlaces, boardTables, boardViews } from './boardFigures.ts'
import {
  alignment,
  asOf,
  boardBasis,
  boardDevices,
  boardFigure,
  boardHours,
  comparison,
  detailRow,
  factList,
  factRow,
  figureCard,
  figureValue,
  findings,
  grain,
  heat,
  passRate,
  ranking,
  trend,
} from './dashboardShapes.ts'

const base = '/dashboard/api'

/** Days, what they are compared with, and where; an organisation stands for itself and what lies below it. */
const range = {
  beginDate,
  endDate,
  organId: filter(organId),
  compare: label('对比', comparison.default('before')),
  align: label('对比方式', alignment.default('days')),
}
/** A city or province, by the key of its row: limits the figure to the schools there. */
const area = label('地区', filter(areaCode))
const figure = label('指标', boardFigure)
const axis = { figure, grain: label('统计粒度', filter(grain)) }
const forwards = (value: { beginDate: string; endDate: string }, context: z.RefinementCtx) =>
  checkRange(value.beginDate, value.endDate, context)

const boardFields = {
  ...range,
  ...axis,
  by: label('排名方式', choice(boardPlaces).default('school')),
}
const boardInput = z.object(boardFields).superRefine(forwards)
const place = z.object({ organId: filter(organId) })

const ask = { method: 'POST', access: 'signedIn' } as const
const read = { method: 'GET', access: 'signedIn' } as const

/**
 * 数据看板 and the pages of its eight figures (spec §2: without a code). Everybody sees what lies in
 * their scope; where nothing of what is asked does, everything is 0.
 */
export const dashboard = {
  /** Blocks 1 to 5, all of one moment. */
  overview: endpoint({
    ...ask,
    title: '数据看板概览',
    forKeys: 'read',
    path: `${base}/overview`,
    input: boardInput,
    reply: z.object({
      asOf,
      basis: boardBasis,
      figures: z.array(figureCard),
      trend,
      ranking,
      devices: boardDevices,
      hours: boardHours,
    }),
  }),
  trend: endpoint({
    ...ask,
    title: '数据看板趋势',
    forKeys: 'read',
    path: `${base}/trend`,
    input: boardInput,
    reply: trend.extend({ asOf, basis: boardBasis }),
  }),
  ranking: endpoint({
    ...ask,
    title: '数据看板排名',
    forKeys: 'read',
    path: `${base}/ranking`,
    input: boardInput,
    reply: ranking.extend({ asOf }),
  }),
  /**
   * A figure's page: figure, chart and a page of its table, all of one moment. Its rows less `overlap` are `total`, the
   * figure: their values, for people by day their `first`.
   */
  detail: endpoint({
    ...ask,
    title: '指标详情',
    forKeys: 'read',
    path: `${base}/detail`,
    input: z
      .object({
        ...paging,
        ...range,
        area,
        ...axis,
        by: label('分组方式', choice(boardTables).default('day')),
      })
      .superRefine(forwards),
    reply: z.object({
      asOf,
      basis: boardBasis,
      figure: figureValue,
      trend,
      overlap: z.int(),
      total: z.int(),
      page: page(detailRow),
    }),
  }),
  /** 名单: the facts or persons that a figure counts, the newest first; `sum` is the figure. */
  people: endpoint({
    ...ask,
    title: '指标名单',
    forKeys: 'read',
    path: `${base}/people`,
    input: z.object({ ...paging, ...range, area, figure }).superRefine(forwards),
    reply: page(factRow).extend({
      asOf,
      figure: boardFigure,
      sum: z.int(),
      /** The last day of those asked for whose sessions are archived: in the figure, not in the list; null where none are. */
      archivedUntil: z.iso.date().nullable(),
    }),
    columns: factList,
  }),
  /** 名单 with the columns that are asked for; tables have fixed ones. */
  export: fileOf(
    'people',
    { title: '导出指标', forKeys: 'read', path: `${base}/export`, access: read.access },
    {
      beginDate,
      endDate,
      organId: filter(organId),
      area,
      figure,
      by: label('分组方式', choice(boardViews).default('list')),
    },
    forwards,
  ),
  /** All blocks of the board, a table each: one file. */
  boardExport: endpoint({
    ...read,
    title: '导出数据看板',
    forKeys: 'read',
    path: `${base}/board/export`,
    input: z.object({ ...boardFields, format: fileFormat }).superRefine(forwards),
    reply: 'file',
    perMinute: 20,
  }),
  heat: endpoint({
    ...read,
    title: '设备利用率',
    forKeys: 'read',
    path: `${base}/heat`,
    input: place,
    reply: heat,
  }),
  passRate: endpoint({
    ...read,
    title: '模块通过率',
    forKeys: 'read',
    path: `${base}/passRate`,
    input: place,
    reply: passRate,
  }),
  findings: endpoint({
    ...read,
    title: '值得注意',
    forKeys: 'read',
    path: `${base}/findings`,
    input: place,
    reply: findings,
  }),
}
