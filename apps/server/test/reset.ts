import type pg from 'pg'

/** The schema in which the rows that migrations wrote are kept. */
export const keptSchema = 'as_migrated'

/**
 * Keeps all rows in a schema, and makes the statements that bring the database, or a copy of it, back to them: rows are
 * deleted, not truncated, which would cost a new file for each table and index.
 */
export async function prepareReset(client: pg.ClientBase, kept: string): Promise<string> {
  const tables = await names(
    client,
    `select format('%I', relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  /** Tables with rows, and their columns but those that are computed. */
  const seeded = new Map<string, string>()
  for (const table of tables) {
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount !== 0) seeded.set(table, (await names(client, columnsOf, [table])).join(', '))
  }
  await client.query(`create schema ${kept}`)
  for (const table of seeded.keys()) await client.query(`create table ${kept}.${table} as table ${table}`)
  // Not the numbers of people, which belong to two tables: the server counts the calls of each in memory.
  const sequences = await names(
    client,
    `select format('setval(%L, %s, %L)', objid::regclass, coalesce(last, 1), last is not null) as name
     from pg_depend d join pg_class s on s.oid = objid and s.relkind = 'S', pg_sequence_last_value(objid) last
     where classid = 'pg_class'::regclass and refclassid = classid and deptype in ('a', 'i')`,
  )
  return [
    'begin',
    // With neither triggers nor foreign keys at work the order is any, and what triggers count is deleted like the rest.
    'set local session_replication_role = replica',
    // Whoever is writing still ends first.
    `lock table ${tables.join(', ')} in share mode`,
    ...tables.flatMap(table => restore(table, seeded.get(table), kept)),
    `select ${sequences.join(', ')}`,
    'commit',
  ].join(';\n')
}

const columnsOf = `
  select format('%I', attname) as name from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`

/** Only rows that differ: most tests leave them alone. */
function restore(table: string, columns: string | undefined, kept: string): string[] {
  if (columns === undefined) return [`delete from ${table}`]
  return [
    `delete from ${table} where ${table}::text not in (select k::text from ${kept}.${table} k)`,
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from ${kept}.${table} k where k::text not in (select ${table}::text from ${table})`,
  ]
}

const names = async (client: pg.ClientBase, sql: string, values?: string[]) =>
  (await client.query<{ name: string }>(sql, values)).rows.map(({ name }) => name)
