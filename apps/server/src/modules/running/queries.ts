import {
  type LiveSimulator,
  type SimulatorRow,
  type SimulatorState,
  simulatorStates,
} from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { type Scope, scoped } from '../../platform/scope.ts'

/** Simulators (`s`) with their present (`now`), organisation (`o`) and classroom (`c`), and the columns of a list's row. */
export function simulatorRows(db: Db) {
  return db
    .selectFrom('simulator as s')
    .innerJoin('simulator_state as now', 'now.simulator_id', 's.id')
    .innerJoin('organisation as o', 'o.id', 's.organ_id')
    .innerJoin('classroom as c', 'c.id', 's.room_id')
    .select([
      's.id as simulatorId',
      's.name as simulatorName',
      's.sn as simulatorNum',
      's.organ_id as organId',
      'o.name as organName',
      's.room_id as roomId',
      'c.name as classroomName',
      's.headset_ip as headsetIp',
      's.bind_num as bindNum',
      's.car_num as carNum',
      's.model',
      sql.ref<SimulatorState>('now.state_id').as('stateId'),
      'now.last_seen_at as lastSeenAt',
      's.version',
    ])
}

type Selected = Awaited<ReturnType<ReturnType<typeof simulatorRows>['execute']>>[number]

/** The row as the wire has it: the word for the state, and the instant as text. */
export function toSimulatorRow<R extends Selected>(row: R): Omit<R, 'lastSeenAt'> & SimulatorRow {
  return {
    ...row,
    stateName: simulatorStates[row.stateId],
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  }
}

/**
 * Simulators in the scope as the live board shows them, by id: those of the ids, of a classroom, or changed since
 * (and by) a transaction; several conditions narrow each other.
 */
export async function liveSimulators(
  db: Db,
  scope: Scope,
  which: { ids?: readonly number[]; roomId?: number; changedSince?: number },
): Promise<LiveSimulator[]> {
  const { ids, roomId, changedSince } = which
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
    .orderBy('s.id')
    .execute()
  return rows.map(row => ({
    ...toSimulatorRow(row),
    startedAt: row.startedAt?.toISOString() ?? null,
    stateSince: row.stateSince.toISOString(),
  }))
}
