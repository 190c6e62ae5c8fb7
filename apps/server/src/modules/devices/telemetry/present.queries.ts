import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Line } from './connection.rules.ts'
import { writeHeard } from './heard.queries.ts'
import { type Heard, withHeard } from './heard.rules.ts'
import type { Present, Transition } from './present.rules.ts'

/** A simulator's present state, and what else a batch must know about it. */
export interface Simulator {
  sn: string
  present: Present
  organId: number
  roomId: number
  schoolId: number
  /** Since when it is at this place under this administration; earlier events belong to its earlier place. */
  placedSince: number
  headsetIp: string | null
  software: string | null
}

const micros = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Read faster than dates. */
const millis = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

interface Row {
  id: number
  sn: string
  organ_id: number
  room_id: number
  school_id: number
  headset_ip: string | null
  software: string | null
  online: boolean
  activity: string
  health: string
  enabled: boolean
  online_since: string
  activity_since: string
  health_since: string
  enabled_since: Date
  state_since: string
  reported_health: 'ok' | 'fault'
  last_seen_at: Date | null
  line: Line
  shared_since: Date | null
  clock_offset_seconds: number | null
  clock_off_since: Date | null
  reported_at: Date | null
  session_id: string | null
  session_started_at: Date | null
  session_ordered_at: Date | null
  idle_heard_at: Date | null
  idle_reports: number
  latest_start: Date | null
  student_id: number | null
  module_id: number | null
  last_score: number | null
  open_faults: string[] | null
  now: Date
  heard_at: number | null
  heard_connection: string | null
  heard_seq: number
  heard_said_at: number
  heard_grown_at: number
  heard_reported_at: number
}

/**
 * Locks the presents of simulators, by number or id, and reads them. The row of the present is the lock for everything
 * about a simulator, taken in the order of the ids. @returns them by number, and the database's clock
 */
export async function lockSimulators(
  db: Db,
  which: { sns: readonly string[] } | { ids: readonly number[] },
): Promise<{ simulators: Map<string, Simulator>; now: number }> {
  const condition =
    'sns' in which ? sql`s.sn = any(${[...which.sns]}::text[])` : sql`s.id = any(${[...which.ids]}::bigint[])`
  await sql`
    select from simulator_state p join simulator s on s.id = p.simulator_id
    where ${condition} order by p.simulator_id for update of p`.execute(db)
  // A separate statement: one that waited for a lock would see the other tables as they were before the wait. What was heard is
  // locked within it, and read as it is then.
  const { rows } = await sql<Row>`
    with heard as materialized (
      select h.* from simulator_heard h join simulator s on s.id = h.simulator_id
      where ${condition} order by h.simulator_id for update of h
    )
    select s.id, s.sn, s.organ_id, s.room_id, school_of(s.organ_id) as school_id, host(s.headset_ip) as headset_ip, s.software,
      p.online, p.activity, p.health, p.enabled, p.enabled_since, p.reported_health, p.last_seen_at, p.line,
      ${micros('p.online_since')} as online_since, ${micros('p.activity_since')} as activity_since,
      ${micros('p.health_since')} as health_since, ${micros('p.state_since')} as state_since,
      p.shared_since, p.clock_offset_seconds, p.clock_off_since, p.reported_at, p.session_id, p.session_started_at, p.session_ordered_at,
      p.idle_heard_at, p.idle_reports, p.latest_start,
      p.student_id, p.module_id, p.last_score, clock_timestamp() as now,
      ${millis('heard.heard_at')} as heard_at, heard.connection_id as heard_connection, heard.seq as heard_seq,
      ${millis('heard.said_at')} as heard_said_at, ${millis('heard.grown_at')} as heard_grown_at,
      ${millis('heard.reported_at')} as heard_reported_at,
      case when p.health = 'fault' or p.reported_health = 'fault'
        then (select array_agg(f.code) from fault f where f.simulator_id = s.id and f.cleared_at is null) end as open_faults
    from simulator s join simulator_state p on p.simulator_id = s.id left join heard on heard.simulator_id = s.id
    where ${condition}`.execute(db)
  const simulators = new Map(rows.map(row => [row.sn, simulatorOf(row)]))
  return { simulators, now: rows[0]?.now.getTime() ?? Date.now() }
}

