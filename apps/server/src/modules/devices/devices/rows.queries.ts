import { type SimulatorState, simulatorPlainFields } from '@drivesim/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { selectPlain } from '../../../platform/postgres/plainFields.ts'

/** When a simulator was heard last: `heard` while it is online, then as it was noted when that was over. */
export const lastSeen = sql<Date | null>`coalesce(heard.heard_at, now.last_seen_at)`

/** The select is the same object each time: building it costs more than all the rest of a list's statement. */
const built = new WeakMap<Db, ReturnType<typeof buildRows>>()

/** Simulators (`s`) with their present (`now`), organisation (`o`) and classroom (`c`), and the columns of a list's row. */
export function simulatorRows(db: Db): ReturnType<typeof buildRows> {
  const known = built.get(db)
  if (known !== undefined) return known
  const rows = buildRows(db)
  built.set(db, rows)
  return rows
}

function buildRows(db: Db) {
  return db
    .selectFrom('simulator as s')
    .innerJoin('simulator_state as now', 'now.simulator_id', 's.id')
    .leftJoin('simulator_heard as heard', 'heard.simulator_id', 's.id')
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
      ...selectPlain('s', simulatorPlainFields),
      sql<SimulatorState>`now.state_id`.as('stateId'),
      lastSeen.as('lastSeenAt'),
      's.version',
    ])
}

/** A row of {@link simulatorRows} as the database gives it. */
export type PlainRow = Awaited<ReturnType<ReturnType<typeof buildRows>['execute']>>[number]

/** Of an offline simulator (`now`): it has reported before. Nobody waits for one that never did. */
export const isMissed = sql<boolean>`(now.online or now.last_seen_at is not null)`

let selectText: RawBuilder<unknown> | undefined

/** The same select as a piece of a template: compiled once, it has no parameters. */
export function rowSelect(db: Db): RawBuilder<unknown> {
  selectText ??= sql.raw(simulatorRows(db).compile().sql)
  return selectText
}

/** How many simulators are in each state that any is in, in the scope or one of its organisations. */
export function readStateCounts(db: Db, scope: Scope, organId: number | undefined) {
  return db
    .selectFrom('simulator_count as n')
    .select([
      sql<SimulatorState>`n.state_id`.as('stateId'),
      sql<number>`sum(n.simulators)::bigint`.as('simulators'),
    ])
    .where(scoped(scope, sql.ref('n.organ_id')))
    .$if(organId !== undefined, query => query.where('n.organ_id', '=', organId ?? 0))
    .groupBy('n.state_id')
    .execute()
}
