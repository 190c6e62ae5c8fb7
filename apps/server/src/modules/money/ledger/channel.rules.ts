import type { LineKind } from '@drivesim/contract'
import type { PayChannel } from '../../../platform/payments/gateway.ts'
import { cashEntry, type Journal } from './journal.rules.ts'

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

/** What the channel has beyond what is known here. It lies in `suspense` until its owner is known. */
export const suspenseJournal = (line: Line, channel: PayChannel): Journal => ({
  kind: 'channelSuspense',
  eventKey: `suspense:${line.id}`,
  source: line.no,
  entries: [
    cashEntry('clearing', surplusOf(line), { channel }),
    cashEntry('suspense', -surplusOf(line), { channel }),
  ],
})

/** 商家优惠: what the merchant gave a payer does not arrive; with a refund it is not given back. */
export const discountJournal = (line: Line, channel: PayChannel): Journal => ({
  kind: 'channelDiscount',
  eventKey: `discount:${line.id}`,
  source: line.no,
  entries: [
    cashEntry('merchant_discount', surplusOf(line), { channel }),
    cashEntry('clearing', -surplusOf(line), { channel }),
  ],
})

/** A newer file says otherwise: what was posted of the line is taken back. */
export const reversedResolutionJournal = (
  line: Line & { readonly resolution: string },
  channel: PayChannel,
): Journal =>
  line.resolution === 'booked'
    ? {
        kind: 'channelDiscountReversed',
        eventKey: `released:${line.id}`,
        source: line.no,
        entries: [
          cashEntry('merchant_discount', -surplusOf(line), { channel }),
          cashEntry('clearing', surplusOf(line), { channel }),
        ],
      }
    : {
        kind: 'channelSuspenseReversed',
        eventKey: `released:${line.id}`,
        source: line.no,
        entries: [
          cashEntry('clearing', -surplusOf(line), { channel }),
          cashEntry('suspense', surplusOf(line), { channel }),
        ],
      }

/** 挂账 that the channel gave back to whoever paid. */
export const suspenseReturnJournal = (line: Line, channel: PayChannel): Journal => ({
  kind: 'channelGivenBack',
  eventKey: `givenBack:${line.id}`,
  source: line.no,
  entries: [
    cashEntry('suspense', surplusOf(line), { channel }),
    cashEntry('clearing', -surplusOf(line), { channel }),
  ],
})

/** What a channel keeps of a day. */
export const feeJournal = (
  statement: { readonly id: number; readonly day: string; readonly fee: number },
  channel: PayChannel,
): Journal => ({
  kind: 'channelFee',
  eventKey: `fee:${statement.id}`,
  source: statement.day,
  entries: [
    cashEntry('channel_fee', statement.fee, { channel }),
    cashEntry('clearing', -statement.fee, { channel }),
  ],
})
