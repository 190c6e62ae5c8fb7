import type { ClockKind, WorkOrderEventKind, WorkOrderState } from '@drivesim/contract'
import { addDays, dayStart } from '@drivesim/contract/businessDay'
import type { Updateable } from 'kysely'
import type { WorkOrder } from '../../../generated/schema.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { type ClockFacts, clockFacts, writeClocks } from './clock.queries.ts'
import { type ClockRow, clockOf } from './clock.rules.ts'
import { workingHours } from './hours.service.ts'
import { insertEvents, type OrderRow, type Times, updateOrder, updateTimes } from './order.queries.ts'
import { keepReminders } from './reminder.service.ts'
import { addWorking, type Hours } from './workingTime.rules.ts'

/** Working hours after which a repair that nobody looked at is taken as accepted. */
const approveAfter = 36 * 3_600_000

/** What happened to an order, as its timeline has it. */
export interface NewEvent {
  readonly kind: WorkOrderEventKind
  readonly data?: Readonly<Record<string, unknown>>
}

/** A change of an order that was locked. */
export interface OrderChange {
  readonly order: OrderRow
  /** Who did it; null: by itself. */
  readonly memberId: number | null
  readonly events: readonly NewEvent[]
  readonly set?: Updateable<WorkOrder> & { state?: WorkOrderState }
  /** Its priority or type changed, and with it the time allowed. */
  readonly newBudgets?: boolean
}

export interface ChangedOrder {
  readonly orderId: number
  readonly state: WorkOrderState
  readonly version: number
}

/** Records what happened, and updates what follows from it: the orders' rows, their clocks, their reminders. */
export async function writeOrders(db: Db, changes: readonly OrderChange[]): Promise<ChangedOrder[]> {
  await noteEvents(db, changes)
  await setBudgets(db, changes)
  const clocks = await countClocks(
    db,
    changes.map(({ order, newBudgets = false }) => ({ order, newBudgets })),
  )
  await writeClocks(
    db,
    [...clocks].flatMap(([orderId, { rows }]) => rows.map(row => ({ ...row, orderId }))),
  )
  const written = await writeRows(db, changes, clocks)
  await keepReminders(
    db,
    written.map(({ order }) => ({ order, clocks: clocks.get(order.id)?.rows ?? [] })),
  )
  return written.map(({ order, version }) => ({ orderId: order.id, state: order.state, version }))
}

function noteEvents(db: Db, changes: readonly OrderChange[]): Promise<void> {
  return insertEvents(
    db,
    changes.flatMap(({ order, memberId, events, set }) =>
      events.map(({ kind, data }) => ({
        order_id: order.id,
        at: order.now,
        member_id: memberId,
        kind,
        from: order.state,
        to: set?.state ?? order.state,
        data: JSON.parse(JSON.stringify(data ?? {})),
      })),
    ),
  )
}

/** Writes first what the budgets of the clocks follow from. */
async function setBudgets(db: Db, changes: readonly OrderChange[]): Promise<void> {
  for (const { order, set, newBudgets } of changes) {
    if (set === undefined || newBudgets !== true) continue
    const { priority, fault_type_id } = set
    await updateOrder(db, order.id, {
      ...(priority !== undefined && { priority }),
      ...(fault_type_id !== undefined && { fault_type_id }),
    })
  }
}

/** Writes the orders' rows with the times that their clocks give. @returns them as they are now */
async function writeRows(
  db: Db,
  changes: readonly OrderChange[],
  clocks: ReadonlyMap<number, CountedClocks>,
): Promise<{ order: OrderRow; version: number }[]> {
  const counted = changes.map(({ order, set = {} }) => {
    const now = { ...order, ...set } as OrderRow
    const times = timesOf(now, clocks.get(order.id))
    return { order, set, now, times, isUnset: Object.keys(set).length === 0 }
  })
  // Where clocks of thousands end at once, only their times change: one statement writes them. An order that stays the same keeps
  // its version, so that no open form is refused.
  const versions = await updateTimes(
    db,
    counted.flatMap(({ order, times, isUnset }) =>
      isUnset && !isSame(order, times) ? [{ id: order.id, ...times }] : [],
    ),
  )
  const written: { order: OrderRow; version: number }[] = []
  for (const { order, set, now, times, isUnset } of counted) {
    const version = isUnset
      ? (versions.get(order.id) ?? order.version)
      : await updateOrder(db, order.id, { ...set, ...times })
    written.push({ order: { ...now, ...times }, version })
  }
  return written
}

