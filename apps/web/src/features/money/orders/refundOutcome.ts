import type { RefundMethod, RefundState } from '@drivesim/contract/money/orders/orderShapes'
import { money } from '../../../ui/format.ts'

interface RefundReply {
  amount: number
  bonusBack: number
  state: RefundState
}

/** What became of a refund that was asked for, and what is to be done next. */
export function refundOutcome({ amount, bonusBack, state }: RefundReply, method?: RefundMethod): string {
  const bonus = bonusBack > 0 ? `，收回赠送 ${money(bonusBack)}` : ''
  if (state === 'toApprove') return `退款 ${money(amount)} 已提交，等待审批${bonus}`
  const next = method === 'original' ? '由渠道退回，到账后自动登记' : '付款后请登记'
  if (state === 'refunding') return `退款 ${money(amount)} 已受理，${next}${bonus}`
  return `已退款 ${money(amount)}${bonus}`
}
