import {
  type ComponentRow,
  type DealResultRow,
  dealOutcomes,
  enabledStates,
  type FaultTypeRow,
  faultSeverities,
  type SparePartRow,
} from '@drivesim/contract'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, oldestFirst, yuan } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { dictionaryAfter, type Filter, type OfComponent } from './lists.queries.ts'

const state = [
  'state',
  '状态',
  (row: ComponentRow | FaultTypeRow | DealResultRow | SparePartRow) => enabledStates[row.state],
] as const
const sort = ['sort', '排序', (row: { sort: number }) => row.sort] as const

const componentColumns: readonly FileColumn<ComponentRow>[] = [
  ['name', '部件类型', row => row.name],
  ['faultTypes', '故障类型数', row => row.faultTypes],
  ['parts', '配件数', row => row.parts],
  sort,
  state,
]
const faultTypeColumns: readonly FileColumn<FaultTypeRow>[] = [
  ['name', '故障类型', row => row.name],
  ['componentName', '部件', row => row.componentName],
  ['severity', '严重程度', row => faultSeverities[row.severity]],
  ['repairHours', '修复时限（小时）', row => row.repairHours],
  ['settleSeconds', '故障持续（秒）', row => row.settleSeconds],
  ['codes', '故障代码', row => row.codes.join(' ')],
  sort,
  state,
]
const dealResultColumns: readonly FileColumn<DealResultRow>[] = [
  ['name', '处理结果', row => row.name],
  ['outcome', '结果', row => dealOutcomes[row.outcome]],
  ['needsPicture', '须上传维修后照片', row => (row.needsPicture ? '是' : '否')],
  sort,
  state,
]
const partColumns: readonly FileColumn<SparePartRow>[] = [
  ['name', '配件', row => row.name],
  ['model', '型号', row => row.model],
  ['componentName', '部件', row => row.componentName],
  ['price', '单价（元）', row => yuan(row.price)],
  sort,
  state,
]

export const exportComponents = (db: Db, filter: Filter): FileReply =>
  new FileReply(
    '部件类型',
    fileRows(
      componentColumns,
      oldestFirst(
        part => dictionaryAfter(db, 'component', filter, part),
        row => row.id,
      ),
    ),
  )

export const exportFaultTypes = (db: Db, filter: OfComponent): FileReply =>
  new FileReply(
    '故障类型',
    fileRows(
      faultTypeColumns,
      oldestFirst(
        part => dictionaryAfter(db, 'faultType', filter, part),
        row => row.id,
      ),
    ),
  )

export const exportDealResults = (db: Db, filter: Filter): FileReply =>
  new FileReply(
    '处理结果',
    fileRows(
      dealResultColumns,
      oldestFirst(
        part => dictionaryAfter(db, 'dealResult', filter, part),
        row => row.id,
      ),
    ),
  )

export const exportParts = (db: Db, filter: OfComponent): FileReply =>
  new FileReply(
    '配件',
    fileRows(
      partColumns,
      oldestFirst(
        part => dictionaryAfter(db, 'part', filter, part),
        row => row.id,
      ),
    ),
  )
