import { type Expression, type Insertable, sql } from 'kysely'
import type { Idempotency, OperationLog } from '../generated/schema.ts'
import type { Db } from './db.ts'

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

/** What the change with this key answered. */
export function readOutcome(
  db: Db,
  { member_id, call, key }: { member_id: number; call: string; key: string },
) {
  return db
    .selectFrom('idempotency')
    .select(['body_hash', 'outcome'])
    .where('member_id', '=', member_id)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function rememberOutcome(db: Db, member: number, call: string, key: string, outcome: unknown) {
  await db
    .updateTable('idempotency')
    .set({ outcome: JSON.stringify(outcome ?? null) })
    .where('member_id', '=', member)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute()
}

/** Opens an entry of the operation log; triggers add every row that this transaction changes to it. */
export async function openOperation(db: Db, entry: Insertable<OperationLog>): Promise<void> {
  await sql`
    with entry as (
      insert into operation_log (member_id, account, call, label, address, user_agent, request_id)
      values (${entry.member_id}, ${entry.account}, ${entry.call}, ${entry.label}, ${entry.address}::inet,
              ${entry.user_agent}, ${entry.request_id})
      returning id
    )
    select set_config('app.operation', id::text, true) from entry
  `.execute(db)
}

/** Whether the database answers. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** Where a page lies in a list that is kept counted by parts (days, blocks of ids), newest first. */
export interface Place<Part> {
  /** Rows of the whole list. */
  total: number
  /** The parts that the page lies in, from `oldest` to `newest`; null behind the last row. */
  within: { oldest: Part; newest: Part; skipped: number } | null
}

/**
 * Finds the total of a list and the parts that one of its pages lies in; `skipped` rows of the newest come before it.
 * @param counts a statement whose rows have a `part` that grows with the list's order, and `rows`, how many lie in it
 */
export async function placeOfPage<Part>(
  db: Db,
  counts: Expression<unknown>,
  { offset, most }: { offset: number; most: number },
): Promise<Place<Part>> {
  const { rows } = await sql<{ total: number; oldest: Part | null; newest: Part | null; skipped: number }>`
    with placed as (select part, sum(rows) over (order by part desc) as until from (${counts}) counts)
    select coalesce(max(until), 0)::bigint as total,
      coalesce(max(part) filter (where until >= ${offset + most}::bigint), min(part)) as oldest,
      max(part) filter (where until > ${offset}::bigint) as newest,
      ${offset}::bigint - coalesce(max(until) filter (where until <= ${offset}::bigint), 0)::bigint as skipped
    from placed`.execute(db)
  const [place] = rows
  if (place === undefined) throw new Error('an aggregate gave no row')
  const { total, oldest, newest, skipped } = place
  return { total, within: oldest === null || newest === null ? null : { oldest, newest, skipped } }
}

/** The least id that lies in a block of ids. */
export const firstOfBlock = (block: number) => sql<number>`first_of_block(${block})`
