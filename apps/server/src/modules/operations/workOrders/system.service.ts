import { type CloseReason, mostPictures } from '@drivesim/contract'
import { systemScope } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { lockForHealth } from '../../devices/telemetry/lockedSimulators.service.ts'
import { staffFault } from './effects.service.ts'
import { mergeInto } from './merge.service.ts'
import { countPictures, insertDevices, insertPictures, linkFaults } from './open.queries.ts'
import { lockOrders, type OrderRow, simulatorsOf } from './order.queries.ts'
import { type ChangedOrder, type NewEvent, type OrderChange, writeOrders } from './write.service.ts'

// What the system does to orders by itself. Every call is part of a transaction of the caller, who has locked the
// simulators that the orders are about (lock order 4), ids ascending, and says at its end to the streams what
// changed (`sayWorkOrders`).

/** Faults that belong to an open order: they are linked to it, and count. */
export interface JoinedFaults {
  readonly orderId: number
  readonly faultIds: readonly number[]
  /** How many of them came anew, which is all unless they only come from another order. */
  readonly occurrences?: number
}

/**
 * Links faults to open orders. What had recovered has not; an order that waits to be accepted shows 再次上报, is not
 * accepted by itself any more, and asks whoever accepts it.
 */
export async function joinFaults(db: Db, joins: readonly JoinedFaults[]): Promise<ChangedOrder[]> {
  const byId = new Map(joins.map(join => [join.orderId, join]))
  const orders = await lockOrders(db, systemScope, [...byId.keys()])
  await linkFaults(
    db,
    joins.flatMap(({ orderId, faultIds }) => faultIds.map(id => [orderId, id] as const)),
  )
  return writeOrders(
    db,
    orders.map((order): OrderChange => {
      const { faultIds = [], occurrences = faultIds.length } = byId.get(order.id) ?? {}
      const again = order.state === 'review'
      const events: NewEvent[] = [{ kind: again ? 'reraised' : 'faultLinked', data: { faults: occurrences } }]
      return {
        order,
        memberId: null,
        events,
        set: {
          occurrences: order.occurrences + occurrences,
          recovered_at: null,
          ...(again && { reraised_at: order.now }),
        },
      }
    }),
  )
}

/** Notes that all faults of these open orders are over; earlier notes stay. */
export const noteRecovery = (db: Db, ids: readonly number[]): Promise<ChangedOrder[]> =>
  change(db, ids, order =>
    order.recovered_at === null
      ? { events: [{ kind: 'recovered' }], set: { recovered_at: order.now } }
      : null,
  )

/** These recovered too often to be closed by themselves. */
export const markFrequent = (db: Db, ids: readonly number[]): Promise<ChangedOrder[]> =>
  change(db, ids, () => ({ events: [], set: { frequent: true } }))

/**
 * Somebody scanned the label of a device that has an open order.
 * @param text what they said, as the timeline shows it
 * @param pictures plain addresses; those beyond what an order may have are left out
 */
export async function noteReport(
  db: Db,
  id: number,
  { text, pictures }: { text: string; pictures: readonly string[] },
): Promise<ChangedOrder[]> {
  const acted = await change(db, [id], order => ({
    events: [{ kind: 'reported', data: { text } }],
    set: { occurrences: order.occurrences + 1 },
  }))
  const free = mostPictures.report - (await countPictures(db, id, 'report'))
  const taken = pictures.slice(0, Math.max(0, free)).map(url => ({ kind: 'report', url, memberId: null }))
  await insertPictures(
    db,
    taken.map(picture => [id, picture] as const),
  )
  return acted
}

/** More simulators that a room's order is about. */
export async function addDevices(db: Db, id: number, simulatorIds: readonly number[]): Promise<void> {
  await lockOrders(db, systemScope, [id])
  await insertDevices(
    db,
    simulatorIds.map(simulator => [id, simulator] as const),
  )
}

/** An order that the system closes, if nobody has begun it. */
export interface SystemClosing {
  readonly orderId: number
  readonly reason: CloseReason
  /** Of a duplicate. */
  readonly mergedInto?: number
}

/** Closes orders that nobody has begun; others are left alone. @returns those that it closed, and what they went into */
export async function closeBySystem(db: Db, closings: readonly SystemClosing[]): Promise<ChangedOrder[]> {
  const ids = closings.flatMap(({ orderId, mergedInto }) => [orderId, mergedInto ?? orderId])
  const lockedSimulators = await lockForHealth(db, await simulatorsOf(db, ids))
  const orders = new Map((await lockOrders(db, systemScope, [...new Set(ids)])).map(row => [row.id, row]))
  const acted: ChangedOrder[] = []
  for (const { orderId, reason, mergedInto } of closings) {
    const order = orders.get(orderId)
    if (order?.state !== 'pending' && order?.state !== 'assigned') continue
    const into = mergedInto === undefined ? undefined : orders.get(mergedInto)
    if (into !== undefined) acted.push(...(await mergeInto(db, order, into, null)))
    if (order.device_down) await staffFault(db, lockedSimulators, order, false)
    acted.push(
      ...(await writeOrders(db, [
        {
          order,
          memberId: null,
          events: [{ kind: 'closed', data: { reason, into: into?.no } }],
          set: {
            state: 'closed',
            finished_at: order.now,
            close_reason: reason,
            auto_closed: true,
            device_down: false,
            ...(into !== undefined && { merged_into: into.id }),
          },
        },
      ])),
    )
  }
  await lockedSimulators.write()
  return acted
}

/** Assigns a new order to somebody who has already begun, such as the person who starts a planned visit. */
export async function begin(db: Db, id: number, memberId: number): Promise<ChangedOrder> {
  const [acted] = await change(
    db,
    [id],
    order => ({
      events: [{ kind: 'claimed' }],
      set: { state: 'handling', assignee_id: memberId, accepted_at: order.now, verified: true },
    }),
    memberId,
  )
  if (acted === undefined) throw new Error(`order ${id} is gone`)
  return acted
}

/** Locks orders and changes those for which there is a change. */
export async function change(
  db: Db,
  ids: readonly number[],
  of: (order: OrderRow) => Pick<OrderChange, 'events' | 'set'> | null,
  memberId: number | null = null,
): Promise<ChangedOrder[]> {
  if (ids.length === 0) return []
  const orders = await lockOrders(db, systemScope, ids)
  return writeOrders(
    db,
    orders.flatMap(order => {
      const wanted = of(order)
      return wanted === null ? [] : [{ order, memberId, ...wanted }]
    }),
  )
}
