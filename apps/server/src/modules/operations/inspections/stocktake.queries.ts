import type {
  inspections,
  Paging,
  ParsedOf,
  ScanResult,
  ScanRow,
  StocktakeInfo,
  StocktakeRow,
  StocktakeState,
} from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { equals, isOneOf } from '../../../platform/postgres/search.ts'

type StocktakeFilter = Omit<ParsedOf<typeof inspections.stocktakes>, keyof Paging>

const scans = (result: ScanResult) =>
  sql<number>`(select count(*) from stocktake_scan n where n.stocktake_id = t.id and n.result = ${result})`

/** What was expected and is there: another place's device is not. */
const foundOfExpected = sql<number>`(
  select count(*) from stocktake_scan n where n.stocktake_id = t.id and n.result in ('present', 'misplaced', 'disabled')
    and n.simulator_id = any(t.expected_ids))`

function stocktakes(db: Db, scope: Scope) {
  return db
    .selectFrom('stocktake as t')
    .innerJoin('organisation as o', 'o.id', 't.organ_id')
    .leftJoin('classroom as c', 'c.id', 't.room_id')
    .innerJoin('member as opener', 'opener.id', 't.opened_by')
    .leftJoin('member as closer', 'closer.id', 't.closed_by')
    .select([
      't.id as stocktakeId',
      't.organ_id as organId',
      'o.name as organName',
      't.room_id as roomId',
      'c.name as classroomName',
      sql<StocktakeState>`t.state`.as('state'),
      sql<number>`cardinality(t.expected_ids)`.as('expected'),
      foundOfExpected.as('found'),
      sql<number>`cardinality(t.expected_ids) - ${foundOfExpected}`.as('missing'),
      scans('misplaced').as('misplaced'),
      scans('unknown').as('unknown'),
      scans('disabled').as('disabled'),
      'opener.name as openedBy',
      't.opened_at as openedAt',
      'closer.name as closedBy',
      't.closed_at as closedAt',
    ])
    .where(scoped(scope, sql.ref('t.organ_id')))
}

type Read = Awaited<ReturnType<ReturnType<typeof stocktakes>['execute']>>[number]

const toRow = (row: Read): StocktakeRow => ({
  ...row,
  openedAt: row.openedAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
})

/** Opened within these days. */
const openedWithin = ({ beginDate, endDate }: StocktakeFilter) => sql<SqlBool>`(
  ${beginDate === undefined ? sql`true` : sql`t.opened_at >= ${beginningOf(beginDate)}`}
  and ${endDate === undefined ? sql`true` : sql`t.opened_at < ${beginningOf(endDate, 1)}`})`

/** The stock-takings, the newest first. */
export const stocktakeList = listByIds<StocktakeFilter, StocktakeRow>({
  found: ({ db, scope }, { organId, roomId, state, ...filter }) =>
    db
      .selectFrom('stocktake as t')
      .select('t.id')
      .where(scoped(scope, sql.ref('t.organ_id')))
      .where(organId === undefined ? sql<SqlBool>`true` : isBelow(sql.ref('t.organ_id'), organId))
      .where(equals('t.room_id', roomId))
      .where(equals('t.state', state))
      .where(openedWithin(filter)),
  rows: async ({ db, scope }, ids) =>
    (await stocktakes(db, scope).where(isOneOf('t.id', ids)).execute()).map(toRow),
  idOf: row => row.stocktakeId,
})

