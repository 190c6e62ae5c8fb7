import type { EventType, WorkOrderEventKind } from '@drivesim/contract'
import type { EventPart } from '../../../platform/eventPart.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isTaken, sayEvent } from '../../open/events/service.ts'
import { stepsNow } from './live.queries.ts'
import { rowsOf } from './row.queries.ts'

/** Work orders, for events. */
export const workOrderEvents: EventPart = {
  subject: 'workOrder',
  read: async (db, ids) => (await rowsOf(db, ids)).map(data => ({ organId: data.organId, data })),
}

/** The steps of a timeline that others are told of. */
const told: Readonly<Partial<Record<WorkOrderEventKind, EventType>>> = {
  opened: 'workOrder.opened',
  dispatched: 'workOrder.assigned',
  claimed: 'workOrder.assigned',
  reassigned: 'workOrder.assigned',
  submitted: 'workOrder.submitted',
  approved: 'workOrder.done',
  autoApproved: 'workOrder.done',
  closed: 'workOrder.closed',
}
const types = [...new Set(Object.values(told))]

/** Tells what happened to orders in this transaction, in the order of their timelines. */
export async function sayWorkOrderEvents(db: Db, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0 || !isTaken(...types)) return
  for (const { orderId, kind } of await stepsNow(db, orderIds)) {
    const type = told[kind]
    if (type !== undefined) await sayEvent(db, type, [orderId])
  }
}
