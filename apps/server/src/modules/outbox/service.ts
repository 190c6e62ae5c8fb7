import { errors, noticeChannels, outboxStates, refuse } from '@drivesim/contract'
import type { SignedInCall } from '../../platform/call.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db.ts'
import type { House } from '../../platform/house.ts'
import { mailProvider } from './mail.service.ts'
import * as queries from './queries.ts'
import { aliyunProvider } from './sms.service.ts'

export type { OutboxChannel } from './queries.ts'

/** Who carries letters. @throws with what went wrong; returns the answer, for the log */
export interface Provider {
  send(letter: Omit<queries.Claimed, 'id' | 'attempts'>): Promise<string>
}
export type Providers = Readonly<Record<queries.OutboxChannel, Provider | undefined>>

/** A letter is tried so often before it has failed: over some three hours. */
const mostAttempts = 8
const firstWaitSeconds = 60
const longestWaitSeconds = 3_600
/** Longer than any try can take. */
const leaseSeconds = 120
const atOnce = 20
const longestDetail = 500

export function providersOf({ mail, sms, publicUrl = '' }: Config): Providers {
  return {
    email: mail === undefined ? undefined : mailProvider(mail, publicUrl),
    sms: sms === undefined ? undefined : aliyunProvider(sms),
  }
}

/** Writes letters, as part of the transaction; they leave once it is committed. */
export async function addLetters(
  db: Db,
  letters: readonly queries.Letter[],
  addressed: readonly queries.Addressed[],
): Promise<void> {
  if (addressed.length > 0) await queries.insertLetters(db, letters, addressed)
}

/** A push is taken back: what has not left stays here no longer. */
export async function withdrawLetters(db: Db, pushId: number): Promise<void> {
  await queries.deleteOfPush(db, pushId)
}

/** A push is deleted; what left of it stays in the log. */
export async function forgetPush(db: Db, pushId: number): Promise<void> {
  await queries.forgetPush(db, pushId)
}

/** Delivers what is due, as much as there is. Any number of servers may: each takes letters that no other has. */
export async function deliverDue(
  { db, log }: Pick<House, 'db' | 'log'>,
  channel: queries.OutboxChannel,
  provider: Provider | undefined,
  isStopping: () => boolean,
): Promise<void> {
  if (provider === undefined) return queries.keepWaiting(db, channel)
  while (!isStopping()) {
    const claimed = await queries.claim(db, channel, { most: atOnce, leaseSeconds })
    if (claimed.length === 0) return
    await Promise.all(
      claimed.map(async letter => {
        const outcome = await tryOnce(provider, letter)
        if (!outcome.ok) log.warn({ outbox: letter.id, problem: outcome.detail }, 'a letter did not leave')
        await queries.settle(db, outcome, waitSeconds(letter.attempts))
      }),
    )
  }
}

async function tryOnce(provider: Provider, { id, ...letter }: queries.Claimed): Promise<queries.Outcome> {
  try {
    return { id, ok: true, detail: (await provider.send(letter)).slice(0, longestDetail) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { id, ok: false, detail: problem.slice(0, longestDetail) }
  }
}

/** How long to wait after so many tries; null: it has failed. */
export function waitSeconds(attempts: number): number | null {
  if (attempts >= mostAttempts) return null
  return Math.min(firstWaitSeconds * 2 ** (attempts - 1), longestWaitSeconds)
}

/** @throws Refusal notFound */
export async function letterDetail({ db, scope }: Pick<SignedInCall, 'db' | 'scope'>, outboxId: number) {
  const letter = await queries.findLetter(db, scope, outboxId)
  if (letter === undefined) throw refuse(errors.notFound, '邮件或短信')
  return { ...letter, log: await queries.readAttempts(db, outboxId) }
}

/** Sends again what failed or was kept, to the address that its member has now. */
export async function retryLetter(
  { config }: House,
  { db, scope }: SignedInCall,
  outboxId: number,
): Promise<true> {
  const letter = await queries.lockLetter(db, scope, outboxId)
  if (letter === undefined) throw refuse(errors.notFound, '邮件或短信')
  const { channel, state, address } = letter
  if (state !== 'failed' && state !== 'kept') throw refuse(errors.outboxNot, outboxStates[state])
  if (config[channel === 'sms' ? 'sms' : 'mail'] === undefined) {
    throw refuse(errors.channelUnavailable, noticeChannels[channel])
  }
  if (address === null) throw refuse(errors.recipientMissing, channel === 'sms' ? '手机号' : '邮箱')
  await queries.requeue(db, outboxId, address)
  return true
}
