import { configPlainFields, type EnrolmentConfigRow } from '@drivesim/contract'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { EnrolmentConfig } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { type Db, unlessTaken } from '../../../platform/postgres/db.ts'
import { selectPlain } from '../../../platform/postgres/plainFields.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'
import type { Search } from './queries.ts'

type Filter = Search & { state?: EnrolmentConfigRow['state'] | undefined }

export interface LockedConfig {
  id: number
  schoolId: number
  version: number
}

/** The configurations, newest first, with what is bound to them. */
export const configs = listByIds<Filter, EnrolmentConfigRow>({
  found: ({ db, scope }, { state, schoolId, paramValue }) =>
    db
      .selectFrom('enrolment_config as c')
      .select('c.id')
      .where(scoped(scope, sql.ref('c.school_id')))
      .where(equals('c.school_id', schoolId))
      .where(equals('c.state', state))
      .where(matchesSearch(paramValue, ['c.title'])),
  rows: ({ db }, ids) => configRows(db).where(isOneOf('c.id', ids)).execute(),
  idOf: row => row.id,
})

/** A configuration in the scope as lists show it. */
export function findConfig(db: Db, scope: Scope, id: number): Promise<EnrolmentConfigRow | undefined> {
  return configRows(db)
    .where('c.id', '=', id)
    .where(scoped(scope, sql.ref('c.school_id')))
    .executeTakeFirst()
}

function configRows(db: Db) {
  return db
    .selectFrom('enrolment_config as c')
    .innerJoin('organisation as o', 'o.id', 'c.school_id')
    .select([
      'c.id',
      'c.school_id as schoolId',
      'o.name as schoolName',
      ...selectPlain('c', configPlainFields),
      sql<EnrolmentConfigRow['classType']>`c.class_type`.as('classType'),
      'c.original_price as originalPrice',
      sql<EnrolmentConfigRow['state']>`c.state`.as('state'),
      sql<number[]>`array(
        select b.coach_id from enrolment_config_coach b where b.config_id = c.id order by 1
      )`.as('coachIds'),
      // One that moved to another school since serves it no more.
      sql<number[]>`array(
        select b.simulator_id from enrolment_config_simulator b join simulator s on s.id = b.simulator_id
        where b.config_id = c.id and school_of(s.organ_id) = c.school_id order by 1
      )`.as('simulatorIds'),
      sql<number>`(select count(*) from applicant a where a.config_id = c.id)`.as('applicants'),
      'c.version',
    ])
}

/** A configuration in the scope, locked until the change is committed. */
export function lockConfig(db: Db, scope: Scope, id: number): Promise<LockedConfig | undefined> {
  return db
    .selectFrom('enrolment_config as c')
    .select(['c.id', 'c.school_id as schoolId', 'c.version'])
    .where('c.id', '=', id)
    .where(scoped(scope, sql.ref('c.school_id')))
    .forUpdate()
    .executeTakeFirst()
}

/** @returns undefined when the school has one of this title */
export async function insertConfig(
  db: Db,
  row: Insertable<EnrolmentConfig>,
): Promise<{ id: number } | undefined> {
  return db
    .insertInto('enrolment_config')
    .values(row)
    .onConflict(conflict => conflict.columns(['school_id', 'title']).doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** @returns false when the school has another of this title */
export function modifyConfig(db: Db, id: number, row: Updateable<EnrolmentConfig>): Promise<boolean> {
  return unlessTaken(db.updateTable('enrolment_config').set(row).where('id', '=', id).execute())
}

/** Applications that hang on a configuration. */
export async function countApplicants(db: Db, configId: number): Promise<number> {
  const { applicants } = await db
    .selectFrom('applicant')
    .select(sql<number>`count(*)`.as('applicants'))
    .where('config_id', '=', configId)
    .executeTakeFirstOrThrow()
  return applicants
}

export async function removeConfig(db: Db, id: number): Promise<void> {
  await db.deleteFrom('enrolment_config').where('id', '=', id).execute()
}

/** How many of the coaches work at the school; held so until the change is committed. */
export async function countCoaches(db: Db, schoolId: number, ids: readonly number[]): Promise<number> {
  const rows = await db
    .selectFrom('coach')
    .select('id')
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .where('school_id', '=', schoolId)
    .where('state', '=', 'employed')
    .forShare()
    .execute()
  return rows.length
}

/** How many of the simulators stand at the school or its service points. */
export async function countSimulators(db: Db, schoolId: number, ids: readonly number[]): Promise<number> {
  const rows = await db
    .selectFrom('simulator')
    .select('id')
    .where(sql<SqlBool>`id = any(${ids}::bigint[]) and school_of(organ_id) = ${schoolId}`)
    .forShare()
    .execute()
  return rows.length
}

/** Replaces what serves a configuration; what stays is not touched. */
export async function bind(
  db: Db,
  configId: number,
  { coachIds, simulatorIds }: { coachIds: readonly number[]; simulatorIds: readonly number[] },
): Promise<void> {
  await sql`
    delete from enrolment_config_coach
    where config_id = ${configId} and coach_id <> all(${coachIds}::bigint[])`.execute(db)
  await sql`
    insert into enrolment_config_coach (config_id, coach_id)
    select ${configId}::bigint, unnest(${coachIds}::bigint[]) on conflict do nothing`.execute(db)
  await sql`
    delete from enrolment_config_simulator
    where config_id = ${configId} and simulator_id <> all(${simulatorIds}::bigint[])`.execute(db)
  await sql`
    insert into enrolment_config_simulator (config_id, simulator_id)
    select ${configId}::bigint, unnest(${simulatorIds}::bigint[]) on conflict do nothing`.execute(db)
}
