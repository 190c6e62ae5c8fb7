import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartError } from '../start/startError.ts'
import { type AppliedMigration, adopt, isReplaced, lastFileFor, readReplaced } from './baseline.ts'
import { connectAtStart, describe } from './connectAtStart.ts'

/** Any constant will do, so long as nobody else locks it: "drivesim" in letters. */
const lockKey = 0x64726976
const fileName = /^\d{4}_[a-z0-9_]+\.sql$/

type Options = {
  /** The role the server works under, where that is not the owner: it is granted rows, not the schema. */
  appRole?: string | undefined
  /** Another folder than apps/server/migrations (tests). */
  folder?: string
  /** No further than a back-up that lists these, for its rows. */
  asOf?: readonly AppliedMigration[] | undefined
} & Partial<Patience>

type Patience = {
  /** Tells the operator what is waited for; the console unless said otherwise. */
  say: (sentence: string) => void
  /** How long a file is tried while its tables are in use. Milliseconds; five minutes unless said otherwise. */
  patienceMs: number
}

/**
 * Brings the database to the newest migration, each file in a transaction of its own; processes that start at the
 * same time do it one after another. Within a file `current_setting('drivesim.app_role')` is the application's
 * role, for what that role must not do to a table; it is empty where owner and application are one.
 * A database of before the baseline, the first file, is what the baseline makes where it has all that it took the place of.
 * @returns the names of the files applied now
 * @throws StartError when the database cannot be used, is older than that, or an applied file was changed
 */
export async function migrate(ownerUrl: string, options: Options = {}): Promise<string[]> {
  const folder = options.folder ?? join(packageRoot(), 'migrations')
  const files = readMigrations(folder)
  const client = await connectAtStart(ownerUrl)
  try {
    await checkServer(client)
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const replaced = readReplaced(folder)
    const [baseline] = files
    if (baseline !== undefined && isReplaced(await readApplied(client), replaced, '数据库'))
      await adopt(client, baseline)
    const applied = new Map((await readApplied(client)).map(({ name, checksum }) => [name, checksum]))
    await prepareRoles(client, options.appRole)
    refuseChanged(files, applied)
    const { asOf = files, say = console.log, patienceMs = 300_000 } = options
    const last = lastFileFor(asOf, files, replaced) ?? ''
    const missing = files.filter(({ name }) => !applied.has(name) && name <= last)
    for (const file of missing) await apply(client, file, { say, patienceMs })
    return missing.map(file => file.name)
  } finally {
    await client.end()
  }
}

interface Migration extends AppliedMigration {
  readonly sql: string
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
  const wrong = names.find(name => !fileName.test(name))
  if (wrong !== undefined) throw new StartError(`迁移文件 ${wrong} 的名称不对，应形如 0001_name.sql`)
  return names.map(name => {
    const sql = readFileSync(join(folder, name), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** apps/server, from its sources as from what is built of them. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

async function checkServer(client: pg.Client): Promise<void> {
  const asked = await client.query<{ version: string; number: number; encoding: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
            current_setting('server_encoding') as encoding`,
  )
  const server = asked.rows[0]
  if (server === undefined) throw new StartError('数据库没有报告它的版本')
  if (server.number < 150_000)
    throw new StartError(`数据库是 PostgreSQL ${server.version}，需要 15 或更高的版本`)
  if (server.encoding !== 'UTF8') {
    throw new StartError(
      `数据库的编码是 ${server.encoding}，需要 UTF8，请用 create database … encoding 'UTF8' 新建`,
    )
  }
}

/** Tables made from here on are the application's to fill: earlier grants stay as migrations narrowed them. */
async function prepareRoles(client: pg.Client, appRole: string | undefined): Promise<void> {
  const owner = await client.query<{ current_user: string }>('select current_user')
  const other = appRole !== undefined && appRole !== owner.rows[0]?.current_user
  await client.query(`select set_config('drivesim.app_role', $1, false)`, [other ? appRole : ''])
  if (!other) return
  const role = pg.escapeIdentifier(appRole)
  await client.query(`
    grant usage on schema public to ${role};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema public grant usage, select on sequences to ${role};
  `)
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  await client.query(`
    create table if not exists schema_migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )
  `)
  return (await client.query<AppliedMigration>('select name, checksum from schema_migration')).rows
}

function refuseChanged(files: Migration[], applied: Map<string, string>): void {
  for (const file of files) {
    const checksum = applied.get(file.name)
    if (checksum === undefined || checksum === file.checksum) continue
    throw new StartError(`迁移文件 ${file.name} 在执行之后被改动了，请恢复原文，把改动写成新的迁移文件`)
  }
  const known = new Set(files.map(file => file.name))
  const newer = [...applied.keys()].find(name => !known.has(name))
  if (newer === undefined) return
  throw new StartError(`数据库已有本程序没有的迁移 ${newer}，它属于更新的版本，请使用那个版本启动`)
}

/** SQLSTATE: a lock was not to be had in time. */
const lockNotAvailable = '55P03'
/** So long a migration stands in line for a table, and everybody behind it. */
const lockWait = '200ms'
const firstPauseMs = 100
const longestPauseMs = 5_000

/** Applies a file as soon as what uses its tables lets it: whoever waits for a lock holds up all who come later. */
async function apply(client: pg.Client, file: Migration, { say, patienceMs }: Patience): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      return await applyOnce(client, file)
    } catch (error) {
      const inUse = error instanceof pg.DatabaseError && error.code === lockNotAvailable
      if (!inUse) {
        throw new StartError(`迁移文件 ${file.name} 执行失败，数据库保持在它之前的状态：${describe(error)}`)
      }
      if (Date.now() + pause > giveUpAt) {
        throw new StartError(
          `迁移文件 ${file.name} 等不到要改的表，数据库保持在它之前的状态，请等占用它的长查询或备份结束后再启动`,
        )
      }
    }
    say(`迁移文件 ${file.name} 要改的表正在使用，稍后再试`)
    await wait(pause)
  }
}

async function applyOnce(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${lockWait}'`)
    await client.query(file.sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      file.name,
      file.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
