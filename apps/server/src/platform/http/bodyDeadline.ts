import { Socket } from 'node:net'
import { largestUploadBytes } from '@drivesim/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseBrokenRequest } from './securityHeaders.ts'

/** Milliseconds in which a body has to be there. */
const patience = 30_000

/** Bytes of a large file that must arrive in that time: a tenth of what the slowest line of a school carries. */
const leastOfFile = 64 * 1024

/**
 * A slow sender may not hold a connection for ever: after half a minute the answer is 408. A file that goes
 * to disk (`upload: 'disk'`) or may be larger than others, which only those who may send it get so far with, takes as long as its line needs, while it
 * goes on coming. In place of Node's `requestTimeout`, which is one for all.
 */
export function limitBodies(app: FastifyInstance): void {
  app.server.headersTimeout = patience
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) watch(request)
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function watch(request: FastifyRequest): void {
  const { raw } = request
  const { socket } = raw
  // A request that is made within the process waits for nobody.
  if (!(socket instanceof Socket)) return
  const { endpoint } = request.routeOptions.config
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const come = socket.bytesRead - before
    before = socket.bytesRead
    const isLarge = endpoint?.upload === 'disk' || (endpoint?.largestBody ?? 0) > largestUploadBytes
    if (isLarge && come >= leastOfFile) return
    stop()
    refuseBrokenRequest(
      Object.assign(new Error('a slow sender'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    )
  }, patience).unref()
  const stop = () => clearInterval(timer)
  raw.once('end', stop).once('close', stop)
}
