import { errors, isOpenWorkOrder, type ParsedOf, refuse, type workOrderActs } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { lockForHealth } from '../../devices/telemetry/lockedSimulators.service.ts'
import { finish, type Streams } from './dispatch.service.ts'
import { closeFaults, staffFault } from './effects.service.ts'
import { sayWorkOrders } from './live.service.ts'
import { mergeInto } from './merge.service.ts'
import type { NewOrder } from './open.queries.ts'
import { type OpenedOrder, openOrders } from './open.service.ts'
import { lockOrders, type OrderRow, openByKey, simulatorsOf } from './order.queries.ts'
import { takeOrder } from './take.service.ts'
import { type ChangedOrder, writeOrders } from './write.service.ts'

type Acts = typeof workOrderActs
type Input<Name extends keyof Acts> = ParsedOf<Acts[Name]>

/** Closes what nobody has begun: its faults are over; a duplicate goes into the other with them. @throws Refusal notFound, workOrderNot, mergeTarget, staleVersion */
export async function close(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, reason, note, mergedInto }: Input<'close'>,
): Promise<ChangedOrder> {
  const { db, scope, person } = call
  const lockedSimulators = await lockForHealth(db, await simulatorsOf(db, [orderId]))
  const target = reason === 'duplicate' ? mergedInto : undefined
  // Both together, so that two merges never wait for each other.
  const locked = await lockOrders(db, scope, target === undefined ? [orderId] : [orderId, target])
  const order = await takeOrder(call, orderId, 'close', version)
  const into = locked.find(({ id }) => id === target)
  if (reason === 'duplicate') {
    const fits = into !== undefined && into.id !== orderId && into.organ_id === order.organ_id
    if (!fits || !isOpenWorkOrder(into.state)) throw refuse(errors.mergeTarget)
    await mergeInto(db, order, into, person.id)
  } else await closeFaults(db, lockedSimulators, { orderId, before: order.now, memberId: person.id })
  if (order.device_down) await staffFault(db, lockedSimulators, order, false)
  const changed = await lockedSimulators.write()
  const acted = await finish(
    streams,
    call,
    {
      order,
      events: [{ kind: 'closed', data: { reason, note, into: into?.no } }],
      set: {
        state: 'closed',
        finished_at: order.now,
        close_reason: reason,
        deal_note: note,
        merged_into: into?.id ?? null,
        device_down: false,
        unavailable: false,
      },
    },
    changed,
  )
  if (into !== undefined) await sayWorkOrders(streams, db, [into.id])
  return acted
}

/** @throws Refusal notFound, workOrderNot, closedTooLong, workOrderMerged, workOrderOpen, staleVersion */
export async function reopen(
  streams: Streams,
  call: SignedInCall,
  { orderId, version }: Input<'reopen'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'reopen', version)
  await requireKeyFree(call.db, order)
  return finish(streams, call, {
    order,
    events: [{ kind: 'reopened' }],
    set: {
      state: 'pending',
      assignee_id: null,
      finished_at: null,
      close_reason: null,
      // It was the reason for closing.
      deal_note: null,
      auto_closed: false,
      recovered_at: null,
    },
  })
}

/** @throws Refusal workOrderOpen */
async function requireKeyFree(db: Db, { id, dedupe_key, componentName }: OrderRow): Promise<void> {
  const other = dedupe_key === null ? undefined : await openByKey(db, dedupe_key, id)
  if (other !== undefined)
    throw refuse(errors.workOrderOpen, componentName, other.no).with({ orderId: other.id, no: other.no })
}

/** Opens a new order for an accepted repair that was not right; what was signed stays. @throws Refusal notFound, workOrderNot, staleVersion */
export async function rework(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, reason }: Input<'rework'>,
): Promise<OpenedOrder> {
  const { db, person } = call
  const order = await takeOrder(call, orderId, 'rework', version)
  const made: NewOrder = {
    source: 'manual',
    simulatorId: order.simulator_id,
    roomId: order.room_id,
    organId: order.organ_id,
    componentKindId: order.component_kind_id,
    faultTypeId: order.fault_type_id,
    priority: order.priority,
    description: reason,
    memberId: person.id,
    verified: true,
    parentId: orderId,
    deviceIds: order.simulator_id === null ? await simulatorsOf(db, [orderId]) : [],
  }
  const [opened] = await openOrders(db, [made])
  if (opened === null || opened === undefined) throw new Error('an order without a key was not opened')
  await writeOrders(db, [
    { order, memberId: person.id, events: [{ kind: 'reworked', data: { reason, no: opened.no } }] },
  ])
  await sayWorkOrders(streams, db, [orderId, opened.orderId])
  return opened
}
