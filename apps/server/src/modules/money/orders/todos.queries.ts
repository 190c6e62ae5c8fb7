import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Cash that the platform registered and the school has not confirmed. */
export function rechargesToAccept(db: Db, scope: Scope) {
  return db
    .selectFrom('recharge_order as o')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(o.created_at)`.as('oldestAt')])
    .where('o.state', '=', 'waiting')
    .where('o.channel', '=', 'offline')
    .where(scoped(scope, sql.ref('o.organ_id')))
    .executeTakeFirstOrThrow()
}

/** Recharges as reminders tell of them. */
export function readBriefs(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('recharge_order as o')
    .innerJoin('student as s', 's.id', 'o.student_id')
    .innerJoin('organisation as school', 'school.id', 'o.school_id')
    .select(['o.id', 'o.no', 'o.amount', 'o.day', 's.name as student', 'school.name as school'])
    .where(sql<boolean>`o.id = any(${[...ids]}::bigint[])`)
    .execute()
}
