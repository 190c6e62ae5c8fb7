import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Idempotency, OperationLog } from '../../generated/schema.ts'
import type { Db } from '../postgres/db.ts'

/** Takes an idempotency key for this transaction; false when a committed change has it. Waits for one that is under way. */
export async function takeKey(db: Db, row: Insertable<Idempotency>): Promise<boolean> {
  const taken = await db
    .insertInto('idempotency')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

/** An idempotency key is one of a person and a call. */
interface WholeKey {
  readonly member_id: number
  readonly call: string
  readonly key: string
}

/** What the change with this key answered. */
export function readOutcome(db: Db, { member_id, call, key }: WholeKey) {
  return db
    .selectFrom('idempotency')
    .select(['body_hash', 'outcome'])
    .where('member_id', '=', member_id)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function rememberOutcome(db: Db, { member_id, call, key }: WholeKey, outcome: unknown) {
  await db
    .updateTable('idempotency')
    .set({ outcome: JSON.stringify(outcome ?? null) })
    .where('member_id', '=', member_id)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute()
}

/** Opens an entry of the operation log; triggers add every row that this transaction changes to it. */
export async function openOperation(db: Db, entry: Insertable<OperationLog>): Promise<void> {
  await sql`with ${insertOperation(entry, sql``)}`.execute(db)
}

/** `takeKey` and `openOperation` in one round trip: where the key is taken already there is no entry. */
export async function takeKeyAndOpen(
  db: Db,
  { member_id, call, key, body_hash }: Insertable<Idempotency>,
  entry: Insertable<OperationLog>,
): Promise<boolean> {
  const { rows } = await sql`
    with taken as (
      insert into idempotency (member_id, call, key, body_hash) values (${member_id}, ${call}, ${key}, ${body_hash})
      on conflict do nothing returning key
    ), ${insertOperation(entry, sql`from taken`)}`.execute(db)
  return rows.length > 0
}

const insertOperation = (entry: Insertable<OperationLog>, from: RawBuilder<unknown>) => sql`
  entry as (
    insert into operation_log (member_id, account, call, label, address, user_agent, request_id)
    select ${entry.member_id}::bigint, ${entry.account}, ${entry.call}, ${entry.label}, ${entry.address}::inet,
      ${entry.user_agent}, ${entry.request_id} ${from}
    returning id
  )
  select set_config('app.operation', id::text, true) from entry`

/**
 * Opens an entry for each of many records of a table; triggers add every row that this transaction changes to the entry of
 * the record that it belongs to.
 */
export async function openOperations(
  db: Db,
  entry: Insertable<OperationLog>,
  table: string,
  ids: readonly number[],
): Promise<void> {
  await sql`
    with records as (select id, place from unnest(${[...ids]}::bigint[]) with ordinality r (id, place)),
    entries as (
      insert into operation_log (member_id, account, call, label, address, user_agent, request_id)
      select ${entry.member_id}::bigint, ${entry.account}, ${entry.call}, ${entry.label}, ${entry.address}::inet,
        ${entry.user_agent}, ${entry.request_id}
      from records order by place
      returning id
    ),
    placed as (select id, row_number() over (order by id) as place from entries)
    select set_config('app.records', jsonb_build_object(
      'table', ${table}::text, 'entries', jsonb_object_agg(r.id, p.id)
    )::text, true)
    from records r join placed p using (place)`.execute(db)
}
