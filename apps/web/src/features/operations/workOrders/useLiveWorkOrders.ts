import { useReadAgain } from '../../../api/useReadAgain.ts'
import { workOrderReads } from './reads.ts'

/** Reads what the page shows of work orders again when one of them changes: this one, or any. */
export function useLiveWorkOrders(orderId?: number): void {
  useReadAgain('workOrder', workOrderReads, event => orderId === undefined || event.orderId === orderId)
}
