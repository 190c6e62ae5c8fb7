import type { LogRow } from '@drivesim/contract'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, newestFirst, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, listBefore, type Reader } from './queries.ts'

const columns: readonly FileColumn<LogRow>[] = [
  ['at', '时间', row => time(row.at)],
  ['userName', '账号', row => row.userAccount],
  ['userName', '名称', row => row.userName],
  ['label', '事项', row => row.label],
  ['address', '地址', row => row.address],
  ['device', '浏览器', row => row.device],
  ['changes', '变更条数', row => row.changes],
]

/** The whole filtered log as a file, the latest first. */
export function exportLog(db: Db, reader: Reader, filter: Filter): FileReply {
  const next = newestFirst(
    part => listBefore(db, reader, filter, part),
    row => row.operationId,
  )
  return new FileReply('操作日志', fileRows(columns, next))
}
