import Fastify, { type FastifyInstance } from 'fastify'
import type { Module, Services } from '../src/platform/module.ts'

/** A server of a few domains: for tests that give these other services, or hold up their calls. */
export function serverOf(domains: readonly Module[], services: Services): FastifyInstance {
  const server = Fastify()
  server.decorateRequest('person', null)
  // As app.ts has them.
  server.setValidatorCompiler(() => value => ({ value }))
  server.setSerializerCompiler(() => JSON.stringify)
  for (const domain of domains) domain.routes?.(server, { ...services, log: server.log })
  return server
}
