import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { query as ask } from '../../../../test/database.ts'
import { freePort } from '../../../../test/serverProcess.ts'
import { appRole, startEmbeddedPostgres } from '../../../platform/postgres/embeddedPostgres.ts'
import { migrate } from '../../../platform/postgres/migrate.ts'
import { verifierOf } from './password.rules.ts'
import { roleStatements } from './queries.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-door-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a report role alone comes in by REPORT_PORT, with its password', async () => {
  const port = await freePort()
  const server = await startEmbeddedPostgres({ dataDir, reportPort: port })
  await migrate(server.ownerUrl, { appRole })
  await ask(server.ownerUrl, `insert into organisation (name, type) values ('平台', 'platform')`)
  await ask(server.adminUrl, roleStatements({ name: 'analyst', schools: null }, verifierOf('a-password')))
  const at = (user: string, password: string, database = 'drivesim') =>
    ask(
      `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`,
      'select name from report.organisations',
    )
  expect(await at('analyst', 'a-password')).toEqual([{ name: '平台' }])
  await expect(at('analyst', 'another')).rejects.toThrow('password authentication failed')
  await expect(at('analyst', 'a-password', 'postgres')).rejects.toThrow('no pg_hba.conf entry')
  for (const role of ['postgres', 'drivesim_owner', 'drivesim_app'])
    await expect(at(role, 'x'), role).rejects.toThrow('no pg_hba.conf entry')
  await server.stop()
  const closed = await startEmbeddedPostgres({ dataDir })
  await expect(at('analyst', 'a-password')).rejects.toThrow('ECONNREFUSED')
  await closed.stop()
})
