import { sql } from 'kysely'
import { takesDevices } from '../../../platform/bus.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** An event: ids are a device's own. */
interface EventKey {
  readonly sn: string
  readonly id: string
}
export const eventKey = ({ sn, id }: EventKey): string => `${sn} ${id}`

/** Remembers events. @returns those that were not known before; in the order of the ids, so that two batches never wait for each other */
export async function newEvents(db: Db, events: readonly EventKey[]): Promise<Set<string>> {
  const { rows } = await sql<EventKey>`
    with asked as (
      select distinct s.sn, s.id as simulator_id, x.id
      from unnest(${events.map(({ sn }) => sn)}::text[], ${events.map(({ id }) => id)}::uuid[]) as x (sn, id)
      join simulator s on s.sn = x.sn
      -- from before they were known by device
      where not exists (select from device_event e where e.id = x.id and e.simulator_id = 0)
    ), added as (
      insert into device_event (id, simulator_id) select id, simulator_id from asked order by 1, 2
      on conflict do nothing returning id, simulator_id
    )
    select a.sn, a.id from asked a join added using (id, simulator_id)`.execute(db)
  return new Set(rows.map(eventKey))
}

/** Makes the partitions for a stretch of time that events fall into. */
export async function ensureMonths(db: Db, from: Date, to: Date): Promise<void> {
  await sql`select ensure_months(${from}::timestamptz, ${to}::timestamptz)`.execute(db)
}

/** Drops the indexes of session ids that no message can ask for any more. */
export async function forgetSessionIds(db: Db): Promise<void> {
  await sql`select index_keys()`.execute(db)
}

/** Schools of the students that exist and were not erased, at which they stay until the batch is committed (lock order 3). */
export async function holdSchoolsOfStudents(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; school_id: number }>`
    select id, school_id from student where id = any(${[...ids]}::bigint[]) and erased_at is null
    order by id for key share`.execute(db)
  return new Map(rows.map(row => [row.id, row.school_id]))
}

/** The hash of a device's key, where the device may sign in. */
export async function keyHash(db: Db, sn: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ key_hash: Buffer }>`
    select s.key_hash from simulator s join simulator_state p on p.simulator_id = s.id
    where s.sn = ${sn} and p.enabled`.execute(db)
  return rows[0]?.key_hash
}

/** The hashes of all keys that open, by the devices' numbers. */
export async function keyHashes(db: Db): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await sql<{ sn: string; key_hash: Buffer }>`
    select s.sn, s.key_hash from simulator s join simulator_state p on p.simulator_id = s.id
    where p.enabled`.execute(db)
  return new Map(rows.map(({ sn, key_hash }) => [sn, key_hash]))
}

export async function knownModules(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from module where id = any(${[...ids]}::bigint[])`.execute(db)
  return new Set(rows.map(row => row.id))
}

export interface Answer {
  id: string
  simulatorId: number
  ok: boolean
  text: string | null
}

/** Records the devices' replies, each to one of its own commands that has none yet. @returns the answered commands */
export async function answerCommands(db: Db, answers: readonly Answer[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update simulator_command c set answered_at = clock_timestamp(), ok = x.ok, answer = x.text
    from unnest(${answers.map(a => a.id)}::uuid[], ${answers.map(a => a.simulatorId)}::bigint[],
      ${answers.map(a => a.ok)}::boolean[], ${answers.map(a => a.text)}::text[]) as x (id, simulator_id, ok, text)
    where c.id = x.id and c.simulator_id = x.simulator_id and c.answered_at is null
    returning c.id`.execute(db)
  return rows.map(row => row.id)
}

/** Faults reported cleared before they were reported raised, by simulator and code. */
export async function earlyClearings(db: Db, ids: readonly number[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ simulator_id: number; code: string; cleared_at: Date }>`
    select simulator_id, code, cleared_at from fault_cleared
    where simulator_id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(row => [`${row.simulator_id} ${row.code}`, row.cleared_at.getTime()]))
}

/** Open faults with which an order was done, and when, by simulator and code: closed, or handed over for acceptance. */
export async function settledFaults(db: Db, ids: readonly number[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ simulator_id: number; code: string; at: Date }>`
    select f.simulator_id, f.code, settled.at
    from fault f join work_order_fault l on l.fault_id = f.id join work_order w on w.id = l.order_id
    cross join lateral (select coalesce(w.submitted_at, w.finished_at) as at) settled
    where f.simulator_id = any(${[...ids]}::bigint[]) and f.cleared_at is null
      and w.state in ('review', 'done', 'closed') and f.raised_at <= settled.at`.execute(db)
  return new Map(rows.map(row => [`${row.simulator_id} ${row.code}`, row.at.getTime()]))
}

export async function rememberCleared(
  db: Db,
  row: { simulatorId: number; code: string; at: number },
): Promise<void> {
  await sql`
    insert into fault_cleared as f (simulator_id, code, cleared_at)
    values (${row.simulatorId}, ${row.code}, ${new Date(row.at).toISOString()}::timestamptz)
    on conflict (simulator_id, code) do update set cleared_at = greatest(f.cleared_at, excluded.cleared_at)`.execute(
    db,
  )
}

export interface FaultRow {
  simulatorId: number
  organId: number
  roomId: number
  code: string
  text: string
  raisedAt: number
  clearedAt: number | null
  redated: boolean
}

export async function insertFaults(db: Db, faults: readonly FaultRow[]): Promise<void> {
  const rows = faults.map(fault => ({
    simulator_id: fault.simulatorId,
    organ_id: fault.organId,
    room_id: fault.roomId,
    code: fault.code,
    text: fault.text,
    raised_at: new Date(fault.raisedAt).toISOString(),
    cleared_at: fault.clearedAt === null ? null : new Date(fault.clearedAt).toISOString(),
    redated: fault.redated,
  }))
  await sql`
    insert into fault (simulator_id, organ_id, room_id, code, text, raised_at, cleared_at, redated)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as x (
      simulator_id bigint, organ_id bigint, room_id bigint, code text, text text, raised_at timestamptz,
      cleared_at timestamptz, redated boolean)`.execute(db)
}

export async function clearFaults(
  db: Db,
  faults: readonly { simulatorId: number; code: string; at: number }[],
): Promise<void> {
  await sql`
    update fault f set cleared_at = greatest(f.raised_at, x.at)
    from unnest(${faults.map(f => f.simulatorId)}::bigint[], ${faults.map(f => f.code)}::text[],
      ${faults.map(f => new Date(f.at).toISOString())}::timestamptz[]) as x (simulator_id, code, at)
    where f.simulator_id = x.simulator_id and f.code = x.code and f.cleared_at is null`.execute(db)
}

/** Whether another server process listens on this database. */
export async function othersListen(db: Db): Promise<boolean> {
  const { rows } = await sql<{ listeners: number }>`
    select count(*) as listeners from pg_stat_activity
    where datname = current_database() and application_name = ${takesDevices}`.execute(db)
  return (rows[0]?.listeners ?? 0) > 1
}
