import { noticeChannels, type OutboxRow, outboxStates } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, newestFirst, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, listAfter } from './queries.ts'

const columns: readonly FileColumn<OutboxRow>[] = [
  ['channel', '方式', row => noticeChannels[row.channel]],
  ['recipient', '接收地址', row => row.recipient],
  ['title', '标题', row => row.title],
  ['state', '状态', row => outboxStates[row.state]],
  ['attempts', '发送次数', row => row.attempts],
  ['lastError', '失败原因', row => row.lastError],
  ['createdAt', '创建时间', row => time(row.createdAt)],
  ['sentAt', '发送时间', row => time(row.sentAt)],
]

/** The whole filtered outbox as a file. */
export function exportOutbox(db: Db, scope: Scope, filter: Filter): FileReply {
  const next = newestFirst(
    part => listAfter(db, scope, filter, part),
    row => row.outboxId,
  )
  return new FileReply('发件箱', fileRows(columns, next))
}
