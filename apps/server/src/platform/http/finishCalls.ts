import { setTimeout as wait } from 'node:timers/promises'
import { errors, refuse } from '@drivesim/contract'
import type { FastifyInstance } from 'fastify'
import { sendError } from './envelope.ts'

/** A proxy that asks every second whether we are ready has noticed by then that we leave. */
const noticeMs = 1_500
/** Calls that are under way get so long at the server's end; what then still runs is cut off. */
const longestMs = 1_500
/** How often connections are looked for that have got their last answer. */
const sweepMs = 20

/**
 * Behind a proxy: before the server ends it says at `/health/ready` that it is not ready, and goes on serving for 1.5 s. Whom the proxy
 * sent here just before our door is closed would else be cut off. To be set up before anything that ends.
 */
export function giveNotice(app: FastifyInstance): void {
  let leaving = false
  app.addHook('onRequest', (request, reply, done) => {
    if (leaving && request.routeOptions.url === '/health/ready')
      sendError(request, reply, undefined, refuse(errors.unavailable))
    else done()
  })
  app.addHook('preClose', async () => {
    leaving = true
    if (app.server.listening) await wait(noticeMs)
  })
}

/**
 * When the server ends, nobody is let in any more, and calls under way are answered. To be set up after what ends the streams, which
 * would last.
 */
export function finishCalls(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const over = new AbortController()
    const finished = new Promise(resolve => app.server.close(resolve))
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
    await Promise.race([finished, wait(longestMs, undefined, { signal: over.signal }).catch(() => undefined)])
    over.abort()
    clearInterval(sweep)
  })
}
