import type { WorkOrderClock } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { duration } from '../../../ui/format.ts'

/** `剩余 3 小时 20 分`, and why it does not run where it does not. */
export function clockWords(
  { state, spent, budget }: Pick<WorkOrderClock, 'state' | 'spent' | 'budget'>,
  left: number,
): string {
  if (state === 'stopped') {
    const kept = spent > budget ? '已超时' : '按时'
    // Outside working hours, or at once: no time that could be told.
    return Math.round(spent) === 0 ? kept : `用了 ${duration(spent)}，${kept}`
  }
  const remaining = left < 0 ? `已超时 ${duration(-left)}` : `剩余 ${duration(left)}`
  if (state === 'paused') return `已挂起 · ${remaining}`
  if (state === 'offHours') return `非工作时间 · ${remaining}`
  return remaining
}
