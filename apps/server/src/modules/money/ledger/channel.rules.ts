import type { LineKind } from '@drivesim/contract'
import type { PayChannel } from '../../../platform/payments/gateway.ts'
import { cash, type Journal } from './journal.rules.ts'

/** A line of a statement, as the ledger knows it. Fen; null: nothing. */
export interface Line {
  readonly id: number
  readonly kind: LineKind
  readonly no: string
  readonly amount: number | null
  readonly localAmount: number | null
}

/** By how much the channel has more than is posted here; negative: less. */
const surplusOf = ({ kind, amount, localAmount }: Line): number =>
  ((amount ?? 0) - (localAmount ?? 0)) * (kind === 'payment' || kind === 'discount' ? 1 : -1)

/** What the channel has beside what is known here lies in `suspense` until it is known whose it is. */
export const suspended = (line: Line, channel: PayChannel): Journal => ({
  kind: 'channelSuspense',
  eventKey: `suspense:${line.id}`,
  source: line.no,
  entries: [cash('clearing', surplusOf(line), { channel }), cash('suspense', -surplusOf(line), { channel })],
})

/** 商家优惠: what the merchant gave a payer does not arrive; with a refund it is not given back. */
export const discounted = (line: Line, channel: PayChannel): Journal => ({
  kind: 'channelDiscount',
  eventKey: `discount:${line.id}`,
  source: line.no,
  entries: [
    cash('merchant_discount', surplusOf(line), { channel }),
    cash('clearing', -surplusOf(line), { channel }),
  ],
})

/** A newer file says otherwise: what was posted of the line is taken back. */
export const released = (line: Line & { readonly resolution: string }, channel: PayChannel): Journal =>
  line.resolution === 'booked'
    ? {
        kind: 'channelDiscountReversed',
        eventKey: `released:${line.id}`,
        source: line.no,
        entries: [
          cash('merchant_discount', -surplusOf(line), { channel }),
          cash('clearing', surplusOf(line), { channel }),
        ],
      }
    : {
        kind: 'channelSuspenseReversed',
        eventKey: `released:${line.id}`,
        source: line.no,
        entries: [
          cash('clearing', -surplusOf(line), { channel }),
          cash('suspense', surplusOf(line), { channel }),
        ],
      }

/** 挂账 that the channel gave back to whoever paid. */
export const givenBack = (line: Line, channel: PayChannel): Journal => ({
  kind: 'channelGivenBack',
  eventKey: `givenBack:${line.id}`,
  source: line.no,
  entries: [cash('suspense', surplusOf(line), { channel }), cash('clearing', -surplusOf(line), { channel })],
})

/** What a channel keeps of a day. */
export const feeCharged = (
  statement: { readonly id: number; readonly day: string; readonly fee: number },
  channel: PayChannel,
): Journal => ({
  kind: 'channelFee',
  eventKey: `fee:${statement.id}`,
  source: statement.day,
  entries: [cash('channel_fee', statement.fee, { channel }), cash('clearing', -statement.fee, { channel })],
})
