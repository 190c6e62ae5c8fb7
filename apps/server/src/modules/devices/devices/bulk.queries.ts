import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** What the simulators are called that lie in the scope. */
export function namesInScope(db: Db, scope: Scope, ids: readonly number[]) {
  return db
    .selectFrom('simulator as s')
    .select(['s.id', 's.name'])
    .where(sql<boolean>`s.id = any(${[...ids]}::bigint[])`)
    .where(scoped(scope, sql.ref('s.organ_id')))
    .execute()
}
