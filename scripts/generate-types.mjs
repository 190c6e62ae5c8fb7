// npm run generate:types: the table types of a database migrated from nothing, for src/generated/schema.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './lib/commands.mjs'

// A changed migration may have left the server not compiling; what is needed here is emitted all the same.
await run('tsc', ['-b', 'apps/server'], { quiet: true })
const { startEmbeddedPostgres, appRole } = await import(
  '../apps/server/dist/src/platform/postgres/embeddedPostgres.js'
)
const { migrate } = await import('../apps/server/dist/src/platform/postgres/migrate.js')

const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-types-'))
const server = await startEmbeddedPostgres({ dataDir })
await migrate(server.ownerUrl, { appRole })
const args = ['--config-file', 'apps/server/kysely-codegen.json', '--url', server.ownerUrl]
const { code } = await run('kysely-codegen', args)
await server.stop()
rmSync(dataDir, { recursive: true })
process.exit(code)
