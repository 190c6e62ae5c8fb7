import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Where a device stands, or which organisation a room is of; only within the scope. */
export function placeOf(
  db: Db,
  scope: Scope,
  { simulatorId, roomId }: { simulatorId: number | null; roomId: number | null },
): Promise<{ organId: number; roomId: number } | undefined> {
  if (simulatorId !== null)
    return db
      .selectFrom('simulator as s')
      .select(['s.organ_id as organId', 's.room_id as roomId'])
      .where('s.id', '=', simulatorId)
      .where(scoped(scope, sql.ref('s.organ_id')))
      .executeTakeFirst()
  return db
    .selectFrom('classroom as r')
    .select(['r.organ_id as organId', 'r.id as roomId'])
    .where('r.id', '=', roomId ?? 0)
    .where(scoped(scope, sql.ref('r.organ_id')))
    .executeTakeFirst()
}
