import type { Endpoint } from '@drivesim/contract/endpoint'
import { commonErrors } from '@drivesim/contract/errors'
import { plainPicture } from '@drivesim/contract/pictures'
import { CallError } from './callError.ts'
import { newIdempotencyKey } from './transport.ts'

/** A change as it was sent; nobody knows yet whether it was made. */
interface Sent {
  readonly key: string
  readonly body: string
}

/** Changes with a lost answer, by act, and changes under way, by act and content. They outlive every component. */
const lostChanges = new Map<string, Sent>()
const underWay = new Map<string, string>()

/** What a change may be sent with. */
export interface Sending {
  readonly idempotencyKey: string
  /** Only learn what became of it; where it was not made, it never will be. */
  readonly settle?: true
}

/** What became of a change with a lost answer, learnt when something else was to be sent in its place. */
export type LostOutcome = 'made' | 'notMade'

/**
 * Sends a change so that it is made once, whatever is pressed, closed and opened again. The idempotency key belongs to
 * the act (the call, the record that it changes and its version), and is kept until the outcome is known. The same
 * content is sent again under its key. Before other content of the same act is sent, the server is asked about the
 * earlier content. If that was made after all, the new content is not sent, and the person decides again.
 * @param onOutcome is told what became of content that was replaced
 * @throws CallError `changeMade`, besides what the call itself throws
 */
export async function sendOnce<T>(
  endpoint: Endpoint,
  input: unknown,
  send: (sending: Sending) => Promise<T>,
  onOutcome: (outcome: LostOutcome) => void,
): Promise<T> {
  // A file has no content that could be compared.
  if (endpoint.upload) return send({ idempotencyKey: newIdempotencyKey() })
  const act = actOf(endpoint, input)
  const body = contentOf(input)
  const before = lostChanges.get(act)
  if (before !== undefined && before.body !== body) await settle(act, before, send, onOutcome)
  const same = `${act} ${body}`
  const key = underWay.get(same) ?? lostChanges.get(act)?.key ?? newIdempotencyKey()
  underWay.set(same, key)
  try {
    const answer = await send({ idempotencyKey: key })
    forget(act, key)
    return answer
  } catch (error) {
    if (isAnswerLost(error)) lostChanges.set(act, { key, body })
    else forget(act, key)
    throw error
  } finally {
    underWay.delete(same)
  }
}

/** What one person did is nothing to the next. */
export function forgetActs(): void {
  lostChanges.clear()
  underWay.clear()
}

/** A picture is the same whenever its address was signed. */
const contentOf = (input: unknown): string =>
  JSON.stringify(input ?? {}, (_key, value: unknown) =>
    typeof value === 'string' ? plainPicture(value) : value,
  )

async function settle<T>(
  act: string,
  { key }: Sent,
  send: (sending: Sending) => Promise<T>,
  onOutcome: (outcome: LostOutcome) => void,
): Promise<void> {
  try {
    await send({ idempotencyKey: key, settle: true })
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== commonErrors.changeNotMade.code) throw error
    forget(act, key)
    onOutcome('notMade')
    return
  }
  forget(act, key)
  onOutcome('made')
  throw new CallError(commonErrors.changeMade.sentence(), { code: commonErrors.changeMade.code })
}

function forget(act: string, key: string): void {
  if (lostChanges.get(act)?.key === key) lostChanges.delete(act)
}

/** The call, the record that it changes and the version that was read; for a new record the call alone. */
function actOf({ path, record }: Endpoint, input: unknown): string {
  const fields: Readonly<Record<string, unknown>> = typeof input === 'object' ? { ...input } : {}
  const subject = record === undefined ? [] : [fields[record], fields.version]
  return JSON.stringify([path, ...subject])
}

/** Whether the change may have been made all the same: nothing came, or nothing that says. */
function isAnswerLost(error: unknown): boolean {
  if (!(error instanceof CallError)) return true
  const refused = error.code < 0 && error.status < 500
  return !refused && (error.status < 400 || error.status >= 500)
}
