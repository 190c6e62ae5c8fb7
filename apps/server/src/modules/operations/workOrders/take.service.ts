import type { WorkOrderAction } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import { closedTo } from './guard.rules.ts'
import { lockOrder, type OrderRow } from './order.queries.ts'
import { findRow } from './row.queries.ts'

const workOrder = record({ what: '工单', lock: lockOrder, latest: findRow })

/**
 * A work order for an act of the caller: locked, in the scope, in a state for it, theirs where it is to be, as they read it.
 * @throws Refusal notFound, workOrderNot, notAssignee, workOrderPaused, staleVersion
 */
export async function takeOrder(
  call: SignedInCall,
  id: number,
  action: WorkOrderAction,
  version?: number,
): Promise<OrderRow> {
  const order = await workOrder.take(call, id)
  const refusal = closedTo(action, order, call.person)
  if (refusal !== null) throw refusal.with(await findRow(call.db, call.scope, id))
  if (version !== undefined) await workOrder.take(call, id, { version })
  return order
}
