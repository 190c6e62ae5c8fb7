import { createHash } from 'node:crypto'
import { type Endpoint, errors, guid, refuse } from '@drivesim/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '../../generated/schema.ts'
import { noteCause } from '../causes.ts'
import { isPictureGone, transact } from '../postgres/db.ts'
import { actorOf, type Call, type SignedInCall } from './call.ts'
import { openOperation, readOutcome, rememberOutcome, takeKey, takeKeyAndOpen } from './change.queries.ts'

interface Change {
  /** "domain.call", as the log and the idempotency keys know it. */
  readonly name: string
  readonly endpoint: Endpoint
  readonly input: unknown
  /** The caller's `Idempotency-Key`, if they sent one. */
  readonly key: string | undefined
  readonly log: FastifyBaseLogger
}

/** Work for after the commit. */
export type Task = () => void | Promise<void>

/**
 * Runs a change: its statements, its entry in the operation log (if it has one) and the outcome kept under its idempotency key
 * are one transaction. The same key with the same content answers what it answered before and changes nothing;
 * two at once wait for each other.
 */
export async function runChange(
  db: Kysely<DB>,
  change: Change,
  call: SignedInCall,
  handle: (call: SignedInCall) => unknown,
): Promise<unknown> {
  const { key, name } = change
  const { reply, tasks } = await transact(db, async trx => {
    noteCause(trx, call.requestId)
    const tasks: Task[] = []
    const entry = change.endpoint.unlogged ? null : entryOf(change, call)
    if (key !== undefined) {
      const mine = { member_id: call.person.id, call: name, key, body_hash: hash(change.input) }
      const taken = await (entry === null ? takeKey(trx, mine) : takeKeyAndOpen(trx, mine, entry))
      if (!taken) return { reply: repeatedOutcome(await readOutcome(trx, mine), mine.body_hash), tasks }
    } else if (entry !== null) {
      await openOperation(trx, entry)
    }
    const reply = await withKnownPictures(() =>
      handle({ ...call, db: trx, afterCommit: task => tasks.push(task) }),
    )
    if (key !== undefined) {
      const mine = { member_id: call.person.id, call: name, key }
      await rememberOutcome(trx, mine, withoutSecrets(change.endpoint, reply))
    }
    return { reply, tasks }
  })
  await runAfterCommit(tasks, change.log)
  return reply
}

const entryOf = ({ name, endpoint }: Change, { person, address, userAgent, requestId }: SignedInCall) => ({
  member_id: person.id,
  account: actorOf(person),
  call: name,
  label: endpoint.change ?? endpoint.title,
  address,
  user_agent: userAgent,
  request_id: requestId,
})

/** Forms name pictures by their addresses; that there is such a picture is the database's to say. @throws Refusal pictureGone */
async function withKnownPictures(handle: () => unknown): Promise<unknown> {
  try {
    return await handle()
  } catch (error) {
    throw isPictureGone(error) ? refuse(errors.pictureGone) : error
  }
}

/** In place of a hash, for a key that was used up without a change. No content has this hash, so a late request with the key is refused. */
const spent = Buffer.alloc(0)

/**
 * What became, for certain, of a change that got no answer: waits for it while it is under way. A change that was not
 * made is never made any more, not even when it arrives late.
 * @returns what it answered, without its secrets
 * @throws Refusal changeNotMade
 */
export async function settleChange(
  db: Kysely<DB>,
  memberId: number,
  name: string,
  key: string,
): Promise<unknown> {
  const mine = { member_id: memberId, call: name, key, body_hash: spent }
  const made = await transact(db, async trx =>
    (await takeKey(trx, mine)) ? undefined : readOutcome(trx, mine),
  )
  if (made === undefined || made.body_hash.equals(spent)) throw refuse(errors.changeNotMade)
  return made.outcome
}

/** A read, or a change without a signed-in person (there is none yet): handlers get the pool and no transaction. */
export async function runRead<C extends Call>(
  call: Omit<C, 'afterCommit'>,
  log: FastifyBaseLogger,
  handle: (call: Omit<C, 'afterCommit'> & Pick<Call, 'afterCommit'>) => unknown,
): Promise<unknown> {
  const tasks: Task[] = []
  const reply = await handle({ ...call, afterCommit: task => tasks.push(task) })
  await runAfterCommit(tasks, log)
  return reply
}

/** Does what was put off until the commit; what fails is logged. */
export async function runAfterCommit(tasks: readonly Task[], log: FastifyBaseLogger): Promise<void> {
  for (const task of tasks) {
    try {
      await task()
    } catch (error) {
      log.error({ err: error }, 'work after a committed change failed')
    }
  }
}

function repeatedOutcome(
  kept: { body_hash: Buffer; outcome: unknown } | undefined,
  bodyHash: Buffer,
): unknown {
  if (kept === undefined || !kept.body_hash.equals(bodyHash)) throw refuse(errors.idempotencyKeyReused)
  return kept.outcome
}

/** Secrets are given once and never kept: a repeated call gets null in their place. */
function withoutSecrets(endpoint: Endpoint, reply: unknown): unknown {
  if (endpoint.secret === undefined || typeof reply !== 'object' || reply === null) return reply
  return {
    ...reply,
    ...Object.fromEntries(endpoint.secret.filter(field => field in reply).map(field => [field, null])),
  }
}

function hash(input: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(input ?? null))
    .digest()
}

/** Checks the header: a key that is there must look like one. One GUID is one key, however it is written. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const asGuid = guid.safeParse(header)
  if (asGuid.success) return asGuid.data
  if (typeof header === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(header)) return header
  throw refuse(errors.idempotencyKeyInvalid)
}
