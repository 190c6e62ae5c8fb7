import { noticeChannels, type PushRow, pushStates } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, newestFirst, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, listAfter } from './queries.ts'

const columns: readonly FileColumn<PushRow>[] = [
  ['title', '标题', row => row.title],
  ['audienceText', '接收人', row => row.audienceText],
  ['channels', '发送方式', row => row.channels.map(channel => noticeChannels[channel]).join('、')],
  ['state', '状态', row => pushStates[row.state]],
  ['sentAt', '定时发送', row => time(row.sendAt)],
  ['sentAt', '发送时间', row => time(row.sentAt)],
  ['delivered', '送达人数', row => row.delivered],
  ['read', '已读人数', row => row.read],
  ['author', '创建人', row => row.author],
  ['createdAt', '创建时间', row => time(row.createdAt)],
]

/** The whole filtered list as a file. */
export function exportPushes(db: Db, scope: Scope, filter: Filter): FileReply {
  const next = newestFirst(
    part => listAfter(db, scope, filter, part),
    row => row.pushId,
  )
  return new FileReply('推送列表', fileRows(columns, next))
}
