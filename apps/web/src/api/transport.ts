import { CallError } from './callError.ts'
import { sayIdleSeconds } from './idle.ts'
import { sendWithProgress } from './sendWithProgress.ts'
import { hearServerTime } from './serverClock.ts'
import { type Addressed, requestOf } from './url.ts'

/** The credential of this client, for token calls only (spec §7): what the server wrote into the page. */
const basicCredential = () => `Basic ${btoa(clientOf(document.querySelector('meta[name="client"]')))}`

/** A page that no server of ours sent, as in development, has the well-known one. */
function clientOf(meta: Element | null): string {
  const written = meta?.getAttribute('content') ?? ''
  return written.includes(':') ? written : 'drivesim-web:drivesim-web'
}

export interface Sending {
  readonly token: string | null
  readonly signal?: AbortSignal | undefined
  readonly idempotencyKey?: string | undefined
  /** Only learn what became of the change with this key. */
  readonly settle?: true | undefined
  readonly keepalive?: boolean | undefined
  /** Hears what share of the body has left, from 0 to 1. */
  readonly onSent?: ((share: number) => void) | undefined
}

/** Sends one request. Fails with a {@link CallError} where no answer comes; an abort stays an abort. */
export async function send(endpoint: Addressed, input: unknown, sending: Sending): Promise<Response> {
  const { url, body } = requestOf(endpoint, input)
  const headers = new Headers({ Accept: accepted(endpoint) })
  if (sending.token !== null) {
    headers.set('Authorization', `Bearer ${sending.token}`)
    headers.set('token', sending.token)
    headers.set('X-Idle-Seconds', sayIdleSeconds())
  }
  if (endpoint.access === 'basic') headers.set('Authorization', basicCredential())
  // The browser writes the boundary of a form itself.
  if (typeof body === 'string') headers.set('Content-Type', 'application/json')
  if (sending.idempotencyKey !== undefined) headers.set('Idempotency-Key', sending.idempotencyKey)
  if (sending.settle) headers.set('Idempotency-Settle', '1')
  const outgoing = { method: endpoint.method, headers, body, signal: sending.signal ?? null }
  try {
    const answer =
      sending.onSent === undefined
        ? await fetch(url, {
            ...outgoing,
            keepalive: sending.keepalive ?? false,
            cache: 'no-store',
            credentials: 'omit',
          })
        : await sendWithProgress(url, outgoing, sending.onSent)
    hearServerTime(answer.headers)
    return answer
  } catch (error) {
    if (sending.signal?.aborted) throw error
    throw new CallError('网络连接失败，请检查网络后重试')
  }
}

function accepted(endpoint: Addressed): string {
  if (endpoint.reply === 'events') return 'text/event-stream, application/json'
  if (endpoint.reply === 'file') return '*/*'
  return 'application/json'
}

/** A random key of the accepted form; `crypto.randomUUID` does not exist on plain-http intranet pages. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
