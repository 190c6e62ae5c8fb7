import { noticeChannels, type OutboxRow, outboxStates } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, newestFirst } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, listAfter } from './queries.ts'

const columns: readonly CsvColumn<OutboxRow>[] = [
  ['channel', '方式', row => noticeChannels[row.channel]],
  ['recipient', '接收地址', row => row.recipient],
  ['title', '标题', row => row.title],
  ['state', '状态', row => outboxStates[row.state]],
  ['attempts', '发送次数', row => row.attempts],
  ['lastError', '失败原因', row => row.lastError],
  ['createdAt', '创建时间', row => localTime(row.createdAt)],
  ['sentAt', '发送时间', row => (row.sentAt === null ? null : localTime(row.sentAt))],
]

/** The whole filtered outbox as a file. */
export function exportOutbox(db: Db, scope: Scope, filter: Filter): CsvReply {
  const next = newestFirst(
    part => listAfter(db, scope, filter, part),
    row => row.outboxId,
  )
  return new CsvReply('发件箱', csvLines(columns, next))
}
