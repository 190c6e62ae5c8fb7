import type { OpsCalendar, WorkOrderPriority } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

export function readLimits(db: Db): Promise<{ priority: WorkOrderPriority; minutes: number }[]> {
  return db
    .selectFrom('response_limit')
    .select([sql<WorkOrderPriority>`priority`.as('priority'), 'minutes'])
    .orderBy('minutes')
    .execute()
}

export async function setLimit(db: Db, priority: WorkOrderPriority, minutes: number): Promise<void> {
  await db.updateTable('response_limit').set({ minutes }).where('priority', '=', priority).execute()
}

/** The calendars of organisations in the scope that have one of their own. */
export function readCalendars(
  db: Db,
  scope: Scope,
): Promise<{ organId: number; organName: string; calendar: OpsCalendar }[]> {
  return db
    .selectFrom('ops_organ_setting as c')
    .innerJoin('organisation as o', 'o.id', 'c.organ_id')
    .select(['o.id as organId', 'o.name as organName', sql<OpsCalendar>`c.calendar`.as('calendar')])
    .where(scoped(scope, sql.ref('o.id')))
    .orderBy('o.name')
    .execute()
}

export function findOrgan(db: Db, scope: Scope, id: number): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('organisation as o')
    .select('o.id')
    .where('o.id', '=', id)
    .where('o.type', '<>', 'platform')
    .where(scoped(scope, sql.ref('o.id')))
    .executeTakeFirst()
}

/** Null: the organisation has none of its own. */
export async function setCalendar(db: Db, organId: number, calendar: OpsCalendar | null): Promise<void> {
  if (calendar === null) {
    await db.deleteFrom('ops_organ_setting').where('organ_id', '=', organId).execute()
    return
  }
  await db
    .insertInto('ops_organ_setting')
    .values({ organ_id: organId, calendar })
    .onConflict(conflict => conflict.column('organ_id').doUpdateSet({ calendar }))
    .execute()
}
