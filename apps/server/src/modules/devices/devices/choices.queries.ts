import type { DataOf, devices } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Organisations in the scope that have simulators. */
export function organisationsWithDevices(
  db: Db,
  scope: Scope,
): Promise<{ organizationId: number; name: string }[]> {
  return db
    .selectFrom('organisation as o')
    .select(['o.id as organizationId', 'o.name'])
    .where(scoped(scope, sql.ref('o.id')))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('simulator_count as n')
          .select('n.organ_id')
          .whereRef('n.organ_id', '=', 'o.id')
          .where('n.simulators', '>', 0),
      ),
    )
    .orderBy('o.id')
    .execute()
}

/** Enabled classrooms in the scope, with the organisation's name, since many are called alike. */
export async function rooms(db: Db, scope: Scope): Promise<{ value: number; label: string }[]> {
  const rows = await db
    .selectFrom('classroom as c')
    .innerJoin('organisation as o', 'o.id', 'c.organ_id')
    .select(['c.id', 'c.name', 'o.name as organ'])
    .where(scoped(scope, sql.ref('c.organ_id')))
    .where('c.enabled', '=', true)
    .orderBy('c.organ_id')
    .orderBy('c.id')
    .execute()
  return rows.map(({ id, name, organ }) => ({ value: id, label: `${organ} · ${name}` }))
}

export async function models(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('simulator as s')
    .select('s.model')
    .distinct()
    .where(scoped(scope, sql.ref('s.organ_id')))
    .where('s.model', 'is not', null)
    .orderBy('s.model')
    .execute()
  return rows.flatMap(({ model }) => (model === null ? [] : [model]))
}

/** The scenes that the training modules load, each once for a subject; its id is that of its first module. */
export function maps(db: Db): Promise<{ mapId: number; mapName: string; subject: string }[]> {
  return db
    .selectFrom('module as m')
    .innerJoin('sub_subject as part', 'part.id', 'm.sub_subject_id')
    .innerJoin('subject', 'subject.id', 'part.subject_id')
    .select(({ fn }) => [fn.min('m.id').as('mapId'), 'm.map_name as mapName', 'subject.name as subject'])
    .groupBy(['m.map_name', 'subject.name'])
    .orderBy('mapId')
    .execute()
}

/** Cars that simulators in the scope are bound to; a car's id is its simulator's. */
export function cars(
  db: Db,
  scope: Scope,
): Promise<{ carId: number; bindNum: string | null; carNum: string }[]> {
  return db
    .selectFrom('simulator as s')
    .select(['s.id as carId', 's.bind_num as bindNum', sql<string>`s.car_num`.as('carNum')])
    .where(scoped(scope, sql.ref('s.organ_id')))
    .where('s.car_num', 'is not', null)
    .orderBy('s.id')
    .execute()
}

/** What an offline reminder begins with; times of the day as `HH:mm`. */
export function offlineDefaults(db: Db): Promise<DataOf<typeof devices.offlineDefaults>> {
  return db
    .selectFrom('offline_reminder_default as d')
    .select([
      'd.create_limit as createLimit',
      sql<string>`to_char(d.able_time_begin, 'HH24:MI')`.as('ableTimeBegin'),
      sql<string>`to_char(d.able_time_end, 'HH24:MI')`.as('ableTimeEnd'),
      'd.effective_time as effectiveTime',
      'd.version',
    ])
    .executeTakeFirstOrThrow()
}
