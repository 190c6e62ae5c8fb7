import type { MonthEndStep } from '@drivesim/contract/money/monthEnd'

const bills = (month: string, values: Readonly<Record<string, string>>) =>
  `/finacial/reconciliation?${new URLSearchParams({ beginMonth: month, endMonth: month, ...values })}`

/** The list on which a step's rows are dealt with, many at once; null: each is dealt with on its own page. */
export function listOf(step: MonthEndStep, month: string): string | null {
  switch (step) {
    case 'toCheck':
    case 'disputed':
      return bills(month, { state: step })
    case 'toSettle':
      return bills(month, { state: 'checked' })
    case 'toAsk':
    case 'toPay':
      return bills(month, { side: 'platform', due: 'open' })
    case 'toReceive':
      return `/finacial/collectionBill?${new URLSearchParams({ beginMonth: month, endMonth: month, due: 'open' })}`
    case 'toApprove':
      return '/finacial/approvals?kind=payment'
    case 'channels':
      return `/finacial/reconciliation?${new URLSearchParams({ tab: 'channel', month })}`
    case 'toClose':
      return '/finacial/currentBill'
    default:
      return null
  }
}
