import { z } from 'zod'
import { simulatorId } from '../devices/devices/deviceShapes.ts'
import { endpoint } from '../endpoint.ts'
import { beginDate, businessDay, checkRange, endDate, filter, organId } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { page, paging } from '../paging.ts'
import { backlogAges } from './workOrders/workOrderCounts.ts'

const base = '/ops/api/figures'
const read = { method: 'GET', access: ['ops'] } as const
const range = { organId: filter(organId), beginDate, endDate }
const checked = (value: { beginDate: string; endDate: string }, context: z.RefinementCtx) =>
  checkRange(value.beginDate, value.endDate, context)

/** By what failures are sorted. */
export const paretoKinds = { component: '部件', faultType: '故障类型', organ: '机构' } as const
export type ParetoKind = keyof typeof paretoKinds

/**
 * Null: nothing to divide by, shown as —. A failure is an order that was submitted in these days, is not planned (保养, 巡检) and found
 * something. Hours are wall time; rates are basis points; cost is fen.
 */
const figures = {
  /** Orders submitted in these days. */
  submitted: z.int(),
  failures: z.int(),
  mtbfHours: z.number().nullable(),
  mttrHours: z.number().nullable(),
  availability: z.int().nullable(),
  onTimeRate: z.int().nullable(),
  cost: z.int(),
}

/** What is compared with the days before. */
const totals = {
  ...figures,
  /** Orders opened in these days. */
  opened: z.int(),
  /** 一次修复: of those done in these days but the last seven before now, which say nothing yet. */
  firstTimeFixRate: z.int().nullable(),
}
const opsTotals = z.object(totals)
export type OpsTotals = z.output<typeof opsTotals>

export const opsSummary = z.object({
  ...totals,
  /** In time, of those submitted that have a clock. */
  onTime: z.int(),
  timed: z.int(),
  firstTimeFixed: z.int(),
  settled: z.int(),
  /** These days but today, which is not over, and as many before them (`basisOf`); null where there is none but today. */
  compared: z.object({ now: opsTotals, before: opsTotals }).nullable(),
  days: z.array(
    z.object({ date: businessDay, opened: z.int(), submitted: z.int(), failures: z.int(), cost: z.int() }),
  ),
})
export type OpsSummary = z.output<typeof opsSummary>

export const paretoRow = z.object({
  /** Of the component, the fault type or the organisation. */
  id: z.int(),
  name: z.string(),
  failures: z.int(),
  /** Basis points of all failures: its own, and with those before it. */
  share: z.int(),
  cumulative: z.int(),
  cost: z.int(),
})
export type ParetoRow = z.output<typeof paretoRow>

export const opsOrganRow = z.object({
  organId: z.int(),
  organName: z.string(),
  open: z.int(),
  ...figures,
})
export type OpsOrganRow = z.output<typeof opsOrganRow>
export const opsOrganList = listColumns(opsOrganRow, {
  organName: column.text('机构', { widest: 220 }),
  open: column.number('未完结'),
  submitted: column.number('提交完工'),
  failures: column.number('故障'),
  mtbf: column.special('平均无故障时间', { numeric: true }),
  mttr: column.special('平均修复时间', { numeric: true }),
  availability: column.special('可用率', { numeric: true }),
  onTimeRate: column.special('及时率', { numeric: true }),
  cost: column.money('维修费用'),
})

export const backlogRow = z.object({
  age: choice(backlogAges),
  orders: z.int(),
  /** Behind their time. */
  overdue: z.int(),
})
export type BacklogRow = z.output<typeof backlogRow>

export const deviceReliability = z.object({
  /** In the 365 days until now. */
  failures: z.int(),
  mtbfHours: z.number().nullable(),
  mttrHours: z.number().nullable(),
  availability: z.int().nullable(),
  cost: z.int(),
  /** Seconds of training ever. */
  meterSeconds: z.int(),
})
export type DeviceReliability = z.output<typeof deviceReliability>

/** 运维分析. */
export const opsFigures = {
  summary: endpoint({
    ...read,
    title: '运维指标',
    forKeys: 'read',
    path: `${base}/summary`,
    input: z.object(range).superRefine(checked),
    reply: opsSummary,
  }),
  /** Descending. */
  pareto: endpoint({
    ...read,
    title: '故障帕累托',
    forKeys: 'read',
    path: `${base}/pareto`,
    input: z
      .object({ ...range, by: label('分类', choice(paretoKinds)).default('component') })
      .superRefine(checked),
    reply: z.array(paretoRow),
  }),
  byOrgan: endpoint({
    ...read,
    title: '各机构运维指标',
    forKeys: 'read',
    path: `${base}/byOrgan`,
    input: z.object({ ...range, ...paging }).superRefine(checked),
    reply: page(opsOrganRow),
    columns: opsOrganList,
  }),
  /** Orders that are open now, by how long. */
  backlog: endpoint({
    ...read,
    title: '工单积压',
    forKeys: 'read',
    path: `${base}/backlog`,
    input: z.object({ organId: filter(organId) }),
    reply: z.array(backlogRow),
  }),
  ofDevice: endpoint({
    ...read,
    title: '设备可靠性',
    forKeys: 'read',
    path: `${base}/ofDevice`,
    input: z.object({ simulatorId }),
    reply: deviceReliability,
  }),
}
