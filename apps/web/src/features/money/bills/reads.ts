import { home } from '@drivesim/contract/board/home'
import { approvals } from '@drivesim/contract/money/approvals'
import { bills } from '@drivesim/contract/money/bills/bills'
import { finance } from '@drivesim/contract/money/finance/finance'

/** Calls whose answers change when a bill does. */
export const billReads = [
  bills.current,
  bills.runningMonths,
  bills.bills,
  bills.bill,
  bills.receipts,
  finance.contract,
  approvals.list,
  approvals.info,
  home.todos,
]
