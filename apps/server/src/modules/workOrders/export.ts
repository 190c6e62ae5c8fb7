import {
  lateness,
  type WorkOrderRow,
  workOrderBadges,
  workOrderPriorities,
  workOrderSources,
  workOrderStates,
} from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { day, type FileColumn, fileRows, newestFirst, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, ordersBefore } from './list.queries.ts'

const columns: readonly FileColumn<WorkOrderRow>[] = [
  ['no', '工单编号', row => row.no],
  ['source', '来源', row => workOrderSources[row.source]],
  ['state', '状态', row => workOrderStates[row.state]],
  ['priority', '优先级', row => workOrderPriorities[row.priority]],
  ['organName', '机构', row => row.organName],
  ['roomName', '教室', row => row.roomName],
  ['subject', '设备', row => row.simulatorName],
  ['subject', '车牌号', row => row.carNum],
  ['simulatorNum', '设备编号', row => row.simulatorNum],
  ['fault', '部件', row => row.componentName],
  ['fault', '故障类型', row => row.faultTypeName],
  ['description', '故障描述', row => row.description],
  ['assigneeName', '处理人', row => row.assigneeName],
  ['occurrences', '发生次数', row => row.occurrences],
  ['openedAt', '创建时间', row => time(row.openedAt)],
  ['plannedOn', '预约日期', row => day(row.plannedOn)],
  // Midnight after a planned order's day would be read as another day.
  [
    'dueAt',
    '时限',
    ({ source, dueAt, plannedOn }) => (source === 'plan' && dueAt !== null ? day(plannedOn) : time(dueAt)),
  ],
  ['dueAt', '超时', row => (row.late === null ? null : lateness[row.late])],
  ['submittedAt', '提交时间', row => time(row.submittedAt)],
  ['finishedAt', '完成时间', row => time(row.finishedAt)],
  ['state', '标记', row => row.badges.map(badge => workOrderBadges[badge]).join('、')],
]

export function exportOrders(db: Db, scope: Scope, filter: Filter): FileReply {
  const next = newestFirst(
    part => ordersBefore(db, scope, filter, part),
    row => row.orderId,
  )
  return new FileReply('工单', fileRows(columns, next))
}
