import { type PlanRow, planKinds, type StocktakeInfo, scanResults } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { day, type FileColumn, fileRows, oldestFirst, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type PlanFilter, plansAfter } from './plan.queries.ts'

const needsOf = ({ needsSignature, needsPicture }: PlanRow) =>
  [needsSignature && '签字', needsPicture && '照片'].filter(Boolean).join('、')

const planColumns: readonly FileColumn<PlanRow>[] = [
  ['name', '计划名称', row => row.name],
  ['kind', '类别', row => planKinds[row.kind]],
  ['checklistName', '检查清单', row => row.checklistName],
  ['organs', '适用机构', row => row.organs.map(({ organName }) => organName).join('、')],
  ['models', '适用型号', row => row.models.join('、') || '全部'],
  ['cycle', '间隔天数', row => row.everyDays],
  ['cycle', '间隔训练小时', row => row.everyHours],
  ['leadDays', '提前天数', row => row.leadDays],
  ['devices', '覆盖设备', row => row.devices],
  ['needs', '提交要求', needsOf],
  ['nextDueOn', '最近到期', row => day(row.nextDueOn)],
  ['enabled', '状态', row => (row.enabled ? '启用' : '停用')],
]

/** The whole filtered list as a file, read in parts as it is sent. */
export function exportPlans(db: Db, scope: Scope, filter: PlanFilter): FileReply {
  const next = oldestFirst(
    part => plansAfter(db, scope, filter, part),
    row => row.planId,
  )
  return new FileReply('保养计划', fileRows(planColumns, next))
}

interface Line {
  readonly what: string
  readonly name: string | null
  readonly number: string | null
  readonly plate: string | null
  readonly place: string | null
  readonly raw: string | null
  readonly at: string | null
  readonly by: string | null
}

const lineColumns: readonly FileColumn<Line>[] = [
  ['what', '结果', row => row.what],
  ['name', '设备名称', row => row.name],
  ['plate', '车牌号', row => row.plate],
  ['number', '设备编号', row => row.number],
  ['place', '所在教室', row => row.place],
  ['raw', '扫描内容', row => row.raw],
  ['at', '扫描时间', row => time(row.at)],
  ['by', '扫描人', row => row.by],
]

/** What is missing, then what was scanned; a stock-taking is small enough to be read at once. */
export function exportStocktake({ devices, scans }: StocktakeInfo): FileReply {
  const nothing = { raw: null, at: null, by: null }
  const missing = devices
    .filter(({ found }) => !found)
    .map(({ simulatorName, simulatorNum, carNum, organName, classroomName }) => ({
      what: '缺失',
      name: simulatorName,
      number: simulatorNum,
      plate: carNum,
      place: `${organName} ${classroomName}`,
      ...nothing,
    }))
  const scanned = scans.map(
    ({ result, simulatorName, simulatorNum, carNum, stands, raw, at, memberName }) => ({
      what: scanResults[result],
      name: simulatorName,
      number: simulatorNum,
      plate: carNum,
      place: stands === null ? null : `${stands.organName} ${stands.classroomName}`,
      raw,
      at,
      by: memberName,
    }),
  )
  const lines: Line[] = [...missing, ...scanned]
  return new FileReply(
    '盘点结果',
    fileRows(lineColumns, async ({ last }) => (last === undefined ? lines : [])),
  )
}
