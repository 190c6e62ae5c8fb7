import type { RefundRow } from '@drivesim/contract/money/orders/orderRows'

/** Whether no money of a refund was paid, nor can be any more: of one that goes through a channel, by the channel's word. */
export function nothingPaid({ method, state, channelState }: RefundRow): boolean {
  if (method !== 'original') return true
  return state === 'failed' && (channelState === 'closed' || channelState === 'unknown')
}
