import {
  type FaultRow,
  type SessionRow,
  type SimulatorRow,
  sessionEndings,
  type UsageRow,
} from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, oldestFirst, percent, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { PartAfter } from '../../platform/postgres/paging.ts'
import { faultsBefore } from './detail.queries.ts'
import { type Filter, listAfter } from './list.queries.ts'
import { type SessionFilter, sessionsBefore } from './sessions.queries.ts'

const secondsOf = ({ raisedAt, clearedAt }: FaultRow) =>
  clearedAt === null ? null : Math.round((Date.parse(clearedAt) - Date.parse(raisedAt)) / 1000)

const simulatorColumns: readonly FileColumn<SimulatorRow>[] = [
  ['simulatorName', '设备名称', row => row.simulatorName],
  ['simulatorNum', '设备编号', row => row.simulatorNum],
  ['organName', '机构', row => row.organName],
  ['classroomName', '教室', row => row.classroomName],
  ['headsetIp', '头显 IP', row => row.headsetIp],
  ['bindNum', '绑定编号', row => row.bindNum],
  ['carNum', '车牌号', row => row.carNum],
  ['model', '型号', row => row.model],
  ['stateId', '状态', row => row.stateName],
  ['lastSeenAt', '最后在线时间', row => time(row.lastSeenAt)],
]
const sessionColumns: readonly FileColumn<SessionRow>[] = [
  ['startedAt', '开始时间', row => time(row.startedAt)],
  ['endedAt', '结束时间', row => time(row.endedAt)],
  ['studentName', '学员', row => row.studentName],
  ['moduleName', '模块', row => row.moduleName],
  ['seconds', '训练时长（秒）', row => row.seconds],
  ['effectiveSeconds', '有效时长（秒）', row => row.effectiveSeconds],
  ['rate', '有效率（%）', row => percent(row.effectiveSeconds, row.seconds)],
  ['score', '得分', row => row.score],
  ['passed', '结果', resultOf],
  [
    'errors',
    '扣分项',
    row => row.errors.map(error => `${error.subSubject}：${error.text} ${error.points} 分`).join('；'),
  ],
]
const faultColumns: readonly FileColumn<FaultRow>[] = [
  ['raisedAt', '发生时间', row => time(row.raisedAt)],
  ['clearedAt', '恢复时间', row => time(row.clearedAt)],
  ['seconds', '持续（秒）', secondsOf],
  ['code', '故障代码', row => row.code],
  ['text', '故障内容', row => row.text],
]
const useColumns: readonly FileColumn<UsageRow>[] = [
  ['simulatorName', '设备名称', row => row.simulatorName],
  ['simulatorNum', '设备编号', row => row.simulatorNum],
  ['carNum', '车牌号', row => row.carNum],
  ['classroomName', '教室', row => row.classroomName],
  ['seconds', '训练时长（秒）', row => row.seconds],
  ['effectiveSeconds', '有效时长（秒）', row => row.effectiveSeconds],
  ['rate', '有效率（%）', row => percent(row.effectiveSeconds, row.seconds)],
  ['times', '训练次数', row => row.times],
  ['people', '训练人数', row => row.people],
]

function resultOf({ ending, passed }: SessionRow): string | null {
  if (ending !== 'normal') return sessionEndings[ending]
  if (passed === null) return null
  return passed ? '合格' : '不合格'
}

/** The whole filtered list. */
export function exportSimulators(db: Db, scope: Scope, filter: Filter): FileReply {
  const next = oldestFirst(
    part => listAfter(db, scope, filter, part),
    row => row.simulatorId,
  )
  return new FileReply('设备列表', fileRows(simulatorColumns, next))
}

/** The filtered sessions on a simulator that happened in the scope, newest first. */
export function exportSessions(db: Db, scope: Scope, filter: SessionFilter): FileReply {
  const lines = fileRows(sessionColumns, part => sessionsBefore(db, scope, filter, part))
  return new FileReply('训练记录', lines)
}

/** Every fault of a simulator that happened in the scope, newest first. */
export function exportFaults(db: Db, scope: Scope, simulatorId: number): FileReply {
  const lines = fileRows(faultColumns, part => faultsBefore(db, scope, simulatorId, part))
  return new FileReply('故障记录', lines)
}

/** Use of a school's simulators. */
export function exportUse(read: (part: PartAfter) => Promise<UsageRow[]>): FileReply {
  return new FileReply(
    '设备使用情况',
    fileRows(
      useColumns,
      oldestFirst(read, row => row.simulatorId),
    ),
  )
}
