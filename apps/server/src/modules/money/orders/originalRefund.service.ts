import { errors, mostOriginalRefunds, originalRefundDays, payChannels, refuse } from '@drivesim/contract'
import { dayMilliseconds } from '@drivesim/contract/businessDay'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { type LockedRecharge, originalRefunds } from './recharge.queries.ts'
import type { LockedRefund } from './refund.queries.ts'

/**
 * Whether what was paid by code can still go back the way it came.
 * @throws Refusal noChannelToRefund, originalTooLate
 */
export function requireOriginal(
  { payments }: Pick<Services, 'payments'>,
  { channel, simulated, paidAt }: LockedRecharge,
): void {
  if (channel !== 'wechat' && channel !== 'alipay') throw refuse(errors.noChannelToRefund, '支付渠道')
  // A real channel cannot refund what was paid to a simulated one.
  if (payments.gateway(channel) === undefined || payments.simulated !== simulated)
    throw refuse(errors.noChannelToRefund, payChannels[channel])
  if (paidAt !== null && paidAt.getTime() < Date.now() - originalRefundDays * dayMilliseconds)
    throw refuse(errors.originalTooLate)
}

/**
 * The same of another refund: the channel takes only so many of an order, those that failed too.
 * @throws Refusal noChannelToRefund, originalTooLate, originalTooMany
 */
export async function requireNewOriginal(
  services: Pick<Services, 'payments'>,
  db: Db,
  lot: LockedRecharge,
): Promise<void> {
  requireOriginal(services, lot)
  if ((await originalRefunds(db, lot.id)) >= mostOriginalRefunds) throw refuse(errors.originalTooMany)
}

/**
 * That no money of a 原路 refund was paid, nor can be any more: the channel says so.
 * @throws Refusal refundNotClosed
 */
export function requireNothingPaid({ method, state, channelState }: LockedRefund): void {
  if (method !== 'original') return
  const proven = state === 'failed' && (channelState === 'closed' || channelState === 'unknown')
  if (!proven) throw refuse(errors.refundNotClosed)
}
