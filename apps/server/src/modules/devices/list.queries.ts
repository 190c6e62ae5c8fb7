import type { SimulatorRow, SimulatorSortField, SimulatorState } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { type Scope, scoped } from '../../platform/scope.ts'
import { simulatorRows, toSimulatorRow } from '../running/rows.service.ts'

export interface Filter {
  organId?: number | undefined
  roomId?: number | undefined
  simulatorNum?: string | undefined
  stateId?: SimulatorState | undefined
}

/** Ids of the filtered simulators, without their order. The state is joined only where it is asked for. */
function filteredIds(db: Db, scope: Scope, { organId, roomId, simulatorNum, stateId }: Filter) {
  return db
    .selectFrom('simulator as f')
    .where(scoped(scope, sql.ref('f.organ_id')))
    .$if(organId !== undefined, query => query.where('f.organ_id', '=', organId ?? 0))
    .$if(roomId !== undefined, query => query.where('f.room_id', '=', roomId ?? 0))
    .$if(simulatorNum !== undefined, query => query.where('f.sn', 'like', containing(simulatorNum ?? '')))
    .$if(stateId !== undefined, query =>
      query
        .innerJoin('simulator_state as fs', 'fs.simulator_id', 'f.id')
        .where('fs.state_id', '=', stateId ?? ''),
    )
}

/** LIKE pattern of a serial number that contains the text as it is typed; serial numbers are capitals. */
function containing(text: string): string {
  return `%${text.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`
}

interface Window {
  pageNum: number
  pageSize: number
  sortField?: SimulatorSortField | undefined
  sortOrder?: 'ascend' | 'descend' | undefined
}

/** What each order looks at: simulators are `s`, their present is `now`. */
const sortColumns = {
  simulatorName: 's.name',
  simulatorNum: 's.sn',
  carNum: 's.car_num',
  lastSeenAt: 'now.last_seen_at',
} as const satisfies Record<SimulatorSortField, string>

/** One page of the filtered simulators, by id unless asked otherwise. */
export function listPage(db: Db, scope: Scope, filter: Filter, window: Window): Promise<SimulatorRow[]> {
  return window.sortField === undefined
    ? pageById(db, scope, filter, window)
    : pageSorted(db, scope, filter, { ...window, sortField: window.sortField })
}

/** Any other order has to look at every row that the filter leaves, before the page is cut out. */
async function pageSorted(
  db: Db,
  scope: Scope,
  filter: Filter,
  { pageNum, pageSize, sortField, sortOrder }: Window & { sortField: SimulatorSortField },
): Promise<SimulatorRow[]> {
  const direction = sortOrder === 'descend' ? 'desc' : 'asc'
  const rows = await simulatorRows(db)
    .where('s.id', 'in', filteredIds(db, scope, filter).select('f.id'))
    .orderBy(sortColumns[sortField], order => order[direction]().nullsLast())
    .orderBy('s.id')
    .limit(pageSize)
    .offset(pageNum * pageSize)
    .execute()
  return rows.map(toSimulatorRow)
}

/** The page is found on the index alone, then joined. */
async function pageById(
  db: Db,
  scope: Scope,
  filter: Filter,
  { pageNum, pageSize }: Window,
): Promise<SimulatorRow[]> {
  const ids = filteredIds(db, scope, filter)
    .select('f.id')
    .orderBy('f.id')
    .limit(pageSize)
    .offset(pageNum * pageSize)
  // An array, not a join: the planner knows that it is short and looks each one up.
  const rows = await simulatorRows(db)
    .where(sql<boolean>`s.id = any(array(${ids}))`)
    .orderBy('s.id')
    .execute()
  return rows.map(toSimulatorRow)
}

/** The next simulators after an id, for a file of any length. */
export async function listAfter(
  db: Db,
  scope: Scope,
  filter: Filter,
  { after, most }: { after: number; most: number },
): Promise<SimulatorRow[]> {
  const ids = filteredIds(db, scope, filter)
    .select('f.id')
    .where('f.id', '>', after)
    .orderBy('f.id')
    .limit(most)
  const rows = await simulatorRows(db)
    .where(sql<boolean>`s.id = any(array(${ids}))`)
    .orderBy('s.id')
    .execute()
  return rows.map(toSimulatorRow)
}

/** How many simulators the filter leaves: from the kept counts where it asks for organisation and state alone. */
export async function listTotal(db: Db, scope: Scope, filter: Filter): Promise<number> {
  const { organId, roomId, simulatorNum, stateId } = filter
  if (roomId !== undefined || simulatorNum !== undefined) {
    const { total } = await filteredIds(db, scope, filter)
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow()
    return total
  }
  const { total } = await db
    .selectFrom('simulator_count as n')
    .select(sql<number>`coalesce(sum(n.simulators), 0)::bigint`.as('total'))
    .where(scoped(scope, sql.ref('n.organ_id')))
    .$if(organId !== undefined, query => query.where('n.organ_id', '=', organId ?? 0))
    .$if(stateId !== undefined, query => query.where('n.state_id', '=', stateId ?? ''))
    .executeTakeFirstOrThrow()
  return total
}
