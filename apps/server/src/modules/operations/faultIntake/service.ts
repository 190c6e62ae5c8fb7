import type { Services } from '../../../platform/module.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import { sayWorkOrders } from '../workOrders/live.service.ts'
import { keyOfComponent, openOrders } from '../workOrders/open.service.ts'
import {
  change,
  closeBySystem,
  joinFaults,
  markFrequent,
  noteRecovery,
} from '../workOrders/system.service.ts'
import { groupBy } from './groupBy.rules.ts'
import * as queries from './queries.ts'

/** Simulators in one transaction. */
const mostAtOnce = 100
/** Closings by itself in a day after which an order stays. */
const mostClosings = 3

type Reached = Pick<Services, 'db' | 'bus'>

/**
 * Makes orders of the faults that wait, until none does. Any number of processes may: each takes what waits of simulators
 * that it has locked, so that a fault is taken once.
 * @returns how many faults were taken
 */
export async function intake(services: Reached): Promise<number> {
  let taken = 0
  for (;;) {
    const simulators = await queries.waitingSimulators(services.db, mostAtOnce)
    if (simulators.length === 0) return taken
    taken += await transact(services.db, db => takeFaults(services, db, simulators))
  }
}

async function takeFaults(services: Reached, db: Db, simulators: readonly number[]): Promise<number> {
  await queries.lockStates(db, simulators)
  const todos = await queries.takeTodos(db, simulators)
  const raised = new Set(todos.filter(todo => todo.raised).map(({ faultId }) => faultId))
  const faults = await queries.readFaults(
    db,
    todos.map(({ faultId }) => faultId),
  )
  const wanted = faults.filter(fault => raised.has(fault.id) && isWanted(fault))
  const atWork = wanted.filter(({ windowOrder }) => windowOrder !== null)
  const noted = await noteInWindows(db, atWork)
  const given = await giveOrders(
    db,
    wanted.filter(fault => !atWork.includes(fault)),
  )
  const linked = [...given, ...faults.flatMap(({ orderId }) => orderId ?? [])]
  const over = await noteRecovery(db, await queries.recoveredOrders(db, linked))
  await sayWorkOrders(services, db, [...new Set([...noted, ...given, ...over.map(({ orderId }) => orderId)])])
  return todos.length
}

/** A fault that belongs to an open order of where its simulator stands needs no other. */
function isWanted({ counts, enabled, orderOpen, orderOrgan, organId }: queries.FaultNow): boolean {
  return counts && enabled && !(orderOpen && orderOrgan === organId)
}

/** Somebody works at the device: what it reports meanwhile is an event of their order. */
async function noteInWindows(db: Db, faults: readonly queries.FaultNow[]): Promise<number[]> {
  const byOrder = groupBy(faults, ({ windowOrder }) => windowOrder ?? 0)
  const acted = await change(db, [...byOrder.keys()], ({ id }) => ({
    events: [
      {
        kind: 'faultLinked',
        data: { text: [...new Set(byOrder.get(id)?.map(({ text }) => text))].join('、') },
      },
    ],
  }))
  return acted.map(({ orderId }) => orderId)
}

/** Each joins the open order of its simulator's component, whoever opened that, or opens one. @returns the orders that changed */
async function giveOrders(db: Db, faults: readonly queries.FaultNow[]): Promise<number[]> {
  if (faults.length === 0) return []
  const open = await queries.openOrders(db, faults)
  const without = [...groupBy(faults, queries.keyOf)].filter(([key]) => !open.has(key))
  const firsts = without.flatMap(([, [first]]) => (first === undefined ? [] : [first]))
  const recent = await queries.recentOrders(db, firsts)
  const opened = await openOrders(
    db,
    firsts.map(fault => {
      const { simulatorId, roomId, organId, componentKindId, faultTypeId, priority } = fault
      const parentId = recent.get(queries.keyOf(fault))
      return {
        source: 'device',
        simulatorId,
        roomId,
        organId,
        componentKindId,
        faultTypeId,
        priority,
        description: fault.text,
        memberId: null,
        occurredAt: fault.raisedAt,
        verified: false,
        faultIds: [fault.id],
        dedupeKey: keyOfComponent({ simulatorId, componentKindId, organId }),
        ...(parentId !== undefined && { parentId, recurred: true }),
      }
    }),
  )
  for (const [index, order] of opened.entries()) {
    const first = firsts[index]
    if (first !== undefined && order !== null) open.set(queries.keyOf(first), order.orderId)
  }
  const begun = new Set(firsts.filter((_, index) => opened[index] !== null).map(({ id }) => id))
  const rest = faults.filter(({ id }) => !begun.has(id))
  const joins = groupBy(rest, fault => open.get(queries.keyOf(fault)) ?? 0)
  // Its key was taken by a change of another order's component meanwhile: the next round finds that order.
  await queries.putBack(
    db,
    (joins.get(0) ?? []).map(({ id }) => id),
  )
  joins.delete(0)
  await joinFaults(
    db,
    [...joins].map(([orderId, own]) => ({
      orderId,
      faultIds: own.map(({ id }) => id),
      // What comes along from where the simulator stood before is not new.
      occurrences: own.filter(({ orderOpen }) => !orderOpen).length,
    })),
  )
  return [...opened.flatMap(order => order?.orderId ?? []), ...joins.keys()]
}

/** Closes what recovered by itself and nobody has begun; what does so again and again stays. */
export async function closeRecovered(services: Reached): Promise<void> {
  for (const { id, simulatorIds, closings } of await queries.closableOrders(services.db, 200)) {
    await transact(services.db, async db => {
      await queries.lockStates(db, simulatorIds)
      if (!(await queries.closableNow(db, [id])).has(id)) return
      if (closings >= mostClosings) await markFrequent(db, [id])
      else await closeBySystem(db, [{ orderId: id, reason: 'recovered' }])
      await sayWorkOrders(services, db, [id])
    })
  }
}
