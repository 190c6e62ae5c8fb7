import type { WorkOrderPriority, WorkOrderState } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** How long ago a fault may be over and still be worth an order. */
const clearedMinutes = 30

/** A fault that is over is looked at at once, one that goes on when it lasted as long as its type asks for. */
const ready = sql`
  fault_todo t join fault f on f.id = t.fault_id
  left join fault_type_code c on c.code = f.code
  left join fault_type k on k.id = c.fault_type_id and k.enabled
  where f.cleared_at is not null or f.raised_at + make_interval(secs => coalesce(k.settle_seconds, 0)) <= clock_timestamp()`

/** Simulators of which faults wait, the longest waiting first. */
export async function waitingSimulators(db: Db, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.simulator_id as id from ${ready} group by 1 order by min(t.id) limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks the present of simulators (lock order 4): what is done about their faults and links follows one another. */
export async function lockStates(db: Db, simulatorIds: readonly number[]): Promise<void> {
  await sql`
    select from simulator_state where simulator_id = any(${[...simulatorIds]}::bigint[])
    order by simulator_id for update`.execute(db)
}

/** Takes what waits of these simulators. @returns the faults, and which of them are to have an order if they have none */
export async function takeTodos(
  db: Db,
  simulatorIds: readonly number[],
): Promise<{ faultId: number; raised: boolean }[]> {
  const { rows } = await sql<{ faultId: number; raised: boolean }>`
    with taken as (
      delete from fault_todo where id in (
        select t.id from ${ready} and t.simulator_id = any(${[...simulatorIds]}::bigint[])
      ) returning fault_id, kind
    )
    select fault_id as "faultId", bool_or(kind = 'raised') as raised from taken group by 1 order by 1`.execute(
    db,
  )
  return rows
}

/** A fault as it is now, with what decides whether it has an order. */
export interface FaultNow {
  readonly id: number
  readonly simulatorId: number
  readonly text: string
  readonly raisedAt: Date
  /** It goes on, or is over for less than half an hour, by itself, having lasted as long as its type asks for. */
  readonly counts: boolean
  readonly enabled: boolean
  readonly organId: number
  readonly roomId: number
  readonly componentKindId: number
  readonly faultTypeId: number
  readonly priority: WorkOrderPriority
  /** The order that has a window on the simulator. */
  readonly windowOrder: number | null
  /** The order that it belongs to already. */
  readonly orderId: number | null
  readonly orderOpen: boolean
  readonly orderOrgan: number | null
}

/** An unknown code is 未分类. */
export async function readFaults(db: Db, ids: readonly number[]): Promise<FaultNow[]> {
  const { rows } = await sql<FaultNow>`
    select f.id, f.simulator_id as "simulatorId", f.text, f.raised_at as "raisedAt",
      f.cleared_at is null or (f.closed_by is null and f.cleared_at > clock_timestamp() - make_interval(mins => ${clearedMinutes})
        and f.cleared_at - f.raised_at >= make_interval(secs => k.settle_seconds)) as counts,
      state.enabled, s.organ_id as "organId", s.room_id as "roomId", k.component_kind_id as "componentKindId",
      k.id as "faultTypeId",
      case k.severity when 'critical' then 'urgent' when 'major' then 'normal' else 'low' end as priority,
      m.order_id as "windowOrder", w.id as "orderId", coalesce(w.state not in ('done', 'closed'), false) as "orderOpen",
      w.organ_id as "orderOrgan"
    from fault f
    join simulator s on s.id = f.simulator_id
    join simulator_state state on state.simulator_id = s.id
    left join fault_type_code c on c.code = f.code
    join lateral (
      select * from fault_type known where (known.id = c.fault_type_id and known.enabled) or known.mark = 'unclassified'
      order by known.id = c.fault_type_id desc nulls last limit 1
    ) k on true
    left join maintenance_window m on m.simulator_id = s.id and m.open
    left join work_order_fault l on l.fault_id = f.id
    left join work_order w on w.id = l.order_id
    where f.id = any(${[...ids]}::bigint[]) order by f.raised_at, f.id`.execute(db)
  return rows
}

/** A simulator's component, at an organisation. */
export interface Key {
  readonly simulatorId: number
  readonly componentKindId: number
  readonly organId: number
}

export const keyOf = ({ simulatorId, componentKindId, organId }: Key): string =>
  `${simulatorId}:${componentKindId}:${organId}`

/** The latest open order of each, whoever opened it. */
export async function openOrders(db: Db, keys: readonly Key[]): Promise<Map<string, number>> {
  const { rows } = await sql<Key & { id: number }>`
    select max(w.id) as id, w.simulator_id as "simulatorId", w.component_kind_id as "componentKindId",
      w.organ_id as "organId"
    from ${keyRows(keys)} join work_order w
      on w.simulator_id = x.simulator_id and w.component_kind_id = x.component_kind_id and w.organ_id = x.organ_id
    where w.state not in ('done', 'closed') group by 2, 3, 4`.execute(db)
  return new Map(rows.map(row => [keyOf(row), row.id]))
}

/** The order of each that was over last, where that is less than a day ago: what comes now is the same again. */
export async function recentOrders(db: Db, keys: readonly Key[]): Promise<Map<string, number>> {
  const { rows } = await sql<Key & { id: number }>`
    select distinct on (2, 3, 4) w.id, w.simulator_id as "simulatorId", w.component_kind_id as "componentKindId",
      w.organ_id as "organId"
    from ${keyRows(keys)} join work_order w
      on w.simulator_id = x.simulator_id and w.component_kind_id = x.component_kind_id and w.organ_id = x.organ_id
    where w.finished_at > clock_timestamp() - interval '1 day' and w.merged_into is null and w.plan_id is null
    order by 2, 3, 4, w.finished_at desc, w.id desc`.execute(db)
  return new Map(rows.map(row => [keyOf(row), row.id]))
}

const keyRows = (keys: readonly Key[]) => sql`
  (select distinct * from unnest(${keys.map(key => key.simulatorId)}::bigint[], ${keys.map(key => key.componentKindId)}::bigint[],
    ${keys.map(key => key.organId)}::bigint[]) as k (simulator_id, component_kind_id, organ_id)) x`

/** Those of these open orders without a fault that still goes on; what staff say of a device is no fault here. */
export async function recoveredOrders(db: Db, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id from work_order w
    where w.id = any(${[...orderIds]}::bigint[]) and w.state not in ('done', 'closed') and w.recovered_at is null
      and not exists (
        select from work_order_fault l join fault f on f.id = l.fault_id
        where l.order_id = w.id and f.cleared_at is null)
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Puts faults back, to be looked at once more. */
export async function putBack(db: Db, faultIds: readonly number[]): Promise<void> {
  await sql`
    insert into fault_todo (fault_id, simulator_id, kind)
    select id, simulator_id, 'raised' from fault where id = any(${[...faultIds]}::bigint[])`.execute(db)
}

export interface ClosableOrder {
  readonly id: number
  readonly simulatorIds: number[]
  /** How often what has its key was closed by itself within a day. */
  readonly closings: number
}

/** Orders of the system that recovered half an hour ago, that nobody has begun, and that may be closed by themselves. */
export async function closableOrders(db: Db, most: number): Promise<ClosableOrder[]> {
  const { rows } = await sql<ClosableOrder>`
    select w.id,
      array(select w.simulator_id where w.simulator_id is not null
        union select simulator_id from work_order_device where order_id = w.id order by 1) as "simulatorIds",
      (select count(*) from work_order b where b.dedupe_key = w.dedupe_key and b.state = 'closed' and b.auto_closed
        and b.close_reason = 'recovered' and b.finished_at > clock_timestamp() - interval '1 day') as closings
    from work_order w
    where w.state in ('pending', 'assigned') and not w.frequent and w.dedupe_key is not null
      and w.recovered_at <= clock_timestamp() - make_interval(mins => ${clearedMinutes})
    order by w.id limit ${most}`.execute(db)
  return rows
}

/** Of these, those that still are to be closed, now that their simulators are locked. */
export async function closableNow(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; state: WorkOrderState }>`
    select id from work_order where id = any(${[...ids]}::bigint[]) and state in ('pending', 'assigned')
      and recovered_at <= clock_timestamp() - make_interval(mins => ${clearedMinutes})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
