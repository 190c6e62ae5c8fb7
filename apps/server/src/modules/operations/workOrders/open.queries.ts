import type { ChecklistItem, WorkOrderPriority, WorkOrderSource } from '@drivesim/contract'
import { sql } from 'kysely'
import { takeIds } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** An order to be opened. */
export interface NewOrder {
  readonly source: WorkOrderSource
  /** Null: the room's. */
  readonly simulatorId: number | null
  readonly roomId: number
  readonly organId: number
  readonly componentKindId: number
  readonly faultTypeId: number
  readonly priority: WorkOrderPriority
  readonly description: string
  /** Who reports it; null: the system, or somebody unknown. */
  readonly memberId: number | null
  /** When it broke; missing: now. */
  readonly occurredAt?: Date
  /** Somebody of the company says so. */
  readonly verified: boolean
  readonly parentId?: number
  /** The same came back within a day. */
  readonly recurred?: boolean
  /** For orders that the system opens: none is opened while one with the same key is open. */
  readonly dedupeKey?: string
  readonly planId?: number
  readonly plannedOn?: string
  readonly checklist?: readonly ChecklistItem[]
  readonly needsSignature?: boolean
  readonly needsPicture?: boolean
  readonly dealResultId?: number
  /** What it is about where it has no simulator of its own. */
  readonly deviceIds?: readonly number[]
  readonly faultIds?: readonly number[]
  /** Of `report`; plain addresses. */
  readonly pictures?: readonly string[]
  /** What its first event says besides. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** The columns of an order that is opened. */
const columnsOf = (order: NewOrder, id: number) => ({
  id,
  source: order.source,
  plan_id: order.planId ?? null,
  simulator_id: order.simulatorId,
  room_id: order.roomId,
  organ_id: order.organId,
  component_kind_id: order.componentKindId,
  fault_type_id: order.faultTypeId,
  priority: order.priority,
  description: order.description,
  opened_by: order.memberId,
  occurred_at: order.occurredAt?.toISOString() ?? null,
  verified: order.verified,
  parent_id: order.parentId ?? null,
  recurred: order.recurred ?? false,
  dedupe_key: order.dedupeKey ?? null,
  planned_on: order.plannedOn ?? null,
  checklist: order.checklist ?? null,
  needs_signature: order.needsSignature ?? false,
  needs_picture: order.needsPicture ?? false,
  deal_result_id: order.dealResultId ?? null,
})

/** Inserts the rows of orders, each with its number. Where an open order has the same key, none is inserted. */
async function insertRows(
  db: Db,
  rows: readonly ReturnType<typeof columnsOf>[],
): Promise<Map<number, { id: number; no: string }>> {
  const { rows: made } = await sql<{ id: number; no: string }>`
    insert into work_order (id, no, source, plan_id, simulator_id, room_id, organ_id, component_kind_id, fault_type_id,
      priority, description, opened_by, occurred_at, opened_at, verified, parent_id, recurred, dedupe_key, planned_on,
      checklist, needs_signature, needs_picture, deal_result_id)
    overriding system value
    select x.id, 'WO' || to_char(moment.now at time zone 'Asia/Shanghai', 'YYMMDD')
        || lpad(nextval('work_order_no')::text, 5, '0'),
      x.source, x.plan_id, x.simulator_id, x.room_id, x.organ_id, x.component_kind_id, x.fault_type_id,
      x.priority, x.description, x.opened_by, least(coalesce(x.occurred_at, moment.now), moment.now), moment.now,
      x.verified, x.parent_id, x.recurred, x.dedupe_key, x.planned_on, nullif(x.checklist, 'null'), x.needs_signature,
      x.needs_picture, x.deal_result_id
    from (select date_trunc('milliseconds', clock_timestamp()) as now) moment,
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id bigint, source text, plan_id bigint,
      simulator_id bigint, room_id bigint, organ_id bigint, component_kind_id bigint, fault_type_id bigint, priority text,
      description text, opened_by bigint, occurred_at timestamptz, verified boolean, parent_id bigint, recurred boolean,
      dedupe_key text, planned_on date, checklist jsonb, needs_signature boolean, needs_picture boolean,
      deal_result_id bigint)
    order by x.id
    on conflict (dedupe_key) where dedupe_key is not null and state not in ('done', 'closed') do nothing
    returning id, no`.execute(db)
  return new Map(made.map(row => [row.id, row]))
}

/** Inserts orders with what hangs on them; null where an open order has the same key. */
export async function insertOrders(
  db: Db,
  orders: readonly NewOrder[],
): Promise<({ id: number; no: string } | null)[]> {
  const ids = await takeIds(db, 'work_order', orders.length)
  const found = await insertRows(
    db,
    orders.map((order, index) => columnsOf(order, ids[index] ?? 0)),
  )
  const pairs = <T>(of: (order: NewOrder) => readonly T[] | undefined) =>
    orders.flatMap((order, index) => {
      const id = ids[index] ?? 0
      return found.has(id) ? (of(order) ?? []).map(value => [id, value] as const) : []
    })
  await insertDevices(
    db,
    pairs(order => order.deviceIds),
  )
  await linkFaults(
    db,
    pairs(order => order.faultIds),
  )
  await insertPictures(
    db,
    pairs(order => order.pictures?.map(url => ({ kind: 'report', url, memberId: order.memberId }))),
  )
  return ids.map(id => found.get(id) ?? null)
}

/** Pairs of an order and what is its. */
type Pairs<T> = readonly (readonly [number, T])[]

export async function insertDevices(db: Db, devices: Pairs<number>): Promise<void> {
  if (devices.length === 0) return
  await sql`
    insert into work_order_device (order_id, simulator_id)
    select * from unnest(${devices.map(([id]) => id)}::bigint[], ${devices.map(([, device]) => device)}::bigint[])
    order by 1, 2 on conflict do nothing`.execute(db)
}

/** A fault belongs to one order; one that goes to another takes its word. */
export async function linkFaults(db: Db, faults: Pairs<number>): Promise<void> {
  if (faults.length === 0) return
  await sql`
    insert into work_order_fault (order_id, fault_id)
    select * from unnest(${faults.map(([id]) => id)}::bigint[], ${faults.map(([, fault]) => fault)}::bigint[])
    order by 2 on conflict (fault_id) do update set order_id = excluded.order_id`.execute(db)
}

export async function insertPictures(
  db: Db,
  pictures: Pairs<{ kind: string; url: string; memberId: number | null }>,
): Promise<void> {
  if (pictures.length === 0) return
  await sql`
    insert into work_order_picture (order_id, kind, url, member_id)
    select * from unnest(${pictures.map(([id]) => id)}::bigint[], ${pictures.map(([, one]) => one.kind)}::text[],
      ${pictures.map(([, one]) => one.url)}::text[], ${pictures.map(([, one]) => one.memberId)}::bigint[])`.execute(
    db,
  )
}

/** How many pictures of a kind an order has. */
export async function countPictures(db: Db, orderId: number, kind: string): Promise<number> {
  const { found } = await db
    .selectFrom('work_order_picture')
    .select(sql<number>`count(*)`.as('found'))
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('removed', '=', false)
    .executeTakeFirstOrThrow()
  return found
}

export async function faultsOf(db: Db, orderId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('work_order_fault')
    .select('fault_id')
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(row => row.fault_id)
}
