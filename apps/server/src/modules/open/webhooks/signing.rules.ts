import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'

// Standard Webhooks 1.0: https://github.com/standard-webhooks/standard-webhooks

const prefix = 'whsec_'
const secretBytes = 32

/** What an endpoint's receiver verifies with. */
export const newSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

/** What signs for an endpoint, as it is sealed; `before` signs beside it for a day after another one was made. */
export const signingSecrets = z.object({ now: z.string(), before: z.string().nullable() })
export type SigningSecrets = z.output<typeof signingSecrets>

/** What is signed. `timestamp` is of the try, in seconds since 1970. */
export interface Signed {
  readonly id: string
  readonly timestamp: number
  readonly body: string
}

/** The headers by which a receiver knows that it came from us, unchanged and lately. */
export function signatureHeaders(secrets: readonly string[], signed: Signed): Record<string, string> {
  return {
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.timestamp),
    'webhook-signature': secrets.map(secret => `v1,${signatureOf(secret, signed)}`).join(' '),
  }
}

const signatureOf = (secret: string, { id, timestamp, body }: Signed): string =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')

/** `webhook-id` of a delivery: the same at every try, and when it is sent again. */
export const messageIdOf = (deliveryId: number): string => `msg_${deliveryId}`

/** What is sent of an event. `data` is JSON already. */
export const bodyOf = (event: {
  readonly type: string
  readonly at: Date
  readonly seq: number
  readonly data: string
}): string =>
  `{"type":${JSON.stringify(event.type)},"timestamp":"${event.at.toISOString()}","seq":${event.seq},"data":${event.data}}`
