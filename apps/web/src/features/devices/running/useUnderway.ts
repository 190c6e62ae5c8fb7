import { type Underway, workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { useReadAgain } from '../../../api/useReadAgain.ts'
import { useCan } from '../../../ui/Can.tsx'

const reads = [workOrders.underway]
const none: ReadonlyMap<number, Underway> = new Map()
const bySimulator = (orders: readonly Underway[]) => new Map(orders.map(order => [order.simulatorId, order]))

/** The open orders of devices, as they are now, while the live view is on the screen. */
export function useLiveUnderway(): void {
  useReadAgain('workOrder', reads)
}

/** The open order of each device that has one; of none for who may not see orders. */
export function useUnderway(): ReadonlyMap<number, Underway> {
  const mayRead = useCan('ops')
  const { data } = useQuery({
    ...query(workOrders.underway, undefined, { quiet: true }),
    enabled: mayRead,
    select: bySimulator,
  })
  return data ?? none
}
