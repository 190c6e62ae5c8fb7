import { createHmac } from 'node:crypto'
import type { Seal } from './chain.rules.ts'

/** What the fields of a seal are called, in their order (`logChain/queries`). */
const names = {
  event: [
    'source',
    'id',
    'at',
    'kind',
    'succeeded',
    'memberId',
    'account',
    'label',
    'target',
    'detail',
    'address',
    'userAgent',
    'times',
    'lastAt',
    'rows',
  ],
  operation: [
    'source',
    'id',
    'at',
    'memberId',
    'account',
    'call',
    'label',
    'address',
    'userAgent',
    'requestId',
  ],
} as const

/** A sealed row as one line of JSON: signs that could end a line are escaped by it. */
export function recordOf({ seq, hash, source, fields }: Seal): string {
  const values = names[source].map((name, place) => [name, fields?.[place] ?? null])
  return JSON.stringify({ seq, hash: hash.toString('hex'), ...Object.fromEntries(values) })
}

/** 13 is "log audit"; what failed is a warning, all else a notice. */
const facility = 13
const [warning, notice] = [4, 5]

/** A message of RFC 5424, framed by its length as RFC 5425 has it. @param host who sends */
export function syslogFrame(seal: Seal, host: string): Buffer {
  const { source, fields, seq, hash, sealedAt } = seal
  const failed = source === 'event' && fields?.[4] === 'false'
  const at = fields?.[2] === undefined || fields[2] === null ? sealedAt.toISOString() : `${fields[2]}Z`
  const data = `[drivesim@32473 seq="${seq}" hash="${hash.toString('hex')}"]`
  const head = `<${facility * 8 + (failed ? warning : notice)}>1 ${at} ${host} drivesim - ${source} ${data} `
  const message = Buffer.from(`${head}\u{feff}${recordOf(seal)}`)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}

/** Says that a body is ours: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`, hexadecimal. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
