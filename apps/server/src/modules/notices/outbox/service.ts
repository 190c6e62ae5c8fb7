import { errors, maskPhonesIn, noticeChannels, outboxMachine, refuse } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Config } from '../../../platform/start/config.ts'
import { type Attach, mailProvider } from './mail.provider.ts'
import type { Provider } from './provider.ts'
import * as queries from './queries.ts'
import { endOver } from './sealed.queries.ts'
import { openLetter } from './sealed.service.ts'
import { aliyunProvider } from './sms.provider.ts'

export type { OutboxChannel } from './queries.ts'

export type Providers = Readonly<Record<queries.OutboxChannel, Provider | undefined>>

/** An entry is tried so often before it has failed: over some three hours. */
const mostAttempts = 8
const firstWaitSeconds = 60
const longestWaitSeconds = 3_600
/** Longer than any try can take. */
const leaseSeconds = 120
const atOnce = 20
const longestDetail = 500

/** @param attach reads the file that a mail takes along */
export function providersOf({ mail, sms, publicUrl = '' }: Config, attach: Attach): Providers {
  return {
    email: mail === undefined ? undefined : mailProvider(mail, publicUrl, attach),
    sms: sms === undefined ? undefined : aliyunProvider(sms),
  }
}

/** Writes mails and text messages, as part of the transaction; they leave once it is committed. */
export async function addToOutbox(
  db: Db,
  texts: readonly queries.OutboxText[],
  addressed: readonly queries.OutboxRecipient[],
): Promise<void> {
  if (addressed.length > 0) await queries.insertEntries(db, texts, addressed)
}

/** Lets mails that were written take files of jobs along, as part of the transaction; by their events. */
export async function attachFiles(
  db: Db,
  attached: readonly { readonly event: string; readonly jobId: number }[],
): Promise<void> {
  if (attached.length > 0) await queries.insertAttachments(db, attached)
}

/** A push is taken back: what has not left stays here no longer. */
export async function withdrawFromOutbox(db: Db, pushId: number): Promise<void> {
  await queries.deleteOfPush(db, pushId)
}

/** A push is deleted; what left of it stays in the log. */
export async function forgetPush(db: Db, pushId: number): Promise<void> {
  await queries.forgetPush(db, pushId)
}

/** Delivers what is due, as much as there is. Any number of servers may: each takes entries that no other has. */
export async function deliverDue(
  services: Pick<Services, 'db' | 'log' | 'dataKeys'>,
  channel: queries.OutboxChannel,
  provider: Provider | undefined,
  isStopping: () => boolean,
): Promise<void> {
  const { db, log, dataKeys } = services
  if (provider === undefined) return queries.keepWaiting(db, channel)
  await endOver(db, channel)
  while (!isStopping()) {
    const claimed = await queries.claim(db, channel, { most: atOnce, leaseSeconds })
    if (claimed.length === 0) return
    await Promise.all(
      claimed.map(async entry => {
        const outcome = await tryOnce(provider, dataKeys, entry)
        if (!outcome.ok)
          log.warn({ outbox: entry.id, problem: outcome.detail }, 'an outbox entry was not sent')
        await queries.settle(db, outcome, waitSeconds(entry.attempts))
      }),
    )
  }
}

async function tryOnce(
  provider: Provider,
  keys: Services['dataKeys'],
  { id, sealed, ...entry }: queries.ClaimedEntry,
): Promise<queries.Outcome> {
  try {
    const text = sealed === null ? entry : { ...entry, ...openLetter(keys, { id, sealed }) }
    return { id, ok: true, detail: (await provider.send(text)).slice(0, longestDetail) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { id, ok: false, detail: maskPhonesIn(problem).slice(0, longestDetail) }
  }
}

/** How long to wait after so many tries; null: it has failed. */
export function waitSeconds(attempts: number): number | null {
  if (attempts >= mostAttempts) return null
  return Math.min(firstWaitSeconds * 2 ** (attempts - 1), longestWaitSeconds)
}

/** @throws Refusal notFound */
export async function entryDetail({ db, scope }: Pick<SignedInCall, 'db' | 'scope'>, outboxId: number) {
  const entry = await queries.findEntry(db, scope, outboxId)
  if (entry === undefined) throw refuse(errors.notFound, '邮件或短信')
  const { letter, ...shown } = entry
  const content = letter ? '<p>内容只发给收件人本人，不在这里显示。</p>' : entry.content
  return { ...shown, content, log: await queries.readAttempts(db, outboxId) }
}

const outboxRecord = machineRecord(outboxMachine, {
  what: '邮件或短信',
  lock: queries.lockEntry,
  latest: queries.findEntry,
})

/** Sends again what failed or was kept, to the address that its member has now; a letter goes where it was meant to. */
export async function retryEntry({ config }: Services, call: SignedInCall, outboxId: number): Promise<true> {
  const { channel, address, isOver } = await outboxRecord.take(call, outboxId, { action: 'retry' })
  if (isOver) throw refuse(errors.outboxOver)
  if (config[channel === 'sms' ? 'sms' : 'mail'] === undefined) {
    throw refuse(errors.channelUnavailable, noticeChannels[channel])
  }
  if (address === null) throw refuse(errors.recipientMissing, channel === 'sms' ? '手机号' : '邮箱')
  await queries.requeue(call.db, outboxId, address)
  return true
}