function simulatorOf(row: Row): Simulator {
  return {
    sn: row.sn,
    organId: row.organ_id,
    roomId: row.room_id,
    schoolId: row.school_id,
    placedSince: row.enabled_since.getTime(),
    headsetIp: row.headset_ip,
    software: row.software,
    present: heardPresent(row),
  }
}

function heardPresent(row: Row): Present {
  const heard = heardOf(row)
  return heard === null ? presentOf(row) : withHeard(presentOf(row), heard)
}

function heardOf(row: Row): Heard | null {
  if (row.heard_at === null) return null
  const latest =
    row.heard_connection === null
      ? null
      : {
          connectionId: row.heard_connection,
          seq: row.heard_seq,
          saidAt: row.heard_said_at,
          grownAt: row.heard_grown_at,
          reportedAt: row.heard_reported_at,
        }
  return { heardAt: row.heard_at, latest }
}

function presentOf(row: Row): Present {
  return {
    simulatorId: row.id,
    link: { value: row.online ? 'online' : 'offline', since: row.online_since },
    activity: { value: row.activity, since: row.activity_since },
    health: { value: row.health, since: row.health_since },
    enabled: row.enabled,
    stateSince: row.state_since,
    reportedHealth: row.reported_health,
    lastSeenAt: row.last_seen_at?.getTime() ?? null,
    line: row.line,
    sharedSince: row.shared_since?.getTime() ?? null,
    clockOffset: row.clock_offset_seconds === null ? null : row.clock_offset_seconds * 1000,
    clockOffSince: row.clock_off_since?.getTime() ?? null,
    reportedAt: row.reported_at?.getTime() ?? null,
    sessionId: row.session_id,
    sessionStartedAt: row.session_started_at?.getTime() ?? null,
    sessionOrderedAt: row.session_ordered_at?.getTime() ?? null,
    idleHeardAt: row.idle_heard_at?.getTime() ?? null,
    idleReports: row.idle_reports,
    latestStart: row.latest_start?.getTime() ?? null,
    studentId: row.student_id,
    moduleId: row.module_id,
    lastScore: row.last_score,
    openFaults: new Set(row.open_faults ?? []),
    transitions: [],
  }
}

/** Writes presents and the intervals of their facts. The presents must be locked. */
export async function writeSimulators(db: Db, simulators: readonly Simulator[]): Promise<void> {
  const moves = simulators.flatMap(simulator =>
    simulator.present.transitions.map(transition => ({ simulator, transition })),
  )
  if (moves.length > 0) await moveFacts(db, moves)
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const rows = simulators.map(({ present: p }) => ({
    id: p.simulatorId,
    online: p.link.value === 'online',
    activity: p.activity.value,
    health: p.health.value,
    online_since: p.link.since,
    activity_since: p.activity.since,
    health_since: p.health.since,
    state_since: p.stateSince,
    reported_health: p.reportedHealth,
    last_seen_at: iso(p.lastSeenAt),
    line: p.line,
    shared_since: iso(p.sharedSince),
    clock_offset_seconds: p.clockOffset === null ? null : Math.round(p.clockOffset / 1000),
    clock_off_since: iso(p.clockOffSince),
    reported_at: iso(p.reportedAt),
    session_id: p.sessionId,
    session_started_at: iso(p.sessionStartedAt),
    session_ordered_at: iso(p.sessionOrderedAt),
    idle_heard_at: iso(p.idleHeardAt),
    idle_reports: p.idleReports,
    latest_start: iso(p.latestStart),
    student_id: p.studentId,
    module_id: p.moduleId,
    last_score: p.lastScore,
  }))
  await sql`
    update simulator_state p set
      online = x.online, activity = x.activity, health = x.health, online_since = x.online_since,
      activity_since = x.activity_since, health_since = x.health_since, state_since = x.state_since,
      reported_health = x.reported_health, last_seen_at = x.last_seen_at, line = x.line,
      shared_since = x.shared_since, clock_offset_seconds = x.clock_offset_seconds, clock_off_since = x.clock_off_since,
      reported_at = x.reported_at, session_id = x.session_id, session_started_at = x.session_started_at,
      session_ordered_at = x.session_ordered_at, idle_heard_at = x.idle_heard_at, idle_reports = x.idle_reports,
      latest_start = x.latest_start, student_id = x.student_id,
      module_id = x.module_id, last_score = x.last_score
    from json_to_recordset(${JSON.stringify(rows)}::json) as x (
      id bigint, online boolean, activity text, health text, online_since timestamptz, activity_since timestamptz,
      health_since timestamptz, state_since timestamptz, reported_health text, last_seen_at timestamptz,
      line jsonb, shared_since timestamptz, clock_offset_seconds integer, clock_off_since timestamptz,
      reported_at timestamptz, session_id uuid, session_started_at timestamptz, session_ordered_at timestamptz, idle_heard_at timestamptz,
      idle_reports integer, latest_start timestamptz, student_id bigint, module_id bigint, last_score integer)
    where p.simulator_id = x.id`.execute(db)
  await writeHeard(
    db,
    simulators.map(({ present }) => present),
  )
}