interface CountedClocks {
  readonly rows: readonly ClockRow[]
  readonly hours: Hours
}

/** The clocks of orders as their events have them now; a planned order has none. */
async function countClocks(
  db: Db,
  asked: readonly { order: Pick<OrderRow, 'id' | 'room_id' | 'source' | 'now'>; newBudgets: boolean }[],
): Promise<Map<number, CountedClocks>> {
  const hours = await workingHours(
    db,
    asked.map(({ order }) => order.room_id),
  )
  const facts = new Map(
    (
      await clockFacts(
        db,
        asked.map(({ order }) => order.id),
      )
    ).map(fact => [fact.id, fact]),
  )
  const counted = new Map<number, CountedClocks>()
  for (const { order, newBudgets } of asked) {
    const own = hours.get(order.room_id)
    const fact = facts.get(order.id)
    if (own === undefined || fact === undefined) throw new Error(`order ${order.id} has no room or limit`)
    const rows = order.source === 'plan' ? [] : clocksOf(fact, own, order.now.getTime(), newBudgets)
    counted.set(order.id, { rows, hours: own })
  }
  return counted
}

const kinds: readonly ClockKind[] = ['response', 'repair']

function clocksOf(fact: ClockFacts, hours: Hours, now: number, newBudgets: boolean): ClockRow[] {
  return kinds.map(clock => {
    const budget = newBudgets ? fact.limits[clock] : (fact.budgets[clock] ?? fact.limits[clock])
    return clockOf({ clock, budget, events: fact.events, hours, now })
  })
}

const isSame = (one: Times, other: Times) =>
  one.due_at?.getTime() === other.due_at?.getTime() &&
  one.warn_at?.getTime() === other.warn_at?.getTime() &&
  one.approve_by?.getTime() === other.approve_by?.getTime()

function timesOf(order: OrderRow, counted: CountedClocks | undefined): Times {
  const { state, submitted_at: submitted, reraised_at: again } = order
  const waits = state === 'review' && again === null && submitted !== null && counted !== undefined
  const approveBy = waits ? addWorking(counted.hours, submitted.getTime(), approveAfter) : null
  return {
    ...dueOf(order, counted?.rows ?? []),
    approve_by: approveBy === null ? null : new Date(approveBy),
  }
}

/** When the first of an order's running clocks runs out. A planned order is due by the end of its day. */
function dueOf(
  {
    state,
    source,
    planned_on,
    paused_since,
    opened_at,
  }: Pick<OrderRow, 'state' | 'source' | 'planned_on' | 'paused_since' | 'opened_at'>,
  clocks: readonly ClockRow[],
): Omit<Times, 'approve_by'> {
  const instant = (at: number) => new Date(at)
  if (source === 'plan') {
    const open =
      state === 'pending' || state === 'assigned' || (state === 'handling' && paused_since === null)
    if (!open || planned_on === null) return { due_at: null, warn_at: null }
    const opened = opened_at.getTime()
    const due = dayStart(addDays(planned_on, 1))
    // As with clocks, the warning comes after four fifths of the time, and not before the planned day.
    const fourFifths = opened + (due - opened) * 0.8
    return { due_at: instant(due), warn_at: instant(Math.max(dayStart(planned_on), fourFifths)) }
  }
  const [first] = clocks
    .flatMap(({ dueAt, warnAt }) => (dueAt === null || warnAt === null ? [] : { dueAt, warnAt }))
    .sort((one, other) => one.dueAt - other.dueAt)
  return first === undefined
    ? { due_at: null, warn_at: null }
    : { due_at: instant(first.dueAt), warn_at: instant(first.warnAt) }
}
