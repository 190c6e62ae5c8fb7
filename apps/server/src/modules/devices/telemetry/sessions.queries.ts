import type { ReadError } from '@drivesim/contract/devices/telemetry/deviceReading'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** A training session as messages shape it. Instants are milliseconds since 1970. */
export interface Session {
  /** null until it is stored. */
  recordId: number | null
  sessionId: string
  simulatorId: number
  organId: number
  roomId: number
  schoolId: number
  studentId: number | null
  /** null where the device did not say it. */
  reportedStudentId: number | null
  /** null where unknown. */
  moduleId: number | null
  /** Whole seconds. */
  startedAt: number
  endedAt: number | null
  seconds: number
  effectiveSeconds: number
  score: number | null
  passed: boolean | null
  errors: readonly ReadError[]
  ending: 'running' | 'normal' | 'abnormal'
  redated: boolean
}

/** Sessions that messages tell of, and when, as far as these tell, they may have begun: milliseconds since 1970. */
export interface AskedSessions {
  readonly ids: readonly string[]
  readonly from: number
  readonly to: number
}

/** What is known of sessions. Months outside the stretch are not opened. */
export async function findSessions(db: Db, { ids, from, to }: AskedSessions): Promise<Map<string, Session>> {
  const { rows } = await sql<Session & { startedAtText: Date; endedAtText: Date | null }>`
    select t.record_id as "recordId", t.session_id as "sessionId", t.simulator_id as "simulatorId",
      t.organ_id as "organId", t.room_id as "roomId", t.school_id as "schoolId", t.student_id as "studentId",
      t.reported_student_id as "reportedStudentId", t.module_id as "moduleId", t.started_at as "startedAtText",
      t.ended_at as "endedAtText", t.seconds, t.effective_seconds as "effectiveSeconds", t.score, t.passed, t.errors,
      t.ending, t.redated
    from training_session_key k
    join training_session t on t.record_id = k.record_id and t.started_at = record_time(k.record_id)
    where k.session_id = any(${[...ids]}::uuid[])
      and k.record_id between first_record_id(${new Date(from)}::timestamptz) and first_record_id(${new Date(to)}::timestamptz)`.execute(
    db,
  )
  return new Map(
    rows.map(({ startedAtText, endedAtText, ...row }) => [
      row.sessionId,
      { ...row, startedAt: startedAtText.getTime(), endedAt: endedAtText?.getTime() ?? null },
    ]),
  )
}

/** Stores new sessions. @returns their record ids by session */
export async function insertSessions(db: Db, sessions: readonly Session[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ session_id: string; record_id: number }>`
    with stored as (
      insert into training_session (record_id, session_id, simulator_id, organ_id, room_id, school_id, student_id,
        reported_student_id, module_id, started_at, ended_at, seconds, effective_seconds, score, passed, errors, ending,
        redated)
      select new_record_id(x.started_at), x.session_id, x.simulator_id, x.organ_id, x.room_id, x.school_id, x.student_id,
        x.reported_student_id, x.module_id, x.started_at, x.ended_at, x.seconds, x.effective_seconds, x.score, x.passed,
        x.errors, x.ending, x.redated
      from ${records(sessions)}
      returning session_id, simulator_id, record_id, student_id
    )
    insert into training_session_key (session_id, simulator_id, record_id, student_id) select * from stored
    returning session_id, record_id`.execute(db)
  return new Map(rows.map(row => [row.session_id, row.record_id]))
}

/** Sessions whose end names another student than their start did are found by that one. */
export async function updateKeys(db: Db, sessions: readonly Session[]): Promise<void> {
  await sql`
    update training_session_key k set student_id = x.student_id
    from ${records(sessions)}
    where k.session_id = x.session_id and k.record_id = x.record_id`.execute(db)
}

/** Rewrites what the end of a session tells. */
export async function updateSessions(db: Db, sessions: readonly Session[]): Promise<void> {
  await sql`
    update training_session t set student_id = x.student_id, reported_student_id = x.reported_student_id,
      module_id = x.module_id, ended_at = x.ended_at, seconds = x.seconds, effective_seconds = x.effective_seconds,
      score = x.score, passed = x.passed, errors = x.errors, ending = x.ending, redated = x.redated
    from ${records(sessions)}
    where t.record_id = x.record_id and t.started_at = x.started_at`.execute(db)
}

function records(sessions: readonly Session[]) {
  const rows = sessions.map(session => ({
    record_id: session.recordId,
    session_id: session.sessionId,
    simulator_id: session.simulatorId,
    organ_id: session.organId,
    room_id: session.roomId,
    school_id: session.schoolId,
    student_id: session.studentId,
    reported_student_id: session.reportedStudentId,
    module_id: session.moduleId,
    started_at: new Date(session.startedAt).toISOString(),
    ended_at: session.endedAt === null ? null : new Date(session.endedAt).toISOString(),
    seconds: session.seconds,
    effective_seconds: session.effectiveSeconds,
    score: session.score,
    passed: session.passed,
    errors: session.errors,
    ending: session.ending,
    redated: session.redated,
  }))
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as x (
    record_id bigint, session_id uuid, simulator_id bigint, organ_id bigint, room_id bigint, school_id bigint,
    student_id bigint, reported_student_id bigint, module_id bigint, started_at timestamptz, ended_at timestamptz,
    seconds integer, effective_seconds integer, score integer, passed boolean, errors jsonb, ending text,
    redated boolean)`
}

/** Adds finished sessions to the rollups, or with -1 takes them out. */
export async function rollUp(db: Db, recordIds: readonly number[], factor: 1 | -1): Promise<void> {
  await sql`select roll_up_sessions(${[...recordIds]}::bigint[], ${factor}::integer)`.execute(db)
}
