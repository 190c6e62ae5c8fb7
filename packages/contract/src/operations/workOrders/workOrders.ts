import { z } from 'zod'
import { bulkKind } from '../../bulk.ts'
import { endpoint } from '../../endpoint.ts'
import {
  ascendingRule,
  businessDay,
  checkRangeOrder,
  filter,
  id,
  organId,
  roomId,
  searchText,
} from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { sortWords } from '../../lists.ts'
import { fileOf, page, paging, sorting } from '../../paging.ts'
import { planKind } from '../inspections/inspectionShapes.ts'
import { workOrderActs, workOrderId } from './workOrderActs.ts'
import { workOrderCandidate } from './workOrderCandidates.ts'
import { backlogAges, workOrderCounts } from './workOrderCounts.ts'
import { workOrderList } from './workOrderList.ts'
import {
  closeReasons,
  lateness,
  workOrderInfo,
  workOrderPriority,
  workOrderRow,
  workOrderSource,
  workOrderState,
} from './workOrderShapes.ts'

const base = '/ops/api/order'
const read = { method: 'GET', access: ['ops'] } as const

/** Whose orders, and how far they are; `claimable`: what nobody was sent yet and the caller could be. */
export const workOrderShows = { mine: '我的', open: '未完结', toDo: '待我处理', claimable: '可认领' } as const

const workOrderFilter = {
  /** A part of an order's number, or of its device's number or plate. */
  paramValue: searchText,
  /** With what lies below it. */
  organId: filter(organId),
  roomId: filter(roomId),
  simulatorId: label('设备', filter(id)),
  state: label('状态', filter(workOrderState)),
  show: label('范围', filter(choice(workOrderShows))),
  priority: label('优先级', filter(workOrderPriority)),
  source: label('来源', filter(workOrderSource)),
  componentKindId: label('部件', filter(id)),
  faultTypeId: label('故障类型', filter(id)),
  assigneeId: label('处理人', filter(id)),
  late: label('时限', filter(choice(lateness))),
  /** Days on which it was opened. */
  beginDate: label('开始日期', filter(businessDay)),
  endDate: label('结束日期', filter(businessDay)),
  /** Of `organId` itself alone. */
  organAlone: label('下级机构', filter(choice({ yes: '不含下级机构' }))),
  /** Days on which its repair was submitted. */
  submittedFrom: label('完工起', filter(businessDay)),
  submittedTo: label('完工止', filter(businessDay)),
  /** Of planned orders: the day on which they are to be done, or were begun where there is none. */
  visitOn: label('巡检保养日', filter(businessDay)),
  planKind: label('计划类别', filter(planKind)),
  /** Of orders that were submitted. */
  countedAs: label('统计口径', filter(choice(workOrderCounts))),
  /** Of orders that are open: for how long. */
  age: label('积压时长', filter(choice(backlogAges))),
}
const { submittedFrom, submittedTo } = workOrderFilter
const submittedInOrder = ascendingRule({ submittedFrom, submittedTo }, '完工止不能早于完工起')

/** Cards of a state that the kanban shows. */
export const kanbanCards = 50

/** Orders of a classroom, as a technician goes from one to the next. */
const visit = z.object({
  cityName: z.string().nullable(),
  organId: z.int(),
  organName: z.string(),
  address: z.string().nullable(),
  contact: z.string().nullable(),
  /** The organisation's, which is public among staff. */
  contactPhone: z.string().nullable(),
  roomId: z.int(),
  roomName: z.string(),
  orders: z.array(workOrderRow),
})
export type WorkOrderVisit = z.output<typeof visit>

/** `underway` gives at most so many devices. */
export const mostUnderway = 2000

/** What is being done about a device: the newest of its open orders, the one that repairs it first. */
const underway = z.object({
  simulatorId: z.int(),
  orderId: z.int(),
  no: z.string(),
  state: workOrderState,
  /** Somebody is at it: what it says meanwhile is no fault of its own. */
  underRepair: z.boolean(),
})
export type Underway = z.output<typeof underway>

const file = fileOf(
  'list',
  { ...read, title: '导出工单', forKeys: 'read', path: `${base}/export` },
  workOrderFilter,
  checkRangeOrder,
)

/** 工单: what is wrong with a device or a room, who sees to it, until when. */
export const workOrders = {
  list: endpoint({
    ...read,
    title: '工单列表',
    forKeys: 'read',
    path: `${base}/page`,
    input: z
      .object({ ...paging, ...workOrderFilter, ...sorting(sortWords(workOrderList)) })
      .superRefine(checkRangeOrder)
      .superRefine(...submittedInOrder),
    reply: page(workOrderRow),
    columns: workOrderList,
  }),
  export: { ...file, input: file.input.superRefine(...submittedInOrder) },
  /** The orders of every state, the most urgent first; of finished orders the latest first. */
  kanban: endpoint({
    ...read,
    title: '工单看板',
    forKeys: 'read',
    path: `${base}/board`,
    input: z
      .object(workOrderFilter)
      .omit({ state: true })
      .superRefine(checkRangeOrder)
      .superRefine(...submittedInOrder),
    reply: z.object({
      columns: z.array(z.object({ state: workOrderState, total: z.int(), cards: z.array(workOrderRow) })),
    }),
  }),
  /** The caller's open orders by place; a place with overdue ones stands first. */
  mine: endpoint({ ...read, title: '我的工单', path: `${base}/mine`, reply: z.array(visit) }),
  /** The devices of the scope with an open order, for 运行状态. */
  underway: endpoint({
    ...read,
    title: '维修中的设备',
    forKeys: 'read',
    path: `${base}/underway`,
    reply: z.array(underway),
  }),
  info: endpoint({
    ...read,
    title: '工单详情',
    forKeys: 'read',
    path: `${base}/info`,
    input: z.object({ orderId: workOrderId }),
    reply: workOrderInfo,
  }),
  /** Who may be given the order, and who should be. */
  recommend: endpoint({
    method: 'GET',
    access: ['ops:dispatch'],
    title: '推荐处理人',
    path: `${base}/recommend`,
    input: z.object({ orderId: workOrderId }),
    reply: z.object({
      candidates: z.array(workOrderCandidate),
      /** Why nobody is recommended: `无可派人员：2 人请假中，1 人不会修踏板`. */
      nobody: z.string().nullable(),
    }),
  }),
  ...workOrderActs,
}

const { duplicate: _duplicate, ...others } = closeReasons
/** Why many orders may be closed at once. Not as duplicates: each duplicate names its own original. */
export const closeReasonsOfMany = others

const list = { codes: read.access, filter: workOrders.export.input.strict() }

/** What may be done to many orders at once. */
export const workOrderBulk = {
  dispatch: bulkKind({
    kind: 'workOrder.dispatch',
    codes: workOrderActs.dispatch.access,
    list,
    /** Missing: the first who is recommended for each. */
    input: z.object({ assigneeId: filter(workOrderActs.dispatch.input.shape.assigneeId) }),
    label: () => '派单',
  }),
  close: bulkKind({
    kind: 'workOrder.close',
    codes: workOrderActs.close.access,
    list,
    input: z.object({
      reason: label('关闭原因', choice(closeReasonsOfMany)),
      note: workOrderActs.close.input.shape.note,
    }),
    label: () => '关闭工单',
  }),
}
