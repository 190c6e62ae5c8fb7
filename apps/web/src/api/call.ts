import type { DataOf, Endpoint, InputOf } from '@drivesim/contract/endpoint'
import { commonErrors } from '@drivesim/contract/errors'
import { type LostOutcome, type Sending, sendOnce } from './acts.ts'
import { CallError, isSilent, showApiError, showApiInfo } from './callError.ts'
import { hurdleOf, overcome, tellFactorMissing } from './hurdles.ts'
import { whilePending } from './pending.ts'
import { type Envelope, httpFailure, readEnvelope, requestIdOf } from './reply.ts'
import { endSession, freshToken } from './session.ts'
import { readToken } from './tokens.ts'
import { send } from './transport.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** The caller shows the failure itself; the common message stays away. */
  readonly quiet?: boolean
  /** It is sent though the page is closed meanwhile. */
  readonly keepalive?: boolean
}

/** Input is left out where a call has none, optional where every field is. */
export type CallArguments<E extends Endpoint> =
  unknown extends InputOf<E>
    ? [input?: undefined, options?: CallOptions]
    : Record<never, never> extends InputOf<E>
      ? [input?: InputOf<E>, options?: CallOptions]
      : [input: InputOf<E>, options?: CallOptions]

/**
 * Makes one call of the contract and gives its `data`. Every failure is a {@link CallError}. Its message was
 * shown (unless `quiet`, the silent code or an abort), by the rules of spec §8.
 */
export function call<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<DataOf<E>> {
  const [input, options] = args
  return request(endpoint, input, options)
}

/** What sending a file takes besides. */
export interface UploadOptions extends CallOptions {
  /** Hears what share of the file has left, from 0 to 1. */
  readonly onSent?: (share: number) => void
}

/** Sends one file to an upload call; the rest is as in {@link call}. */
export function upload<E extends Endpoint & { readonly upload: true | 'disk' }>(
  endpoint: E,
  file: Blob,
  options?: UploadOptions,
): Promise<DataOf<E>> {
  return request(endpoint, file, options)
}

/** {@link call} for callers that are generic over the endpoint and have checked the input themselves. */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: unknown,
  options?: UploadOptions,
): Promise<DataOf<E>> {
  const once = (sending?: Sending) => exchange(endpoint, input, options, sending)
  const work = () => (endpoint.change === undefined ? once() : sendOnce(endpoint, input, once, tellLearnt))
  const envelope = await whilePending(() => reported(work, options))
  // The server serialises by the very schema that DataOf is made from; parsing it here again would cost every list twice.
  return envelope.data as DataOf<E>
}

/** Makes a call with a stream as its reply. Failures are handled as in {@link call}, but nothing counts as pending. */
export async function callRaw(endpoint: Endpoint, input: unknown, options?: CallOptions): Promise<Response> {
  const { response } = await callFile(endpoint, input, options)
  return response
}

/** As {@link callRaw}, for a reply that is a file, or else the envelope that came in its place. */
export function callFile(endpoint: Endpoint, input: unknown, options?: CallOptions): Promise<Answer> {
  return reported(() => accepted(endpoint, input, options), options)
}

function tellLearnt(outcome: LostOutcome): void {
  if (outcome === 'notMade') showApiInfo('上一次提交没有生效，正在提交现在的内容')
}

async function reported<T>(work: () => Promise<T>, options: CallOptions | undefined): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const shown = error instanceof CallError && !isSilent(error) && !options?.quiet
    if (shown) showApiError(error.message, error)
    throw error
  }
}

async function exchange(
  endpoint: Endpoint,
  input: unknown,
  options: UploadOptions | undefined,
  sending: Sending | undefined,
): Promise<Envelope> {
  const { response, envelope } = await accepted(endpoint, input, { ...options, ...sending })
  if (envelope === null)
    throw new CallError('服务器返回不合法', { requestId: requestIdOf(response), status: response.status })
  return envelope
}

interface Answer {
  readonly response: Response
  readonly envelope: Envelope | null
}

/**
 * Sends, refreshes an expired token once, has the person do what stands in the way, and throws for everything that is not an acceptance.
 */
async function accepted(
  endpoint: Endpoint,
  input: unknown,
  options: (UploadOptions & Partial<Sending>) | undefined,
): Promise<Answer> {
  const sendWith = async (token: string | null): Promise<Answer> => {
    const response = await send(endpoint, input, { token, ...options })
    return { response, envelope: await readEnvelope(response) }
  }
  const sendFresh = async (): Promise<Answer> => {
    const token = readToken()
    const first = await sendWith(token)
    const expired = endpoint.access !== 'basic' && codeOf(first) === commonErrors.tokenExpired.code
    if (!expired || token === null) return first
    return sendWith(await unlessAborted(freshToken(token), options?.signal))
  }
  let answer = await sendFresh()
  for (let hurdle = hurdleOf(codeOf(answer)), asked = 0; hurdle !== null && asked < 2; asked += 1) {
    await unlessAborted(overcome(hurdle), options?.signal)
    answer = await sendFresh()
    hurdle = hurdleOf(codeOf(answer))
  }
  return acceptance(endpoint, answer)
}

const codeOf = ({ envelope }: Answer) => envelope?.code ?? 0

/** The answer, where it is an acceptance; else it throws, and a session that is over has ended. */
function acceptance(endpoint: Endpoint, answer: Answer): Answer {
  const { response, envelope } = answer
  const code = codeOf(answer)
  if (endpoint.access !== 'basic' && isSessionOver(code)) endSession({ why: envelope?.msg ?? null })
  tellFactorMissing(code)
  if (!response.ok) throw httpFailure(response, envelope)
  if (envelope !== null && code < 0) {
    throw new CallError(envelope.msg, {
      code,
      data: envelope.data,
      requestId: requestIdOf(response),
      status: response.status,
    })
  }
  return answer
}

/** The work is for all who wait; one of them may leave before it is done. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  const left = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, left])
}

function isSessionOver(code: number): boolean {
  return (
    code === commonErrors.badToken.code ||
    code === commonErrors.sessionEnded.code ||
    code === commonErrors.tokenExpired.code
  )
}
