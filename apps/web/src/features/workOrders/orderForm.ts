import type { WorkOrderRow } from '@drivesim/contract/workOrderShapes'

export interface OrderFormProps {
  order: WorkOrderRow
  onClosed: () => void
}
