import type { RobotKind } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Attempt, Plan, Waiting } from './plan.rules.ts'

/** A robot with something to say now, which no other process has; until the transaction ends. */
export async function takeRobot(db: Db) {
  const { rows } = await sql<{ id: number; kind: RobotKind; sealed: Buffer; now: Date }>`
    select r.id, r.kind, r.sealed, now() from robot r
    where r.enabled and exists (
      select from robot_message t where t.robot_id = r.id and t.state = 'waiting' and t.next_try_at <= now()
    )
    order by r.id limit 1 for no key update skip locked`.execute(db)
  return rows[0]
}

/** Its messages that are due, in the order in which they came. */
export async function readWaiting(db: Db, robotId: number, most: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, subject from robot_message
    where robot_id = ${robotId} and state = 'waiting' and next_try_at <= now() order by id limit ${most}`.execute(
    db,
  )
  return rows
}

/** Its calls of the last minute. */
export async function readAttempts(db: Db, robotId: number): Promise<Attempt[]> {
  const { rows } = await sql<{ subject: string; at: Date }>`
    select subject, at from robot_attempt where robot_id = ${robotId} and at > now() - interval '1 minute'`.execute(
    db,
  )
  return rows.map(({ subject, at }) => ({ subject, at: at.getTime() }))
}

/** What is to be said, and by which call. */
export interface Call {
  readonly id: number
  readonly attemptId: number
  readonly text: string
  readonly more: number
  readonly attempts: number
}

/** Notes a plan; what is sent is due again when the lease is over, so that a process that is killed loses nothing. */
export async function notePlan(db: Db, robotId: number, plan: Plan, leaseSeconds: number): Promise<Call[]> {
  await sql`update robot_message set state = 'merged' where id = any(${plan.merged}::bigint[])`.execute(db)
  await sql`
    update robot_message m set next_try_at = to_timestamp(l.at / 1000.0)
    from unnest(${plan.later.map(one => one.id)}::bigint[], ${plan.later.map(one => one.at)}::float8[]) l (id, at)
    where m.id = l.id`.execute(db)
  const { rows } = await sql<Call>`
    with called as (
      update robot_message m set attempts = m.attempts + 1, more = m.more + s.more,
        next_try_at = now() + make_interval(secs => ${leaseSeconds})
      from unnest(${plan.send.map(one => one.id)}::bigint[], ${plan.send.map(one => one.more)}::integer[]) s (id, more)
      where m.id = s.id returning m.id, m.subject, m.text, m.more, m.attempts
    ), noted as (
      insert into robot_attempt (message_id, robot_id, subject)
      select id, ${robotId}, subject from called order by id returning id, message_id
    )
    select c.id, n.id as "attemptId", c.text, c.more, c.attempts
    from called c join noted n on n.message_id = c.id order by c.id`.execute(db)
  return rows
}

/** What became of a call: said, to be tried again in so many seconds, or failed for good (null). */
export async function settleCall(
  db: Db,
  { id, attemptId }: Call,
  outcome: { readonly ok: boolean; readonly detail: string },
  againInSeconds: number | null,
): Promise<void> {
  const { ok, detail } = outcome
  await sql`
    with tried as (update robot_attempt set ok = ${ok}, detail = ${detail} where id = ${attemptId})
    update robot_message set
      state = case when ${ok} then 'sent' when ${againInSeconds}::integer is null then 'failed' else state end,
      sent_at = case when ${ok} then now() end,
      last_error = case when ${ok} then null else ${detail} end,
      next_try_at = now() + make_interval(secs => coalesce(${againInSeconds}::integer, 0))
    where id = ${id} and state <> 'sent'`.execute(db)
}
