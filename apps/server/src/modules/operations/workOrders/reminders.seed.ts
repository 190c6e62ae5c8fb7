import type { Db } from '../../../platform/postgres/db.ts'
import { readClocks } from './clock.queries.ts'
import { type Escalation, escalations } from './clock.rules.ts'
import { workingHours } from './hours.service.ts'
import type { OrderRow } from './order.queries.ts'
import { type Beginning, dateReminders } from './seed.queries.ts'
import { reachedAt } from './workingTime.rules.ts'

const keys = { 80: 'dueSoon', 100: 'overdue', 150: 'overdueLong' } as const satisfies Record<
  Escalation,
  string
>

/** Dates the reminders of the demo's orders: by the last step of each order, and by when its clocks reached their limits. */
export async function beginReminders(
  db: Db,
  orders: readonly Pick<OrderRow, 'id' | 'room_id'>[],
  lastSteps: ReadonlyMap<number, number>,
): Promise<void> {
  const rooms = new Map(orders.map(({ id, room_id }) => [id, room_id]))
  const hours = await workingHours(db, [...new Set(rooms.values())])
  const beginnings: Beginning[] = orders.map(({ id }) => ({ id, key: null, at: lastSteps.get(id) ?? null }))
  for (const { orderId, budget, spent, runningSince } of await readClocks(db, [...rooms.keys()])) {
    const own = hours.get(rooms.get(orderId) ?? 0)
    if (runningSince === null || own === undefined) continue
    for (const percent of escalations) {
      const left = budget * 10 * percent - spent * 1000
      const at = left <= 0 ? null : reachedAt(own, [{ from: runningSince, to: null }], left)
      beginnings.push({ id: orderId, key: keys[percent], at })
    }
  }
  await dateReminders(db, beginnings)
}
