import { useReadAgain } from '../../../api/useReadAgain.ts'
import { orderReads } from './reads.ts'

/** Reads what the page shows of orders again when one of them changes: of a student's, or of anybody's. */
export function useLiveOrders(studentId?: number): void {
  useReadAgain('order', orderReads, event => studentId === undefined || event.studentId === studentId)
}
