import { approvals } from '@drivesim/contract/approvals'
import { bills } from '@drivesim/contract/bills'
import { finance } from '@drivesim/contract/finance'
import { home } from '@drivesim/contract/home'

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
