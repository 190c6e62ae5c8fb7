import { testEvent } from '@drivesim/contract'
import { sql, type Updateable } from 'kysely'
import type { WebhookEndpoint } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

export async function nextId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('webhook_endpoint', 'id')) as id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a sequence gave no number')
  return row.id
}

interface NewEndpoint {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly ownerId: number
  readonly types: readonly string[]
  readonly organIds: readonly number[]
  readonly secrets: Buffer
}

/** It is of its owner's organisation. */
export async function insertEndpoint(db: Db, made: NewEndpoint): Promise<void> {
  await sql`
    insert into webhook_endpoint (id, name, address, owner_id, organ_id, types, organ_ids, secrets)
    select ${made.id}, ${made.name}, ${made.address}, m.id, m.organ_id, ${[...made.types]}::text[],
      ${[...made.organIds]}::bigint[], ${made.secrets}::bytea
    from member m where m.id = ${made.ownerId}`.execute(db)
}

/** How many of a person's endpoints are not stopped; those who ask for one person at the same time take turns. */
export async function countEnabled(db: Db, ownerId: number): Promise<number> {
  await sql`select from member where id = ${ownerId} for no key update`.execute(db)
  const { rows } = await sql<{ endpoints: number }>`
    select count(*)::integer as endpoints from webhook_endpoint where owner_id = ${ownerId} and enabled`.execute(
    db,
  )
  return rows[0]?.endpoints ?? 0
}

/** An endpoint in the scope, locked until the change is committed. */
export function lockEndpoint(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('webhook_endpoint as e')
    .select([
      'e.id',
      'e.name',
      'e.owner_id as ownerId',
      'e.types',
      'e.organ_ids as organIds',
      'e.enabled',
      'e.secrets',
      'e.version',
    ])
    .where('e.id', '=', id)
    .where(scoped(scope, sql.ref('e.organ_id')))
    .forNoKeyUpdate('e')
    .executeTakeFirst()
}
export type LockedEndpoint = NonNullable<Awaited<ReturnType<typeof lockEndpoint>>>

export async function updateEndpoint(db: Db, id: number, row: Updateable<WebhookEndpoint>): Promise<void> {
  await db.updateTable('webhook_endpoint').set(row).where('id', '=', id).execute()
}

/** Another secret; the one before is good for so many hours more. */
export async function rotate(db: Db, id: number, secrets: Buffer, hours: number): Promise<void> {
  await sql`
    update webhook_endpoint set secrets = ${secrets}::bytea, both_until = now() + make_interval(hours => ${hours})
    where id = ${id}`.execute(db)
}

/** Stops all endpoints of a person. @returns which */
export async function stopOfOwner(db: Db, ownerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update webhook_endpoint set enabled = false, stop_reason = 'byHand'
    where owner_id = ${ownerId} and enabled returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** @returns the delivery */
export async function insertTest(db: Db, endpointId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with event as (insert into open_event (type, data) values (${testEvent}, '{}') returning id)
    insert into webhook_delivery (endpoint_id, event_id) select ${endpointId}, id from event returning id`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('nothing was inserted')
  return row.id
}

/** A delivery whose endpoint is in the scope. */
export function findDelivery(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpoint_id')
    .select('e.id as endpointId')
    .where('d.id', '=', id)
    .where(scoped(scope, sql.ref('e.organ_id')))
    .executeTakeFirst()
}

const anew = sql`state = 'waiting', attempts = 0, next_try_at = now(), sent_at = null`

/** @returns whether it did not wait already */
export async function resend(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_delivery set ${anew} where id = ${id} and state <> 'waiting'`.execute(db)
  return numAffectedRows > 0n
}

/** What failed, or was stopped, of events since a moment. @returns how many */
export async function resendFailed(db: Db, endpointId: number, since: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_delivery set ${anew}
    where endpoint_id = ${endpointId} and state in ('failed', 'stopped') and created_at >= ${since}`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Endpoints of a person that stopped by themselves, and since when the first of them cannot be reached. */
export async function countStopped(db: Db, ownerId: number) {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*)::integer as count, min(failing_since) as "oldestAt" from webhook_endpoint
    where owner_id = ${ownerId} and stop_reason in ('gone', 'failing')`.execute(db)
  return rows[0] ?? { count: 0, oldestAt: null }
}
