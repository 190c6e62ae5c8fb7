import pg from 'pg'
import { inject } from 'vitest'
import { prepareReset } from './reset.ts'
import { templateName, withDatabase } from './testServer.ts'

export type TestDatabase = {
  /** The role migrations run under: for what a test prepares or looks at behind the application's back. */
  ownerUrl: string
  /** The role the application works under. */
  appUrl: string
  appRole: string
  asApp(sql: string): Promise<unknown[]>
  drop(): Promise<void>
}

/** The migrated database of this worker, made on first use; empty it with `resetDatabase` before each test. */
export async function workerDatabase(): Promise<TestDatabase> {
  const name = `drivesim_test_${process.env.VITEST_POOL_ID}`
  const known = await asAdmin('select 1 from pg_database where datname = $1', [name])
  if (known.length === 0) await asAdmin(`create database ${name} template ${templateName}`)
  return describe(name)
}

let made = 0
/** A database without any table. @param options after `create database`: encoding and the like */
export async function emptyDatabase(options = ''): Promise<TestDatabase> {
  made += 1
  const name = `drivesim_test_empty_${process.pid}_${made}`
  await asAdmin(`create database ${name} ${options}`)
  return describe(name)
}

/** Connections of this worker's owner, kept: a test asks behind the application's back a dozen times. */
let owner: { url: string; pool: pg.Pool } | undefined

export function ownerPool(url: string): pg.Pool {
  owner ??= { url, pool: new pg.Pool({ connectionString: url, idleTimeoutMillis: 0, allowExitOnIdle: true }) }
  return owner.pool
}

/**
 * Leaves of the worker's database what migrations made: their rows, as they were; the ids of tables start at 1 again.
 */
export const resetDatabase = ({ ownerUrl }: TestDatabase) => bringBack(ownerUrl, inject('testServer').reset)

/** Keeps what stands in the worker's database. @returns brings it back to that, ids of tables and all */
export async function keepDatabase({ ownerUrl }: TestDatabase): Promise<() => Promise<void>> {
  const client = await ownerPool(ownerUrl).connect()
  try {
    await client.query('drop schema if exists as_kept cascade')
    const statements = await prepareReset(client, 'as_kept')
    return () => bringBack(ownerUrl, statements)
  } finally {
    client.release()
  }
}

async function bringBack(ownerUrl: string, statements: string): Promise<void> {
  const client = await ownerPool(ownerUrl).connect()
  try {
    // A background job of the last test may be writing still: whoever is chosen to give way, this tries again.
    for (let attempt = 1; ; attempt++) {
      try {
        await client.query(statements)
        return
      } catch (error) {
        await client.query('rollback')
        const deadlock = error instanceof pg.DatabaseError && error.code === '40P01'
        if (!deadlock || attempt === 5) throw error
      }
    }
  } finally {
    client.release()
  }
}

function describe(name: string): TestDatabase {
  const { adminUrl, appRole } = inject('testServer')
  const ownerUrl = withDatabase(adminUrl, name)
  const appUrl = new URL(ownerUrl)
  appUrl.username = appRole
  return {
    ownerUrl,
    appUrl: appUrl.toString(),
    appRole,
    asApp: sql => query(appUrl.toString(), sql),
    drop: async () => {
      await asAdmin(`drop database ${name}`)
    },
  }
}

const asAdmin = (sql: string, values: unknown[] = []) => query(inject('testServer').adminUrl, sql, values)

/** The rows of the last statement. */
export async function query(url: string, sql: string, values?: unknown[]): Promise<unknown[]> {
  if (url === owner?.url) return lastRows(await owner.pool.query(sql, values))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return lastRows(await client.query(sql, values))
  } finally {
    await client.end()
  }
}

const lastRows = (result: pg.QueryResult | pg.QueryResult[]): unknown[] =>
  (Array.isArray(result) ? result.at(-1) : result)?.rows ?? []
