import { type SecurityRow, securityKinds, securityResults } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, newestFirst } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Reader } from './queries.ts'
import { eventsBefore, type SecurityFilter } from './security.queries.ts'

const columns: readonly CsvColumn<SecurityRow>[] = [
  ['时间', row => localTime(row.at)],
  ['类型', row => securityKinds[row.kind]],
  ['结果', row => securityResults[row.result]],
  ['账号', row => row.userAccount],
  ['名称', row => row.userName],
  ['事项', row => row.label],
  ['对象', row => row.target],
  ['说明', row => row.detail],
  ['导出行数', row => row.rows],
  ['次数', row => row.times],
  ['最后一次', row => localTime(row.lastAt)],
  ['地址', row => row.address],
  ['设备', row => row.device],
]

/** The whole filtered security log as a file, the latest first. */
export function exportSecurity(db: Db, reader: Reader, filter: SecurityFilter): CsvReply {
  const next = newestFirst(
    part => eventsBefore(db, reader, filter, part),
    row => row.eventId,
  )
  return new CsvReply('安全日志', csvLines(columns, next))
}