export async function findStocktake(db: Db, scope: Scope, id: number): Promise<StocktakeRow | undefined> {
  const row = await stocktakes(db, scope).where('t.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

/** Locked until the change is committed: scans of one stock-taking follow one another. */
export function lockStocktake(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('stocktake as t')
    .select([
      't.id',
      't.organ_id as organId',
      't.room_id as roomId',
      sql<StocktakeState>`t.state`.as('state'),
    ])
    .where('t.id', '=', id)
    .where(scoped(scope, sql.ref('t.organ_id')))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The place of a stock-taking, and its name; undefined where it is not in the scope. */
export async function findPlace(
  db: Db,
  scope: Scope,
  { organId, roomId }: { organId: number; roomId: number | null },
): Promise<{ name: string; room: string | null } | undefined> {
  return db
    .selectFrom('organisation as o')
    .leftJoin('classroom as c', join => join.onRef('c.organ_id', '=', 'o.id').on('c.id', '=', roomId ?? 0))
    .select(['o.name', 'c.name as room'])
    .where('o.id', '=', organId)
    .where(scoped(scope, sql.ref('o.id')))
    .executeTakeFirst()
}

/** Begins one, with the enabled devices of the place. Undefined where one is under way there. */
export async function insertStocktake(
  db: Db,
  { organId, roomId, memberId }: { organId: number; roomId: number | null; memberId: number },
): Promise<{ id: number; expected: number } | undefined> {
  const { rows } = await sql<{ id: number; expected: number }>`
    insert into stocktake (organ_id, room_id, opened_by, expected_ids)
    select ${organId}::bigint, ${roomId}::bigint, ${memberId}::bigint, array(
      select s.id from simulator s join simulator_state state on state.simulator_id = s.id and state.enabled
      where s.organ_id = ${organId} and (${roomId}::bigint is null or s.room_id = ${roomId}) order by s.id)
    on conflict (organ_id, room_id) where state = 'open' do nothing
    returning id, cardinality(expected_ids) as expected`.execute(db)
  return rows[0]
}

export async function closeStocktake(db: Db, id: number, memberId: number): Promise<void> {
  await db
    .updateTable('stocktake')
    .set({ state: 'closed', closed_by: memberId, closed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

const devices = (db: Db, scope: Scope) =>
  db
    .selectFrom('simulator as s')
    .innerJoin('simulator_state as state', 'state.simulator_id', 's.id')
    .select(['s.id', 's.organ_id as organId', 's.room_id as roomId', 'state.enabled'])
    .where(scoped(scope, sql.ref('s.organ_id')))

/** A device of the scope by its number. */
export const findDevice = (db: Db, scope: Scope, sn: string) =>
  devices(db, scope).where('s.sn', '=', sn).executeTakeFirst()

/** Those of the scope with a plate. */
export const findByPlate = (db: Db, scope: Scope, plate: string) =>
  devices(db, scope)
    .where('s.car_num', 'ilike', plate.replace(/[\\%_]/g, '\\$&'))
    .execute()

/** Simulators of a place with a name that begins with the number of a seat, with its zero or without. */
export const findBySeat = (
  db: Db,
  scope: Scope,
  { organId, roomId }: { organId: number; roomId: number | null },
  seat: string,
) =>
  devices(db, scope)
    .where('s.organ_id', '=', organId)
    .where(equals('s.room_id', roomId ?? undefined))
    .where(sql<SqlBool>`ltrim(replace(s.name, ' ', ''), '0') like ${`${seat}号%`}`)
    .execute()

export async function wasScanned(db: Db, stocktakeId: number, simulatorId: number): Promise<boolean> {
  const scan = await db
    .selectFrom('stocktake_scan')
    .select('id')
    .where('stocktake_id', '=', stocktakeId)
    .where('simulator_id', '=', simulatorId)
    .executeTakeFirst()
  return scan !== undefined
}

export async function insertScan(
  db: Db,
  row: {
    stocktake_id: number
    raw: string
    simulator_id: number | null
    result: ScanResult
    member_id: number
  },
): Promise<number> {
  const { id } = await db.insertInto('stocktake_scan').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Scans of a stock-taking, the newest first, or one of them. Where a device stands is told within the scope alone. */
export async function scansOf(
  db: Db,
  scope: Scope,
  stocktakeId: number,
  scanId?: number,
): Promise<ScanRow[]> {
  const rows = await db
    .selectFrom('stocktake_scan as n')
    .innerJoin('member as m', 'm.id', 'n.member_id')
    .leftJoin('simulator as s', join =>
      join.onRef('s.id', '=', 'n.simulator_id').on(scoped(scope, sql.ref('s.organ_id'))),
    )
    .select([
      'n.id as scanId',
      'n.at',
      'm.name as memberName',
      'n.raw',
      sql<ScanResult>`n.result`.as('result'),
      's.id as simulatorId',
      's.name as simulatorName',
      's.sn as simulatorNum',
      's.car_num as carNum',
      sql<ScanRow['stands']>`(
        select json_build_object('organId', o.id, 'organName', o.name, 'roomId', c.id, 'classroomName', c.name, 'version', s.version)
        from organisation o, classroom c where o.id = s.organ_id and c.id = s.room_id)`.as('stands'),
    ])
    .where('n.stocktake_id', '=', stocktakeId)
    .where(equals('n.id', scanId))
    .orderBy('n.id', 'desc')
    .execute()
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}

/** What was expected, by place and name, with what was found of it. */
export async function expectedOf(
  db: Db,
  scope: Scope,
  stocktakeId: number,
): Promise<StocktakeInfo['devices']> {
  return db
    .selectFrom('stocktake as t')
    .innerJoin('simulator as s', join => join.on(sql<SqlBool>`s.id = any(t.expected_ids)`))
    .innerJoin('organisation as o', 'o.id', 's.organ_id')
    .innerJoin('classroom as c', 'c.id', 's.room_id')
    .select([
      's.id as simulatorId',
      's.name as simulatorName',
      's.sn as simulatorNum',
      's.car_num as carNum',
      's.organ_id as organId',
      'o.name as organName',
      's.room_id as roomId',
      'c.name as classroomName',
      sql<boolean>`exists (
        select from stocktake_scan n where n.stocktake_id = t.id and n.simulator_id = s.id)`.as('found'),
    ])
    .where('t.id', '=', stocktakeId)
    .where(scoped(scope, sql.ref('s.organ_id')))
    .orderBy('c.name')
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()
}
