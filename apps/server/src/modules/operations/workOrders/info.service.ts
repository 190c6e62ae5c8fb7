import {
  errors,
  maskPhone,
  refuse,
  type WorkOrderClock,
  type WorkOrderInfo,
  type WorkOrderVisit,
} from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { saidOf } from '../../tools/comments/service.ts'
import { readClocks, type StoredClock } from './clock.queries.ts'
import { actionsFor, isOwnPicture } from './guard.rules.ts'
import { workingHours } from './hours.service.ts'
import * as info from './info.queries.ts'
import { visitsOf } from './list.queries.ts'
import { type OrderRow, readOrders } from './order.queries.ts'
import { findRow, rowsOf } from './row.queries.ts'
import { eventText } from './timeline.rules.ts'
import { type Hours, isOpenAt, workingBetween } from './workingTime.rules.ts'

const text = (at: Date | null) => at?.toISOString() ?? null

/** An order with all that its page shows, and what the caller may do to it. @throws Refusal notFound */
export async function orderInfo({ db, scope, person }: SignedInCall, id: number): Promise<WorkOrderInfo> {
  const row = await findRow(db, scope, id)
  const [order] = await readOrders(db, scope, [id])
  if (row === undefined || order === undefined) throw refuse(errors.notFound, '工单')
  const facts = await info.orderFacts(db, id)
  const { parentId, mergedId, ...rest } = facts
  const related = await info.relatedOf(db, id, [parentId, mergedId])
  const brief = (one: (typeof related)[number] | undefined) =>
    one === undefined ? null : { orderId: one.orderId, no: one.no, state: one.state }
  const signature = await info.signatureOf(db, id)
  return {
    ...row,
    ...rest,
    occurredAt: rest.occurredAt.toISOString(),
    acceptedAt: text(rest.acceptedAt),
    arrivedAt: text(rest.arrivedAt),
    recoveredAt: text(rest.recoveredAt),
    pausedSince: text(rest.pausedSince),
    resumeBy: text(rest.resumeBy),
    approveBy: text(rest.approveBy),
    clocks: await clocksOf(db, order),
    actions: actionsFor(order, person),
    events: await timelineOf(db, order),
    pictures: (await info.picturesOf(db, id)).map(({ at, memberId, ...one }) => ({
      ...one,
      at: at.toISOString(),
      own: isOwnPicture(person, { kind: one.kind, memberId }),
    })),
    parts: await info.partsOf(db, id),
    devices: (await info.devicesOf(db, id)).map(({ answers, ...device }) => ({
      ...device,
      answers: answers.map(({ key = '', value = null, picture = null }) => ({ key, value, picture })),
    })),
    faults: (await info.faultsOf(db, id)).map(({ raisedAt, clearedAt, ...fault }) => ({
      ...fault,
      raisedAt: raisedAt.toISOString(),
      clearedAt: text(clearedAt),
    })),
    signature:
      signature === undefined
        ? null
        : {
            ...signature,
            phone: signature.phone && maskPhone(signature.phone),
            at: signature.at.toISOString(),
          },
    parent: brief(related.find(one => one.orderId === parentId)),
    mergedInto: brief(related.find(one => one.orderId === mergedId)),
    children: related.flatMap(one => (one.parentId === id || one.mergedId === id ? (brief(one) ?? []) : [])),
  }
}

/** What happened, the newest first, with what people said between. Comments have ids of their own, below 0 here. */
async function timelineOf(db: Db, { id, state }: OrderRow): Promise<WorkOrderInfo['events']> {
  const happened = await info.eventsOf(db, id)
  const said = await saidOf(db, { kind: 'workOrder', id })
  /** The state at a moment: that to which the last step before it led. */
  const stateAt = (at: Date) => happened.find(event => event.at <= at)?.to ?? state
  return [
    ...happened.map(({ data, ...event }) => ({ ...event, text: eventText(event.kind, data) })),
    ...said.map(({ commentId, at, authorName, text }) => ({
      ...{ eventId: -commentId, at, kind: 'commented' as const, memberName: authorName, text },
      ...{ from: stateAt(at), to: stateAt(at) },
    })),
  ]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
}

async function clocksOf(db: Db, order: OrderRow): Promise<WorkOrderClock[]> {
  const clocks = await readClocks(db, [order.id])
  const hours = (await workingHours(db, [order.room_id])).get(order.room_id)
  if (hours === undefined) throw new Error(`room ${order.room_id} is gone`)
  return clocks.map(clock => shown(clock, order, hours))
}

function shown(clock: StoredClock, order: OrderRow, hours: Hours): WorkOrderClock {
  const now = order.now.getTime()
  const { runningSince } = clock
  const since = runningSince === null ? 0 : workingBetween(hours, runningSince, now) / 1000
  const at = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
  return {
    clock: clock.clock,
    budget: clock.budget,
    spent: Math.floor(clock.spent + since),
    state: stateOf(clock, order, isOpenAt(hours, now)),
    dueAt: at(clock.dueAt),
    breachedAt: at(clock.breachedAt),
  }
}

function stateOf(
  { clock, runningSince }: StoredClock,
  { paused_since }: OrderRow,
  open: boolean,
): WorkOrderClock['state'] {
  if (runningSince !== null) return open ? 'running' : 'offHours'
  return clock === 'repair' && paused_since !== null ? 'paused' : 'stopped'
}

/** The open orders of a technician by place. */
export async function visits(db: Db, scope: Scope, me: number): Promise<WorkOrderVisit[]> {
  const places = await visitsOf(db, scope, me)
  const rows = await rowsOf(
    db,
    places.flatMap(({ ids }) => ids),
  )
  const byId = new Map(rows.map(row => [row.orderId, row]))
  return places.map(({ ids, ...place }) => ({ ...place, orders: ids.flatMap(id => byId.get(id) ?? []) }))
}
