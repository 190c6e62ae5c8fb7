import { errors, refuse } from '@drivesim/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What has so many calls a minute, by the name that programs are told. */
type Limited = 'person' | 'key' | 'owner'

interface Counted {
  readonly name: Limited
  readonly most: number
  readonly left: number
  /** Seconds until it begins anew. */
  readonly seconds: number
  readonly isOver: boolean
}

/**
 * Answers calls above so many a minute, whatever they are, with 429 and when to come again: before their bodies are read. A person has
 * so many, and each key of theirs has as many apart from them; all keys of one person together have twice that. Each process counts by
 * itself. Limits of single calls come on top (`perMinute` of the contract).
 */
export function limitCalls(app: FastifyInstance, mostPerMinute: number): void {
  const ofPerson = counter(app, 'person', mostPerMinute, ({ person }) => person?.id)
  const ofKey = counter(app, 'key', mostPerMinute, ({ person }) => person?.key?.id)
  const ofOwner = counter(app, 'owner', 2 * mostPerMinute, ({ person }) => person?.id)
  /** What one key asks too much must not be taken from the others. */
  const ofKeys = async (request: FastifyRequest) => {
    const key = await ofKey(request)
    return key.isOver ? [key] : [key, await ofOwner(request)]
  }
  app.addHook('preParsing', async (request, reply) => {
    if (request.person === null) return
    const counted = request.person.key === null ? [await ofPerson(request)] : await ofKeys(request)
    if (request.person.key !== null) tellLimits(reply, counted)
    const seconds = Math.max(0, ...counted.filter(({ isOver }) => isOver).map(({ seconds }) => seconds))
    if (seconds === 0) return
    reply.header('retry-after', seconds)
    throw refuse(errors.tooMany, seconds)
  })
}

function counter(
  app: FastifyInstance,
  name: Limited,
  most: number,
  whose: (request: FastifyRequest) => number | undefined,
): (request: FastifyRequest) => Promise<Counted> {
  const count = app.createRateLimit({
    max: most,
    timeWindow: '1 minute',
    keyGenerator: request => `${name} ${whose(request)}`,
  })
  return async request => {
    const counted = await count(request)
    if (counted.isAllowed) return { name, most, left: most, seconds: 0, isOver: false }
    const { remaining, ttlInSeconds, isExceeded } = counted
    return { name, most, left: remaining, seconds: ttlInSeconds, isOver: isExceeded }
  }
}

/** What a program has left, so that it need not run into the limit (draft-ietf-httpapi-ratelimit-headers-10). */
function tellLimits(reply: FastifyReply, counted: readonly Counted[]): void {
  reply.header('ratelimit-policy', counted.map(({ name, most }) => `"${name}";q=${most};w=60`).join(', '))
  reply.header(
    'ratelimit',
    counted.map(({ name, left, seconds }) => `"${name}";r=${left};t=${seconds}`).join(', '),
  )
}
