import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../start/config.ts'
import { unfinishedRestore } from '../start/dataFolder.ts'
import { lockInstance } from '../start/instanceLock.ts'
import { processIdentity } from '../start/processIdentity.ts'
import { StartError } from '../start/startError.ts'
import { type Place, startEmbeddedPostgres, urlsAt } from './embeddedPostgres.ts'

/** In PostgreSQL's pid file: the process, and where it listens. */
const pidLine = 0
const portLine = 3
const socketLine = 4

/** The ways to a database of ours. */
type Urls = ReturnType<typeof urlsAt>

/**
 * Lends an operator's command the database under the role that owns it: the external one, the embedded one of the
 * running server, or, where none runs, the embedded one started for as long as the command takes.
 * @throws StartError
 */
export async function withOwnedDatabase<T>(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'migrateDatabaseUrl'>,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  const external = config.migrateDatabaseUrl ?? config.databaseUrl
  if (external !== undefined) return work(external)
  return withEmbeddedDatabase(config, ({ ownerUrl }) => work(ownerUrl))
}

/**
 * The same of the embedded one, whose superuser is ours too.
 * @throws StartError
 */
export async function withEmbeddedDatabase<T>(
  config: Pick<Config, 'dataDir'>,
  work: (urls: Urls) => Promise<T>,
): Promise<T> {
  unfinishedRestore(config.dataDir).refuse()
  const place = runningAt(config.dataDir)
  if (place !== undefined) return work(urlsAt(place))
  if (!existsSync(join(config.dataDir, 'postgres', 'PG_VERSION')))
    throw new StartError(`数据文件夹 ${config.dataDir} 里没有数据库，请用 DATA_DIR 指明数据所在的文件夹`)
  const lock = lockInstance(config.dataDir, '维护命令')
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir })
    try {
      return await work(postgres)
    } finally {
      await postgres.stop()
    }
  } finally {
    lock.release()
  }
}

/** Where the embedded PostgreSQL of this data folder listens, if it runs. */
export function runningAt(dataDir: string): Place | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const holder = processIdentity(Number(lines[pidLine]))
  const socket = lines[socketLine]
  if (socket === undefined || holder === undefined || !/postgres/.test(holder.command)) return undefined
  return { socket, port: Number(lines[portLine]) }
}
