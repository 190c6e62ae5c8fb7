import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { appRole, startEmbeddedPostgres } from '../src/platform/postgres/embeddedPostgres.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'

export const templateName = 'drivesim_test_template'

/** What the workers are told. */
export type TestServer = {
  /** Owns every test database and may make more. */
  adminUrl: string
  appRole: string
  /** Tables that migrations filled: they keep their rows between tests. */
  seeded: string[]
}

/** The same server and role, another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.toString()
}

/**
 * One PostgreSQL for the whole run, with a migrated database that every worker copies: the embedded one, or the
 * programs of TEST_POSTGRES_BIN, or the server of TEST_DATABASE_URL (a role that may make databases and roles).
 */
export async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  const server = given === undefined ? await startOwn() : { ownerUrl: given, stop: async () => undefined }
  try {
    await makeTemplate(server.ownerUrl)
    const templateUrl = withDatabase(server.ownerUrl, templateName)
    await migrate(templateUrl, { appRole })
    return { adminUrl: server.ownerUrl, appRole, seeded: await seededTables(templateUrl), stop: server.stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function startOwn() {
  const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-test-'))
  const server = await startEmbeddedPostgres({
    dataDir,
    binDir: process.env.TEST_POSTGRES_BIN,
    // Nothing here need survive a power cut.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' },
  })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
  return { ownerUrl: server.ownerUrl, stop }
}

/** A server that is given may hold the databases of an earlier run. */
async function makeTemplate(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const old = await client.query<{ datname: string }>(
      `select datname from pg_database where datname like 'drivesim\\_test\\_%'`,
    )
    for (const { datname } of old.rows) await client.query(`drop database ${pg.escapeIdentifier(datname)}`)
    const known = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
    const password = pg.escapeLiteral(decodeURIComponent(new URL(adminUrl).password))
    if (known.rowCount === 0) await client.query(`create role ${appRole} login password ${password}`)
    await client.query(`create database ${templateName}`)
  } finally {
    await client.end()
  }
}

async function seededTables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I', relname) as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    const seeded: string[] = []
    for (const { name } of tables.rows) {
      const rows = await client.query(`select 1 from ${name} limit 1`)
      if (rows.rowCount !== 0) seeded.push(name)
    }
    return seeded
  } finally {
    await client.end()
  }
}
