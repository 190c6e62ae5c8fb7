import { errors, refuse } from '@drivesim/contract'
import type { FastifyInstance } from 'fastify'

/**
 * Answers calls above so many a minute of one person, whatever they are, with 429 and when to come again: before their bodies are
 * read. Each process counts by itself. Limits of single calls come on top (`perMinute` of the contract).
 */
export function limitCalls(app: FastifyInstance, mostPerMinute: number): void {
  const count = app.createRateLimit({ max: mostPerMinute, timeWindow: '1 minute' })
  app.addHook('preParsing', async (request, reply) => {
    if (request.person === null) return
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    reply.header('retry-after', counted.ttlInSeconds)
    throw refuse(errors.tooMany, counted.ttlInSeconds)
  })
}
