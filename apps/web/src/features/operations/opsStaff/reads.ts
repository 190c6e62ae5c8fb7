import { opsStaff } from '@drivesim/contract/operations/opsStaff'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'

/** Calls whose answers change with 运维人员. */
export const staffReads = [opsStaff.list, opsStaff.info, opsStaff.candidates, workOrders.recommend]
