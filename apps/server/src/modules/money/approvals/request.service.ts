import { type ApprovalKind, approvalAccess, approvalMachine, errors, refuse } from '@drivesim/contract'
import type { RequestEnding } from '../../../platform/approvalPart.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import * as queries from './request.queries.ts'
import { secondPersonRefusal } from './secondPerson.service.ts'

export type { Request } from './request.queries.ts'
export { waitingRequests } from './request.queries.ts'

/** Notes what a person asks for, for another one to decide. */
export const ask = (
  { db, person }: Pick<SignedInCall, 'db' | 'person'>,
  request: Omit<queries.NewRequest, 'askedBy'>,
): Promise<number> => queries.insertRequest(db, { ...request, askedBy: person.id })

const actOf = { approved: 'approve', rejected: 'reject', withdrawn: 'withdraw' } as const

/** Why somebody may not decide a request; null: they may, as far as who asked for it says. */
export const secondRefusal = (
  db: Db,
  person: Pick<SignedInCall['person'], 'id'>,
  { kind, askedBy, alsoBy }: queries.Request,
) =>
  secondPersonRefusal(db, person, {
    askedBy: [askedBy, alsoBy],
    code: approvalAccess[kind][0],
    what: wordOf(kind),
  })

/** What a refusal calls a request that its asker would decide. */
const wordOf = (kind: ApprovalKind) => (kind === 'refund' || kind === 'refundPayee' ? '退款' : '申请')

/**
 * Ends a request: `end` does what was asked for or frees what it held, under the locks of its records; then it is closed. Two that
 * decide at once meet at those locks or at the closing, and the second one is refused with all that it did.
 * @throws Refusal approvalNot, notAsked, decidesOwn, decidesOfHeld, nobodyDecides, and those of `end`
 */
export async function endRequest<T>(
  { db, person }: Pick<SignedInCall, 'db' | 'person'>,
  asked: queries.Request,
  how: RequestEnding,
  end: () => Promise<T>,
): Promise<T> {
  const closed = approvalMachine.refusal(actOf[how.outcome], asked.state)
  if (closed !== null) throw closed
  if (how.outcome === 'withdrawn') {
    if (asked.askedBy !== person.id) throw refuse(errors.notAsked)
  } else {
    const refusal = await secondRefusal(db, person, asked)
    if (refusal !== null) throw refusal
  }
  const done = await end()
  if (!(await queries.closeRequest(db, asked.id, how, person.id)))
    throw refuse(errors.approvalNot, '已处理', approvalMachine.actions[actOf[how.outcome]].label)
  return done
}

/** Ends what waits about a subject because it is asked anew, or for nothing any more. Nothing is to be freed. */
export async function dropWaiting(
  { db, person }: Pick<SignedInCall, 'db' | 'person'>,
  requests: readonly Pick<queries.Request, 'id'>[],
  opinion: string,
): Promise<void> {
  for (const { id } of requests)
    await queries.closeRequest(db, id, { outcome: 'withdrawn', opinion }, person.id)
}

/** The request about a refund that waits; it is what a refund to be approved has. */
export async function waitingRefund(db: Db, refundId: number): Promise<queries.Request | undefined> {
  const [waiting] = await queries.waitingRequests(db, ['refund', 'refundPayee'], refundId)
  return waiting
}

/** Whether a second person ever said yes or no about a refund. */
export const wasDecided = (db: Db, refundId: number) =>
  queries.wasDecided(db, ['refund', 'refundPayee'], refundId)
