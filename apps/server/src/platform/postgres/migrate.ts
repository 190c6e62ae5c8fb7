import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start/startError.ts'
import { adopt, isReplaced, lastFileFor, readReplaced } from './baseline.ts'
import { runConcurrently } from './concurrently.ts'
import { connectAtStart, describe } from './connectAtStart.ts'
import { inTransaction } from './inTransaction.ts'
import {
  type AppliedMigration,
  type Migration,
  type MigrationKind,
  migrationFolder,
  readMigrations,
} from './migrationFiles.ts'

/** Any constant will do, so long as nobody else locks it: "drivesim" in letters. */
const lockKey = 0x64726976

type Options = {
  /** The role the server works under, where that is not the owner: it is granted rows, not the schema. */
  appRole?: string | undefined
  /** Another folder than apps/server/migrations (tests). */
  folder?: string
  /** No further than a back-up that lists these, for its rows. */
  asOf?: readonly AppliedMigration[] | undefined
  /** Rows of a back-up follow: until `endRestore` nobody else takes the database for one to begin with. */
  restoring?: boolean
} & Partial<Patience>

type Patience = {
  /** Tells the operator what is waited for; the console unless said otherwise. */
  say: (sentence: string) => void
  /** How long a file is tried while its tables are in use. Milliseconds; ten minutes unless said otherwise. */
  patienceMs: number
}

/**
 * Brings the database to the newest migration, each file in a transaction of its own, or outside one where it is marked
 * `concurrently`; processes that start at the same time do it one after another. Migrations of a newer version are left
 * alone where they only `expand` what is there, so that this version may run beside that one. Within a file `current_setting('drivesim.app_role')` is the application's
 * role, for what that role must not do to a table; it is empty where owner and application are one.
 * A database of before the baseline, the first file, is what the baseline makes where it has all that it took the place of.
 * @returns the names of the files applied now
 * @throws StartError when the database cannot be used, is older than that, an applied file was changed, or a newer version has
 *   taken away what this one needs
 */
export async function migrate(ownerUrl: string, options: Options = {}): Promise<string[]> {
  const folder = options.folder ?? migrationFolder()
  const files = readMigrations(folder)
  const client = await connectAtStart(ownerUrl)
  const { asOf = files, say = console.log, patienceMs = 600_000 } = options
  const patience = { say, patienceMs }
  try {
    await checkServer(client)
    await takeTurn(client)
    if (options.restoring) await beginRestore(client)
    else await refuseUnfinished(client)
    await prepareList(client, patience)
    const replaced = readReplaced(folder)
    const [baseline] = files
    if (baseline !== undefined && isReplaced(await readApplied(client), replaced, '数据库'))
      await adopt(client, baseline)
    const applied = await readApplied(client)
    await prepareRoles(client, options.appRole)
    refuseChanged(files, applied)
    refuseNewer(files, applied)
    await noteKinds(client, files, applied)
    const last = lastFileFor(asOf, files, replaced) ?? ''
    const missing = missingOf(files, applied).filter(({ name }) => name <= last)
    for (const file of missing) await apply(client, file, patience)
    return missing.map(file => file.name)
  } finally {
    await client.end()
  }
}

/**
 * Looks whether the program may work on the database as it is, and changes nothing: migrations are somebody else's.
 * @param url any role that may read the list of migrations, as the application's may
 * @throws StartError when migrations are missing, an applied file was changed, or a newer version has taken away what
 *   this one needs
 */
export async function requireMigrated(url: string, folder = migrationFolder()): Promise<void> {
  const files = readMigrations(folder)
  const client = await connectAtStart(url)
  try {
    await checkServer(client)
    await refuseUnfinished(client)
    const applied = (await hasList(client)) ? await readApplied(client) : []
    refuseChanged(files, applied)
    refuseNewer(files, applied)
    const [missing] = missingOf(files, applied)
    if (missing !== undefined)
      throw new StartError(`数据库还没有迁移 ${missing.name}，请先执行 npm run migrate，再以 MIGRATE=0 启动`)
  } finally {
    await client.end()
  }
}

/** The role that an address of the application's names, for the grants of a migration. */
export function roleOf(databaseUrl: string): string | undefined {
  return decodeURIComponent(new URL(databaseUrl).username) || undefined
}

/** Whose being there says that rows are to come, or were. */
const unfinished = 'unfinished_restore'

const beginRestore = (client: pg.Client) => client.query(`create table ${unfinished} ()`)

/** All rows are there; in their transaction. */
export const endRestore = (client: pg.Client) => client.query(`drop table ${unfinished}`)

