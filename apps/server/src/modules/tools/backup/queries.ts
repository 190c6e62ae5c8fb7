import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { AppliedMigration } from '../../../platform/postgres/migrationFiles.ts'

export interface Table {
  readonly name: string
  /** Without those the database computes. */
  readonly columns: readonly string[]
}

export interface Partition {
  readonly name: string
  readonly parent: string
  /** As after `partition of`: `FOR VALUES FROM … TO …`. */
  readonly bound: string
}

export interface Sequence {
  readonly name: string
  readonly value: string
}

/** What a database consists of beside its rows. */
export interface Layout {
  readonly migrations: readonly AppliedMigration[]
  readonly tables: readonly Table[]
  readonly partitions: readonly Partition[]
  readonly sequences: readonly Sequence[]
}

/** Runs on one connection, in one transaction. @param snapshot read only, all of it as it is at the beginning */
export async function inOneTransaction<T>(
  url: string,
  snapshot: boolean,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  // A connection lost between two statements shows in the next one.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(snapshot ? 'begin isolation level repeatable read read only' : 'begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

/** Whether the installation wants its back-ups encrypted. One that is older than the table does not. */
export async function refusesPlain(client: pg.Client): Promise<boolean> {
  const { rows: found } = await client.query<{ found: boolean }>(
    `select to_regclass('sealed_backups') is not null as found`,
  )
  if (found[0]?.found !== true) return false
  return (await client.query('select from sealed_backups')).rows.length > 0
}

/** Says in the database that it was saved. One that is older than the table does not keep it. */
export async function noteBackup(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ has: boolean }>(
    `select to_regclass('backup_made') is not null as has`,
  )
  if (rows[0]?.has !== true) return
  await client.query(
    'insert into backup_made (at) values (now()) on conflict (one) do update set at = excluded.at',
  )
}

/** Partitions are named one by one and not their parents: reading a parent would hold up whoever adds a month. */
export async function readLayout(client: pg.Client): Promise<Layout> {
  const migrations = await client.query<AppliedMigration>(
    'select name, checksum from schema_migration order by name',
  )
  const tables = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration'
      -- months that are in the archive's files
      and c.relname !~ '^archived_(?!month)'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by 1 order by 1`)
  const partitions = await client.query<Partition>(`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
  // No part of the snapshot, so possibly ahead of the rows: never behind them.
  const sequences = await client.query<Sequence>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`)
  return {
    migrations: migrations.rows,
    tables: tables.rows,
    partitions: partitions.rows,
    sequences: sequences.rows,
  }
}

const columnList = ({ name, columns }: Table) =>
  `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`

/** The rows of a table, in PostgreSQL's own text format. */
export function rowsOf(client: pg.Client, table: Table): Readable {
  return client.query(copyTo(`copy ${columnList(table)} to stdout`))
}

/** Takes rows as `rowsOf` gives them. */
export function rowsInto(client: pg.Client, table: Table): Writable {
  return client.query(copyFrom(`copy ${columnList(table)} from stdin`))
}

/** Whether a database has no table of ours yet. */
export async function isNew(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
  )
  return rows.length === 0
}

/** Whether rows may be put back as they were: superusers may, and whom one of them has granted it. */
export async function mayRestore(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_parameter_privilege('session_replication_role', 'set') as may`,
  )
  return rows[0]?.may === true
}

/**
 * Makes room for the rows: the months there were, and none of the rows that migrations put there. For the rest of the
 * transaction neither triggers nor foreign keys act, as the rows are what those made of them.
 * @param ownerRole whom the tables are to belong to, where that is not who is connected
 */
export async function prepareTables(client: pg.Client, layout: Layout, ownerRole?: string): Promise<void> {
  if (ownerRole !== undefined) await client.query(`set local role ${pg.escapeIdentifier(ownerRole)}`)
  // Months that migrations made a moment ago may lie within one of the back-up's.
  const { rows: others } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_inherits i on i.inhrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)`,
    [layout.partitions.map(({ name }) => name)],
  )
  for (const { name } of others) await client.query(`drop table ${pg.escapeIdentifier(name)}`)
  for (const { name, parent, bound } of layout.partitions) {
    await client.query(
      `create table if not exists ${pg.escapeIdentifier(name)} partition of ${pg.escapeIdentifier(parent)} ${bound}`,
    )
  }
  // A back-up of before there were months of keys has none.
  const { rows: routines } = await client.query(`select from pg_proc where proname = 'index_keys'`)
  if (routines.length > 0) await client.query('select index_keys()')
  await client.query('reset role')
  await client.query('set local session_replication_role = replica')
  await client.query(
    `truncate ${layout.tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} cascade`,
  )
}

/** What depends on the database that the rows are in now. */
export async function settleRows(client: pg.Client, { sequences }: Layout): Promise<void> {
  for (const { name, value } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(name), value])
  }
  // A new database counts its transactions from the beginning: with the old numbers every row would be news for ever.
  await client.query('update simulator_state set changed_xid = pg_current_xact_id()::text::bigint')
  // What waited to be sealed when the back-up was taken has not waited since.
  const { rows } = await client.query<{ has: boolean }>(
    `select to_regclass('unsealed_log') is not null as has`,
  )
  if (rows[0]?.has === true) await client.query('update unsealed_log set since = now()')
  await client.query('analyze')
}
