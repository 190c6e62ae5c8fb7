import type { Insertable } from 'kysely'
import type { Applicant, Coach, EnrolmentConfig } from '../../../generated/schema.ts'
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
