import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { appRole, ownerRole, startEmbeddedPostgres } from '../src/platform/postgres/embeddedPostgres.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { reportGroup } from '../src/platform/postgres/reportDoor.ts'
import { keptSchema, prepareReset } from './reset.ts'

export const templateName = 'drivesim_test_template'

/** What the workers are told. */
export type TestServer = {
  /** Owns every test database and may make more. */
  adminUrl: string
  appRole: string
  /** Statements that bring a copy of the template back to what migrations made of it. */
  reset: string
}

/** The same server and role, another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.toString()
}

/**
 * One PostgreSQL for the whole run, in a cluster of its own, with a migrated database that every worker copies: the
 * embedded one, or the programs in the folder TEST_POSTGRES_BIN.
 */
export async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const binDir = process.env.TEST_POSTGRES_BIN
  const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-test-'))
  const server = await startEmbeddedPostgres({
    dataDir,
    binDir,
    settings: {
      // Nothing here need survive a power cut.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      shared_buffers: '128MB',
      // It looked at tables between two tests, when their rows were deleted: for a thousand of the next test, plans for one.
      autovacuum: 'off',
    },
  })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
  try {
    const adminUrl = server.ownerUrl
    await withClient(server.adminUrl, async superuser => {
      // Triggers and foreign keys rest while a test's rows are deleted.
      await superuser.query(`grant set on parameter session_replication_role to ${ownerRole}`)
      // As the first report role would; two workers might at the same time.
      await superuser.query(`create role ${reportGroup} nologin`)
      await superuser.query(`create database ${templateName} owner ${ownerRole}`)
      const { rows } = await superuser.query('show server_version')
      console.log(`API tests run on PostgreSQL ${rows[0].server_version}, ${binDir ?? 'the embedded one'}`)
    })
    const templateUrl = withDatabase(adminUrl, templateName)
    await migrate(templateUrl, { appRole })
    return {
      adminUrl,
      appRole,
      reset: await withClient(templateUrl, client => prepareReset(client, keptSchema)),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
