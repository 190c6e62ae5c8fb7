import type { WorkOrderPriority } from '@drivesim/contract'
import { type Insertable, sql } from 'kysely'
import type { WorkOrder, WorkOrderEvent, WorkOrderPart } from '../../../generated/schema.ts'
import { iso } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Something that broke. */
export interface Breakdown {
  readonly faultId: number | null
  readonly simulatorId: number
  readonly roomId: number
  readonly organId: number
  readonly componentKindId: number
  readonly faultTypeId: number
  readonly priority: WorkOrderPriority
  readonly text: string
  readonly raisedAt: Date
  readonly clearedAt: Date | null
}

/** The faults that devices reported, oldest first, as what they are. */
export async function breakdowns(db: Db): Promise<Breakdown[]> {
  const { rows } = await sql<Breakdown>`
    select f.id as "faultId", f.simulator_id as "simulatorId", f.room_id as "roomId", f.organ_id as "organId",
      t.component_kind_id as "componentKindId", t.id as "faultTypeId",
      case t.severity when 'critical' then 'urgent' when 'major' then 'normal' else 'low' end as priority,
      f.text, f.raised_at as "raisedAt", f.cleared_at as "clearedAt"
    from fault f
    join fault_type_code c on c.code = f.code
    join fault_type t on t.id = c.fault_type_id
    order by f.raised_at, f.id`.execute(db)
  return rows
}

/** Fault types by their components' names and their own. */
export async function faultTypes(
  db: Db,
): Promise<{ kind: string; name: string; kindId: number; typeId: number; priority: WorkOrderPriority }[]> {
  const { rows } = await sql<{
    kind: string
    name: string
    kindId: number
    typeId: number
    priority: WorkOrderPriority
  }>`
    select k.name as kind, t.name, k.id as "kindId", t.id as "typeId",
      case t.severity when 'critical' then 'urgent' when 'major' then 'normal' else 'low' end as priority
    from fault_type t join component_kind k on k.id = t.component_kind_id`.execute(db)
  return rows
}

export async function dealResults(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('deal_result').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** A part of each component, the cheapest first. */
export async function spareParts(db: Db) {
  return db
    .selectFrom('spare_part')
    .select(['id', 'name', 'model', 'price', 'component_kind_id as componentKindId'])
    .orderBy('price')
    .execute()
}

async function insertRows(
  db: Db,
  table: 'work_order' | 'work_order_event' | 'work_order_part',
  rows: readonly object[],
) {
  if (rows.length === 0) return
  const names = sql.join(Object.keys(rows[0] ?? {}).map(name => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}

/** What is opened today goes on behind the demo's orders of the day. */
export async function goOnAfter(db: Db, last: number): Promise<void> {
  if (last > 0) await sql`select setval('work_order_no', ${last})`.execute(db)
}

export const insertDemoOrders = (db: Db, orders: readonly Insertable<WorkOrder>[]): Promise<void> =>
  insertRows(db, 'work_order', orders)
export const insertSeededEvents = (
  db: Db,
  events: readonly (Insertable<WorkOrderEvent> & { id: number })[],
): Promise<void> => insertRows(db, 'work_order_event', events)
export const insertSeededParts = (
  db: Db,
  parts: readonly (Insertable<WorkOrderPart> & { id: number })[],
): Promise<void> => insertRows(db, 'work_order_part', parts)

/** When a reminder of an order began: the one with this key, or (null) those that follow from its state. */
export interface Beginning {
  readonly id: number
  readonly key: string | null
  /** Epoch milliseconds; null: as it was written. */
  readonly at: number | null
}

export async function dateReminders(db: Db, beginnings: readonly Beginning[]): Promise<void> {
  const known = beginnings.filter(({ at }) => at !== null)
  await sql`
    update attention a set begins_at = least(x.at, a.begins_at)
    from (
      select 'workOrder:' || id as subject, key, min(at) as at
      from unnest(${known.map(({ id }) => id)}::bigint[], ${known.map(({ key }) => key)}::text[],
        ${known.map(({ at }) => iso(at ?? 0))}::timestamptz[]) x (id, key, at)
      group by 1, 2
    ) x
    where a.subject = x.subject and case when a.key in ('dueSoon', 'overdue', 'overdueLong')
      then a.key = x.key else x.key is null end`.execute(db)
}