async function refuseUnfinished(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass($1) is not null as there`, [
    unfinished,
  ])
  if (rows[0]?.there === true)
    throw new StartError('数据库里有一次没有完成的恢复，请删除这个数据库并新建，再重新恢复')
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
    grant select on schema_migration to ${role};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema public grant usage, select on sequences to ${role};
  `)
}

interface Listed extends AppliedMigration {
  /** null where a version noted it that knew no kinds. */
  readonly kind: MigrationKind | null
}

const turnPauseMs = 200

/**
 * Waits until no other process migrates, for as long as this connection lives. Asked again and again: a query that
 * waited would be one of those that an index, made concurrently by the other, waits for.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      lockKey,
    ])
    if (rows[0]?.mine === true) return
    await wait(turnPauseMs)
  }
}

async function hasList(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_attribute where attrelid = to_regclass('schema_migration') and attname = 'kind') as found`,
  )
  return rows[0]?.found === true
}

/** The list of what was applied. Older versions made it without kinds, and a back-up may be reading it. */
async function prepareList(client: pg.Client, patience: Patience): Promise<void> {
  if (await hasList(client)) return
  const sql = `
    create table if not exists schema_migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    alter table schema_migration add column if not exists kind text`
  await whenFree('迁移记录表', patience, () => inTransaction(client, () => client.query(sql)))
}

async function readApplied(client: pg.Client): Promise<Listed[]> {
  return (await client.query<Listed>('select name, checksum, kind from schema_migration')).rows
}

function missingOf(files: readonly Migration[], applied: readonly Listed[]): Migration[] {
  const names = new Set(applied.map(({ name }) => name))
  return files.filter(({ name }) => !names.has(name))
}

function refuseChanged(files: readonly Migration[], applied: readonly Listed[]): void {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  for (const file of files) {
    const checksum = checksums.get(file.name)
    if (checksum === undefined || checksum === file.checksum) continue
    throw new StartError(`迁移文件 ${file.name} 在执行之后被改动了，请恢复原文，把改动写成新的迁移文件`)
  }
}

/** What a newer version added does no harm; what it took away may be what this one needs. */
function refuseNewer(files: readonly Migration[], applied: readonly Listed[]): void {
  const known = new Set(files.map(file => file.name))
  const newer = applied.find(({ name, kind }) => !known.has(name) && kind !== 'expand')
  if (newer === undefined) return
  throw new StartError(`数据库已有本程序没有的迁移 ${newer.name}，它属于更新的版本，请使用那个版本启动`)
}

/** Notes the kinds of what was applied by versions that knew none. */
async function noteKinds(
  client: pg.Client,
  files: readonly Migration[],
  applied: readonly Listed[],
): Promise<void> {
  const unknown = new Set(applied.filter(({ kind }) => kind === null).map(({ name }) => name))
  for (const { name, kind } of files.filter(file => unknown.has(file.name)))
    await client.query('update schema_migration set kind = $2 where name = $1', [name, kind])
}

/** SQLSTATEs: a lock was not to be had in time; whoever waited for each other, and this one gave way. */
const inUse: readonly (string | undefined)[] = ['55P03', '40P01']
const firstPauseMs = 100
const longestPauseMs = 5_000

/** Applies a file as soon as what uses its tables lets it: whoever waits for a lock holds up all who come later. */
async function apply(client: pg.Client, file: Migration, patience: Patience): Promise<void> {
  const note = () =>
    client.query('insert into schema_migration (name, checksum, kind) values ($1, $2, $3)', [
      file.name,
      file.checksum,
      file.kind,
    ])
  try {
    await whenFree(`迁移文件 ${file.name} `, patience, async () => {
      if (file.concurrently) {
        // It holds up nobody while it waits.
        await client.query(`set lock_timeout = ${patience.patienceMs}`)
        await runConcurrently(client, file.name, file.sql).finally(() => client.query('reset lock_timeout'))
        await note()
      } else
        await inTransaction(client, async () => {
          await client.query(file.sql)
          await note()
        })
    })
  } catch (error) {
    if (error instanceof StartError) throw error
    const state = file.concurrently ? '再次启动会接着做' : '数据库保持在它之前的状态'
    throw new StartError(`迁移文件 ${file.name} 执行失败，${state}：${describe(error)}`)
  }
}

/** Tries again while what is to be changed is in use. @throws StartError after too long */
async function whenFree(
  what: string,
  { say, patienceMs }: Patience,
  work: () => Promise<unknown>,
): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      await work()
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && inUse.includes(error.code))) throw error
      if (Date.now() + pause > giveUpAt) {
        throw new StartError(
          `${what}等不到要改的表，数据库保持在它之前的状态，请等占用它的长查询或备份结束后再启动`,
        )
      }
    }
    say(`${what}要改的表正在使用，稍后再试`)
    await wait(pause)
  }
}
