import { reopenDays } from '@drivesim/contract/operations/workOrders/workOrderErrors'
import type { WorkOrderRow } from '@drivesim/contract/operations/workOrders/workOrderShapes'

export interface OrderFormProps {
  order: WorkOrderRow
  onClosed: () => void
}

/** Said where an order is closed. */
export const reopenHelp = `${reopenDays} 天内可以重新打开`
