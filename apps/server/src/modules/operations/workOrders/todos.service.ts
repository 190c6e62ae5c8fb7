import type { HomePart, HomeTodo } from '../../../platform/homePart.ts'
import { countWaiting, type Waiting } from './list.queries.ts'

const todo = (
  key: string,
  codes: HomePart['codes'],
  which: Waiting,
  { label, filter, tone }: { label: string; filter: string; tone: HomeTodo['tone'] },
): HomePart => ({
  key,
  codes,
  async read(db, scope, person) {
    const { count, oldest } = await countWaiting(db, scope, which, person.id)
    return { label, count, oldestAt: oldest, to: `/operation/workOrder?${filter}`, tone }
  },
})

/** What waits for people of work orders. */
export const workOrderTodos: readonly HomePart[] = [
  todo('workOrdersOverdue', ['ops:dispatch'], 'overdue', {
    label: '已超时工单',
    filter: 'late=overdue',
    tone: 'danger',
  }),
  todo('workOrdersMineOverdue', ['ops:handle'], 'mineOverdue', {
    label: '我的超时工单',
    filter: 'show=mine&late=overdue',
    tone: 'danger',
  }),
  todo('workOrdersToDispatch', ['ops:dispatch'], 'toDispatch', {
    label: '待派单工单',
    filter: 'state=pending',
    tone: 'warning',
  }),
  todo('workOrdersToApprove', ['ops:report', 'ops:dispatch'], 'toApprove', {
    label: '待验收工单',
    filter: 'state=review',
    tone: 'normal',
  }),
  todo('workOrdersToAccept', ['ops:handle'], 'toAccept', {
    label: '待我接单',
    filter: 'show=mine&state=assigned',
    tone: 'warning',
  }),
  todo('workOrdersInHand', ['ops:handle'], 'inHand', {
    label: '我处理中的工单',
    filter: 'show=mine&state=handling',
    tone: 'normal',
  }),
]
