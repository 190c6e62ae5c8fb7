import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'
import type { Config } from '../start/config.ts'

/** Whether an address in a chain of proxies is believed; that of the connection has hop 0. */
export type Trust = (address: string, hop: number) => boolean

/** @returns false where no proxy is believed; a number in the setting means the nearest so many */
export function trustedProxies(setting: Config['trustProxy']): Trust | false {
  if (typeof setting === 'boolean') return false
  return typeof setting === 'number' ? (_address, hop) => hop < setting : compile(setting)
}

/** What stands in logs as it comes: no spaces, quotes or line ends, and not longer than a UUID or trace id with room to spare. */
const fit = /^[\w.:-]{8,64}$/
/** W3C Trace Context: version, trace, parent, flags. */
const traceParent = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(-|$)/

/**
 * Names requests for answer, log and operation log: by a trusted proxy's `x-request-id` or the trace of its `traceparent`, so that
 * one id follows a request through proxy and processes; else by an id of ours.
 */
export function requestIds(trust: Trust | false): (request: IncomingMessage) => string {
  const next = ownIds()
  if (trust === false) return next
  return ({ headers, socket }) => {
    if (!trust(socket.remoteAddress ?? '', 0)) return next()
    const { 'x-request-id': given, traceparent } = headers
    if (typeof given === 'string' && fit.test(given)) return given
    return (typeof traceparent === 'string' && traceParent.exec(traceparent)?.[1]) || next()
  }
}

/** Ids that differ between processes and starts, without asking for randomness each time. */
function ownIds(): () => string {
  const start = randomBytes(3).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return start + count.toString(36).padStart(4, '0')
  }
}