/** Opens the new intervals, then closes those they end, which may be among them. */
async function moveFacts(db: Db, moves: readonly { simulator: Simulator; transition: Transition }[]) {
  const column = <T>(read: (simulator: Simulator, transition: Transition) => T) =>
    moves.map(({ simulator, transition }) => read(simulator, transition))
  const ids = column(simulator => simulator.present.simulatorId)
  const facts = column((_, transition) => transition.fact)
  const since = column((_, transition) => transition.since)
  await sql`
    insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
    select * from unnest(${ids}::bigint[], ${facts}::text[], ${column((_, t) => t.value)}::text[],
      ${column(s => s.organId)}::bigint[], ${column(s => s.roomId)}::bigint[], ${since}::timestamptz[])`.execute(
    db,
  )
  await sql`
    select close_intervals(${ids}::bigint[], ${facts}::text[], ${column((_, t) => t.before)}::timestamptz[],
      ${since}::timestamptz[])`.execute(db)
}

/** Where simulators were at instants of the past, in the order asked; null before they were anywhere. */
export async function placesAt(
  db: Db,
  asked: readonly { simulatorId: number; at: number }[],
): Promise<({ organId: number; roomId: number; schoolId: number } | null)[]> {
  const { rows } = await sql<{ n: number; organ: number; room: number; school: number }>`
    select x.n, i.organ_id as organ, i.room_id as room, school_of(i.organ_id) as school
    from unnest(${asked.map(one => one.simulatorId)}::bigint[], ${asked.map(one => new Date(one.at).toISOString())}::timestamptz[])
      with ordinality as x (id, at, n)
    cross join lateral (
      select organ_id, room_id from simulator_interval
      where simulator_id = x.id and fact = 'administration' and started_at <= x.at order by started_at desc limit 1
    ) i`.execute(db)
  const found = new Map(rows.map(row => [row.n, row]))
  return asked.map((_, index) => {
    const row = found.get(index + 1)
    return row === undefined ? null : { organId: row.organ, roomId: row.room, schoolId: row.school }
  })
}

/** What a device says of itself: kept where it differs. */
export async function writeEquipment(
  db: Db,
  rows: readonly { id: number; headsetIp: string | null; software: string | null }[],
): Promise<void> {
  await sql`
    update simulator s set headset_ip = x.ip::inet, software = x.software
    from unnest(${rows.map(row => row.id)}::bigint[], ${rows.map(row => row.headsetIp)}::text[],
      ${rows.map(row => row.software)}::text[]) as x (id, ip, software)
    where s.id = x.id`.execute(db)
}
