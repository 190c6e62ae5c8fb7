import { noticeChannels, type PushRow, pushStates } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, newestFirst } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, listAfter } from './queries.ts'

const columns: readonly CsvColumn<PushRow>[] = [
  ['title', '标题', row => row.title],
  ['audienceText', '接收人', row => row.audienceText],
  ['channels', '发送方式', row => row.channels.map(channel => noticeChannels[channel]).join('、')],
  ['state', '状态', row => pushStates[row.state]],
  ['sentAt', '定时发送', row => (row.sendAt === null ? null : localTime(row.sendAt))],
  ['sentAt', '发送时间', row => (row.sentAt === null ? null : localTime(row.sentAt))],
  ['delivered', '送达人数', row => row.delivered],
  ['read', '已读人数', row => row.read],
  ['author', '创建人', row => row.author],
  ['createdAt', '创建时间', row => localTime(row.createdAt)],
]

/** The whole filtered list as a file. */
export function exportPushes(db: Db, scope: Scope, filter: Filter): CsvReply {
  const next = newestFirst(
    part => listAfter(db, scope, filter, part),
    row => row.pushId,
  )
  return new CsvReply('推送列表', csvLines(columns, next))
}
