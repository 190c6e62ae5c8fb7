import type { SimulatorState } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isMissed } from './rows.queries.ts'

/** How many simulators of the scope are in a state that needs attention, and since when the first one is. */
export function countWaiting(db: Db, scope: Scope, state: SimulatorState) {
  return db
    .selectFrom('simulator_state as now')
    .innerJoin('simulator as s', 's.id', 'now.simulator_id')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(now.state_since)`.as('oldestAt')])
    .where('now.state_id', '=', state)
    .where(isMissed)
    .where(scoped(scope, sql.ref('s.organ_id')))
    .executeTakeFirstOrThrow()
}
