import type { CommandName, SimulatorState } from '@drivesim/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Simulator } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** What a change must know of the simulator that it changes. */
export interface LockedSimulator {
  id: number
  sn: string
  organId: number
  roomId: number
  version: number
  stateId: SimulatorState
}

/**
 * Simulators in the scope, locked until the change is committed, ids ascending. The row of its present is the lock for
 * everything about one, for reports from the device too, so that the counts and intervals of a place never miss one another.
 */
export async function lockSimulators(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<LockedSimulator[]> {
  await sql`
    select from simulator_state where simulator_id = any(${[...ids]}::bigint[])
    order by simulator_id for update`.execute(db)
  // A separate statement: one that waited for a lock would see the other tables as they were before the wait.
  return db
    .selectFrom('simulator as s')
    .innerJoin('simulator_state as now', 'now.simulator_id', 's.id')
    .select([
      's.id',
      's.sn',
      's.organ_id as organId',
      's.room_id as roomId',
      's.version',
      sql<SimulatorState>`now.state_id`.as('stateId'),
    ])
    .where(sql<boolean>`s.id = any(${[...ids]}::bigint[])`)
    .where(scoped(scope, sql.ref('s.organ_id')))
    .orderBy('s.id')
    .execute()
}

/** An organisation in the scope and, if it is that organisation's, the classroom. */
export function findPlace(db: Db, scope: Scope, { organId, roomId }: { organId: number; roomId: number }) {
  return db
    .selectFrom('organisation as o')
    .leftJoin('classroom as c', join => join.onRef('c.organ_id', '=', 'o.id').on('c.id', '=', roomId))
    .select(['o.name as organ', 'o.enabled as organEnabled', 'c.name as room', 'c.enabled as roomEnabled'])
    .where('o.id', '=', organId)
    .where(scoped(scope, sql.ref('o.id')))
    .executeTakeFirst()
}

/** Adds a simulator that never reported; its four intervals begin now. Undefined when the serial number is taken. */
export async function insertSimulator(db: Db, row: Insertable<Simulator>): Promise<number | undefined> {
  const added = await db
    .insertInto('simulator')
    .values(row)
    .onConflict(conflict => conflict.column('sn').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) return undefined
  await db.insertInto('simulator_state').values({ simulator_id: added.id }).execute()
  await openIntervals(db, [added.id])
  return added.id
}

export async function updateSimulator(db: Db, id: number, row: Updateable<Simulator>): Promise<void> {
  await db.updateTable('simulator').set(row).where('id', '=', id).execute()
}

/** Puts simulators in another place: what happened before stays with the old one. */
export async function moveSimulators(
  db: Db,
  ids: readonly number[],
  place: { organId: number; roomId: number },
): Promise<void> {
  const moments = await closeIntervals(db, ids)
  await sql`
    update simulator set organ_id = ${place.organId}, room_id = ${place.roomId}
    where id = any(${[...ids]}::bigint[])`.execute(db)
  await sql`
    update simulator_state set online_since = m.moment, activity_since = m.moment, health_since = m.moment,
      enabled_since = m.moment
    from ${moments} where simulator_id = m.id`.execute(db)
  await openIntervals(db, ids)
}

/** Enables or disables simulators: their administration intervals end and the next begin. */
export async function setEnabled(db: Db, ids: readonly number[], enabled: boolean): Promise<void> {
  const moments = await closeIntervals(db, ids, 'administration')
  await sql`
    update simulator_state set enabled = ${enabled}, enabled_since = m.moment,
      state_since = greatest(state_since, m.moment)
    from ${moments} where simulator_id = m.id`.execute(db)
  await openIntervals(db, ids, 'administration')
}

/** The four facts of simulators with their values and beginnings, as rows: all, or one of them. */
const facts = (ids: readonly number[], fact: string | null) => sql`
  select s.id, s.organ_id, s.room_id, f.fact, f.value, f.since
  from simulator_state n
  join simulator s on s.id = n.simulator_id
  cross join lateral (values
    ('link', case when n.online then 'online' else 'offline' end, n.online_since),
    ('activity', n.activity, n.activity_since),
    ('health', n.health, n.health_since),
    ('administration', case when n.enabled then 'enabled' else 'disabled' end, n.enabled_since)
  ) f (fact, value, since)
  where n.simulator_id = any(${[...ids]}::bigint[]) and (${fact}::text is null or f.fact = ${fact})`

/**
 * Closes the open intervals of all facts, or of one: now, or just after their beginning where a device's clock runs ahead.
 * @returns when, for each simulator, as a table `m (id, moment)`. The instants are text, for a Date would lose its microseconds.
 */
async function closeIntervals(db: Db, ids: readonly number[], fact: string | null = null) {
  const { rows } = await sql<{ id: number; moment: string }>`
    select f.id, greatest(clock_timestamp(), max(f.since) + interval '1 microsecond')::text as moment
    from (${facts(ids, fact)}) f group by f.id`.execute(db)
  if (rows.length < ids.length) throw new Error(`of simulators ${ids}, one has no state`)
  const moments = sql`unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ moment }) => moment)}::timestamptz[])
    m (id, moment)`
  await sql`
    select close_intervals(array_agg(f.id), array_agg(f.fact), array_agg(f.since), array_agg(m.moment))
    from (${facts(ids, fact)}) f join ${moments} on m.id = f.id`.execute(db)
  return moments
}

/** Opens the intervals of all facts, or of one, at the simulators' present places, as their states have them. */
async function openIntervals(db: Db, ids: readonly number[], fact: string | null = null): Promise<void> {
  await sql`
    insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
    select f.id, f.fact, f.value, f.organ_id, f.room_id, f.since from (${facts(ids, fact)}) f`.execute(db)
}

/** Whether a command is on its way to a simulator, or the simulator still at it. */
export async function hasCommandUnderWay(db: Db, simulatorId: number): Promise<boolean> {
  const found = await db
    .selectFrom('simulator_command')
    .select('id')
    .where('simulator_id', '=', simulatorId)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', sql<Date>`statement_timestamp()`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Notes a command and says when it was given and until when it may be delivered. */
export function insertCommand(
  db: Db,
  command: {
    id: string
    simulatorId: number
    organId: number
    memberId: number
    command: CommandName
    lifetimeSeconds: number
  },
): Promise<{ sentAt: Date; expiresAt: Date }> {
  return db
    .insertInto('simulator_command')
    .values({
      id: command.id,
      simulator_id: command.simulatorId,
      organ_id: command.organId,
      member_id: command.memberId,
      command: command.command,
      sent_at: sql`statement_timestamp()`,
      expires_at: sql`statement_timestamp() + make_interval(secs => ${command.lifetimeSeconds})`,
    })
    .returning(['sent_at as sentAt', 'expires_at as expiresAt'])
    .executeTakeFirstOrThrow()
}
