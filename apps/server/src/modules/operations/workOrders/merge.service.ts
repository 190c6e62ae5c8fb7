import type { Db } from '../../../platform/postgres/db.ts'
import { faultsOf, linkFaults } from './open.queries.ts'
import type { OrderRow } from './order.queries.ts'
import { type ChangedOrder, writeOrders } from './write.service.ts'

/** Takes what an order stands for into another one; both are locked. */
export async function mergeInto(
  db: Db,
  order: OrderRow,
  into: OrderRow,
  memberId: number | null,
): Promise<ChangedOrder[]> {
  const faults = await faultsOf(db, order.id)
  await linkFaults(
    db,
    faults.map(id => [into.id, id] as const),
  )
  const acted = await writeOrders(db, [
    {
      order: into,
      memberId,
      events: [{ kind: 'merged', data: { from: order.no } }],
      set: { occurrences: into.occurrences + order.occurrences },
    },
  ])
  // Whoever merges another one into it counts from there.
  Object.assign(into, { occurrences: into.occurrences + order.occurrences })
  return acted
}
