import type {
  DeliveryRow,
  deliveryStates,
  EventType,
  endpointStates,
  sentTypes,
  stopReasons,
  WebhookRow,
} from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { listByIds, type Reader } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals, isOneOf } from '../../../platform/postgres/search.ts'

/** Whose an endpoint is decides how much of it is shown. */
type By = Reader & Pick<SignedInCall, 'person'>

/** Endpoints, the newest first. */
export const webhookEndpoints = listByIds<object, WebhookRow, By>({
  found: ({ db, scope }) =>
    db
      .selectFrom('webhook_endpoint as e')
      .select('e.id')
      .where(scoped(scope, sql.ref('e.organ_id'))),
  rows: ({ db, person }, ids) => endpointRows(db, ids, person.id),
  idOf: row => row.endpointId,
})

/** Of the endpoint `e`: how many deliveries are in these states, of the last day or ever. */
const count = (states: string, when: string) =>
  sql<number>`(
    select count(*) from webhook_delivery d
    where d.endpoint_id = e.id and d.state in (${sql.raw(states)}) and ${sql.raw(when)}
  )::bigint`
const ofDay = `d.created_at > now() - interval '24 hours'`

/** An endpoint as the list shows it to its owner. */
export async function ownRow(db: Db, id: number, ownerId: number): Promise<WebhookRow | undefined> {
  const [row] = await endpointRows(db, [id], ownerId)
  return row
}

async function endpointRows(db: Db, ids: readonly number[], readerId: number): Promise<WebhookRow[]> {
  const rows = await db
    .selectFrom('webhook_endpoint as e')
    .innerJoin('member as m', 'm.id', 'e.owner_id')
    .select([
      'e.id as endpointId',
      'e.name',
      'e.address',
      sql<keyof typeof endpointStates>`case when e.enabled then 'enabled' else 'disabled' end`.as('state'),
      sql<keyof typeof stopReasons | null>`e.stop_reason`.as('stopReason'),
      sql<EventType[]>`e.types`.as('types'),
      sql<WebhookRow['organs']>`coalesce((
        select json_agg(json_build_object('organId', o.id, 'name', o.name) order by o.id)
        from organisation o where o.id = any(e.organ_ids)
      ), '[]')`.as('organs'),
      'm.name as ownerName',
      sql<boolean>`e.owner_id = ${readerId}`.as('own'),
      count(`'sent'`, ofDay).as('sent'),
      count(`'failed', 'forbidden'`, ofDay).as('failed'),
      count(`'waiting'`, 'true').as('waiting'),
      'e.failing_since as failingSince',
      sql<Date | null>`case when e.both_until > now() then e.both_until end`.as('bothUntil'),
      'e.created_at as createdAt',
      'e.version',
    ])
    .where(isOneOf('e.id', ids))
    .execute()
  return rows.map(({ failingSince, bothUntil, createdAt, address, ...row }) => ({
    ...row,
    address: row.own ? address : `${new URL(address).origin}/…`,
    failingSince: failingSince?.toISOString() ?? null,
    bothUntil: bothUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }))
}

interface Filter {
  endpointId?: number | undefined
  state?: keyof typeof deliveryStates | undefined
  type?: keyof typeof sentTypes | undefined
}

/** What was sent and is to be, the newest first. */
export const webhookDeliveries = listByIds<Filter, DeliveryRow>({
  found: ({ db, scope }, { endpointId, state, type }) =>
    db
      .selectFrom('webhook_delivery as d')
      .select('d.id')
      .where(
        sql<SqlBool>`d.endpoint_id in (select e.id from webhook_endpoint e where ${scoped(scope, sql.ref('e.organ_id'))})`,
      )
      .where(equals('d.endpoint_id', endpointId))
      .where(equals('d.state', state))
      .$if(type !== undefined, query =>
        query.where(sql<SqlBool>`d.event_id in (select v.id from open_event v where v.type = ${type})`),
      ),
  rows: ({ db }, ids) => deliveryRows(db, ids),
  idOf: row => row.deliveryId,
})

async function deliveryRows(db: Db, ids: readonly number[]): Promise<DeliveryRow[]> {
  const rows = await db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpoint_id')
    .innerJoin('open_event as v', 'v.id', 'd.event_id')
    .select([
      'd.id as deliveryId',
      'e.id as endpointId',
      'e.name as endpointName',
      sql<keyof typeof sentTypes>`v.type`.as('type'),
      'v.id as seq',
      sql<keyof typeof deliveryStates>`d.state`.as('state'),
      'd.attempts',
      'd.last_status as lastStatus',
      'v.at as happenedAt',
      sql<Date | null>`case when d.state = 'waiting' then d.next_try_at end`.as('nextTryAt'),
      'd.sent_at as sentAt',
    ])
    .where(isOneOf('d.id', ids))
    .execute()
  return rows.map(({ happenedAt, nextTryAt, sentAt, ...row }) => ({
    ...row,
    happenedAt: happenedAt.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
    sentAt: sentAt?.toISOString() ?? null,
  }))
}

/** A delivery in the scope with what is sent, and where it happened. */
export async function readDelivery(db: Db, scope: Scope, id: number) {
  const event = await db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpoint_id')
    .innerJoin('open_event as v', 'v.id', 'd.event_id')
    .select(['v.data', 'v.at', 'v.organ_id as organId'])
    .where('d.id', '=', id)
    .where(scoped(scope, sql.ref('e.organ_id')))
    .executeTakeFirst()
  const [row] = event === undefined ? [] : await deliveryRows(db, [id])
  return event === undefined || row === undefined ? undefined : { row, event }
}

/** Every try of a delivery, newest first. */
export async function triesOf(db: Db, deliveryId: number) {
  const rows = await db
    .selectFrom('webhook_attempt')
    .select(['at', 'status', 'answer', 'problem', 'milliseconds'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
