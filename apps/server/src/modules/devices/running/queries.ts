import type { DataOf, running, SimulatorState } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { stateCounts } from '../devices/rows.service.ts'

/** Whether a classroom is in the scope. */
export async function hasRoom(db: Db, scope: Scope, roomId: number): Promise<boolean> {
  const row = await db
    .selectFrom('classroom as c')
    .select('c.id')
    .where('c.id', '=', roomId)
    .where(scoped(scope, sql.ref('c.organ_id')))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Finished sessions that began on the business days from `first` to `last`, both included; `people` are the known
 * students, each counted once.
 */
export async function useInRange(
  db: Db,
  scope: Scope,
  { organId, first, last }: { organId: number | undefined; first: string; last: string },
) {
  return db
    .selectFrom('usage_day as u')
    .select([
      sql<number>`coalesce(sum(u.times), 0)::bigint`.as('times'),
      sql<number>`coalesce(sum(u.seconds), 0)::bigint`.as('seconds'),
      sql<number>`count(distinct u.student_id) filter (where u.student_id <> 0)`.as('people'),
    ])
    .where('u.day', '>=', first)
    .where('u.day', '<=', last)
    .where(scoped(scope, sql.ref('u.organ_id')))
    .$if(organId !== undefined, query => query.where('u.organ_id', '=', organId ?? 0))
    .executeTakeFirstOrThrow()
}

/** Code and words of the newest open fault of each of the simulators that has one, as the scope may know it. */
export async function newestFaults(
  db: Db,
  scope: Scope,
  simulators: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('fault as f')
    .distinctOn('f.simulator_id')
    .select(['f.simulator_id as simulatorId', 'f.code', 'f.text'])
    .where(sql<boolean>`f.simulator_id = any(${simulators}::bigint[])`)
    .where('f.cleared_at', 'is', null)
    .where(scoped(scope, sql.ref('f.organ_id')))
    .orderBy('f.simulator_id')
    .orderBy('f.raised_at', 'desc')
    .orderBy('f.id', 'desc')
    .execute()
  return new Map(rows.map(({ simulatorId, code, text }) => [simulatorId, `${code} ${text}`]))
}

type Tree = DataOf<typeof running.tree>

/** The scope's organisations that have classrooms, each school before its service points, with the counts of every classroom. */
export async function roomTree(db: Db, scope: Scope): Promise<Tree> {
  const rows = await db
    .selectFrom('classroom as c')
    .innerJoin('organisation as o', 'o.id', 'c.organ_id')
    .leftJoin(
      eb =>
        eb
          .selectFrom('simulator as s')
          .innerJoin('simulator_state as now', 'now.simulator_id', 's.id')
          .select([
            's.room_id',
            sql<SimulatorState>`now.state_id`.as('stateId'),
            sql<number>`count(*)`.as('simulators'),
          ])
          .where(scoped(scope, sql.ref('s.organ_id')))
          .groupBy(['s.room_id', 'now.state_id'])
          .as('n'),
      join => join.onRef('n.room_id', '=', 'c.id'),
    )
    .select([
      'o.id as organizationId',
      'o.name',
      'c.id as roomId',
      'c.name as roomName',
      'n.stateId',
      'n.simulators',
    ])
    .where(scoped(scope, sql.ref('c.organ_id')))
    // A disabled classroom is shown for as long as something stands in it.
    .where(({ eb, or }) => or([eb('c.enabled', '=', true), eb('n.room_id', 'is not', null)]))
    .orderBy(sql`case when o.type = 'servicePoint' then o.parent_id else o.id end`)
    .orderBy(sql`o.type = 'servicePoint'`)
    .orderBy('o.id')
    .orderBy('c.id')
    .execute()

  const tree: Tree = []
  for (const { organizationId, name, roomId, roomName, stateId, simulators } of rows) {
    let organisation = tree.at(-1)
    if (organisation?.organizationId !== organizationId) {
      organisation = { organizationId, name, rooms: [] }
      tree.push(organisation)
    }
    let room = organisation.rooms.at(-1)
    if (room?.roomId !== roomId) {
      room = { roomId, roomName, counts: stateCounts([]) }
      organisation.rooms.push(room)
    }
    if (stateId !== null && simulators !== null) room.counts[stateId] = simulators
  }
  return tree
}
