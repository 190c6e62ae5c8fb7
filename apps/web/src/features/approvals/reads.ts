import { approvals } from '@drivesim/contract/approvals'
import { bills } from '@drivesim/contract/bills'
import { finance } from '@drivesim/contract/finance'
import { home } from '@drivesim/contract/home'
import { orders } from '@drivesim/contract/orders'

/** Calls whose answers change when a request is decided or taken back: whatever it was about, too. */
export const approvalReads = [
  approvals.list,
  approvals.info,
  home.todos,
  orders.settings,
  orders.refunds,
  orders.refundInfo,
  orders.recharges,
  orders.rechargeInfo,
  orders.courseOrders,
  orders.courseOrderInfo,
  bills.bill,
  bills.bills,
  bills.current,
  finance.contract,
  finance.contracts,
]
