import { errors, type ParsedOf, refuse, type workOrderActs } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { lockForHealth } from '../../devices/telemetry/lockedSimulators.service.ts'
import { addComment } from '../../tools/comments/service.ts'
import { requireFaultType } from '../opsSettings/dictionary.service.ts'
import { fitnessOf } from '../opsStaff/fitness.service.ts'
import { sayWorkOrders } from './live.service.ts'
import { keyOfComponent } from './open.service.ts'
import { type OrderRow, openByKey, simulatorsOf } from './order.queries.ts'
import { takeOrder } from './take.service.ts'
import { endWindows } from './windows.queries.ts'
import { type ChangedOrder, type OrderChange, writeOrders } from './write.service.ts'

export type Streams = Pick<Services, 'bus'>
type Acts = typeof workOrderActs
type Input<Name extends keyof Acts> = ParsedOf<Acts[Name]>

/** Writes what the caller did to an order and tells the streams. */
export async function finish(
  streams: Streams,
  { db, person }: Pick<SignedInCall, 'db' | 'person'>,
  change: Omit<OrderChange, 'memberId'>,
  simulators: readonly number[] = [],
): Promise<ChangedOrder> {
  const [acted] = await writeOrders(db, [{ ...change, memberId: person.id }])
  if (acted === undefined) throw new Error('nothing was written')
  await sayWorkOrders(streams, db, [acted.orderId], simulators)
  return acted
}

/** Somebody who may be given an order. @throws Refusal notFound, staffUnfit */
async function requireFit({ db, scope }: SignedInCall, order: OrderRow, memberId: number): Promise<string> {
  const fitness = await fitnessOf(db, scope, memberId, order.organ_id)
  if (fitness === undefined) throw refuse(errors.notFound, '处理人')
  if (fitness.why !== null) throw refuse(errors.staffUnfit, fitness.name, fitness.why)
  return fitness.name
}

/** @throws Refusal notFound, workOrderNot, staffUnfit, staleVersion */
export async function dispatch(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, assigneeId }: Input<'dispatch'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'dispatch', version)
  const name = await requireFit(call, order, assigneeId)
  return finish(streams, call, {
    order,
    events: [{ kind: 'dispatched', data: { name, memberId: assigneeId } }],
    set: { state: 'assigned', assignee_id: assigneeId, verified: true, unavailable: false },
  })
}

/** Whoever could be sent the order (`fitnessOf`) may claim it. @throws Refusal notFound, workOrderNot, claimUnfit, staleVersion */
export async function claim(
  streams: Streams,
  call: SignedInCall,
  { orderId, version }: Input<'claim'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'claim', version)
  const fitness = await fitnessOf(call.db, call.scope, call.person.id, order.organ_id)
  const why = fitness === undefined ? '不是运维人员' : fitness.why
  if (why !== null) throw refuse(errors.claimUnfit, why)
  return finish(streams, call, {
    order,
    events: [{ kind: 'claimed' }],
    set: {
      state: 'handling',
      assignee_id: call.person.id,
      accepted_at: order.accepted_at ?? order.now,
      verified: true,
      unavailable: false,
    },
  })
}

/** @throws Refusal notFound, workOrderNot, notAssignee, staleVersion */
export async function accept(
  streams: Streams,
  call: SignedInCall,
  { orderId, version }: Input<'accept'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'accept', version)
  return finish(streams, call, {
    order,
    events: [{ kind: 'accepted' }],
    set: { state: 'handling', accepted_at: order.accepted_at ?? order.now },
  })
}

/** @throws Refusal notFound, workOrderNot, notAssignee, staleVersion */
export async function reject(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, reason }: Input<'reject'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'reject', version)
  return finish(streams, call, {
    order,
    events: [{ kind: 'rejected', data: { reason } }],
    set: { state: 'pending', assignee_id: null },
  })
}

/** Gives the order to somebody else, or takes it back: a pause ends, and nobody works on the device any more. @throws Refusal notFound, workOrderNot, staffUnfit, staleVersion */
export async function reassign(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, assigneeId, reason }: Input<'reassign'>,
): Promise<ChangedOrder> {
  const { db } = call
  await lockForHealth(db, await simulatorsOf(db, [orderId]))
  const order = await takeOrder(call, orderId, 'reassign', version)
  const name = assigneeId === undefined ? null : await requireFit(call, order, assigneeId)
  const simulators = await endWindows(db, [orderId])
  return finish(
    streams,
    call,
    {
      order,
      events: [{ kind: 'reassigned', data: { reason, name, before: order.assigneeName } }],
      set: {
        state: assigneeId === undefined ? 'pending' : 'assigned',
        assignee_id: assigneeId ?? null,
        paused_since: null,
        pause_reason: null,
        resume_by: null,
        unavailable: false,
      },
    },
    simulators,
  )
}

/** Sets what is broken and how urgent it is; the time allowed follows from these. @throws Refusal notFound, workOrderNot, notAssignee, workOrderOpen, dictionaryDisabled, componentOfAnother, staleVersion */
export async function classify(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, componentKindId, faultTypeId, priority }: Input<'classify'>,
): Promise<ChangedOrder> {
  const { db } = call
  const order = await takeOrder(call, orderId, 'classify', version)
  const type = await requireFaultType(db, componentKindId, faultTypeId, {
    componentKindId: order.component_kind_id,
    faultTypeId: order.fault_type_id,
  })
  const key =
    order.dedupe_key === null || order.simulator_id === null
      ? order.dedupe_key
      : keyOfComponent({ simulatorId: order.simulator_id, componentKindId, organId: order.organ_id })
  const other = key === null ? undefined : await openByKey(db, key, orderId)
  if (other !== undefined)
    throw refuse(errors.workOrderOpen, type.component, other.no).with({ orderId: other.id, no: other.no })
  return finish(streams, call, {
    order,
    events: [{ kind: 'classified', data: { component: type.component, faultType: type.name, priority } }],
    set: {
      component_kind_id: componentKindId,
      fault_type_id: faultTypeId,
      priority,
      dedupe_key: key,
    },
    newBudgets: true,
  })
}

/** @throws Refusal notFound, workOrderNot, notAssignee, plannedOnPast, staleVersion */
export async function plan(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, plannedOn }: Input<'plan'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'plan', version)
  if (plannedOn < businessDayOf(order.now.getTime())) throw refuse(errors.plannedOnPast)
  return finish(streams, call, {
    order,
    events: [{ kind: 'planned', data: { day: plannedOn } }],
    set: { planned_on: plannedOn },
  })
}

/** A comment on the order, as clients of before `comments` make it. @throws Refusal notFound */
export async function comment(
  services: Streams & Pick<Services, 'parts'>,
  call: SignedInCall,
  { orderId, version, text }: Input<'comment'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'comment', version)
  await addComment(services, call, { kind: 'workOrder', id: orderId }, { text, mentions: [] })
  return { orderId, state: order.state, version: order.version }
}
