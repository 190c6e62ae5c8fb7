import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { isSettled, type Report, steadyMs } from './heard.rules.ts'
import type { Present } from './present.rules.ts'

/** A clock that is off by more than it was, or was put back, is for the rules to judge. */
const steady = sql`
  x.at > h.said_at - interval '10 seconds' and case
    -- Two that come so soon after each other say nothing of the clock.
    when h.clock_offset is null then n.now < h.grown_at + interval '10 seconds'
    else abs(extract(epoch from x.at - n.now) * 1000 - h.clock_offset) <= ${steadyMs} end`

/**
 * Takes the reports that say again what is known: of each only the time and the number are kept. One statement, without a lock on
 * the present: whoever changes that has this row locked, too. @returns the numbers of the simulators whose reports were taken
 */
export async function hearAgain(db: Db, reports: readonly Report[]): Promise<Set<string>> {
  const said = reports.map(
    ({ sn, at, body: { connectionId, seq, activity, health, headsetIp, software } }) => ({
      sn,
      connection: connectionId,
      seq,
      at: new Date(at).toISOString(),
      activity,
      health,
      ip: headsetIp ?? null,
      software: software ?? null,
    }),
  )
  const { rows } = await sql<{ sn: string }>`
    with x as materialized (
      select * from json_to_recordset(${JSON.stringify(said)}::json) as x (
        sn text, connection uuid, seq bigint, at timestamptz, activity text, health text, ip text, software text)
    ), held as materialized (
      select simulator_id from simulator_heard
      where simulator_id = any(array(select id from simulator where sn = any(array(select sn from x))))
      order by simulator_id for update
    ), n as materialized (
      select clock_timestamp() as now
    )
    update simulator_heard h set seq = x.seq, said_at = x.at, grown_at = n.now, heard_at = n.now,
      reported_at = greatest(least(x.at, n.now), least(h.reported_at, n.now))
    from x join simulator s on s.sn = x.sn join held on held.simulator_id = s.id
      join simulator_state p on p.simulator_id = s.id cross join n
    where h.simulator_id = s.id and h.changed_xid = p.changed_xid and h.connection_id = x.connection and h.seq < x.seq
      and coalesce(x.activity, h.activity) = h.activity and coalesce(x.health, h.health) = h.health
      and (x.ip is null or x.ip = host(s.headset_ip)) and (x.software is null or x.software = s.software)
      and ${steady}
    returning x.sn`.execute(db)
  return new Set(rows.map(({ sn }) => sn))
}

/** Keeps when simulators were heard, beside their presents, which must be locked. */
export async function writeHeard(db: Db, presents: readonly Present[]): Promise<void> {
  const online = presents.filter(({ link }) => link.value === 'online').map(rowOf)
  if (online.length < presents.length) {
    const gone = presents.filter(({ link }) => link.value !== 'online').map(({ simulatorId }) => simulatorId)
    await sql`delete from simulator_heard where simulator_id = any(${gone}::bigint[])`.execute(db)
  }
  if (online.length === 0) return
  await sql`
    insert into simulator_heard (simulator_id, heard_at, connection_id, seq, said_at, grown_at, reported_at, activity, health, clock_offset, changed_xid)
    select id, coalesce(to_timestamp(heard_at), clock_timestamp()), connection_id, seq, to_timestamp(said_at), to_timestamp(grown_at),
      to_timestamp(reported_at), activity, health, clock_offset,
      pg_current_xact_id()::text::bigint
    from json_to_recordset(${JSON.stringify(online)}::json) as x (
      id bigint, heard_at float8, connection_id uuid, seq bigint, said_at float8, grown_at float8,
      reported_at float8, activity text, health text, clock_offset integer)
    order by id
    on conflict (simulator_id) do update set
      heard_at = excluded.heard_at, connection_id = excluded.connection_id, seq = excluded.seq, said_at = excluded.said_at,
      grown_at = excluded.grown_at, reported_at = excluded.reported_at, activity = excluded.activity, health = excluded.health,
      clock_offset = excluded.clock_offset, changed_xid = excluded.changed_xid`.execute(db)
}

const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)

function rowOf(p: Present) {
  const known = { id: p.simulatorId, heard_at: seconds(p.lastSeenAt) }
  const [newest] = p.line.connections
  if (newest === undefined || !isSettled(p)) return known
  return {
    ...known,
    connection_id: newest.id,
    seq: newest.seq,
    said_at: seconds(newest.at),
    grown_at: seconds(newest.grownAt),
    reported_at: seconds(p.reportedAt),
    activity: p.activity.value,
    health: p.reportedHealth,
    clock_offset: p.clockOffset === null ? null : Math.round(p.clockOffset),
  }
}

/** After a crash or a failover nobody knows when simulators were heard: all that are online count as heard now. */
export async function fillHeard(db: Db): Promise<void> {
  await sql`
    insert into simulator_heard (simulator_id, heard_at)
    select simulator_id, clock_timestamp() from (
      select 0 as simulator_id union all select simulator_id from simulator_state where online) s
    where not exists (select from simulator_heard where simulator_id = 0)
    order by simulator_id
    on conflict do nothing`.execute(db)
}
