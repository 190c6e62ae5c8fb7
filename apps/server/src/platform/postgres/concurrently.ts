import pg from 'pg'
import { StartError } from '../start/startError.ts'
import { inTransaction } from './inTransaction.ts'

const index =
  /^create (?<unique>unique )?index concurrently (?<name>\w+) on (?<table>\w+) (?<columns>[^;]+?)\s*;?\s*$/i
const detach = /^alter table (?<table>\w+) detach partition (?<partition>\w+) concurrently\s*;?\s*$/i

/**
 * Runs the one statement of a migration that waits for others in place of holding them up, and so cannot be in a
 * transaction: an index, or a partition that is detached. What an earlier try left half done is recognised and
 * finished; what it finished is left alone. An index of a partitioned table is made partition by partition.
 * @throws StartError where the statement is of another kind
 */
export async function runConcurrently(client: pg.Client, name: string, sql: string): Promise<void> {
  const statement = sql.replaceAll(/^\s*--.*$/gm, '').trim()
  const wanted = index.exec(statement)?.groups
  if (wanted !== undefined) return makeIndex(client, readIndex(wanted))
  const { table, partition } = detach.exec(statement)?.groups ?? {}
  if (table !== undefined && partition !== undefined) return detachPartition(client, table, partition)
  throw new StartError(
    `迁移文件 ${name} 标为 concurrently，应只有一条 create index concurrently 或 alter table … detach partition … concurrently 语句`,
  )
}

interface Index {
  readonly unique: string
  readonly name: string
  readonly table: string
  /** All that follows the table. */
  readonly columns: string
}

function readIndex({ unique = '', name = '', table = '', columns = '' }: Record<string, string>): Index {
  return { unique, name, table, columns }
}

async function makeIndex(client: pg.Client, { unique, name, table, columns }: Index): Promise<void> {
  const partitions = await readPartitions(client, table)
  if (partitions === null) return makeOne(client, { unique, name, table, columns })
  if ((await isValid(client, name)) === null)
    await inTransaction(client, () =>
      client.query(`create ${unique}index ${name} on only ${table} ${columns}`),
    )
  // A partition that is made from now on has the index from the beginning, under a name of PostgreSQL's own.
  const attached = new Set(await readAttached(client, name))
  for (const partition of partitions.filter(one => !attached.has(one))) {
    const own = `${partition}_${name}`
    await makeOne(client, { unique, name: own, table: partition, columns })
    await inTransaction(client, () =>
      client.query(`alter index ${name} attach partition ${pg.escapeIdentifier(own)}`),
    )
  }
}

async function makeOne(client: pg.Client, { unique, name, table, columns }: Index): Promise<void> {
  const [own, of] = [pg.escapeIdentifier(name), pg.escapeIdentifier(table)]
  const valid = await isValid(client, name)
  if (valid === true) return
  if (valid === false) await client.query(`drop index concurrently ${own}`)
  await client.query(`create ${unique}index concurrently ${own} on ${of} ${columns}`)
}

/** Whether queries may use an index; null where there is none of that name. */
async function isValid(client: pg.Client, name: string): Promise<boolean | null> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass(quote_ident($1))',
    [name],
  )
  return rows[0]?.valid ?? null
}

/** The names of a table's partitions; null where it is not partitioned. */
async function readPartitions(client: pg.Client, table: string): Promise<string[] | null> {
  const { rows } = await client.query<{ partitions: string[] }>(
    `select array(select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
                  where i.inhparent = p.partrelid order by 1) as partitions
     from pg_partitioned_table p where p.partrelid = to_regclass(quote_ident($1))`,
    [table],
  )
  return rows[0]?.partitions ?? null
}

/** The partitions whose part of an index is attached to it. */
async function readAttached(client: pg.Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ partition: string }>(
    `select c.relname as partition from pg_inherits i join pg_index x on x.indexrelid = i.inhrelid
     join pg_class c on c.oid = x.indrelid where i.inhparent = to_regclass(quote_ident($1))`,
    [name],
  )
  return rows.map(({ partition }) => partition)
}

async function detachPartition(client: pg.Client, table: string, partition: string): Promise<void> {
  const { rows } = await client.query<{ pending: boolean }>(
    `select inhdetachpending as pending from pg_inherits
     where inhparent = to_regclass(quote_ident($1)) and inhrelid = to_regclass(quote_ident($2))`,
    [table, partition],
  )
  const [child] = rows
  if (child === undefined) return
  await client.query(
    `alter table ${table} detach partition ${partition} ${child.pending ? 'finalize' : 'concurrently'}`,
  )
}
