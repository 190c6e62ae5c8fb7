import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { hostname } from 'node:os'
import { connect } from 'node:tls'
import type { Config } from '../../../platform/start/config.ts'
import type { Seal } from './chain.rules.ts'
import { recordOf, signatureOf, syslogFrame } from './records.rules.ts'

/** Sends some seals, all of them or none as far as it is told; what came twice has the same number. @throws Error */
export type Sender = (seals: readonly Seal[]) => Promise<void>

const timeoutMs = 20_000

/** How the log leaves; undefined: it does not. */
export function senderOf(forward: Config['logForward']): Sender | undefined {
  if (forward === undefined) return undefined
  const { url, secret, caFile } = forward
  const ca = caFile === undefined ? undefined : readFileSync(caFile)
  return url.protocol === 'https:' ? httpsSender(url, secret ?? '', ca) : syslogSender(url, ca)
}

/** Syslog over TLS has no answers: what was written before the other side ends the connection is taken as received. */
const syslogSender =
  (url: URL, ca: Buffer | undefined): Sender =>
  async seals => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port || 6514),
      servername: url.hostname,
      ...(ca === undefined ? {} : { ca }),
      minVersion: 'TLSv1.2',
    })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer in time')))
    try {
      await once(socket, 'secureConnect')
      const host = hostname().replace(/[^\x21-\x7e]/g, '') || '-'
      socket.end(Buffer.concat(seals.map(seal => syslogFrame(seal, host))))
      await once(socket, 'close')
    } finally {
      socket.destroy()
    }
  }

const httpsSender =
  (url: URL, secret: string, ca: Buffer | undefined): Sender =>
  async seals => {
    const body = seals.map(seal => `${recordOf(seal)}\n`).join('')
    const seconds = Math.floor(Date.now() / 1000)
    const call = request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-ndjson',
        'content-length': Buffer.byteLength(body),
        'x-drivesim-signature': signatureOf(secret, seconds, body),
      },
      ...(ca === undefined ? {} : { ca }),
      minVersion: 'TLSv1.2',
      signal: AbortSignal.timeout(timeoutMs),
    })
    call.end(body)
    const [response]: IncomingMessage[] = await once(call, 'response')
    response?.resume()
    const status = response?.statusCode ?? 0
    if (status < 200 || status > 299) throw new Error(`answered ${status}`)
  }
