import { opsStaff } from '@drivesim/contract/opsStaff'
import { workOrders } from '@drivesim/contract/workOrders'

/** Calls whose answers change with 运维人员. */
export const staffReads = [opsStaff.page, opsStaff.info, opsStaff.candidates, workOrders.recommend]
