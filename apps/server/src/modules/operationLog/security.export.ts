import { type SecurityRow, securityKinds, securityResults } from '@drivesim/contract'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, newestFirst, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Reader } from './queries.ts'
import { eventsBefore, type SecurityFilter } from './security.queries.ts'

const columns: readonly FileColumn<SecurityRow>[] = [
  ['at', '时间', row => time(row.at)],
  ['kind', '类型', row => securityKinds[row.kind]],
  ['result', '结果', row => securityResults[row.result]],
  ['userName', '账号', row => row.userAccount],
  ['userName', '名称', row => row.userName],
  ['label', '事项', row => row.label],
  ['label', '对象', row => row.target],
  ['detail', '说明', row => row.detail],
  ['detail', '导出行数', row => row.rows],
  ['detail', '次数', row => row.times],
  ['detail', '最后一次', row => time(row.lastAt)],
  ['address', '地址', row => row.address],
  ['device', '浏览器', row => row.device],
]

/** The whole filtered security log as a file, the latest first. */
export function exportSecurity(db: Db, reader: Reader, filter: SecurityFilter): FileReply {
  const next = newestFirst(
    part => eventsBefore(db, reader, filter, part),
    row => row.eventId,
  )
  return new FileReply('安全日志', fileRows(columns, next))
}
