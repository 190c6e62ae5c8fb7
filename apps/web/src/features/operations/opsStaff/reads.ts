import { opsStaff } from '@drivesim/contract/operations/opsStaff'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'

/** Calls to read again when 运维人员 change. */
export const staffReads = [opsStaff.list, opsStaff.info, opsStaff.candidates, workOrders.recommend]
