import type { CommandName, SimulatorState } from '@drivesim/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Simulator } from '../../generated/schema.ts'
import { type Scope, scoped } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'

/** What a change must know of the simulator that it changes. */
export interface Changing {
  id: number
  sn: string
  organId: number
  roomId: number
  version: number
  stateId: SimulatorState
}

/**
 * A simulator in the scope, locked until the change is committed. The row of its present is the lock for everything
 * about it, for reports from the device too, so that the counts and intervals of a place never miss one another.
 */
export async function lockSimulator(db: Db, scope: Scope, id: number): Promise<Changing | undefined> {
  await sql`select from simulator_state where simulator_id = ${id} for update`.execute(db)
  // A statement of its own: one that waits for a lock still sees the other tables as they were before.
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
    .where('s.id', '=', id)
    .where(scoped(scope, sql.ref('s.organ_id')))
    .executeTakeFirst()
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
  await openIntervals(db, added.id)
  return added.id
}

export async function updateSimulator(db: Db, id: number, row: Updateable<Simulator>): Promise<void> {
  await db.updateTable('simulator').set(row).where('id', '=', id).execute()
}

/** Puts a simulator in another place: what happened before stays with the old one. */
export async function moveSimulator(
  db: Db,
  id: number,
  place: { organId: number; roomId: number },
): Promise<void> {
  const moment = await closeIntervals(db, id)
  await updateSimulator(db, id, { organ_id: place.organId, room_id: place.roomId })
  await sql`
    update simulator_state set online_since = ${moment}::timestamptz, activity_since = ${moment}::timestamptz,
      health_since = ${moment}::timestamptz, enabled_since = ${moment}::timestamptz
    where simulator_id = ${id}`.execute(db)
  await openIntervals(db, id)
}

/** Enables or disables a simulator: its administration interval ends and the next begins. */
export async function setEnabled(db: Db, id: number, enabled: boolean): Promise<void> {
  const moment = await closeIntervals(db, id, 'administration')
  await sql`
    update simulator_state set enabled = ${enabled}, enabled_since = ${moment}::timestamptz,
      state_since = greatest(state_since, ${moment}::timestamptz)
    where simulator_id = ${id}`.execute(db)
  await openIntervals(db, id, 'administration')
}

/** The four facts of one simulator with their values and beginnings, as rows. */
const facts = (id: number) => sql`
  select s.id, s.organ_id, s.room_id, f.fact, f.value, f.since
  from simulator_state n
  join simulator s on s.id = n.simulator_id
  cross join lateral (values
    ('link', case when n.online then 'online' else 'offline' end, n.online_since),
    ('activity', n.activity, n.activity_since),
    ('health', n.health, n.health_since),
    ('administration', case when n.enabled then 'enabled' else 'disabled' end, n.enabled_since)
  ) f (fact, value, since)
  where n.simulator_id = ${id}`

/**
 * Closes the open intervals of all facts, or of one, and says when: now, or just after their beginning where a device's clock
 * runs ahead. The instant is text, for a Date would lose its microseconds.
 */
async function closeIntervals(db: Db, id: number, fact: string | null = null): Promise<string> {
  const { rows } = await sql<{ moment: string }>`
    select greatest(clock_timestamp(), max(f.since) + interval '1 microsecond')::text as moment
    from (${facts(id)}) f where ${fact}::text is null or f.fact = ${fact}`.execute(db)
  const moment = rows[0]?.moment
  if (moment === undefined) throw new Error(`simulator ${id} has no state`)
  await sql`
    select close_intervals(array_agg(f.id), array_agg(f.fact), array_agg(f.since), array_agg(${moment}::timestamptz))
    from (${facts(id)}) f where ${fact}::text is null or f.fact = ${fact}`.execute(db)
  return moment
}

/** Opens the intervals of all facts, or of one, at the simulator's present place, as its state has them. */
async function openIntervals(db: Db, id: number, fact: string | null = null): Promise<void> {
  await sql`
    insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
    select f.id, f.fact, f.value, f.organ_id, f.room_id, f.since
    from (${facts(id)}) f where ${fact}::text is null or f.fact = ${fact}`.execute(db)
}

/** Notes a command and says when it was given and until when it may be delivered. */
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
