import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../test/database.ts'
import { templateName } from '../../test/testServer.ts'

test('the table types are those of the migrations; if not: npm run generate:types', async () => {
  // Of its own: tests of the archive leave months in the database of their worker that are no partitions any more.
  const database = await emptyDatabase(`template ${templateName}`)
  // as_*: what tests keep of rows; report: views that nobody here reads, as in the file of settings, which this takes the place of.
  const config = ['--config-file', 'apps/server/kysely-codegen.json', '--exclude-pattern', '{as_*,report}.*']
  const { status, stderr } = spawnSync(
    'node_modules/.bin/kysely-codegen',
    [...config, '--url', database.ownerUrl, '--verify'],
    { cwd: join(import.meta.dirname, '../../../..'), encoding: 'utf8' },
  )
  await database.drop()
  expect(stderr).toBe('')
  expect(status).toBe(0)
})
