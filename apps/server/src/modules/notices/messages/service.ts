import {
  errors,
  type LiveEvents,
  type MessageAction,
  type MessageFilter,
  type MessageState,
  messageMachine,
  mostMarkedRead,
  refuse,
} from '@drivesim/contract'
import { FilterXSS } from 'xss'
import { type Act, refuseMore, takenOf } from '../../../platform/http/act.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import type { LivePart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { sayLive } from '../../tools/live/service.ts'
import { unescapeHtml } from './html.rules.ts'
import * as queries from './queries.ts'

export { escapeHtml } from './html.rules.ts'
export type { MessageText } from './queries.ts'

/** A whole web or mail address, or a path of ours; `//elsewhere` and `/\\elsewhere` only look like one. */
const isPlainLink = (address: string) => /^(https?:\/\/|mailto:|\/(?![/\\]))/i.test(address.trim())

/** What a small editor makes. No pictures: they would tell their server who reads. */
const cleaner = new FilterXSS({
  whiteList: {
    p: [],
    br: [],
    hr: [],
    div: [],
    span: [],
    h1: [],
    h2: [],
    h3: [],
    h4: [],
    b: [],
    strong: [],
    i: [],
    em: [],
    u: [],
    s: [],
    ul: [],
    ol: [],
    li: [],
    blockquote: [],
    code: [],
    pre: [],
    table: [],
    thead: [],
    tbody: [],
    tr: [],
    th: [],
    td: [],
    a: ['href', 'title'],
  },
  stripIgnoreTag: true,
  stripIgnoreTagBody: ['script', 'style'],
  allowCommentTag: false,
})
const textOnly = new FilterXSS({
  whiteList: {},
  stripIgnoreTag: true,
  stripIgnoreTagBody: ['script', 'style'],
})

/** The HTML without anything that runs, loads or dresses up as part of the page; done before it is stored. */
export function cleanHtml(html: string): string {
  return cleaner
    .process(html)
    .replaceAll(/<a [^>]*>/g, tag =>
      tag.replace(/ href="([^"]*)"/, (whole, address) => (isPlainLink(address) ? whole : ' href')),
    )
}

/** What clean HTML says, on one line. */
export function plainText(html: string): string {
  const lines = textOnly.process(html.replace(/<(br|\/p|\/div|\/li|\/h\d|\/tr)\b[^>]*>/gi, ' '))
  return unescapeHtml(lines).replace(/\s+/g, ' ').trim()
}

/** How many messages a person has not opened, on all their open pages. */
export const unreadLive: LivePart<LiveEvents['unread']> = {
  event: 'unread',
  codes: [],
  ofMembers: true,
  async read(db, ids) {
    const rows = await queries.unreadOf(db, ids.map(Number))
    return rows.map(({ memberId, count }) => ({ key: '', memberId, data: { count } }))
  },
}

/** Puts messages into people's inboxes, as part of the transaction; open pages show them when it commits. */
export async function addMessages(
  { bus }: Pick<Services, 'bus'>,
  db: Db,
  texts: readonly queries.MessageText[],
  told: readonly queries.MessageRecipient[],
): Promise<void> {
  if (told.length === 0) return
  await queries.insertMessages(db, texts, told)
  await sayLive(bus, db, { unread: [...new Set(told.map(({ memberId }) => memberId))] })
}

/** Takes a push out of every inbox. @returns how many had opened it */
export async function withdrawMessages({ bus }: Services, db: Db, pushId: number): Promise<number> {
  const opened = await queries.countOpened(db, pushId)
  await sayLive(bus, db, { unread: await queries.deleteOfPush(db, pushId) })
  return opened
}

/** 消息中心: the newest of each column and how many there are; with a filter, only what it finds. */
export async function readColumns(db: Db, memberId: number, filter: MessageFilter) {
  const column = async (state: MessageState) =>
    queries.isWhole(filter)
      ? { rows: await queries.listColumn(db, memberId, state), total: undefined }
      : queries.searchColumn(db, memberId, state, filter)
  const [counts, unread, readed, trash] = await Promise.all([
    queries.readCounts(db, memberId),
    column('unread'),
    column('read'),
    column('trash'),
  ])
  return {
    unread: unread.rows,
    readed: readed.rows,
    trash: trash.rows,
    counts: {
      unread: unread.total ?? counts.unread,
      readed: readed.total ?? counts.read,
      trash: trash.total ?? counts.trash,
    },
  }
}

/** Marks what one has not read and the filter finds, the newest first, up to what one transaction may take. */
export async function markRead({ bus }: Services, { db, person }: SignedInCall, filter: MessageFilter) {
  const marked = await queries.openNewest(db, person.id, filter, mostMarkedRead)
  if (marked > 0) await sayLive(bus, db, { unread: [person.id] })
  return { marked, left: await queries.countFound(db, person.id, 'unread', filter) }
}

/** A message as its owner opens it: it counts as read from then on. @throws Refusal notFound */
export async function openMessage({ bus }: Services, { db, person }: SignedInCall, messageId: number) {
  const message = await requireMessage(db, person.id, messageId)
  if (await queries.openMessage(db, person.id, messageId)) await sayLive(bus, db, { unread: [person.id] })
  return {
    messageId,
    messageDate: message.at.toISOString(),
    messageBrief: message.brief,
    messageInfo: message.content,
  }
}

/** @throws Refusal notFound, for other people's messages too */
export async function requireMessage(db: Db, memberId: number, messageId: number) {
  const message = await queries.findMessage(db, memberId, messageId)
  if (message === undefined) throw refuse(errors.notFound, '消息')
  return message
}

/** Moves one's own messages on. What is so already stays so: the click was repeated. */
export function messageAct(action: MessageAction): Act<queries.LockedMessage, unknown> {
  const { to } = messageMachine.actions[action]
  return {
    table: 'message',
    most: 500,
    async take({ db, person }, ids) {
      const rows = await queries.lockMessages(db, person.id, ids)
      return refuseMore(takenOf(ids, rows, refuse(errors.notFound, '消息')), ({ state }) =>
        state === to ? null : messageMachine.refusal(action, state),
      )
    },
    async write({ bus }, { db, person }, rows) {
      const moved = rows.filter(({ state }) => state !== to).map(({ id }) => id)
      if (moved.length === 0) return
      await queries.setState(db, moved, to)
      await sayLive(bus, db, { unread: [person.id] })
    },
  }
}
