import { home } from '@drivesim/contract/board/home'
import { opsStaff } from '@drivesim/contract/operations/opsStaff'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'

/** Calls to read again when a work order changes. */
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
