import type pg from 'pg'
import { openPool } from '../src/platform/postgres/db.ts'
import type { TestDatabase } from './database.ts'

/** What a question says of a database that was migrated only. */
export async function askMigrated(
  pool: pg.Pool,
  database: TestDatabase,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const { rows: names } = await pool.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'drivesim%template%' limit 1`,
  )
  const url = new URL(database.ownerUrl)
  url.pathname = `/${names[0]?.name}`
  const template = openPool(url.toString(), 1)
  try {
    return (await template.query(sql)).rows
  } finally {
    await template.end()
  }
}
