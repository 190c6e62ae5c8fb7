import type { LiveEvents, LiveSimulator, SimulatorState } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { LiveRow } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { commandRows, toCommandRow } from './command.queries.ts'
import { simulatorRows } from './rows.queries.ts'
import { toSimulatorRow } from './rows.service.ts'

/**
 * Simulators in the scope as the live view shows them, by id: those of the ids, of a classroom, changed since
 * (and by) a transaction, or the first `most` of those in a state by how long they are; several conditions narrow each other.
 */
export async function liveSimulators(
  db: Db,
  scope: Scope,
  which: {
    ids?: readonly number[]
    roomId?: number
    changedSince?: number
    longest?: { stateId: SimulatorState; most: number }
  },
): Promise<LiveSimulator[]> {
  const { ids, roomId, changedSince, longest } = which
  const rows = await simulatorRows(db)
    .leftJoin('module as m', 'm.id', 'now.module_id')
    .leftJoin('student', 'student.id', 'now.student_id')
    .select([
      'student.name as student',
      'm.name as module',
      'now.session_started_at as startedAt',
      'now.last_score as score',
      'now.state_since as stateSince',
    ])
    .where(scoped(scope, sql.ref('s.organ_id')))
    .$if(ids !== undefined, query => query.where(sql<boolean>`s.id = any(${ids}::bigint[])`))
    .$if(roomId !== undefined, query => query.where('s.room_id', '=', roomId ?? 0))
    .$if(changedSince !== undefined, query => query.where('now.changed_xid', '>=', changedSince ?? 0))
    .$if(longest !== undefined, query =>
      query
        .where('now.state_id', '=', longest?.stateId ?? '')
        .orderBy('now.state_since')
        .limit(longest?.most ?? 0),
    )
    .orderBy('s.id')
    .execute()
  return rows.map(row => ({
    ...toSimulatorRow(row),
    startedAt: row.startedAt?.toISOString() ?? null,
    stateSince: row.stateSince.toISOString(),
  }))
}

/** The organisation of every simulator. */
export async function placesOfSimulators(db: Db): Promise<Map<number, number>> {
  const rows = await db.selectFrom('simulator').select(['id', 'organ_id']).execute()
  return new Map(rows.map(row => [row.id, row.organ_id]))
}

/** Simulators changed at a position or later that stand outside the scope now and stood inside it within the last day. */
export async function idsGoneFromScope(db: Db, scope: Scope, since: number): Promise<number[]> {
  if (scope.organisations === null) return []
  const rows = await db
    .selectFrom('simulator_state as now')
    .innerJoin('simulator as s', 's.id', 'now.simulator_id')
    .select('s.id')
    .where('now.changed_xid', '>=', since)
    .where(({ not }) => not(scoped(scope, sql.ref('s.organ_id'))))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('simulator_interval as i')
          .select('i.simulator_id')
          .whereRef('i.simulator_id', '=', 's.id')
          .where('i.fact', '=', 'administration')
          .where('i.ended_at', '>', sql<Date>`now() - interval '1 day'`)
          .where(scoped(scope, sql.ref('i.organ_id'))),
      ),
    )
    .execute()
  return rows.map(row => row.id)
}

/** Commands as they are now: those of the ids, or those of the last ten minutes. */
export async function readCommands(
  db: Db,
  scope: Scope,
  ids: readonly string[] | 'recent',
): Promise<LiveRow<LiveEvents['command']>[]> {
  const rows = await commandRows(db, scope)
    .select(['c.simulator_id as simulatorId', 'c.organ_id as organId'])
    .$if(ids !== 'recent', query => query.where(sql<boolean>`c.id = any(${ids}::uuid[])`))
    .$if(ids === 'recent', query => query.where('c.sent_at', '>', sql<Date>`now() - interval '10 minutes'`))
    .execute()
  return rows.map(({ organId, ...row }) => ({ key: row.commandId, organId, data: toCommandRow(row) }))
}
