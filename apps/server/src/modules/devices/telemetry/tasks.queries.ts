import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { HeardBefore } from './clock.rules.ts'
import type { EndedSession } from './facts.rules.ts'
import { enoughIdleReports } from './present.rules.ts'

/** Event ids are remembered for longer than any event may be late without being suspect. */
const eventDays = 60
const idempotencyDays = 2

/** The database's clock, in milliseconds since 1970. */
export async function databaseClock(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now.getTime() ?? Number.NaN
}

/** When each simulator that counts as online was heard last. */
export async function heardSimulators(
  db: Db,
): Promise<{ simulatorId: number; seenAt: string; seenMs: number }[]> {
  const { rows } = await sql<{ simulatorId: number; seenAt: string; seenMs: number }>`
    select simulator_id as "simulatorId", heard_at::text as "seenAt", extract(epoch from heard_at)::float8 * 1000 as "seenMs"
    from simulator_heard where simulator_id <> 0`.execute(db)
  return rows
}

/** Simulators, of those given if any are, that count as online and were last heard too long ago, with steps of the clock allowed for. */
export async function silentSimulators(
  db: Db,
  silenceMs: number,
  allowed: readonly HeardBefore[],
  ids: readonly number[] | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ simulator_id: number }>`
    select h.simulator_id from simulator_heard h
    left join unnest(${allowed.map(one => one.simulatorId)}::bigint[], ${allowed.map(one => one.seenAt)}::timestamptz[],
      ${allowed.map(one => one.by)}::float8[]) as before (simulator_id, seen_at, by)
      on before.simulator_id = h.simulator_id and before.seen_at = h.heard_at
    where h.simulator_id <> 0 and (${ids === null} or h.simulator_id = any(${[...(ids ?? [])]}::bigint[]))
      and h.heard_at + make_interval(secs => (${silenceMs}::float8 + coalesce(before.by, 0)) / 1000) <= clock_timestamp()`.execute(
    db,
  )
  return rows.map(row => row.simulator_id)
}

export interface UnfinishedSession {
  recordId: number
  sessionId: string
  simulatorId: number
  /** null where unknown or of another school. */
  studentId: number | null
  startedAt: Date
  /** When it counts as ended: as the device was idle, the link lost, a later one began, or at the longest. */
  endedAt: Date
}

interface Limits {
  closeAfterLinkLostMs: number
  closeAfterIdleMs: number
  longestSessionMs: number
}

/**
 * Sessions that never ended, of simulators if given: the link was lost, the device is idle or has begun a later one (its
 * program crashed), or the longest time is over. Sessions have the device's times and intervals the server's, so that an
 * interval is read by the device's clock again.
 */
export async function unfinishedSessions(
  db: Db,
  limits: Limits,
  simulatorIds: readonly number[] | null = null,
): Promise<UnfinishedSession[]> {
  const { rows } = await sql<UnfinishedSession>`
    select record_id as "recordId", session_id as "sessionId", simulator_id as "simulatorId", student_id as "studentId",
      started_at as "startedAt",
      greatest(started_at, least(started_at + longest, case
        when followed then coalesce(quiet.since + ahead, latest_start)
        when lost then lost_at
        when idle then activity_since + ahead end)) as "endedAt"
    from (
      select t.*, p.online_since as lost_at, p.activity_since, p.latest_start, longest,
        make_interval(secs => case when p.clock_off_since is null then 0 else p.clock_offset_seconds end) as ahead,
        p.latest_start > t.started_at as followed,
        not p.online and greatest(p.online_since, t.started_at) + patience <= clock_timestamp()
          and p.online_since <= t.started_at + longest as lost,
        p.online and p.idle_reports >= ${enoughIdleReports} and p.idle_heard_at + idleness <= clock_timestamp() as idle
      from training_session t
      join simulator_state p on p.simulator_id = t.simulator_id
      cross join (select make_interval(secs => ${limits.closeAfterLinkLostMs / 1000}) as patience,
        make_interval(secs => ${limits.closeAfterIdleMs / 1000}) as idleness,
        make_interval(secs => ${limits.longestSessionMs / 1000}) as longest) limits
      where t.ended_at is null
        and (${simulatorIds === null} or t.simulator_id = any(${[...(simulatorIds ?? [])]}::bigint[]))
    ) running
    left join lateral (
      -- The idleness, or else the loss of the link, that lasted until the later one began.
      select started_at as since from simulator_interval i
      where running.followed and i.simulator_id = running.simulator_id
        and (i.fact, i.value) in (('activity', 'idle'), ('link', 'offline'))
        and i.started_at >= running.started_at - ahead and i.started_at < running.latest_start - ahead
        and (i.ended_at is null or i.ended_at >= running.latest_start - ahead - interval '1 second')
      order by i.fact limit 1
    ) quiet on true
    where followed or lost or idle or started_at + longest <= clock_timestamp()`.execute(db)
  return rows
}

/** Closes sessions without an end message: their training time is unknown and counts as zero. */
export async function closeSessions(db: Db, sessions: readonly UnfinishedSession[]): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    update training_session t set ended_at = x.ended_at, ending = 'abnormal',
      seconds = extract(epoch from x.ended_at - t.started_at)::integer
    from unnest(${sessions.map(s => s.recordId)}::bigint[], ${sessions.map(s => s.startedAt)}::timestamptz[],
      ${sessions.map(s => s.endedAt)}::timestamptz[]) as x (record_id, started_at, ended_at)
    where t.record_id = x.record_id and t.started_at = x.started_at and t.ended_at is null
    returning t.organ_id as "organId", t.student_id as "studentId",
      (extract(epoch from t.started_at) * 1000)::float8 as "startedAt", t.seconds, t.effective_seconds as "effectiveSeconds"`.execute(
    db,
  )
  return rows
}

/** Commands that ran out of time unanswered since an instant. */
export async function expiredCommands(
  db: Db,
  since: number,
): Promise<{ id: string; simulatorId: number; expiredAt: Date }[]> {
  const { rows } = await sql<{ id: string; simulatorId: number; expiredAt: Date }>`
    select id, simulator_id as "simulatorId", expires_at as "expiredAt" from simulator_command
    where answered_at is null
      and expires_at > ${new Date(since).toISOString()}::timestamptz and expires_at <= clock_timestamp()`.execute(
    db,
  )
  return rows
}

/** Deletes what no message and no repeated call can refer to any more. */
export async function purge(db: Db): Promise<void> {
  await sql`delete from device_event where received_at < now() - make_interval(days => ${eventDays})`.execute(
    db,
  )
  await sql`delete from fault_cleared where cleared_at < now() - make_interval(days => ${eventDays})`.execute(
    db,
  )
  await sql`delete from idempotency where created_at < now() - make_interval(days => ${idempotencyDays})`.execute(
    db,
  )
}
