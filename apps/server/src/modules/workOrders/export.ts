import {
  lateness,
  type WorkOrderRow,
  workOrderBadges,
  workOrderPriorities,
  workOrderSources,
  workOrderStates,
} from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, newestFirst } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, ordersBefore } from './list.queries.ts'

const time = (at: string | null) => (at === null ? null : localTime(at))

const columns: readonly CsvColumn<WorkOrderRow>[] = [
  ['工单编号', row => row.no],
  ['来源', row => workOrderSources[row.source]],
  ['状态', row => workOrderStates[row.state]],
  ['优先级', row => workOrderPriorities[row.priority]],
  ['机构', row => row.organName],
  ['教室', row => row.roomName],
  ['设备', row => row.simulatorName],
  ['设备编号', row => row.simulatorNum],
  ['部件', row => row.componentName],
  ['故障类型', row => row.faultTypeName],
  ['故障描述', row => row.description],
  ['处理人', row => row.assigneeName],
  ['发生次数', row => row.occurrences],
  ['创建时间', row => time(row.openedAt)],
  ['预约日期', row => row.plannedOn],
  ['时限', row => time(row.dueAt)],
  ['超时', row => (row.late === null ? null : lateness[row.late])],
  ['提交时间', row => time(row.submittedAt)],
  ['完成时间', row => time(row.finishedAt)],
  ['标记', row => row.badges.map(badge => workOrderBadges[badge]).join('、')],
]

export function exportOrders(db: Db, scope: Scope, filter: Filter): CsvReply {
  const next = newestFirst(
    part => ordersBefore(db, scope, filter, part),
    row => row.orderId,
  )
  return new CsvReply('工单', csvLines(columns, next))
}
