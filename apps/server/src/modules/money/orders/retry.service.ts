import { errors, type orders, type ParsedOf, refuse } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { ask, wasDecided } from '../approvals/request.service.ts'
import { sayOrders } from './live.service.ts'
import { requireNothingPaid, requireOriginal } from './originalRefund.service.ts'
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
      // What the channel said stays: where the new payee is refused, the refund is failed as before.
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
