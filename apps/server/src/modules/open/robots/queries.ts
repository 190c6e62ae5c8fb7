import type { RobotKind, RobotMessageRow, RobotRow } from '@drivesim/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Robot } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { type Db, unlessTaken } from '../../../platform/postgres/db.ts'
import { equals, isOneOf } from '../../../platform/postgres/search.ts'

export const robotsInScope = listByIds<{ state?: 'enabled' | 'disabled' | undefined }, RobotRow>({
  found: ({ db, scope }, { state }) =>
    db
      .selectFrom('robot as r')
      .select('r.id')
      .where(scoped(scope, sql.ref('r.organ_id')))
      .where(equals('r.enabled', state && state === 'enabled')),
  rows: ({ db }, ids) => robotRows(db).where(isOneOf('r.id', ids)).execute(),
  idOf: row => row.robotId,
})

function robotRows(db: Db) {
  return db
    .selectFrom('robot as r')
    .innerJoin('organisation as o', 'o.id', 'r.organ_id')
    .innerJoin('member as m', 'm.id', 'r.owner_id')
    .select([
      'r.id as robotId',
      'r.name as robotName',
      'r.organ_id as organId',
      'o.name as organName',
      sql<RobotKind>`r.kind`.as('kind'),
      sql<RobotRow['types']>`r.types`.as('types'),
      'r.address_end as addressEnd',
      sql<RobotRow['state']>`case when r.enabled then 'enabled' else 'disabled' end`.as('state'),
      'm.name as ownerName',
      sql<
        string | null
      >`(select to_json(max(t.at)) #>> '{}' from robot_attempt t where t.robot_id = r.id and t.ok)`.as(
        'sentAt',
      ),
      sql<
        string | null
      >`(select t.last_error from robot_message t where t.robot_id = r.id and t.state <> 'merged'
        order by t.id desc limit 1)`.as('lastError'),
      'r.version',
    ])
    .$castTo<RobotRow>()
}

export const findRobot = (db: Db, scope: Scope, id: number): Promise<RobotRow | undefined> =>
  robotRows(db)
    .where('r.id', '=', id)
    .where(scoped(scope, sql.ref('r.organ_id')))
    .executeTakeFirst()

/** A robot in the scope, locked until the change is committed. */
export function lockRobot(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('robot as r')
    .select(['r.id', 'r.enabled', 'r.version', 'r.sealed', sql<RobotKind>`r.kind`.as('kind')])
    .where('r.id', '=', id)
    .where(scoped(scope, sql.ref('r.organ_id')))
    .forUpdate()
    .executeTakeFirst()
}

/** An id for a robot, which is sealed with it before it is written. */
export async function nextRobotId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('robot', 'id')) as id`.execute(db)
  return Number(rows[0]?.id)
}

/** @returns false where the organisation has one of this name */
export const insertRobot = (db: Db, row: Insertable<Robot>): Promise<boolean> =>
  unlessTaken(db.insertInto('robot').values(row).execute())

/** @returns false where the organisation has another of this name */
export const updateRobot = (db: Db, id: number, row: Updateable<Robot>): Promise<boolean> =>
  unlessTaken(db.updateTable('robot').set(row).where('id', '=', id).execute())

// Messages

export const messagesInScope = listByIds<{ state?: RobotMessageRow['state'] | undefined }, RobotMessageRow>({
  found: ({ db, scope }, { state }) =>
    db
      .selectFrom('robot_message as t')
      .innerJoin('robot as r', 'r.id', 't.robot_id')
      .select('t.id')
      .where(scoped(scope, sql.ref('r.organ_id')))
      .where(equals('t.state', state)),
  rows: ({ db }, ids) =>
    db
      .selectFrom('robot_message as t')
      .innerJoin('robot as r', 'r.id', 't.robot_id')
      .innerJoin('organisation as o', 'o.id', 'r.organ_id')
      .select([
        't.id as messageId',
        'r.name as robotName',
        'o.name as organName',
        't.text',
        sql<RobotMessageRow['state']>`t.state`.as('state'),
        't.attempts',
        't.last_error as lastError',
        sql<string>`to_json(t.created_at) #>> '{}'`.as('createdAt'),
        sql<string | null>`to_json(t.sent_at) #>> '{}'`.as('sentAt'),
      ])
      .where(isOneOf('t.id', ids))
      .execute(),
  idOf: row => row.messageId,
})

/** A message in the scope, locked until the change is committed. */
export function lockMessage(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('robot_message as t')
    .innerJoin('robot as r', 'r.id', 't.robot_id')
    .select(['t.id', sql<RobotMessageRow['state']>`t.state`.as('state'), 'r.enabled'])
    .where('t.id', '=', id)
    .where(scoped(scope, sql.ref('r.organ_id')))
    .forUpdate('t')
    .executeTakeFirst()
}

/** Puts a message back, as new. */
export async function requeue(db: Db, id: number): Promise<void> {
  await db
    .updateTable('robot_message')
    .set({ state: 'waiting', attempts: 0, next_try_at: sql`now()`, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** What is to be said by which robot; the same `event` once. */
export interface NewRobotMessage {
  readonly robotId: number
  readonly subject: string
  readonly text: string
  readonly event: string | null
}

export async function insertMessages(db: Db, messages: readonly NewRobotMessage[]): Promise<void> {
  await sql`
    insert into robot_message (robot_id, subject, text, event)
    select * from unnest(${messages.map(one => one.robotId)}::bigint[], ${messages.map(one => one.subject)}::text[],
      ${messages.map(one => one.text)}::text[], ${messages.map(one => one.event)}::text[])
    on conflict (robot_id, event) where event is not null do nothing`.execute(db)
}

/** What a robot that was stopped has not said, it does not say later. */
export async function giveUpWaiting(db: Db, robotId: number): Promise<void> {
  await db
    .updateTable('robot_message')
    .set({ state: 'failed', last_error: '群机器人已停用，没有发出' })
    .where('robot_id', '=', robotId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Messages stay half a year, as the outbox's do. */
export async function purgeMessages(db: Db): Promise<void> {
  await sql`delete from robot_message where state <> 'waiting' and created_at < now() - interval '180 days'`.execute(
    db,
  )
  await sql`delete from robot_told where due_at < now() - interval '400 days'`.execute(db)
}
