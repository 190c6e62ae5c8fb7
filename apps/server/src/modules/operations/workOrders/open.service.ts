import { systemScope } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { insertOrders, type NewOrder } from './open.queries.ts'
import { readOrders } from './order.queries.ts'
import { type ChangedOrder, writeOrders } from './write.service.ts'

export type { NewOrder } from './open.queries.ts'

export interface OpenedOrder extends ChangedOrder {
  readonly no: string
}

/** `dedupeKey` of the one open order that the system has of a simulator's component. */
export const keyOfComponent = (of: { simulatorId: number; componentKindId: number; organId: number }) =>
  `${of.simulatorId}:${of.componentKindId}:${of.organId}`

/** Of the one that it has of a room's connection. */
export const keyOfRoom = (roomId: number, organId: number) => `room:${roomId}:${organId}`

/**
 * Opens orders with all that hangs on them, their clocks and their reminders. Where orders are opened for faults, the
 * simulators are locked before (lock order 4).
 * @returns each as it was opened; null where one with its key is open already
 */
export async function openOrders(db: Db, orders: readonly NewOrder[]): Promise<(OpenedOrder | null)[]> {
  if (orders.length === 0) return []
  const made = await insertOrders(db, orders)
  const ids = made.flatMap(one => one?.id ?? [])
  const rows = new Map((await readOrders(db, systemScope, ids)).map(row => [row.id, row]))
  const acted = await writeOrders(
    db,
    orders.flatMap(({ memberId, data = {} }, index) => {
      const row = rows.get(made[index]?.id ?? 0)
      if (row === undefined) return []
      // It was opened at the same instant at which its clocks begin.
      const order = { ...row, now: row.opened_at }
      return [{ order, memberId, events: [{ kind: 'opened', data }] as const, newBudgets: true }]
    }),
  )
  const byId = new Map(acted.map(one => [one.orderId, one]))
  return made.map(one => {
    const opened = one === null ? undefined : byId.get(one.id)
    return one === null || opened === undefined ? null : { ...opened, no: one.no }
  })
}
