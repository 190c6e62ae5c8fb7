import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** A room that has something offline, or an order because something was. */
export interface WatchedRoom {
  readonly roomId: number
  readonly organId: number
}

/** Devices that count: enabled, ever seen, and in nobody's window. */
const countsForLink = sql`state.enabled and state.last_seen_at is not null
  and not exists (select from maintenance_window m where m.simulator_id = s.id and m.open)`

export async function watchedRooms(db: Db): Promise<WatchedRoom[]> {
  const { rows } = await sql<WatchedRoom>`
    select r.id as "roomId", r.organ_id as "organId" from classroom r where r.id in (
      select s.room_id from simulator s join simulator_state state on state.simulator_id = s.id
      where not state.online and ${countsForLink}
      union
      select w.room_id from work_order w join fault_type t on t.id = w.fault_type_id and t.mark in ('deviceOffline', 'roomOffline', 'roomNotOn')
      where w.state not in ('done', 'closed')
    ) order by 1`.execute(db)
  return rows
}

export interface LinkedDevice {
  readonly id: number
  readonly roomId: number
  readonly online: boolean
  readonly since: Date
}

/** The devices of rooms that count. */
export async function devicesOf(db: Db, roomIds: readonly number[]): Promise<LinkedDevice[]> {
  const { rows } = await sql<LinkedDevice>`
    select s.id, s.room_id as "roomId", state.online, state.online_since as since
    from simulator s join simulator_state state on state.simulator_id = s.id
    where s.room_id = any(${[...roomIds]}::bigint[]) and ${countsForLink} order by s.id`.execute(db)
  return rows
}

/** How many devices are online that count, in other rooms than these. */
export async function onlineElsewhere(db: Db, roomIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from simulator s join simulator_state state on state.simulator_id = s.id
    where state.online and ${countsForLink} and not s.room_id = any(${[...roomIds]}::bigint[])`.execute(db)
  return rows[0]?.found ?? 0
}

/** When the first of these devices was online since an instant; null: none was. */
export async function firstOnline(
  db: Db,
  simulatorIds: readonly number[],
  since: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(greatest(first.started_at, ${since}::timestamptz)) as first
    from unnest(${[...simulatorIds]}::bigint[]) s (id)
    cross join lateral (
      select i.started_at from simulator_interval i
      where i.simulator_id = s.id and i.fact = 'link' and i.value = 'online'
        and (i.ended_at is null or i.ended_at > ${since}::timestamptz)
      order by i.started_at limit 1
    ) first`.execute(db)
  return rows[0]?.first ?? null
}

export type LinkMark = 'deviceOffline' | 'roomOffline' | 'roomNotOn'

/** What orders about links are called in the dictionary. */
export async function linkTypes(
  db: Db,
): Promise<
  ReadonlyMap<
    LinkMark,
    { componentKindId: number; faultTypeId: number; priority: 'urgent' | 'normal' | 'low' }
  >
> {
  const { rows } = await sql<{
    mark: LinkMark
    componentKindId: number
    faultTypeId: number
    priority: 'urgent' | 'normal' | 'low'
  }>`
    select mark, component_kind_id as "componentKindId", id as "faultTypeId",
      case severity when 'critical' then 'urgent' when 'major' then 'normal' else 'low' end as priority
    from fault_type where mark in ('deviceOffline', 'roomOffline', 'roomNotOn')`.execute(db)
  return new Map(rows.map(row => [row.mark, row]))
}

export interface LinkOrder {
  readonly id: number
  readonly mark: LinkMark
  readonly state: string
  /** Null: the room's. */
  readonly simulatorId: number | null
  readonly recovered: boolean
  readonly deviceIds: number[]
}

/** The open orders of a room about links. */
export async function linkOrders(db: Db, { roomId, organId }: WatchedRoom): Promise<LinkOrder[]> {
  const { rows } = await sql<LinkOrder>`
    select w.id, t.mark, w.state, w.simulator_id as "simulatorId", w.recovered_at is not null as recovered,
      array(select simulator_id from work_order_device d where d.order_id = w.id order by 1) as "deviceIds"
    from work_order w join fault_type t on t.id = w.fault_type_id and t.mark in ('deviceOffline', 'roomOffline', 'roomNotOn')
    where w.room_id = ${roomId} and w.organ_id = ${organId} and w.state not in ('done', 'closed') order by w.id`.execute(
    db,
  )
  return rows
}

/** The order of a key that was over last, less than a day ago. */
export async function recentOfKey(db: Db, key: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from work_order where dedupe_key = ${key} and finished_at > clock_timestamp() - interval '1 day'
      and merged_into is null order by finished_at desc, id desc limit 1`.execute(db)
  return rows[0]?.id
}

export interface Outage {
  readonly id: number
  readonly simulatorIds: number[]
  /** How many of them are offline still. */
  readonly left: number
}

/** The outage that goes on. Held: one process at a time decides about it, and none decides while another does. */
export async function lockOutage(db: Db): Promise<{ mine: boolean; outage: Outage | undefined }> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('mass outage')) as mine`.execute(db)
  if (rows[0]?.mine !== true) return { mine: false, outage: undefined }
  const found = await sql<Outage>`
    select o.id, o.simulator_ids as "simulatorIds", (
      select count(*) from simulator_state state
      where state.simulator_id = any(o.simulator_ids) and state.enabled and not state.online) as left
    from mass_outage o where o.ended_at is null`.execute(db)
  return { mine: true, outage: found.rows[0] }
}

export async function beginOutage(
  db: Db,
  devices: readonly { id: number; roomId: number }[],
): Promise<number> {
  const rooms = new Set(devices.map(({ roomId }) => roomId)).size
  const { rows } = await sql<{ id: number }>`
    insert into mass_outage (began_at, simulator_ids, rooms)
    values (clock_timestamp(), ${devices.map(({ id }) => id)}::bigint[], ${rooms}) returning id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an outage was noted and is not there')
  return row.id
}

export async function endOutage(db: Db, id: number): Promise<void> {
  await sql`update mass_outage set ended_at = clock_timestamp() where id = ${id}`.execute(db)
}

/** When the outages of the last day ended, by the devices that they had. */
export async function endedOutages(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; at: Date }>`
    select d as id, max(o.ended_at) as at from mass_outage o cross join unnest(o.simulator_ids) d
    where o.ended_at > clock_timestamp() - interval '1 day' group by 1`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]))
}

/** Outages for the reminders: when they began, and how many devices they had. */
export async function outages(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; devices: number; rooms: number }[]> {
  const { rows } = await sql<{ id: number; devices: number; rooms: number }>`
    select id, cardinality(simulator_ids) as devices, rooms from mass_outage where id = any(${[...ids]}::bigint[])`.execute(
    db,
  )
  return rows
}
