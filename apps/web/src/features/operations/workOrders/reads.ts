import { home } from '@drivesim/contract/board/home'
import { opsStaff } from '@drivesim/contract/operations/opsStaff'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'

/** Calls whose answers change when a work order does. */
export const workOrderReads = [
  workOrders.list,
  workOrders.kanban,
  workOrders.mine,
  workOrders.underway,
  workOrders.info,
  workOrders.recommend,
  opsStaff.list,
  home.todos,
]
