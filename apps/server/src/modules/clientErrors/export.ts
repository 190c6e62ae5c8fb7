import type { ClientErrorRow } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, newestFirst, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { listBefore } from './queries.ts'

const columns: readonly FileColumn<ClientErrorRow>[] = [
  ['at', '最近发生时间', row => time(row.at)],
  ['times', '次数', row => row.times],
  ['type', '类型', row => row.type],
  ['code', '代码', row => row.code],
  ['message', '错误信息', row => row.message],
  ['url', '页面', row => row.url],
  ['userAccount', '账号', row => row.userAccount],
  ['device', '浏览器', row => row.device],
]

/** The whole filtered list as a file. */
export function exportErrors(db: Db, scope: Scope, paramValue: string | undefined): FileReply {
  const next = newestFirst(
    part => listBefore(db, scope, paramValue, part),
    row => row.errorId,
  )
  return new FileReply('前端错误', fileRows(columns, next))
}
