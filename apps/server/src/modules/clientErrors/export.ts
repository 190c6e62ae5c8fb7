import type { ClientErrorRow } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, newestFirst } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { listBefore } from './queries.ts'

const columns: readonly CsvColumn<ClientErrorRow>[] = [
  ['最近发生时间', row => localTime(row.at)],
  ['次数', row => row.times],
  ['类型', row => row.type],
  ['代码', row => row.code],
  ['错误信息', row => row.message],
  ['页面', row => row.url],
  ['账号', row => row.userAccount],
  ['设备', row => row.device],
]

/** The whole filtered list as a file. */
export function exportErrors(db: Db, scope: Scope, paramValue: string | undefined): CsvReply {
  const next = newestFirst(
    part => listBefore(db, scope, paramValue, part),
    row => row.errorId,
  )
  return new CsvReply('前端错误', csvLines(columns, next))
}
