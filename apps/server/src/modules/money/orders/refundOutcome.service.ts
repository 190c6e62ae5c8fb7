import type { RefundChannelState } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { systemScope } from '../../../platform/auth/scope.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addFacts } from '../../board/figures/service.ts'
import { sayEvent } from '../../open/events/service.ts'
import { refundPaymentJournal } from '../ledger/order.rules.ts'
import { post } from '../ledger/service.ts'
import { readFacts } from './facts.queries.ts'
import { sayOrders } from './live.service.ts'
import { addRefunded } from './recharge.queries.ts'
import * as queries from './refund.queries.ts'
import { keysOf, takeRefund } from './refund.service.ts'

/** How a 原路 refund ended, as the channel says. */
export type RefundOutcome =
  | { readonly state: 'success'; readonly at: Date }
  | { readonly state: RefundChannelState; readonly detail: string | null }

/**
 * Records how a refund ended at the channel, once: a finished refund stays as it is. Paid, its money leaves 退款在途; failed,
 * nothing is posted, and the money stays there until it is tried again or given up.
 */
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
    await sayEvent(db, 'refund.paid', [refundId])
  } else {
    const channel = { state: outcome.state, problem: outcome.detail }
    await queries.updateRefund(db, refundId, { state: 'failed', channel })
    await sayOrders(services, db, keysOf(row))
    await sayEvent(db, 'refund.failed', [refundId])
  }
}

/** The channel accepted a refund, and will say later how it ended. */
export async function noteAccepted(db: Db, refundId: number): Promise<void> {
  await queries.acceptRefund(db, refundId)
}
