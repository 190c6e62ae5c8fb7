import type { ChecklistItem, WorkOrderPriority, WorkOrderSource, WorkOrderState } from '@drivesim/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { WorkOrder, WorkOrderEvent } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

const columns = [
  'w.id',
  'w.no',
  'w.plan_id',
  'w.simulator_id',
  'w.room_id',
  'w.organ_id',
  'w.component_kind_id',
  'w.fault_type_id',
  'w.description',
  'w.assignee_id',
  'w.planned_on',
  'w.occurred_at',
  'w.opened_at',
  'w.accepted_at',
  'w.submitted_at',
  'w.finished_at',
  'w.recovered_at',
  'w.reraised_at',
  'w.occurrences',
  'w.unavailable',
  'w.device_down',
  'w.paused_since',
  'w.resume_by',
  'w.due_at',
  'w.warn_at',
  'w.deal_result_id',
  'w.parent_id',
  'w.merged_into',
  'w.needs_signature',
  'w.needs_picture',
  'w.dedupe_key',
  'w.approve_by',
  'w.version',
] as const
type Column = (typeof columns)[number] extends `w.${infer Name}` ? Name : never

/** A locked work order, with the database's time of that moment. */
export interface OrderRow extends Pick<Selectable<WorkOrder>, Column> {
  readonly source: WorkOrderSource
  readonly state: WorkOrderState
  readonly priority: WorkOrderPriority
  readonly assigneeName: string | null
  readonly componentName: string
  readonly checklist: ChecklistItem[] | null
  readonly now: Date
}

function orders(db: Db) {
  return db
    .selectFrom('work_order as w')
    .innerJoin('component_kind as k', 'k.id', 'w.component_kind_id')
    .leftJoin('member as m', 'm.id', 'w.assignee_id')
    .select(columns)
    .select([
      sql<WorkOrderSource>`w.source`.as('source'),
      sql<WorkOrderState>`w.state`.as('state'),
      sql<WorkOrderPriority>`w.priority`.as('priority'),
      'm.name as assigneeName',
      'k.name as componentName',
      sql<ChecklistItem[] | null>`w.checklist`.as('checklist'),
      sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('now'),
    ])
}

/** Orders by id, those of the scope. */
export function readOrders(db: Db, scope: Scope, ids: readonly number[]): Promise<OrderRow[]> {
  return orders(db)
    .where(sql<boolean>`w.id = any(${[...ids]}::bigint[])`)
    .where(scoped(scope, sql.ref('w.organ_id')))
    .orderBy('w.id')
    .execute()
}

/** The same, locked until the change is committed (lock order 5), in the order of their ids. */
export async function lockOrders(db: Db, scope: Scope, ids: readonly number[]): Promise<OrderRow[]> {
  await sql`select from work_order w where id = any(${[...ids]}::bigint[])
    and ${scoped(scope, sql.ref('w.organ_id'))} order by id for update`.execute(db)
  // A separate statement: one that waited for a lock would see other tables as they were before the wait.
  return readOrders(db, scope, ids)
}

export async function lockOrder(db: Db, scope: Scope, id: number): Promise<OrderRow | undefined> {
  return (await lockOrders(db, scope, [id]))[0]
}

/** The simulators that an order is about: its own, or those of a room's or planned order. */
export async function simulatorsOf(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select simulator_id as id from work_order where id = any(${[...ids]}::bigint[]) and simulator_id is not null
    union
    select simulator_id from work_order_device where order_id = any(${[...ids]}::bigint[])
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** @returns the new version */
export async function updateOrder(db: Db, id: number, change: Updateable<WorkOrder>): Promise<number> {
  const { version } = await db
    .updateTable('work_order')
    .set(change)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** The columns of an order that follow from its clocks. */
export type Times = Pick<OrderRow, 'due_at' | 'warn_at' | 'approve_by'>

/** Writes the times of many orders, which are locked, in one statement. @returns the new versions by their ids */
export async function updateTimes(
  db: Db,
  orders: readonly (Times & { readonly id: number })[],
): Promise<Map<number, number>> {
  if (orders.length === 0) return new Map()
  const { rows } = await sql<{ id: number; version: number }>`
    update work_order w set due_at = x.due_at, warn_at = x.warn_at, approve_by = x.approve_by
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as
      x (id bigint, due_at timestamptz, warn_at timestamptz, approve_by timestamptz)
    where w.id = x.id returning w.id, w.version`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

export async function insertEvents(db: Db, events: readonly Insertable<WorkOrderEvent>[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into work_order_event (order_id, at, member_id, kind, "from", "to", data)
    select order_id, coalesce(at, date_trunc('milliseconds', clock_timestamp())), member_id, kind, "from", "to", coalesce(data, '{}')
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as
      x (order_id bigint, at timestamptz, member_id bigint, kind text, "from" text, "to" text, data jsonb)`.execute(
    db,
  )
}

/** An open order of a simulator's component at an organisation, or of a whole room. */
export async function findOpen(
  db: Db,
  of: { simulatorId: number | null; roomId: number; componentKindId: number; organId: number },
  except = 0,
): Promise<{ id: number; no: string } | undefined> {
  return db
    .selectFrom('work_order as w')
    .select(['w.id', 'w.no'])
    .where('w.id', '<>', except)
    .where('w.organ_id', '=', of.organId)
    .where('w.component_kind_id', '=', of.componentKindId)
    .where(sql<boolean>`w.state not in ('done', 'closed')`)
    .where('w.room_id', '=', of.roomId)
    .where(sql<boolean>`w.simulator_id is not distinct from ${of.simulatorId}::bigint`)
    .orderBy('w.id')
    .limit(1)
    .executeTakeFirst()
}

/** Whether an open order has a key. */
export async function openByKey(
  db: Db,
  key: string,
  except = 0,
): Promise<{ id: number; no: string } | undefined> {
  return db
    .selectFrom('work_order as w')
    .select(['w.id', 'w.no'])
    .where('w.dedupe_key', '=', key)
    .where('w.id', '<>', except)
    .where(sql<boolean>`w.state not in ('done', 'closed')`)
    .executeTakeFirst()
}
