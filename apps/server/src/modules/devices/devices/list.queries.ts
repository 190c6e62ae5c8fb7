import type { Paging, SimulatorRow, SimulatorSortField, SimulatorState } from '@drivesim/contract'
import { type RawBuilder, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { List } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { contains, likePattern } from '../../../platform/postgres/search.ts'
import { lastSeen } from './rows.queries.ts'
import { type PlainRow, rowSelect, toSimulatorRow } from './rows.service.ts'

export interface Filter {
  organId?: number | undefined
  schoolId?: number | undefined
  roomId?: number | undefined
  simulatorNum?: string | undefined
  simulatorName?: string | undefined
  carNum?: string | undefined
  stateId?: SimulatorState | undefined
  connected?: 'yes' | 'no' | undefined
}

/**
 * `from … where` of the filtered simulators (`f`); the state is joined only where it is asked for. Templates rather
 * than the query builder: this is the most asked statement of all, and building it took longer than running it.
 */
function filteredIds(scope: Scope, filter: Filter): RawBuilder<unknown> {
  const { roomId, simulatorNum, simulatorName, carNum, stateId, connected } = filter
  const conditions = [scoped(scope, sql<number>`f.organ_id`), ...placeConditions(sql`f.organ_id`, filter)]
  if (roomId !== undefined) conditions.push(sql`f.room_id = ${roomId}`)
  // Serial numbers are capitals.
  if (simulatorNum !== undefined) conditions.push(sql`f.sn like ${likePattern(simulatorNum.toUpperCase())}`)
  if (simulatorName !== undefined) conditions.push(contains(sql`f.name`, simulatorName))
  if (carNum !== undefined) conditions.push(contains(sql`f.car_num`, carNum))
  if (stateId !== undefined) conditions.push(sql`fs.state_id = ${stateId}`)
  if (connected === 'yes') conditions.push(sql`fs.last_seen_at is not null`)
  if (connected === 'no') conditions.push(sql`fs.last_seen_at is null`)
  const asksState = stateId !== undefined || connected !== undefined
  const state = !asksState ? sql`` : sql`join simulator_state fs on fs.simulator_id = f.id`
  return sql`from simulator f ${state} where ${sql.join(conditions, sql` and `)}`
}

/** Of one organisation, or of a school with its service points. */
function placeConditions(organ: RawBuilder<unknown>, { organId, schoolId }: Filter): RawBuilder<unknown>[] {
  return [
    ...(organId === undefined ? [] : [sql`${organ} = ${organId}`]),
    ...(schoolId === undefined ? [] : [isBelow(organ, schoolId)]),
  ]
}

interface Sorting {
  sortField?: SimulatorSortField | undefined
  sortOrder?: 'ascend' | 'descend' | undefined
}

/** What each order looks at: simulators are `s`, their present is `now`. */
const sortColumns: Record<SimulatorSortField, RawBuilder<unknown>> = {
  simulatorName: sql`s.name`,
  simulatorNum: sql`s.sn`,
  carNum: sql`s.car_num`,
  lastSeenAt: lastSeen,
}

/** The simulators, by id unless asked otherwise. */
export const simulators: List<Filter & Sorting, SimulatorRow> = {
  async page({ db, scope }, filter, paging) {
    const [rows, total] = await Promise.all([
      listPage(db, scope, filter, paging),
      listTotal(db, scope, filter),
    ])
    return { rows, total, sum: undefined }
  },
  part({ db, scope }, filter, { last, most }) {
    const after = last?.simulatorId ?? 0
    const ids = sql`select f.id ${filteredIds(scope, filter)} and f.id > ${after} order by f.id limit ${most}`
    return rowsOf(db, ids, sql`order by s.id`)
  },
}

/** The rows of a page, without their total. */
export function listPage(
  db: Db,
  scope: Scope,
  { sortField, sortOrder, ...filter }: Filter & Sorting,
  { pageNum, pageSize }: Paging,
): Promise<SimulatorRow[]> {
  const cut = sql`limit ${pageSize} offset ${pageNum * pageSize}`
  if (sortField === undefined) {
    return rowsOf(db, sql`select f.id ${filteredIds(scope, filter)} order by f.id ${cut}`, sql`order by s.id`)
  }
  // Any other order needs every row that the filter leaves, before the page can be cut out.
  const direction = sortOrder === 'descend' ? sql`desc nulls last` : sql`asc nulls last`
  const order = sql`order by ${sortColumns[sortField]} ${direction}, s.id ${cut}`
  return rowsOf(db, sql`select f.id ${filteredIds(scope, filter)}`, order)
}

/** The rows of the ids that a statement finds; as an array, since the planner then looks each one up. */
async function rowsOf(db: Db, ids: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<SimulatorRow[]> {
  const { rows } = await sql<PlainRow>`${rowSelect(db)} where s.id = any(array(${ids})) ${order}`.execute(db)
  return rows.map(toSimulatorRow)
}

/** Simulators as lists show them, by their ids. */
export const simulatorsOf = (db: Db, ids: readonly number[]): Promise<SimulatorRow[]> =>
  rowsOf(db, sql`select unnest(${[...ids]}::bigint[])`, sql`order by s.id`)

/** Those of these simulators that are in the scope. */
export const simulatorsIn = (db: Db, scope: Scope, ids: readonly number[]): Promise<SimulatorRow[]> =>
  rowsOf(
    db,
    sql`select f.id ${filteredIds(scope, {})} and f.id = any(${[...ids]}::bigint[])`,
    sql`order by s.id`,
  )

/** The ids of all that the filter leaves, as a statement. */
export const idsMatching = (scope: Scope, filter: Filter): RawBuilder<{ id: number }> =>
  sql`select f.id ${filteredIds(scope, filter)}`

/** How many simulators the filter leaves: from the kept counts where it asks for organisation and state alone. */
export async function listTotal(db: Db, scope: Scope, filter: Filter): Promise<number> {
  const { roomId, simulatorNum, simulatorName, carNum, connected } = filter
  const others = [roomId, simulatorNum, simulatorName, carNum, connected]
  const statement = others.some(value => value !== undefined)
    ? sql<Total>`select count(*) as total ${filteredIds(scope, filter)}`
    : keptTotal(scope, filter)
  const { rows } = await statement.execute(db)
  return rows[0]?.total ?? 0
}

interface Total {
  total: number
}

function keptTotal(scope: Scope, filter: Filter) {
  const { stateId } = filter
  const conditions = [scoped(scope, sql<number>`n.organ_id`), ...placeConditions(sql`n.organ_id`, filter)]
  if (stateId !== undefined) conditions.push(sql`n.state_id = ${stateId}`)
  return sql<Total>`
    select coalesce(sum(n.simulators), 0)::bigint as total
    from simulator_count n where ${sql.join(conditions, sql` and `)}`
}
