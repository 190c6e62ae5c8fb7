import { errors, type orders, type ParsedOf, type RefundChannelState, refuse } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { systemScope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addFacts } from '../../board/figures/service.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { ask, wasDecided } from '../approvals/request.service.ts'
import { refundPaymentJournal } from '../ledger/order.rules.ts'
import { post } from '../ledger/service.ts'
import { readFacts } from './facts.queries.ts'
import { sayOrders } from './live.service.ts'
import { requireNothingPaid, requireOriginal } from './originalRefund.service.ts'
import { addRefunded } from './recharge.queries.ts'
import * as queries from './refund.queries.ts'
import { keysOf, takeRefund } from './refund.service.ts'

/**
 * A 原路 refund that failed goes on: the channel is asked again under the same number, or the platform transfers it. The payee
 * of a transfer was never decided: what somebody approved, or would have to, is decided again before it is paid.
 */
export async function retryRefund(
  services: Services,
  call: SignedInCall,
  { refundId, method, payee }: ParsedOf<typeof orders.retryRefund>,
): Promise<true> {
  requirePlatform(call.scope, '重新退款')
  const { row, lot } = await takeRefund(call, refundId, 'retry')
  if (lot === null) throw refuse(errors.notFound, '充值订单')
  const { db } = call
  if (method === 'original') requireOriginal(services, lot)
  else requireNothingPaid(row)
  if (method === 'bankTransfer' && payee !== null) {
    const { studentId, kind, amount } = row
    const waits =
      (await wasDecided(db, refundId)) ||
      (await queries.exceedsLimit(db, { studentId, kind, amount, except: refundId }))
    await queries.updateRefund(
      db,
      refundId,
      // What the channel said stays until then: rejected, it goes no other way than before.
      waits ? { state: 'toApprove', payee } : { state: 'refunding', payee, channel: null },
    )
    if (waits)
      await ask(call, {
        kind: 'refundPayee',
        subjectId: refundId,
        schoolId: row.schoolId,
        amount,
        alsoBy: row.createdBy,
        days: null,
      })
  } else await queries.updateRefund(db, refundId, { state: 'refunding', channel: null })
  await sayOrders(services, db, keysOf(row))
  return true
}

/** How a 原路 refund ended, as the channel says. */
export type RefundOutcome =
  | { readonly state: 'success'; readonly at: Date }
  | { readonly state: RefundChannelState; readonly detail: string | null }

/** Records how a refund ended at the channel, once: a finished refund stays as it is. */
export async function settleRefund(
  services: Services,
  db: Db,
  refundId: number,
  outcome: RefundOutcome,
): Promise<void> {
  const { row, lot } = await takeRefund({ db, scope: systemScope }, refundId)
  if (row.state !== 'refunding' || row.method !== 'original' || lot === null) return
  await queries.acceptRefund(db, refundId)
  if (outcome.state === 'success') {
    await addRefunded(db, lot.id, row.amount)
    await queries.updateRefund(db, refundId, {
      state: 'refunded',
      paidOn: businessDayOf(outcome.at.getTime()),
    })
    const facts = await readFacts(db, { refund: [refundId] })
    await post(db, [refundPaymentJournal(row, lot)])
    await addFacts(services, db, facts, { order: keysOf(row) })
  } else {
    const channel = { state: outcome.state, problem: outcome.detail }
    await queries.updateRefund(db, refundId, { state: 'failed', channel })
    await sayOrders(services, db, keysOf(row))
  }
}

/** The channel accepted a refund, and will say later how it ended. */
export async function noteAccepted(db: Db, refundId: number): Promise<void> {
  await queries.acceptRefund(db, refundId)
}
