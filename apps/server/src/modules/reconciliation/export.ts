import { type ChannelLine, lineKinds, lineOutcomes, lineResolutions } from '@drivesim/contract'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, oldestFirst, yuan } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type LineFilter, linesAfter } from './line.queries.ts'

const columns: readonly CsvColumn<ChannelLine>[] = [
  ['类型', row => lineKinds[row.kind]],
  ['单号', row => row.no],
  ['渠道单号', row => row.channelNo],
  ['时间', row => row.at],
  ['学员', row => row.studentName],
  ['渠道金额（元）', row => yuan(row.amount)],
  ['本地金额（元）', row => yuan(row.localAmount)],
  ['手续费（元）', row => row.fee / 100_000],
  ['结果', row => lineOutcomes[row.outcome]],
  ['处理', row => (row.resolution === null ? null : lineResolutions[row.resolution])],
  ['说明', row => row.reason],
  ['处理人', row => row.resolvedBy],
  ['处理时间', row => row.resolvedAt],
]

export function exportLines(db: Db, filter: LineFilter): CsvReply {
  const next = oldestFirst(
    part => linesAfter(db, filter, part),
    row => row.lineId,
  )
  return new CsvReply('渠道账单明细', csvLines(columns, next))
}
