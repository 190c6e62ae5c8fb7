import { type Insertable, sql } from 'kysely'
import type { Applicant, Coach, EnrolmentConfig } from '../../../generated/schema.ts'
import { arrayOf, ids, instants, text } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** @returns their ids, in the same order */
export async function insertCoaches(db: Db, rows: Insertable<Coach>[]): Promise<number[]> {
  const made = await db.insertInto('coach').values(rows).returning('id').execute()
  return made.map(({ id }) => id)
}

/** @returns their ids, in the same order */
export async function insertConfigs(db: Db, rows: Insertable<EnrolmentConfig>[]): Promise<number[]> {
  const made = await db.insertInto('enrolment_config').values(rows).returning('id').execute()
  return made.map(({ id }) => id)
}

export async function insertBindings(
  db: Db,
  bindings: readonly { config: number; coaches: readonly number[]; simulators: readonly number[] }[],
): Promise<void> {
  const coaches = bindings.flatMap(({ config, coaches }) =>
    coaches.map(coach => ({ config_id: config, coach_id: coach })),
  )
  const simulators = bindings.flatMap(({ config, simulators }) =>
    simulators.map(simulator => ({ config_id: config, simulator_id: simulator })),
  )
  if (coaches.length > 0) await db.insertInto('enrolment_config_coach').values(coaches).execute()
  if (simulators.length > 0) await db.insertInto('enrolment_config_simulator').values(simulators).execute()
}

export async function insertApplicants(db: Db, rows: Insertable<Applicant>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('applicant').values(rows).execute()
}

/** What a school says of a student. */
export interface Marks {
  readonly id: number
  readonly tags: readonly string[]
  readonly coachId: number | null
  /** With its author, and when it was written; epoch milliseconds. */
  readonly note: { readonly text: string; readonly by: number; readonly at: number } | null
}

/** The working coach of each classroom. */
export async function coachesByRoom(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('coach')
    .select(['id', 'room_id as roomId'])
    .where('state', '=', 'employed')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.flatMap(({ id, roomId }) => (roomId === null ? [] : [[roomId, id] as const])))
}

/** Writes them all in one statement. */
export async function insertMarks(db: Db, rows: readonly Marks[]): Promise<void> {
  const columns = [
    ids(rows.map(({ id }) => id)),
    text(rows.map(({ tags }) => tags.join())),
    ids(rows.map(({ coachId }) => coachId)),
    text(rows.map(({ note }) => note?.text)),
    ids(rows.map(({ note }) => note?.by)),
    instants(rows.map(({ note }) => note?.at ?? null)),
  ]
  await sql`
    update student s
    set tags = string_to_array(g.tags, ','), coach_id = g.coach_id, note = g.note, note_by = g.note_by,
      note_at = g.note_at
    from unnest(${sql.join(columns.map(arrayOf))}) g (id, tags, coach_id, note, note_by, note_at)
    where s.id = g.id`.execute(db)
}
