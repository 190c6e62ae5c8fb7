import { type ClassroomRow, trainingUse } from '@drivesim/contract'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Classroom } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { type Db, unlessTaken } from '../../../platform/postgres/db.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'
import type { Use } from './change.queries.ts'

interface Filter {
  paramValue?: string | undefined
  organId?: number | undefined
  state?: 'enabled' | 'disabled' | undefined
}

/** The classrooms, by id. An organisation's include its service points'. */
export const classrooms = listByIds<Filter, ClassroomRow>({
  found: ({ db, scope }, { paramValue, organId, state }) =>
    inScope(db, scope)
      .select('c.id')
      .where(isOf(organId))
      .where(equals('c.enabled', state && state === 'enabled'))
      .where(matchesSearch(paramValue, ['c.name', 'c.address', 'o.name'])),
  rows: ({ db, scope }, ids) => rowsOf(inScope(db, scope)).where(isOneOf('c.id', ids)).execute(),
  idOf: row => row.roomId,
  first: 'oldest',
})

function inScope(db: Db, scope: Scope) {
  return db
    .selectFrom('classroom as c')
    .innerJoin('organisation as o', 'o.id', 'c.organ_id')
    .where(scoped(scope, sql.ref('c.organ_id')))
}

/** Whether a classroom is an organisation's or one of its service points'. */
function isOf(organId: number | undefined) {
  return organId === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(o.id = ${organId} or o.parent_id = ${organId})`
}

function rowsOf(query: ReturnType<typeof inScope>) {
  return query.select([
    'c.id as roomId',
    'c.name as roomName',
    'c.organ_id as organId',
    sql<number>`case when o.type = 'servicePoint' then o.parent_id else o.id end`.as('schoolId'),
    'o.name as organName',
    'c.address',
    sql<string>`to_char(c.opens_at, 'HH24:MI')`.as('opensAt'),
    sql<string>`to_char(c.closes_at, 'HH24:MI')`.as('closesAt'),
    'c.seats',
    sql<string | null>`host(c.network_address)`.as('ip'),
    sql<number>`(select count(*) from simulator s where s.room_id = c.id)`.as('simulators'),
    sql<'enabled' | 'disabled'>`case when c.enabled then 'enabled' else 'disabled' end`.as('state'),
    'c.version',
  ])
}

/** A classroom in the scope as lists show it, or undefined. */
export function findClassroom(db: Db, scope: Scope, id: number): Promise<ClassroomRow | undefined> {
  return rowsOf(inScope(db, scope)).where('c.id', '=', id).executeTakeFirst()
}

/** A classroom in the scope, locked until the change is committed. */
export function lockClassroom(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('classroom as c')
    .select(['c.id', 'c.name', 'c.organ_id as organId', 'c.enabled', 'c.version'])
    .where('c.id', '=', id)
    .where(scoped(scope, sql.ref('c.organ_id')))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Adds a classroom; undefined where its name is taken in the organisation. */
export async function insertClassroom(db: Db, row: Insertable<Classroom>): Promise<number | undefined> {
  const added = await db
    .insertInto('classroom')
    .values(row)
    .onConflict(conflict => conflict.columns(['organ_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** @returns false where the name is taken in the organisation */
export function updateClassroom(db: Db, id: number, row: Updateable<Classroom>): Promise<boolean> {
  return unlessTaken(db.updateTable('classroom').set(row).where('id', '=', id).execute())
}

/** What stands in a classroom; what there is none of is left out. */
export async function usesOfClassroom(db: Db, id: number): Promise<Use[]> {
  const { rows } = await sql<Use>`
    with devices as (
      select count(*) as all, count(*) filter (where n.state_id = 'training') as training
      from simulator s join simulator_state n on n.simulator_id = s.id where s.room_id = ${id}
    )
    select u.what, u.count from (values
      (1, ${trainingUse}::text, (select training from devices)),
      (2, '设备', (select "all" from devices))
    ) u (place, what, count)
    where u.count > 0
    order by u.place`.execute(db)
  return rows
}

/** How many simulators in a classroom are training now. */
export async function trainingIn(db: Db, room: number): Promise<number> {
  const { devices } = await db
    .selectFrom('simulator as s')
    .innerJoin('simulator_state as now', 'now.simulator_id', 's.id')
    .select(sql<number>`count(*)`.as('devices'))
    .where('s.room_id', '=', room)
    .where('now.state_id', '=', 'training')
    .executeTakeFirstOrThrow()
  return devices
}

/** Simulators that show this classroom's name. */
export async function simulatorsIn(db: Db, room: number): Promise<number[]> {
  const rows = await db.selectFrom('simulator').select('id').where('room_id', '=', room).execute()
  return rows.map(({ id }) => id)
}
