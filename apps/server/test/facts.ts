import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** What a test says of a finished training session; the rest is ordinary. */
export interface NewSession {
  simulator: number
  organ: number
  room: number
  /** Instant of its beginning, whole seconds, with zone: `2026-10-05T09:30:00+08:00`. */
  at: string
  seconds?: number
  effectiveSeconds?: number
  student?: number | null
  module?: number
  score?: number
  errors?: { subSubjectId: number; text: string; points: number; atSecond?: number }[]
  /** Still under way: no end, and in no rollup. */
  running?: boolean
}

export type CountedKind = 'enrolment' | 'recharge' | 'course' | 'refund' | 'session'

/** Counts what a test wrote behind the domains' backs, as they would have. */
export async function countFacts(
  pool: pg.Pool,
  source: CountedKind,
  ids: readonly number[],
  factor: 1 | -1 = 1,
): Promise<void> {
  await pool.query(
    `select add_person_days(array_agg(metric), array_agg(person_id), array_agg(day), array_agg(organ_id),
       array_agg($3::integer))
     from person_fact where source = $1 and source_id = any($2)`,
    [source, ids, factor],
  )
  await pool.query(
    `select add_figures(array_agg(metric), array_agg(organ_id), array_agg(at), array_agg($3::integer * value))
     from (
       select metric, organ_id, at, value from figure_fact where source = $1 and source_id = any($2)
       union all
       select m.metric::metric, organ_id, started_at, m.value
       from training_session cross join lateral (
         values ('appUses', 1), ('trainingSeconds', seconds), ('effectiveSeconds', effective_seconds)
       ) m (metric, value)
       where $1 = 'session' and record_id = any($2) and ended_at is not null
     ) f`,
    [source, ids, factor],
  )
}

/** Changes behind the domains' backs what was counted already: taken out before, counted again as it is then. */
export async function recount<T>(
  pool: pg.Pool,
  source: CountedKind,
  id: number,
  change: () => Promise<T>,
): Promise<T> {
  await countFacts(pool, source, [id], -1)
  const changed = await change()
  await countFacts(pool, source, [id])
  return changed
}

/** Training sessions as the gateway keeps them, rollups included. @returns their record ids */
export async function makeSessions(pool: pg.Pool, sessions: readonly NewSession[]): Promise<number[]> {
  const ids: number[] = []
  for (const session of sessions) {
    const { at, seconds = 600, running = false } = session
    await pool.query('select ensure_months($1::timestamptz, $1::timestamptz)', [at])
    const { rows } = await pool.query<{ id: number }>(
      `with stored as (
       insert into training_session (record_id, session_id, simulator_id, organ_id, room_id, school_id, student_id,
         reported_student_id, module_id, started_at, ended_at, seconds, effective_seconds, score, passed, errors, ending)
       select new_record_id($1::timestamptz), $2::uuid, $3::bigint, $4::bigint, $5::bigint, school_of($4), $6::bigint, coalesce($6::bigint, 999999), $7::bigint, $1::timestamptz,
         case when $8::boolean then null else $1::timestamptz + make_interval(secs => $9::int) end,
         case when $8 then 0 else $9::int end, case when $8 then 0 else $10::int end,
         case when $8 then null else $11::int end, case when $8 then null else $11::int >= 80 end, $12::jsonb,
         case when $8 then 'running' else 'normal' end
       returning session_id, simulator_id, record_id, student_id)
       insert into training_session_key (session_id, simulator_id, record_id, student_id) select * from stored
       returning record_id as id`,
      [
        at,
        randomUUID(),
        session.simulator,
        session.organ,
        session.room,
        session.student ?? null,
        session.module ?? 1,
        running,
        seconds,
        session.effectiveSeconds ?? Math.floor(seconds * 0.8),
        session.score ?? 85,
        JSON.stringify(session.errors ?? []),
      ],
    )
    for (const { id } of rows) {
      ids.push(id)
      if (!running) await pool.query('select roll_up_sessions(array[$1::bigint])', [id])
    }
  }
  await countFacts(pool, 'session', ids)
  return ids
}

/** Changes what a simulator does now, without its intervals. */
export async function setState(
  pool: pg.Pool,
  simulator: number,
  state: { online?: boolean; activity?: 'idle' | 'training'; health?: 'ok' | 'fault'; since?: string },
): Promise<void> {
  await pool.query(
    `update simulator_state set online = coalesce($2, online), activity = coalesce($3, activity),
       health = coalesce($4, health), state_since = coalesce($5, state_since),
       last_seen_at = coalesce(last_seen_at, now()) where simulator_id = $1`,
    [simulator, state.online ?? null, state.activity ?? null, state.health ?? null, state.since ?? null],
  )
}
