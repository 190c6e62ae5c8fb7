import { localTime } from '@drivesim/contract/businessDay'
import { fileKeptDays } from '@drivesim/contract/tools/exports'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addMessages, escapeHtml, type MessageText } from '../../notices/messages/service.ts'
import type { EndedRun } from './due.queries.ts'

const textOf = (title: string, brief: string, link: string): MessageText => ({
  kind: 'announcement',
  title,
  brief,
  content: `<p>${escapeHtml(brief)}。</p>${link}`,
  pushId: null,
})

/** `2026-11-23 08:00`. */
const minute = (at: Date) => localTime(at.getTime()).slice(0, 16)

/** What a receiver is told of a report: where it is, or why there is none. @param days `2026-11-16 至 2026-11-22`; null: it has none */
export function reportText(run: EndedRun, days: string | null): MessageText {
  const { name, jobId, reason, rows, late, dueAt } = run
  if (reason !== null) {
    const title = `定时报表“${name}”没有生成`
    return textOf(title, `${title}：${reason}`, '')
  }
  const facts = [
    ...(days === null ? [] : [days]),
    `共 ${rows.toLocaleString('en-US')} 行`,
    ...(late ? [`迟到：应于 ${minute(dueAt)} 发送`] : []),
    `${fileKeptDays} 天内可以下载`,
  ]
  const title = `定时报表“${name}”`
  return textOf(
    title,
    `${title}：${facts.join('，')}`,
    `<p><a href="/home?job=${jobId}&amp;file=1">下载</a></p>`,
  )
}

interface Stopped {
  readonly ownerId: number
  readonly name: string
  readonly reason: string
}

/** Tells an owner that a schedule was stopped, as part of the transaction. */
export async function tellStopped(
  services: Pick<Services, 'bus'>,
  db: Db,
  { ownerId, name, reason }: Stopped,
): Promise<void> {
  const title = `定时报表“${name}”已停止`
  const text = textOf(title, `${title}：${reason}`, '')
  await addMessages(services, db, [text], [{ memberId: ownerId, text: 0, event: null }])
}

/** Tells an owner who gets a report no more. */
export async function tellReceiverStopped(
  services: Pick<Services, 'bus'>,
  db: Db,
  { ownerId, name, reason, receiver }: Stopped & { readonly receiver: string },
): Promise<void> {
  const title = `定时报表“${name}”不再发给 ${receiver}`
  const text = textOf(title, `${title}：${reason}`, '')
  await addMessages(services, db, [text], [{ memberId: ownerId, text: 0, event: null }])
}
