import { systemScope } from '../../../platform/auth/scope.ts'
import type { Services } from '../../../platform/module.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import { lockForHealth } from '../../devices/telemetry/lockedSimulators.service.ts'
import { fitnessOf, type StrandedOrder, strandedOrders } from '../opsStaff/fitness.service.ts'
import { readClocks, type StoredClock } from './clock.queries.ts'
import { escalations, stepOf } from './clock.rules.ts'
import * as deadlines from './deadlines.queries.ts'
import { approvedAt, endRepairedFaults } from './finish.service.ts'
import { sayWorkOrders } from './live.service.ts'
import { insertEvents, lockOrders, type OrderRow, simulatorsOf } from './order.queries.ts'
import { change } from './system.service.ts'
import { endWindows, lapsedWindows } from './windows.queries.ts'
import { resumption } from './work.service.ts'
import { writeOrders } from './write.service.ts'

type Jobs = Pick<Services, 'db' | 'bus'>

/**
 * Each process does its part, until nothing is due; an order is done once, since whoever waited for it finds that its time
 * has gone.
 */
async function each(
  services: Jobs,
  find: (db: Db) => Promise<number[]>,
  act: (
    db: Db,
    ids: readonly number[],
  ) => Promise<{ orders: readonly number[]; simulators?: readonly number[] }>,
): Promise<void> {
  let last: number | undefined
  for (;;) {
    const ids = await find(services.db)
    const [first] = ids
    // What is still due after its turn waits for the next run.
    if (first === undefined || first === last) return
    last = first
    await transact(services.db, async trx => {
      const { orders, simulators = [] } = await act(trx, ids)
      await sayWorkOrders(services, trx, orders, simulators)
    })
  }
}

/** Resumes what was paused until now, and ends windows that were left open. */
export async function resumeDue(services: Jobs): Promise<void> {
  await each(services, deadlines.pausesOver, async (db, ids) => {
    const acted = await change(db, ids, order => (isPausedUntilNow(order) ? resumption : null))
    return { orders: acted.map(({ orderId }) => orderId) }
  })
  await each(services, lapsedWindows, async (db, ids) => {
    await lockForHealth(db, await simulatorsOf(db, ids))
    const orders = await lockOrders(db, systemScope, ids)
    const simulators = await endWindows(db, ids)
    await insertEvents(
      db,
      orders.map(order => ({
        order_id: order.id,
        at: order.now,
        kind: 'windowEnded',
        from: order.state,
        to: order.state,
      })),
    )
    return { orders: ids, simulators }
  })
}

const isPausedUntilNow = ({ paused_since, resume_by, now }: OrderRow) =>
  paused_since !== null && resume_by !== null && resume_by <= now

/** Clocks that reached their next limit: it is recorded, and those concerned are told. */
export const escalateDue = (services: Jobs): Promise<void> =>
  each(services, deadlines.clocksDue, async (db, ids) => {
    const orders = await lockOrders(db, systemScope, ids)
    const before = await readClocks(db, ids)
    await writeOrders(
      db,
      orders.map(order => ({ order, memberId: null, events: [] })),
    )
    const after = await readClocks(db, ids)
    await noteEscalations(db, orders, before, after)
    return { orders: ids }
  })

async function noteEscalations(
  db: Db,
  orders: readonly OrderRow[],
  before: readonly StoredClock[],
  after: readonly StoredClock[],
): Promise<void> {
  const reached = after.flatMap(clock => {
    const was = before.find(one => one.orderId === clock.orderId && one.clock === clock.clock)
    const from = was === undefined ? 0 : stepOf(was)
    return escalations
      .filter(percent => percent > from && percent <= stepOf(clock))
      .map(percent => ({ orderId: clock.orderId, clock: clock.clock, percent }))
  })
  const first = await deadlines.insertEscalations(db, reached)
  const byId = new Map(orders.map(order => [order.id, order]))
  await insertEvents(
    db,
    first.flatMap(({ orderId, clock, percent }) => {
      const order = byId.get(orderId)
      if (order === undefined) return []
      const { state, now } = order
      return [
        { order_id: orderId, at: now, kind: 'escalated', from: state, to: state, data: { clock, percent } },
      ]
    }),
  )
}

/** 自动验收: nobody accepted or sent back the repair in time. */
export const approveDue = (services: Jobs): Promise<void> =>
  each(services, deadlines.approvalsDue, async (db, ids) => {
    const lockedSimulators = await lockForHealth(db, await simulatorsOf(db, ids))
    const orders = (await lockOrders(db, systemScope, ids)).filter(
      ({ approve_by, now }) => approve_by !== null && approve_by <= now,
    )
    const simulators: number[] = []
    for (const order of orders)
      simulators.push(...(await endRepairedFaults(db, lockedSimulators, order, order.assignee_id)))
    await writeOrders(
      db,
      orders.map(order => ({
        order,
        memberId: null,
        events: [{ kind: 'autoApproved' as const }],
        set: approvedAt(order),
      })),
    )
    return { orders: orders.map(({ id }) => id), simulators: [...new Set(simulators)] }
  })

/** Orders that their assignee may no longer handle: those not begun go back to 待派单, for the others somebody is told. */
export async function handBack(services: Jobs): Promise<void> {
  const stranded = await strandedOrders(services.db)
  if (stranded.length === 0) return
  await transact(services.db, async trx => {
    const byId = new Map(stranded.map(one => [one.orderId, one]))
    const reasons = new Map<number, string>()
    for (const one of stranded) {
      const reason = await reasonOf(trx, one)
      if (reason !== null) reasons.set(one.orderId, reason)
    }
    const acted = await change(trx, [...byId.keys()], order => {
      const reason = reasons.get(order.id)
      const isHis = order.assignee_id === byId.get(order.id)?.memberId
      if (reason === undefined || !isHis) return null
      const data = { name: order.assigneeName, reason }
      if (order.state === 'assigned')
        return { events: [{ kind: 'handedBack', data }], set: { state: 'pending', assignee_id: null } }
      if (order.state !== 'handling' || order.unavailable) return null
      return { events: [{ kind: 'unavailable', data }], set: { unavailable: true } }
    })
    await sayWorkOrders(
      services,
      trx,
      acted.map(({ orderId }) => orderId),
    )
  })
}

/** Null: somebody changed that meanwhile. */
async function reasonOf(db: Db, { memberId, organId }: StrandedOrder): Promise<string | null> {
  const fit = await fitnessOf(db, systemScope, memberId, organId)
  return fit === undefined ? '不再是运维人员' : fit.why
}

/** Open orders after a change of their calendar or opening hours: their clocks are counted again, and may have more time left. */
export async function recountTodo(services: Jobs): Promise<void> {
  await each(services, deadlines.waitingRecounts, async (db, found) => {
    const ids = await deadlines.takeRecounts(db, found)
    const orders = await lockOrders(db, systemScope, ids)
    const before = new Map((await deadlines.dueTimes(db, ids)).map(one => [one.id, one.due]))
    await writeOrders(
      db,
      orders.map(order => ({ order, memberId: null, events: [] })),
    )
    const after = await deadlines.dueTimes(db, ids)
    const changed = after.filter(({ id, due }) => before.get(id)?.getTime() !== due?.getTime())
    await insertEvents(
      db,
      changed.map(({ id, due }) => ({
        order_id: id,
        kind: 'recalculated',
        data: { before: before.get(id)?.toISOString() ?? null, after: due?.toISOString() ?? null },
      })),
    )
    return { orders: changed.map(({ id }) => id) }
  })
}
