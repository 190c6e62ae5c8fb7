import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { checksumOf } from '../src/platform/postgres/migrationFiles.ts'
import { emptyDatabase, query, type TestDatabase } from './database.ts'
import { patience } from './pace.ts'
import { catalogueOf, rowsOfMade } from './schemaCatalogue.ts'
import { readSchema } from './schemaFiles.ts'
import { killAll, launch, makeSite, operate, ownerUrlOf, type Site, untilReady } from './serverProcess.ts'

const server = join(import.meta.dirname, '..')
const replaced = readFileSync(join(server, 'migrations/before_baseline.txt'), 'utf8')
  .trim()
  .split('\n')
  .map(line => line.split('  '))

const baseline = {
  name: '0001_baseline.sql',
  checksum: checksumOf(readFileSync(join(server, 'migrations/0001_baseline.sql'), 'utf8')),
}

let made: TestDatabase
beforeEach(async () => {
  made = await emptyDatabase()
})
afterEach(() => made.drop())

const migrateMade = () => migrate(made.ownerUrl, { appRole: made.appRole })
const applied = () => query(made.ownerUrl, 'select name from schema_migration order by name')

/** Puts a list in the place of the migrations that were applied. */
async function pretend(list: readonly (readonly string[])[]): Promise<void> {
  await query(made.ownerUrl, 'delete from schema_migration')
  for (const [checksum, name] of list)
    await query(made.ownerUrl, 'insert into schema_migration (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ])
}

test('the schema files are what the migrations make', async () => {
  await migrateMade()
  const other = await emptyDatabase()
  const role = other.appRole.replaceAll("'", "''")
  await query(
    other.ownerUrl,
    `set drivesim.app_role = '${role}';
     alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
     alter default privileges in schema public grant usage, select on sequences to ${role};
     begin; ${readSchema(join(server, 'schema/schema.sql'))}; commit;
     alter default privileges in schema public revoke all on tables from ${role};
     alter default privileges in schema public revoke all on sequences from ${role}`,
  )
  expect(await catalogueOf(other.ownerUrl)).toEqual(await catalogueOf(made.ownerUrl))
  expect(await rowsOfMade(other.ownerUrl)).toEqual(await rowsOfMade(made.ownerUrl))
  await other.drop()
})

describe('a database of before the baseline', () => {
  beforeEach(async () => {
    await migrate(made.ownerUrl, { appRole: made.appRole, asOf: [baseline] })
  })

  test('with all that the baseline took the place of is taken over: of the baseline nothing runs', async () => {
    await pretend(replaced)
    const later = await migrateMade()
    expect(later).not.toContain(baseline.name)
    expect(await applied()).toEqual([baseline.name, ...later].map(name => ({ name })))
  })

  test('without the last of it is refused in one sentence', async () => {
    await pretend(replaced.slice(0, -1))
    await expect(migrateMade()).rejects.toThrow(
      /^数据库早于本版本的起点，请先用 docs\/operating\.md [^\n]+启动一次，再使用本版本$/,
    )
    expect(await applied()).toHaveLength(replaced.length - 1)
  })

  test('with another text of one of it is refused', async () => {
    await pretend(
      replaced.map(([checksum = '', name = ''], at) => [at === 3 ? '0'.repeat(64) : checksum, name]),
    )
    await expect(migrateMade()).rejects.toThrow('数据库早于本版本的起点')
  })
})

describe('a back-up of before the baseline', () => {
  let site: Site
  let other: Site
  let folder: string
  beforeEach(async () => {
    site = await makeSite()
    other = await makeSite()
    folder = mkdtempSync(join(tmpdir(), 'drivesim-older-'))
    const packed = join(import.meta.dirname, 'backups/before_baseline.tar.gz')
    expect(spawnSync('tar', ['-xzf', packed, '-C', folder]).status).toBe(0)
  })
  afterEach(async () => {
    await killAll(site, other)
    rmSync(folder, { recursive: true })
  })

  test('is restored and taken over: what it has is what the baseline makes', {
    timeout: patience(90_000),
  }, async () => {
    const restored = await operate(site, 'restore', folder)
    expect(restored, restored.said).toMatchObject({ code: 0 })
    const checked = await operate(site, 'checkData')
    expect(checked, checked.said).toMatchObject({ code: 0 })
    await Promise.all([untilReady(site, launch(site)), untilReady(other, launch(other, { DEMO: '0' }))])
    const ownerUrl = ownerUrlOf(site)
    expect(await catalogueOf(ownerUrl)).toEqual(await catalogueOf(ownerUrlOf(other)))
    expect(
      await query(ownerUrl, 'select name, cash, bonus from student join purse on id = student_id'),
    ).toEqual([{ name: '张旧', cash: '30000', bonus: '0' }])
  })

  test('one migration short is refused in one sentence', { timeout: patience(30_000) }, async () => {
    const file = join(folder, 'backup.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    manifest.migrations.pop()
    writeFileSync(file, JSON.stringify(manifest))
    expect(await operate(site, 'restore', folder)).toMatchObject({
      code: 1,
      said: expect.stringContaining('备份早于本版本的起点，请先用 docs/operating.md'),
    })
  })
})
