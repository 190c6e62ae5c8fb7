import { type contract, errors, type ParsedOf, pushMachine, refuse } from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addMessages, cleanHtml, plainText, withdrawMessages } from '../messages/service.ts'
import { readAnnouncementChannels } from '../notices/service.ts'
import { addToOutbox, forgetPush, withdrawFromOutbox } from '../outbox/service.ts'
import * as reach from './audience.queries.ts'
import * as queries from './queries.ts'

type Form = ParsedOf<typeof contract.pushes.save>

/** People served in one transaction, so that nobody waits long for the counts of their messages. */
const mostAtOnce = 500
const longestBrief = 100

const push = machineRecord(pushMachine, {
  what: '推送',
  lock: queries.lockPush,
  latest: queries.findPush,
})

/** @throws Refusal notFound */
export async function requirePush(db: Db, scope: Scope, pushId: number) {
  const found = await queries.findPush(db, scope, pushId)
  if (found === undefined) throw refuse(errors.notFound, '推送')
  return found
}

/** Writes a draft, or changes one. */
export async function savePush(
  call: SignedInCall,
  { pushId, version, content, ...form }: Form,
): Promise<{ pushId: number }> {
  const { db, scope, person } = call
  const draft = { ...form, content: cleanHtml(content), sendAt: form.sendAt, pinnedUntil: form.pinnedUntil }
  if (plainText(draft.content) === '') {
    throw refuse(errors.invalid, '内容不能为空')
  }
  if (pushId === undefined) {
    await requireAudience(db, scope, form.audience)
    return { pushId: await queries.insertPush(db, person.id, draft) }
  }
  await push.take(call, pushId, { version, action: 'edit' })
  await requireAudience(db, scope, form.audience)
  await queries.updatePush(db, pushId, draft)
  return { pushId }
}

/** Lets a draft go, now or when it says. @throws Refusal when it would reach nobody */
export async function sendPush(call: SignedInCall, pushId: number): Promise<true> {
  const { db, scope, person } = call
  const { kind, ids } = await push.take(call, pushId, { action: 'send' })
  const audience = { kind, ids }
  await requireAudience(db, scope, audience)
  if ((await reach.countAudience(db, scope, audience)) === 0) throw refuse(errors.pushToNobody)
  await queries.setWaiting(db, pushId, person.id)
  return true
}

/** Makes a push that waits for its time a draft again. */
export async function cancelPush(call: SignedInCall, pushId: number): Promise<true> {
  const { servedTo } = await push.take(call, pushId, { action: 'cancel' })
  if (servedTo !== null) throw refuse(errors.pushUnderWay)
  await queries.setDraft(call.db, pushId)
  return true
}

/** Takes a push out of every inbox, and what has not left out of the outbox; the figures stay. */
export async function withdrawPush(services: Services, call: SignedInCall, pushId: number): Promise<true> {
  const { db } = call
  await push.take(call, pushId, { action: 'withdraw' })
  const opened = await withdrawMessages(services, db, pushId)
  await withdrawFromOutbox(db, pushId)
  await queries.setWithdrawn(db, pushId, opened)
  return true
}

export async function removePush(call: SignedInCall, pushId: number): Promise<true> {
  const { db } = call
  await push.take(call, pushId, { action: 'remove' })
  await forgetPush(db, pushId)
  await queries.deletePush(db, pushId)
  return true
}

const audienceWords = { organisations: '机构', roles: '角色', people: '成员' } as const

/** @throws Refusal when nothing is chosen, or something that the sender does not see */
async function requireAudience(db: Db, scope: Scope, { kind, ids }: queries.Audience): Promise<void> {
  if (kind === 'all') return
  const given = [...new Set(ids)]
  if (given.length === 0) throw refuse(errors.audienceEmpty)
  if ((await reach.countKnown(db, scope, { kind, ids: given })) < given.length) {
    throw refuse(errors.notFound, audienceWords[kind])
  }
}

/**
 * Serves the next part of the push that is due first, in one transaction: messages, outbox entries, and how far it got, so
 * that a server that is killed leaves a whole part or none, and any other goes on.
 * @returns whether there was one
 */
export async function serveDue(services: Pick<Services, 'db' | 'bus'>): Promise<boolean> {
  return services.db.transaction().execute(trx => servePart(services, trx))
}

/** The same within a transaction that is given. */
export async function servePart(services: Pick<Services, 'bus'>, db: Db): Promise<boolean> {
  const push = await reach.lockDue(db)
  if (push === undefined) return false
  if (push.abandoned) {
    // For somebody else to read and to send.
    await queries.setDraft(db, push.id)
    return true
  }
  const members = await reach.nextMembers(db, push, mostAtOnce)
  await serve(services, db, push, members)
  if (members.length < mostAtOnce) await reach.setSent(db, push.id)
  return true
}

async function serve(
  services: Pick<Services, 'bus'>,
  db: Db,
  { id: pushId, title, content, channels }: reach.Serving,
  members: readonly number[],
): Promise<void> {
  const last = members.at(-1)
  if (last === undefined) return
  const wanted = (await readAnnouncementChannels(db, members)).filter(({ channel }) =>
    channels.includes(channel),
  )
  const brief = `${title}：${plainText(content)}`.slice(0, longestBrief)
  await addMessages(
    services,
    db,
    [{ kind: 'announcement', title, brief, content, pushId }],
    wanted.flatMap(({ memberId, channel }) =>
      channel === 'system' ? [{ memberId, text: 0, event: null }] : [],
    ),
  )
  await addToOutbox(
    db,
    [{ title, content, pushId }],
    wanted.flatMap(({ memberId, channel }) =>
      channel === 'system' ? [] : [{ memberId, channel, text: 0, event: null }],
    ),
  )
  await reach.noteServed(db, pushId, last, new Set(wanted.map(({ memberId }) => memberId)).size)
}
