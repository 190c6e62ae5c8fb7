import { errors, type MessageAction, messageMachine, refuse } from '@drivesim/contract'
import { FilterXSS } from 'xss'
import type { SignedInCall } from '../../platform/http/call.ts'
import type { Services } from '../../platform/module.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { sayLive } from '../running/service.ts'
import * as queries from './queries.ts'

export type { MessageText } from './queries.ts'

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
  return cleaner.process(html)
}

/** Text as HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' }

/** What clean HTML says, on one line. */
export function plainText(html: string): string {
  return textOnly
    .process(html.replace(/<(br|\/p|\/div|\/li|\/h\d|\/tr)\b[^>]*>/gi, ' '))
    .replace(/&(lt|gt|quot|nbsp|amp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Puts messages into people's inboxes, as part of the transaction; open pages show them when it commits. */
export async function addMessages(
  { bus }: Pick<Services, 'bus'>,
  db: Db,
  texts: readonly queries.MessageText[],
  told: readonly queries.Told[],
): Promise<void> {
  if (told.length === 0) return
  await queries.insertMessages(db, texts, told)
  await sayLive(bus, db, { members: [...new Set(told.map(({ memberId }) => memberId))] })
}

/** Takes a push out of every inbox. @returns how many had opened it */
export async function withdrawMessages({ bus }: Services, db: Db, pushId: number): Promise<number> {
  const opened = await queries.countOpened(db, pushId)
  await sayLive(bus, db, { members: await queries.deleteOfPush(db, pushId) })
  return opened
}

/** A message as its owner opens it: it counts as read from then on. @throws Refusal notFound */
export async function openMessage({ bus }: Services, { db, person }: SignedInCall, messageId: number) {
  const message = await requireMessage(db, person.id, messageId)
  if (await queries.openMessage(db, person.id, messageId)) await sayLive(bus, db, { members: [person.id] })
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

/**
 * Moves one's own message on. What is so already stays so: the click was repeated.
 * @throws Refusal when the message's state does not allow it
 */
export async function act(
  { bus }: Services,
  { db, person }: SignedInCall,
  action: MessageAction,
  messageId: number,
): Promise<true> {
  const state = await queries.lockState(db, person.id, messageId)
  if (state === undefined) throw refuse(errors.notFound, '消息')
  const { to } = messageMachine.actions[action]
  if (state === to) return true
  const closed = messageMachine.refusal(action, state)
  if (closed !== null) throw closed
  if (action === 'markRead') await queries.openMessage(db, person.id, messageId)
  else await queries.setState(db, messageId, to)
  await sayLive(bus, db, { members: [person.id] })
  return true
}
