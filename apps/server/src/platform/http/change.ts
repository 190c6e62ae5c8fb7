import { createHash } from 'node:crypto'
import { type Endpoint, errors, refuse } from '@drivesim/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '../../generated/schema.ts'
import type { Call, SignedInCall } from './call.ts'
import { openOperation, readOutcome, rememberOutcome, takeKey } from './change.queries.ts'

interface Change {
  /** "domain.call", as the log and the idempotency keys know it. */
  readonly name: string
  readonly endpoint: Endpoint
  readonly input: unknown
  /** The caller's `Idempotency-Key`, if they sent one. */
  readonly key: string | undefined
  readonly log: FastifyBaseLogger
}

/**
 * Runs a change: its statements, its entry in the operation log and the outcome kept under its idempotency key
 * are one transaction. The same key with the same content answers what it answered before and changes nothing;
 * two at once wait for each other.
 */
export async function runChange(
  db: Kysely<DB>,
  change: Change,
  call: SignedInCall,
  handle: (call: SignedInCall) => unknown,
): Promise<unknown> {
  const work: (() => void | Promise<void>)[] = []
  const { key, name } = change
  const outcome = await db.transaction().execute(async trx => {
    if (key !== undefined) {
      const mine = { member_id: call.person.id, call: name, key, body_hash: hash(change.input) }
      if (!(await takeKey(trx, mine))) return repeatedOutcome(await readOutcome(trx, mine), mine.body_hash)
    }
    await openOperation(trx, {
      member_id: call.person.id,
      account: call.person.account,
      call: name,
      label: change.endpoint.change ?? change.endpoint.title,
      address: call.address,
      user_agent: call.userAgent,
      request_id: call.requestId,
    })
    const reply = await handle({ ...call, db: trx, afterCommit: task => work.push(task) })
    if (key !== undefined) {
      await rememberOutcome(trx, call.person.id, name, key, withoutSecrets(change.endpoint, reply))
    }
    return reply
  })
  await runAfterCommit(work, change.log)
  return outcome
}

/** A change that nobody signed in makes (none yet), or a read: handlers get the pool and no transaction. */
export async function runRead<C extends Call>(
  call: Omit<C, 'afterCommit'>,
  log: FastifyBaseLogger,
  handle: (call: Omit<C, 'afterCommit'> & Pick<Call, 'afterCommit'>) => unknown,
): Promise<unknown> {
  const work: (() => void | Promise<void>)[] = []
  const reply = await handle({ ...call, afterCommit: task => work.push(task) })
  await runAfterCommit(work, log)
  return reply
}

async function runAfterCommit(work: (() => void | Promise<void>)[], log: FastifyBaseLogger): Promise<void> {
  for (const task of work) {
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

/** Checks the header: a key that is there must look like one. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(header)) return header
  throw refuse(errors.idempotencyKeyInvalid)
}
