import { column, listColumns, type SortField } from '../../lists.ts'
import {
  lateness,
  workOrderBadges,
  workOrderPriorities,
  workOrderRow,
  workOrderSources,
  workOrderStates,
} from './workOrderShapes.ts'

/** What the list of work orders shows. */
export const workOrderList = listColumns(workOrderRow, {
  no: column.code('工单编号'),
  state: column.choice('状态', workOrderStates),
  badges: column.choices('标记', workOrderBadges, { beside: 'state' }),
  dueAt: column.time('到期', { sortable: true }),
  late: column.choice('时限', lateness, { beside: 'dueAt' }),
  subject: column.special('设备', { widest: 220, only: 'screen' }),
  simulatorName: column.text('设备名称', { beside: 'subject' }),
  carNum: column.text('车牌号', { beside: 'subject' }),
  organName: column.text('机构', { widest: 180 }),
  simulatorNum: column.code('设备编号', { optional: true }),
  fault: column.special('故障', { widest: 200, only: 'screen' }),
  componentName: column.text('部件', { beside: 'fault' }),
  faultTypeName: column.text('故障类型', { beside: 'fault' }),
  priority: column.choice('优先级', workOrderPriorities),
  assigneeName: column.text('处理人', { widest: 120 }),
  roomName: column.text('教室', { widest: 140, optional: true }),
  source: column.choice('来源', workOrderSources, { optional: true }),
  description: column.text('故障描述', { widest: 260, optional: true }),
  occurrences: column.number('上报次数', { optional: true }),
  plannedOn: column.day('预约日期', { optional: true }),
  openedAt: column.time('创建时间', { sortable: true }),
  submittedAt: column.time('提交时间', { only: 'file' }),
  finishedAt: column.time('结束时间', { sortable: true, optional: true }),
})
export type WorkOrderSortField = SortField<typeof workOrderList>
