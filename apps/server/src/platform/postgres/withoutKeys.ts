import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Runs `work`, which fills tables, without their keys and indexes, and makes them again, and so checks them, afterwards:
 * row by row they may cost more than half of the time. For the tables' owner, in a transaction; nothing refers to them.
 */
export async function withoutKeys(
  db: Db,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where not indisprimary and indrelid = any(${tables}::regclass[])`.execute(db)
  await withoutConstraints(db, ['p', 'f'], tables, async () => {
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
    await work()
  })
  // A partitioned table's definition says "only", for the index is made first and its parts are attached.
  for (const { definition } of indexes) await sql.raw(definition.replace(' ON ONLY ', ' ON ')).execute(db)
}

/** The same with the keys by which the tables refer to others, which are asked for row by row. */
export const withoutReferences = (db: Db, tables: readonly string[], work: () => Promise<void>) =>
  withoutConstraints(db, ['f'], tables, work)

async function withoutConstraints(
  db: Db,
  kinds: readonly ('p' | 'f')[],
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: keys } = await sql<{ name: string; table: string; definition: string }>`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = any(${kinds}::"char"[]) and conparentid = 0 and conrelid = any(${tables}::regclass[])
    order by contype desc`.execute(db)
  for (const { name, table } of keys) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
  }
  await work()
  for (const { name, table, definition } of keys) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      db,
    )
  }
}
