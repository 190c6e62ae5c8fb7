import type pg from 'pg'

/** A fact takes a value at an instant: `['link', 'online', '2024-01-05T07:30:00+08:00']`. */
export type Change = readonly [
  fact: 'link' | 'activity' | 'health' | 'administration',
  value: string,
  at: string,
]

/**
 * Puts a history in the place of the intervals of a simulator that is alone at its place: each fact keeps a value until its next
 * change, and the last one still. What is kept of them is counted as the gateway does.
 */
export async function setIntervals(
  pool: pg.Pool,
  simulator: { id: number; organ: number; room: number },
  changes: readonly Change[],
): Promise<void> {
  const facts = changes.map(([fact]) => fact)
  const values = changes.map(([, value]) => value)
  const since = changes.map(([, , at]) => at)
  await pool.query('select ensure_months(min(at), max(at)) from unnest($1::timestamptz[]) at', [since])
  await pool.query('delete from simulator_interval where simulator_id = $1', [simulator.id])
  await pool.query('delete from health_open where organ_id = $1', [simulator.organ])
  await pool.query(
    `insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
     select $1, fact, value, $2, $3, at from unnest($4::text[], $5::text[], $6::timestamptz[]) c (fact, value, at)`,
    [simulator.id, simulator.organ, simulator.room, facts, values, since],
  )
  await pool.query(
    `select close_intervals(array_agg(simulator_id), array_agg(fact), array_agg(started_at), array_agg(next)) from (
       select simulator_id, fact, started_at, lead(started_at) over (partition by fact order by started_at) as next
       from simulator_interval where simulator_id = $1
     ) i where next is not null`,
    [simulator.id],
  )
  await pool.query(
    `update simulator_state set online = link.value = 'online', online_since = link.started_at,
       activity = activity.value, activity_since = activity.started_at, health = health.value, reported_health = health.value,
       health_since = health.started_at, enabled = administration.value = 'enabled', enabled_since = administration.started_at
     from simulator_interval link, simulator_interval activity, simulator_interval health, simulator_interval administration
     where simulator_state.simulator_id = $1
       and (link.simulator_id, link.fact) = ($1, 'link') and link.ended_at is null
       and (activity.simulator_id, activity.fact) = ($1, 'activity') and activity.ended_at is null
       and (health.simulator_id, health.fact) = ($1, 'health') and health.ended_at is null
       and (administration.simulator_id, administration.fact) = ($1, 'administration') and administration.ended_at is null`,
    [simulator.id],
  )
}

/** Two months of 2024 of a simulator, with what goes on beyond them, and its present since then. */
export const twoMonths: readonly Change[] = [
  ['administration', 'enabled', '2023-12-20T09:00:00+08:00'],
  ['health', 'ok', '2023-12-20T09:00:00+08:00'],
  ['activity', 'idle', '2023-12-20T09:00:00+08:00'],
  ['link', 'offline', '2023-12-20T09:00:00+08:00'],
  ['link', 'online', '2024-01-05T07:30:00+08:00'],
  ['activity', 'training', '2024-01-05T09:30:00+08:00'],
  ['activity', 'idle', '2024-01-05T09:40:00+08:00'],
  ['health', 'fault', '2024-01-05T12:00:00+08:00'],
  ['health', 'ok', '2024-01-06T12:00:00+08:00'],
  ['link', 'offline', '2024-01-05T20:30:00+08:00'],
  // Beyond the end of January, and up to that of February.
  ['link', 'online', '2024-01-31T23:00:00+08:00'],
  ['link', 'offline', '2024-02-01T01:00:00+08:00'],
  ['link', 'online', '2024-02-02T08:00:00+08:00'],
  ['link', 'offline', '2024-03-01T00:00:00+08:00'],
  ['activity', 'training', '2024-02-02T09:00:00+08:00'],
  ['activity', 'idle', '2024-02-02T09:30:00+08:00'],
]
