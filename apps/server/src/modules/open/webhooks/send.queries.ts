import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** A delivery that this process has for a while, with all that is needed to send it. */
export interface ClaimedDelivery {
  readonly id: number
  readonly attempts: number
  readonly endpointId: number
  readonly endpointName: string
  readonly address: string
  readonly ownerId: number
  readonly secrets: Buffer
  /** The secret before signs, too. */
  readonly both: boolean
  readonly seq: number
  readonly type: string
  /** null: a test. */
  readonly organId: number | null
  readonly data: string
  readonly at: Date
}

interface Claim {
  /** In all, and of one endpoint at once in all processes. */
  readonly most: number
  readonly atOnce: number
  readonly leaseSeconds: number
}

/**
 * Takes deliveries that are due. Endpoints are locked while what is under way of them is counted, so that two processes never send
 * one delivery at once, nor more to one endpoint together than it is to get; what a dead process had is due when its lease is over.
 */
export async function claim(db: Db, { most, atOnce, leaseSeconds }: Claim): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as materialized (
      select e.id from webhook_endpoint e
      where e.enabled and exists (
        select from webhook_delivery d where d.endpoint_id = e.id and d.state = 'waiting' and d.next_try_at <= now()
          and coalesce(d.lease_until, '-infinity') <= now()
      )
      for no key update skip locked
    ), taken as materialized (
      select d.id from due cross join lateral (
        select w.id, w.next_try_at from webhook_delivery w
        where w.endpoint_id = due.id and w.state = 'waiting' and w.next_try_at <= now()
          and coalesce(w.lease_until, '-infinity') <= now()
        order by w.next_try_at, w.id
        limit ${atOnce}::integer - (
          select count(*) from webhook_delivery u where u.endpoint_id = due.id and u.lease_until > now()
        )
        for update skip locked
      ) d order by d.next_try_at, d.id limit ${most}
    )
    update webhook_delivery d
    set attempts = d.attempts + 1, lease_until = now() + make_interval(secs => ${leaseSeconds})
    from taken, webhook_endpoint e, open_event v
    where d.id = taken.id and e.id = d.endpoint_id and v.id = d.event_id
    returning d.id, d.attempts, e.id as "endpointId", e.name as "endpointName", e.address, e.owner_id as "ownerId",
      e.secrets, coalesce(e.both_until > now(), false) as both, v.id as seq, v.type, v.organ_id as "organId", v.data, v.at`.execute(
    db,
  )
  return rows
}

/** What became of a try. */
export interface Try {
  readonly status: number | null
  readonly answer: string | null
  readonly problem: string | null
  readonly milliseconds: number
}

type Claimed = Pick<ClaimedDelivery, 'id' | 'attempts' | 'endpointId'>

/** Of the delivery `d`: this process still has it. */
const isHeld = ({ id, attempts }: Claimed) =>
  sql`d.id = ${id} and d.attempts = ${attempts} and d.state = 'waiting'`

const noteTry = ({ id }: Claimed, { status, answer, problem, milliseconds }: Try) => sql`
  insert into webhook_attempt (delivery_id, status, answer, problem, milliseconds)
  values (${id}, ${status}::integer, ${answer}::text, ${problem}::text, ${milliseconds})`

/** It arrived. @returns whether none before it did for a while: what waits is sent at once then */
export async function settleSent(db: Db, claimed: Claimed, tried: Try): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with tried as (${noteTry(claimed, tried)}), sent as (
      update webhook_delivery d set state = 'sent', sent_at = now(), lease_until = null, last_status = ${tried.status}::integer
      where ${isHeld(claimed)}
    )
    update webhook_endpoint set failing_since = null
    where id = ${claimed.endpointId} and failing_since is not null returning id`.execute(db)
  return rows.length > 0
}

/** What waits for its next try is due now. */
export async function hurry(db: Db, endpointId: number): Promise<void> {
  await sql`
    update webhook_delivery set next_try_at = now()
    where endpoint_id = ${endpointId} and state = 'waiting' and next_try_at > now()`.execute(db)
}

/**
 * It did not arrive; it is tried again in so many seconds, or has failed for good (null).
 * @returns whether nothing has arrived at its endpoint for so many days
 */
export async function settleFailed(
  db: Db,
  claimed: Claimed,
  tried: Try,
  { againInSeconds, failingDays }: { readonly againInSeconds: number | null; readonly failingDays: number },
): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    with tried as (${noteTry(claimed, tried)}), failed as (
      update webhook_delivery d set lease_until = null, last_status = ${tried.status}::integer,
        state = case when ${againInSeconds}::integer is null then 'failed' else 'waiting' end,
        next_try_at = now() + make_interval(secs => coalesce(${againInSeconds}::integer, 0))
      where ${isHeld(claimed)}
    ), begun as (
      update webhook_endpoint set failing_since = now() where id = ${claimed.endpointId} and failing_since is null
    )
    select coalesce(failing_since < now() - make_interval(days => ${failingDays}), false) as over
    from webhook_endpoint where id = ${claimed.endpointId}`.execute(db)
  return rows[0]?.over ?? false
}

/** Its owner may not have it any more. */
export async function settleForbidden(db: Db, claimed: Claimed): Promise<void> {
  await sql`update webhook_delivery d set state = 'forbidden', lease_until = null where ${isHeld(claimed)}`.execute(
    db,
  )
}

/** Gives deliveries back that were not tried to the end: they are due at once, elsewhere. */
export async function release(db: Db, claimed: Claimed): Promise<void> {
  await sql`
    update webhook_delivery d set attempts = attempts - 1, lease_until = null where ${isHeld(claimed)}`.execute(
    db,
  )
}

/** Stops an endpoint by itself. @returns whether it was not stopped before */
export async function stopFailing(db: Db, endpointId: number, reason: 'gone' | 'failing'): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_endpoint set enabled = false, stop_reason = ${reason} where id = ${endpointId} and enabled`.execute(
    db,
  )
  return numAffectedRows > 0n
}

/** What waits for endpoints that are stopped is not sent. */
export async function stopWaiting(db: Db, endpointIds: readonly number[]): Promise<void> {
  await sql`
    update webhook_delivery set state = 'stopped', lease_until = null
    where endpoint_id = any(${[...endpointIds]}::bigint[]) and state = 'waiting'`.execute(db)
}
