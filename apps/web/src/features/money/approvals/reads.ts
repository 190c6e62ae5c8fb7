import { home } from '@drivesim/contract/board/home'
import { approvals } from '@drivesim/contract/money/approvals'
import { bills } from '@drivesim/contract/money/bills/bills'
import { contracts } from '@drivesim/contract/money/contracts/contracts'
import { orders } from '@drivesim/contract/money/orders/orders'

/** Calls to read again when a request is decided or taken back, with the calls of what it was about. */
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
  bills.info,
  bills.list,
  bills.current,
  contracts.info,
  contracts.list,
]
