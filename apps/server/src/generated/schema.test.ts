import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workerDatabase } from '../../test/database.ts'

test('the table types are those of the migrations; if not: npm run generate:types', async () => {
  const { ownerUrl } = await workerDatabase()
  // as_*: what tests keep of rows.
  const config = ['--config-file', 'apps/server/kysely-codegen.json', '--exclude-pattern', 'as_*.*']
  const { status, stderr } = spawnSync(
    'node_modules/.bin/kysely-codegen',
    [...config, '--url', ownerUrl, '--verify'],
    { cwd: join(import.meta.dirname, '../../../..'), encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  expect(status).toBe(0)
})
