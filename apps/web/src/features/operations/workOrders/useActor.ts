import type { WorkOrderActor } from '@drivesim/contract/operations/workOrders/workOrderAccess'
import { useQuery } from '@tanstack/react-query'
import { meQuery, useHeldCodes } from '../../../api/me.ts'

/** The signed-in person, as far as it decides what they may do to an order; the server looks again. */
export function useActor(): WorkOrderActor {
  const id = useQuery(meQuery).data?.userId
  const codes = useHeldCodes()
  return { id, codes }
}
