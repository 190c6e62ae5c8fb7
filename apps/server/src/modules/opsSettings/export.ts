import {
  type ComponentRow,
  type DealResultRow,
  dealOutcomes,
  enabledStates,
  type FaultTypeRow,
  faultSeverities,
  type SparePartRow,
} from '@drivesim/contract'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, oldestFirst, yuan } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { dictionaryAfter, type Filter, type OfComponent } from './lists.queries.ts'

const state = [
  '状态',
  (row: ComponentRow | FaultTypeRow | DealResultRow | SparePartRow) => enabledStates[row.state],
] as const
const sort = ['排序', (row: { sort: number }) => row.sort] as const

const componentColumns: readonly CsvColumn<ComponentRow>[] = [
  ['部件类型', row => row.name],
  ['故障类型数', row => row.faultTypes],
  ['配件数', row => row.parts],
  sort,
  state,
]
const faultTypeColumns: readonly CsvColumn<FaultTypeRow>[] = [
  ['故障类型', row => row.name],
  ['部件', row => row.componentName],
  ['严重程度', row => faultSeverities[row.severity]],
  ['修复时限（小时）', row => row.repairHours],
  ['故障持续（秒）', row => row.settleSeconds],
  ['故障代码', row => row.codes.join(' ')],
  sort,
  state,
]
const dealResultColumns: readonly CsvColumn<DealResultRow>[] = [
  ['处理结果', row => row.name],
  ['结果', row => dealOutcomes[row.outcome]],
  ['须上传维修后照片', row => (row.needsPicture ? '是' : '否')],
  sort,
  state,
]
const partColumns: readonly CsvColumn<SparePartRow>[] = [
  ['配件', row => row.name],
  ['型号', row => row.model],
  ['部件', row => row.componentName],
  ['单价（元）', row => yuan(row.price)],
  sort,
  state,
]

export const exportComponents = (db: Db, filter: Filter): CsvReply =>
  new CsvReply(
    '部件类型',
    csvLines(
      componentColumns,
      oldestFirst(
        part => dictionaryAfter(db, 'component', filter, part),
        row => row.id,
      ),
    ),
  )

export const exportFaultTypes = (db: Db, filter: OfComponent): CsvReply =>
  new CsvReply(
    '故障类型',
    csvLines(
      faultTypeColumns,
      oldestFirst(
        part => dictionaryAfter(db, 'faultType', filter, part),
        row => row.id,
      ),
    ),
  )

export const exportDealResults = (db: Db, filter: Filter): CsvReply =>
  new CsvReply(
    '处理结果',
    csvLines(
      dealResultColumns,
      oldestFirst(
        part => dictionaryAfter(db, 'dealResult', filter, part),
        row => row.id,
      ),
    ),
  )

export const exportParts = (db: Db, filter: OfComponent): CsvReply =>
  new CsvReply(
    '配件',
    csvLines(
      partColumns,
      oldestFirst(
        part => dictionaryAfter(db, 'part', filter, part),
        row => row.id,
      ),
    ),
  )
