import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { analyseUnknown } from './platform/postgres/analyse.ts'
import { appRole } from './platform/postgres/embeddedPostgres.ts'
import { keepEmbeddedPostgres } from './platform/postgres/embeddedPostgresKeeper.ts'
import { migrate, requireMigrated, roleOf } from './platform/postgres/migrate.ts'
import { refusePooler } from './platform/postgres/pooler.ts'
import { type Config, readConfig } from './platform/start/config.ts'
import { unfinishedRestore } from './platform/start/dataFolder.ts'
import { lockInstance } from './platform/start/instanceLock.ts'
import { keepIntakeProcess } from './platform/start/intakeProcess.ts'
import { catchTheRest } from './platform/start/lastResort.ts'
import { StartError } from './platform/start/startError.ts'
import { requireStrict } from './platform/start/strict.ts'

/** Ctrl-C is answered within 5 s: the app has this long, PostgreSQL the rest. Behind a proxy it has longer, to leave unnoticed. */
const appCloseMs = 3_500
const proxiedCloseMs = 6_000
/** The terminal and npm may both pass on one Ctrl-C; only a later one means "at once". */
const repeatedSignalMs = 1_000

/** Undone in reverse, each as far as the start got. */
const undo: (() => Promise<void> | void)[] = []

async function start(config: Config): Promise<void> {
  if (config.strict) requireStrict(config)
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
  try {
    mkdirSync(config.dataDir, { recursive: true })
  } catch (error) {
    throw new StartError(`无法使用数据文件夹 ${config.dataDir}，请检查权限，或用 DATA_DIR 换一个（${error}）`)
  }
  // Said before a minute's work on a demo database, not after.
  await listen(() => tryPort(config), config)
  // The program is read while the database starts, or is made.
  const [{ databaseUrl, ownerUrl }, { build }, { prepareFirstStart }, { modules }, { gatherParts }] =
    await Promise.all([
      openDatabase(config, url),
      import('./app.ts'),
      import('./modules/tools/demo/service.ts'),
      import('./modules.ts'),
      import('./platform/parts.ts'),
    ])
  const accounts =
    config.role === 'intake'
      ? []
      : await prepareFirstStart(ownerUrl, gatherParts(modules).seed, config, config.demo)
  const hasIntakeProcess = needsIntakeProcess(config)
  // The database has nothing else to do while the program puts itself together.
  const [{ app, services, banner, close }, intake] = await Promise.all([
    build({ config: hasIntakeProcess ? { ...config, role: 'web' } : config, databaseUrl }),
    hasIntakeProcess ? startIntake(config, databaseUrl) : undefined,
    analyseUnknown(ownerUrl),
  ])
  catchTheRest(process, services.log, () => void stop(1))
  if (intake !== undefined) services.metrics.include(() => intake.metrics())
  const closeMs = config.trustProxy === false ? appCloseMs : proxiedCloseMs
  undo.push(async () => {
    await Promise.all([intake?.stop(), Promise.race([close(), wait(closeMs, undefined, { ref: false })])])
  })
  const address = await listen(() => app.listen({ host: config.host, port: config.port }), config)
  console.log(
    [
      '',
      '  驾训模拟器管理后台',
      '',
      `  ${address}`,
      '',
      ...[...accounts, ...banner].map(line => `  ${line}`),
    ].join('\n'),
  )
  console.log('\n  按 Ctrl-C 停止\n')
}

interface Database {
  /** What the server works on; migrated. */
  readonly databaseUrl: string
  /** The same under the role that owns the tables. */
  readonly ownerUrl: string
}

async function openDatabase(config: Config, url: string): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const ownerUrl = config.migrateDatabaseUrl ?? config.databaseUrl
    await refusePooler('DATABASE_URL', config.databaseUrl)
    if (config.migrateDatabaseUrl !== undefined)
      await refusePooler('MIGRATE_DATABASE_URL', config.migrateDatabaseUrl)
    if (config.migrates) await migrate(ownerUrl, { appRole: roleOf(config.databaseUrl) })
    else await requireMigrated(config.databaseUrl)
    return { databaseUrl: config.databaseUrl, ownerUrl }
  }
  unfinishedRestore(config.dataDir).refuse()
  // Several servers may share an external database; the embedded one has one owner.
  const lock = lockInstance(config.dataDir, url)
  undo.push(() => lock.release())
  const postgres = await keepEmbeddedPostgres(config.dataDir, config.reportPort)
  undo.push(() => postgres.stop())
  if (config.migrates) await migrate(postgres.ownerUrl, { appRole })
  else await requireMigrated(postgres.ownerUrl)
  return { databaseUrl: postgres.appUrl, ownerUrl: postgres.ownerUrl }
}

/** Whether devices get a process of their own: with a broker elsewhere, whoever runs several processes says which does what. */
function needsIntakeProcess({ role, mqttUrl }: Config): boolean {
  return role === undefined && mqttUrl === undefined && availableParallelism() > 1
}

function startIntake({ demo }: Config, databaseUrl: string) {
  return keepIntakeProcess(fileURLToPath(new URL('./intakeProgram.js', import.meta.url)), {
    ...process.env,
    ROLE: 'intake',
    DATABASE_URL: databaseUrl,
    // A door of the embedded database, which is ours to open.
    REPORT_PORT: '',
    DEMO: demo ? '1' : '0',
  })
}

async function tryPort(config: Config): Promise<void> {
  // A browser waiting for us may be quick to connect, and would keep the probe from closing.
  const probe = createServer(socket => socket.destroy())
  probe.listen(config.port, config.host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

async function listen<T>(open: () => Promise<T>, config: Config): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartError(`端口 ${config.port} 已被占用，请停止占用它的程序，或用 PORT 换一个端口`)
    }
    if (code === 'EACCES')
      throw new StartError(`没有权限监听端口 ${config.port}，请用 PORT 换一个 1024 以上的端口`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`本机没有 ${config.host} 这个地址，请检查 HOST`)
    }
    throw error
  }
}

let stopping: number | undefined

async function stop(code: number, why?: unknown): Promise<void> {
  if (stopping !== undefined) return
  stopping = Date.now()
  if (why instanceof StartError) console.error(`\n${why.message}\n`)
  else if (why !== undefined) console.error(why)
  let failed = false
  for (const step of undo.reverse()) {
    try {
      await step()
    } catch (error) {
      failed = true
      console.error(error)
    }
  }
  process.exit(failed ? 1 : code)
}

function onSignal(): void {
  if (stopping === undefined) void stop(0)
  else if (Date.now() - stopping > repeatedSignalMs) process.exit(130)
}

process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)

try {
  await start(readConfig(process.env))
} catch (error) {
  await stop(1, error)
}
