import type { Db } from '../../../platform/postgres/db.ts'
import type { LockedSimulators } from '../../devices/telemetry/lockedSimulators.service.ts'
import { faultsToClose, markClosed } from './effects.queries.ts'
import { type OrderRow, simulatorsOf } from './order.queries.ts'

/** The fault by which staff say that a device is not to be used: of one order. Devices may not report such codes. */
const staffCode = (orderId: number) => `STAFF-${orderId}`

/** Takes an order's devices out of use, or puts them back; they are locked. */
export async function staffFault(
  db: Db,
  lockedSimulators: LockedSimulators,
  { id, no }: Pick<OrderRow, 'id' | 'no'>,
  down: boolean,
): Promise<void> {
  for (const simulator of await simulatorsOf(db, [id])) {
    if (down) lockedSimulators.raise(simulator, staffCode(id), `人工停机（工单 ${no}）`)
    else lockedSimulators.clear(simulator, staffCode(id))
  }
}

/** 人工消除: what an order's devices reported before an instant is over, though they never say so themselves. */
export async function closeFaults(
  db: Db,
  lockedSimulators: LockedSimulators,
  { orderId, before, memberId }: { orderId: number; before: Date | null; memberId: number | null },
): Promise<void> {
  const faults = await faultsToClose(db, orderId, before)
  for (const { simulatorId, code } of faults) lockedSimulators.clear(simulatorId, code)
  await markClosed(
    db,
    faults.map(fault => fault.id),
    memberId,
  )
}
