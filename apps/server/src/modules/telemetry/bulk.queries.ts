import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'

/** Nothing refers to them, so that they may be without their keys for a moment; faults are few, and orders refer to them. */
const historyTables = [
  'training_session',
  'training_session_key',
  'simulator_interval',
  'usage_hour',
  'usage_day',
  'health_day',
]

/**
 * Runs `work` on the history's tables without their keys and indexes, and makes them again, and so checks them,
 * afterwards: row by row they cost more than half the time of the seed. For the tables' owner, in a transaction.
 */
export async function withoutKeys(db: Db, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await sql<{ name: string; table: string; definition: string }>`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype in ('p', 'f') and conparentid = 0 and conrelid = any(${historyTables}::regclass[])
    order by contype desc`.execute(db)
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where not indisprimary and indrelid = any(${historyTables}::regclass[])`.execute(db)
  for (const { name, table } of keys) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
  }
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  await work()
  for (const { name, table, definition } of keys) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      db,
    )
  }
  // A partitioned table's definition says "only", for the index is made first and its parts are attached.
  for (const { definition } of indexes) await sql.raw(definition.replace(' ON ONLY ', ' ON ')).execute(db)
}
