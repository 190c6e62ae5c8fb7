import { home } from '@drivesim/contract/board/home'
import { approvals } from '@drivesim/contract/money/approvals'
import { bills } from '@drivesim/contract/money/bills/bills'
import { contracts } from '@drivesim/contract/money/contracts/contracts'

/** Calls to read again when a bill changes. */
export const billReads = [
  bills.current,
  bills.runningMonths,
  bills.list,
  bills.info,
  bills.receipts,
  contracts.info,
  approvals.list,
  approvals.info,
  home.todos,
]
