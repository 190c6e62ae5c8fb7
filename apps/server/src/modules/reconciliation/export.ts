import { type ChannelLine, lineKinds, lineOutcomes, lineResolutions } from '@drivesim/contract'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, oldestFirst, time, yuan } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type LineFilter, linesAfter } from './line.queries.ts'

const columns: readonly FileColumn<ChannelLine>[] = [
  ['kind', '类型', row => lineKinds[row.kind]],
  ['no', '单号', row => row.no],
  ['channelNo', '渠道单号', row => row.channelNo],
  ['at', '时间', row => time(row.at)],
  ['studentName', '学员', row => row.studentName],
  ['amount', '渠道金额（元）', row => yuan(row.amount)],
  ['localAmount', '本地金额（元）', row => yuan(row.localAmount)],
  ['fee', '手续费（元）', row => row.fee / 100_000],
  ['outcome', '结果', row => lineOutcomes[row.outcome]],
  ['resolution', '处理', row => (row.resolution === null ? null : lineResolutions[row.resolution])],
  ['reason', '说明', row => row.reason],
  ['raw', '原文', row => row.raw],
  ['resolvedBy', '处理人', row => row.resolvedBy],
  ['resolvedBy', '处理时间', row => time(row.resolvedAt)],
]

export function exportLines(db: Db, filter: LineFilter): FileReply {
  const next = oldestFirst(
    part => linesAfter(db, filter, part),
    row => row.lineId,
  )
  return new FileReply('渠道账单明细', fileRows(columns, next))
}
