import { approvals } from '@drivesim/contract/money/approvals'
import { channels } from '@drivesim/contract/money/channels'
import { orders } from '@drivesim/contract/money/orders/orders'
import { students } from '@drivesim/contract/people/students/students'

/** Calls to read again when any order or refund changes: each moves money of the others. */
export const orderReads = [
  approvals.list,
  approvals.info,
  orders.recharges,
  orders.rechargeInfo,
  channels.rechargeCode,
  orders.clerks,
  orders.courseOrders,
  orders.courseOrderInfo,
  orders.refundPreview,
  orders.refunds,
  orders.refundInfo,
  students.info,
  students.list,
]
