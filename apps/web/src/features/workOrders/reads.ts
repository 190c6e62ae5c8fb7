import { home } from '@drivesim/contract/home'
import { opsStaff } from '@drivesim/contract/opsStaff'
import { workOrders } from '@drivesim/contract/workOrders'

/** Calls whose answers change when a work order does. */
export const workOrderReads = [
  workOrders.page,
  workOrders.board,
  workOrders.mine,
  workOrders.underway,
  workOrders.info,
  workOrders.recommend,
  opsStaff.page,
  home.todos,
]
