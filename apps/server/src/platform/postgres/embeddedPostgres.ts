import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { processIdentity } from '../start/processIdentity.ts'
import { StartError } from '../start/startError.ts'
import { type PostgresFiles, preparePostgresFiles } from './embeddedPostgresFiles.ts'
import { openReportDoor } from './reportDoor.ts'

/** The system's limit on a socket's path, in bytes: 107 on Linux, 103 on macOS. */
const longestSocketPath = 103
/** Recovery after a crash replays at most `max_wal_size`; a slow disk needs its time for that. */
const startDeadlineMs = 60_000
const stopDeadlineMs = 3_000
const logLimitBytes = 10_000_000

/** The role that owns the database and migrates it. */
export const ownerRole = 'drivesim_owner'
/** The role the server works under: reads and writes rows, changes no schema. */
export const appRole = 'drivesim_app'
/** PostgreSQL's own; part of the socket's name, so that it counts though nothing listens there. */
const usualPort = 5432
const socketName = (port: number) => `.s.PGSQL.${port}`
const database = 'drivesim'
const superuser = 'postgres'

/** For a small machine that runs server and database; every other value is PostgreSQL's own. */
const defaults = {
  listen_addresses: '',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel plans need a large /dev/shm, of which containers have 64 MB, and gain nothing on two busy cores.
  max_parallel_workers_per_gather: '0',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // What people look for and type is in no log: of an error that a row or a value is about there is its first line, no statement.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

/**
 * Keeps PostgreSQL from outliving us: we hold the other end of its stdin, and however we die it is closed, upon
 * which the script asks PostgreSQL to shut down at once.
 */
const supervisor = `
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
{ while read -r line; do :; done; kill -INT "$server"; } <&3 &
watcher=$!
exec 3<&-
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`

export type EmbeddedPostgres = {
  ownerUrl: string
  appUrl: string
  /** Of the superuser, for what no owner may do. */
  adminUrl: string
  /** Settles when PostgreSQL ends, asked to or not. */
  ended(): Promise<void>
  /** Starts it again after an end that nobody asked for, where it was. @throws StartError */
  startAgain(): Promise<void>
  /** Shuts down in order; after 3 s without waiting for anything (the next start then recovers). */
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  /** Another PostgreSQL's programs, made as its packages make it (tests). */
  binDir?: string | undefined
  /** On top of our settings (tests). */
  settings?: Record<string, string>
  /** Where report roles, and nobody else, come in over TCP on this machine; undefined: there is no such door. */
  reportPort?: number | undefined
}

/** Where an embedded database listens: the folder of its socket, and the number in the socket's name. */
export interface Place {
  readonly socket: string
  readonly port: number
}

/**
 * Starts a real PostgreSQL on a Unix socket, its cluster in `dataDir`/postgres, made on the first start with
 * UTF-8, Chinese collation and the two roles. The caller sees to it that nobody else does the same at once.
 * @throws StartError
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const files = preparePostgresFiles(options.dataDir, options.binDir)
  if (!existsSync(join(files.cluster, 'PG_VERSION'))) await makeCluster(files, options.binDir === undefined)
  const { reportPort } = options
  const port = reportPort ?? usualPort
  const place = { socket: socketFolder(files, port), port }
  const log = join(options.dataDir, 'postgres.log')
  const door = reportPort === undefined ? {} : openReportDoor(files, { port, database })
  const open = async () => {
    await endPredecessor(files.cluster, place)
    return launch(files, place, { ...defaults, ...door, ...options.settings }, log)
  }
  let server = await open()
  await makeDatabase(place)
  return {
    ...urlsAt(place),
    ended: () => server.ended,
    startAgain: async () => {
      server = await open()
    },
    stop: async () => {
      await stop(server)
      if (place.socket !== files.cluster) rmSync(place.socket, { recursive: true, force: true })
    },
  }
}

/** The ways of the three roles to the embedded database that listens at a place. */
export const urlsAt = (place: Place) => ({
  ownerUrl: urlOf(ownerRole, place),
  appUrl: urlOf(appRole, place),
  adminUrl: urlOf(superuser, place),
})

const urlOf = (role: string, { socket, port }: Place, name = database) =>
  `postgresql://${role}@localhost:${port}/${name}?host=${encodeURIComponent(socket)}`

/** Made beside its place and moved there whole, so that a start cut short leaves no half cluster. */
async function makeCluster({ binDir, cluster, user }: PostgresFiles, chinese: boolean): Promise<void> {
  const unfinished = `${cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (user !== undefined) chownSync(unfinished, user.uid, user.gid)
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const collation = chinese ? ['--locale-provider=icu', '--icu-locale=zh-CN'] : []
  const place = ['-D', unfinished, '-U', superuser, '--auth=trust', '--no-instructions']
  try {
    await promisify(execFile)(
      join(binDir, 'initdb'),
      [...place, '--encoding=UTF8', `--locale=${locale}`, ...collation],
      { ...user, cwd: '/', env: environment },
    )
  } catch (error) {
    throw new StartError(`内置数据库无法初始化：${lastLines(error instanceof Error ? error.message : '')}`)
  }
  // An empty folder may be in the place already: the one made for a user who cannot enter ours.
  rmSync(cluster, { recursive: true, force: true })
  renameSync(unfinished, cluster)
}

/** Nothing of ours, as PGPORT and the like would count; but where we live by another clock (tests), so does it. */
const environment = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.env.CLOCK_AHEAD !== undefined && {
    LD_PRELOAD: process.env.LD_PRELOAD,
    CLOCK_AHEAD: process.env.CLOCK_AHEAD,
  }),
}

function socketFolder({ cluster, user }: PostgresFiles, port: number): string {
  if (Buffer.byteLength(join(cluster, socketName(port))) <= longestSocketPath) return cluster
  const folder = mkdtempSync('/tmp/drivesim-')
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

/**
 * PostgreSQL refuses to start while the process named in its pid file lives. That is either the PostgreSQL of a
 * server that was killed, about to end, or a stranger who got its number since.
 */
async function endPredecessor(cluster: string, { socket, port }: Place): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const deadline = Date.now() + 10_000
  let asked = false
  while (existsSync(pidFile)) {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    const holder = Number.isNaN(pid) ? undefined : processIdentity(pid)
    if (holder === undefined || !/postgres|postmaster/.test(holder.command)) {
      rmSync(pidFile, { force: true })
      rmSync(join(socket, `${socketName(port)}.lock`), { force: true })
      return
    }
    if (Date.now() > deadline) throw new StartError(`上次的数据库进程 ${pid} 还没有结束，请稍后再试`)
    if (!asked) signal(pid, 'SIGINT')
    asked = true
    await wait(25)
  }
}

type Server = { process: ChildProcess; ended: Promise<void>; hasEnded(): boolean }

async function launch(
  { binDir, cluster, user }: PostgresFiles,
  place: Place,
  settings: Record<string, string>,
  log: string,
): Promise<Server> {
  const deadline = Date.now() + startDeadlineMs
  const all = { ...settings, unix_socket_directories: place.socket }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(binDir, 'postgres'), '-D', cluster, ...flags]
  const tooLong = existsSync(log) && statSync(log).size > logLimitBytes
  for (let attempt = 1; ; attempt++) {
    const output = openSync(log, tooLong ? 'w' : 'a', 0o600)
    const child = spawn('/bin/sh', ['-c', supervisor, 'sh', ...command], {
      ...user,
      cwd: '/',
      env: environment,
      stdio: ['pipe', output, output],
      // Its own session: Ctrl-C in the terminal is for us, who stop it after the last query.
      detached: true,
    })
    closeSync(output)
    const server = watch(child)
    while (!server.hasEnded() && Date.now() < deadline) {
      if (await answers(place)) return server
      await Promise.race([wait(15), server.ended])
    }
    await stop(server)
    // A PostgreSQL killed a moment ago may still hold its memory while its last processes go.
    if (attempt < 5 && Date.now() < deadline) {
      await wait(200)
      continue
    }
    const said = readFileSync(log, 'utf8')
    if (/could not bind .*already in use/i.test(lastLines(said, 8)))
      throw new StartError(`REPORT_PORT ${place.port} 已被占用，请换一个端口`)
    throw new StartError(`内置数据库没有启动，记录在 ${log}：${lastLines(said)}`)
  }
}

function watch(child: ChildProcess): Server {
  let over = false
  const ended = new Promise<void>(resolve => {
    const end = () => {
      over = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  // Writing to a supervisor that has gone is no error of ours.
  child.stdin?.on('error', () => undefined)
  return { process: child, ended, hasEnded: () => over }
}

async function stop(server: Server): Promise<void> {
  server.process.stdin?.end()
  await Promise.race([server.ended, wait(stopDeadlineMs, undefined, { ref: false })])
  if (server.hasEnded() || server.process.pid === undefined) return
  signal(-server.process.pid, 'SIGQUIT')
  await server.ended
}

async function answers(place: Place): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(superuser, place, 'postgres') })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The database comes last: where it is, the roles are. */
async function makeDatabase(place: Place): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(superuser, place, 'postgres') })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount !== 0) return
    const roles = await client.query<{ rolname: string }>('select rolname from pg_roles')
    const known = new Set(roles.rows.map(row => row.rolname))
    if (!known.has(ownerRole)) await client.query(`create role ${ownerRole} login createdb`)
    if (!known.has(appRole)) await client.query(`create role ${appRole} login`)
    await client.query(`create database ${database} owner ${ownerRole}`)
  } finally {
    await client.end()
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself meanwhile.
  }
}

const lastLines = (text: string, most = 3) => text.trim().split('\n').slice(-most).join(' | ')
