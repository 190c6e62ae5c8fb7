import type { LogRow } from '@drivesim/contract'
import { FileReply, type Person } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, newestFirst, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Words } from './names.ts'
import { asksForNothing } from './objects.service.ts'
import { type Filter, listBefore } from './queries.ts'
import { withObjects } from './service.ts'

const columns: readonly FileColumn<LogRow>[] = [
  ['at', '时间', row => time(row.at)],
  ['userName', '账号', row => row.userAccount],
  ['userName', '名称', row => row.userName],
  ['label', '事项', row => row.label],
  ['object', '对象', row => row.object && `${row.object.what} ${row.object.name}`],
  ['address', '地址', row => row.address],
  ['device', '浏览器', row => row.device],
  ['changes', '变更条数', row => row.changes],
]

/** The whole filtered log as a file, the latest first. */
export async function exportLog(db: Db, reader: Person, filter: Filter, words: Words): Promise<FileReply> {
  const isEmpty = await asksForNothing(db, reader, filter)
  const next = newestFirst(
    async part => (isEmpty ? [] : withObjects(db, reader, await listBefore(db, reader, filter, part), words)),
    row => row.operationId,
  )
  return new FileReply('操作日志', fileRows(columns, next))
}
