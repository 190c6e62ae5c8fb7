import {
  type CommandRow,
  type FaultRow,
  type IntervalRow,
  type SimulatorDetail,
  simulatorDetailPlainFields,
} from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { List } from '../../../platform/lists/list.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { placeOfPage } from '../../../platform/postgres/paging.ts'
import { selectPlain } from '../../../platform/postgres/plainFields.ts'
import { commandRows, toCommandRow } from './command.queries.ts'
import { simulatorRows, toSimulatorRow } from './rows.service.ts'
import { countsByDay } from './sessions.queries.ts'

/** Commands that the detail page shows. */
const newestCommands = 100

/** A simulator in the scope with all that is kept of it, or undefined. */
export async function findDetail(db: Db, scope: Scope, id: number): Promise<SimulatorDetail | undefined> {
  const row = await simulatorRows(db)
    .select([
      's.software as softwareVersion',
      ...selectPlain('s', simulatorDetailPlainFields),
      'now.online',
      sql<'idle' | 'training'>`now.activity`.as('activity'),
      sql<'ok' | 'fault'>`now.health`.as('health'),
      'now.enabled',
      'now.shared_since as sharedSince',
      'now.clock_offset_seconds as clockOffsetSeconds',
    ])
    .where('s.id', '=', id)
    .where(scoped(scope, sql.ref('s.organ_id')))
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { ...toSimulatorRow(row), sharedSince: row.sharedSince?.toISOString() ?? null }
}

/** The id of the simulator with a serial number, where it is in the scope. */
export async function findBySn(db: Db, scope: Scope, sn: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('simulator as s')
    .select('s.id')
    .where('s.sn', '=', sn)
    .where(scoped(scope, sql.ref('s.organ_id')))
    .executeTakeFirst()
  return row?.id
}

/** The faults of a simulator that happened in the scope. */
const faultsOf = (db: Db, scope: Scope, simulatorId: number) =>
  db
    .selectFrom('fault as f')
    .where('f.simulator_id', '=', simulatorId)
    .where(scoped(scope, sql.ref('f.organ_id')))

/** Newest first. */
async function faultRows(
  faults: ReturnType<typeof faultsOf>,
  most: number,
  skipped = 0,
): Promise<FaultRow[]> {
  const rows = await faults
    .select(['f.id as faultId', 'f.code', 'f.text', 'f.raised_at as raisedAt', 'f.cleared_at as clearedAt'])
    .orderBy('f.raised_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(most)
    .offset(skipped)
    .execute()
  return rows.map(row => ({
    ...row,
    raisedAt: row.raisedAt.toISOString(),
    clearedAt: row.clearedAt?.toISOString() ?? null,
  }))
}

/** The faults of a simulator that happened in the scope, newest first; found by the kept counts as sessions are. */
export const faults: List<{ simulatorId: number }, FaultRow> = {
  async page({ db, scope }, { simulatorId }, paging) {
    const { total, within } = await placeOfPage<string>(db, countsByDay(scope, 'faults', simulatorId), paging)
    if (within === null) return { rows: [], total, sum: undefined }
    const { oldest, newest, skipped } = within
    const found = faultsOf(db, scope, simulatorId)
      .where('f.raised_at', '>=', beginningOf(oldest))
      .where('f.raised_at', '<', beginningOf(newest, 1))
    return { rows: await faultRows(found, paging.pageSize, skipped), total, sum: undefined }
  },
  part: ({ db, scope }, { simulatorId }, { last, most }) =>
    faultRows(faultsOf(db, scope, simulatorId).where(isBefore(last)), most),
}

/** Whether a fault stands below another, if there is one. */
const isBefore = (fault: FaultRow | undefined) =>
  fault === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(f.raised_at, f.id) < (${fault.raisedAt}::timestamptz, ${fault.faultId})`

/**
 * Intervals of the four facts that touch the last 24 hours, in the scope, oldest first. What began before is looked
 * up as the last one of its fact, so that the cost does not grow with the history.
 */
export async function listIntervals(db: Db, scope: Scope, simulatorId: number): Promise<IntervalRow[]> {
  const { rows } = await sql<{
    fact: IntervalRow['fact']
    value: string
    startedAt: Date
    endedAt: Date | null
  }>`
    select i.fact, i.value, i.started_at as "startedAt", i.ended_at as "endedAt"
    from unnest(array['link', 'activity', 'health', 'administration']) with ordinality as f (fact, place)
    cross join lateral (
      (select * from simulator_interval
       where simulator_id = ${simulatorId} and fact = f.fact and started_at > now() - interval '24 hours')
      union all
      (select * from simulator_interval
       where simulator_id = ${simulatorId} and fact = f.fact and started_at <= now() - interval '24 hours'
       order by started_at desc limit 1)
    ) i
    where (i.ended_at is null or i.ended_at > now() - interval '24 hours')
      and ${scoped(scope, sql.ref('i.organ_id'))}
    order by f.place, i.started_at`.execute(db)
  return rows.map(({ startedAt, endedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}

/** The newest commands given to a simulator while it stood in the scope. */
export async function listCommands(db: Db, scope: Scope, simulatorId: number): Promise<CommandRow[]> {
  const rows = await commandRows(db, scope)
    .where('c.simulator_id', '=', simulatorId)
    .orderBy('c.sent_at', 'desc')
    .limit(newestCommands)
    .execute()
  return rows.map(toCommandRow)
}
