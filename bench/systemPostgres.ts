import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, readdirSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './server.ts'

const versions = '/usr/lib/postgresql'
const localTrust = 'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n'

/** The programs of the system's newest PostgreSQL; undefined where there is none. */
export function systemPrograms(): string | undefined {
  if (!existsSync(versions)) return undefined
  const [newest] = readdirSync(versions)
    .map(Number)
    .filter(version => version >= 15 && existsSync(join(versions, `${version}/bin/postgres`)))
    .sort((a, b) => b - a)
  return newest === undefined ? undefined : join(versions, `${newest}/bin`)
}

export interface Primary {
  readonly appUrl: string
  readonly ownerUrl: string
  readonly adminUrl: string
  /**
   * Makes every commit wait for a standby.
   * @param delayMs how far it is away, each way
   */
  addStandby(delayMs: number): Promise<void>
  stop(): Promise<void>
}

/** The system's PostgreSQL with the roles and the database of an installation, in `folder`/postgres. */
export async function startPrimary(folder: string, bin: string): Promise<Primary> {
  const user = postgresUser()
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, { ...user, stdio: 'ignore', cwd: folder })
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const stopping: (() => Promise<void>)[] = []
  const port = await freePort()
  const data = join(folder, 'postgres')
  run('initdb', '-D', data, '-U', 'postgres', '--locale=C.UTF-8', '-E', 'UTF8', '-A', 'trust')
  appendFileSync(join(data, 'pg_hba.conf'), localTrust)
  // As deploy/patroni has it; what every machine has of its own stays PostgreSQL's default.
  stopping.unshift(
    await startNode({ bin, data, folder, port, user, settings: ['max_connections=200', 'wal_log_hints=on'] }),
  )
  const urlOf = (role: string, database = 'drivesim') => `postgresql://${role}@127.0.0.1:${port}/${database}`
  await asAdmin(urlOf('postgres', 'postgres'), [
    'create role drivesim_owner login',
    'create role drivesim_app login',
    `create database drivesim owner drivesim_owner template template0 encoding 'UTF8' locale_provider icu icu_locale 'zh-CN' locale 'C.UTF-8'`,
  ])
  return {
    appUrl: urlOf('drivesim_app'),
    ownerUrl: urlOf('drivesim_owner'),
    adminUrl: urlOf('postgres'),
    async addStandby(delayMs) {
      const proxy = await openDelay(port, delayMs)
      stopping.unshift(proxy.stop)
      const standby = join(folder, 'standby')
      run('pg_basebackup', '-d', urlOf('postgres', 'postgres'), '-D', standby, '-c', 'fast', '-R')
      const primary = `primary_conninfo=host=127.0.0.1 port=${proxy.port} user=postgres application_name=far`
      stopping.unshift(
        await startNode({
          bin,
          data: standby,
          folder,
          port: await freePort(),
          user,
          settings: ['max_connections=200', primary],
        }),
      )
      await asAdmin(urlOf('postgres'), [
        `alter system set synchronous_standby_names = 'far'`,
        'select pg_reload_conf()',
      ])
      await untilInStep(urlOf('postgres'))
    },
    async stop() {
      for (const stop of stopping) await stop()
    },
  }
}

interface Node {
  readonly bin: string
  readonly data: string
  readonly folder: string
  readonly port: number
  readonly user: { uid: number; gid: number } | undefined
  readonly settings: readonly string[]
}

/** @returns what stops it */
async function startNode({ bin, data, folder, port, user, settings }: Node): Promise<() => Promise<void>> {
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    ...settings,
  ]
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...options.flatMap(one => ['-c', one])], {
    ...user,
    stdio: 'ignore',
  })
  const client = () => new pg.Client(`postgresql://postgres@127.0.0.1:${port}/postgres`)
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`)
    const one = client()
    try {
      await one.connect()
      await one.end()
      break
    } catch {
      await one.end().catch(() => undefined)
    }
  }
  return () => ended(child)
}

async function ended(child: ChildProcess): Promise<void> {
  const over = once(child, 'exit')
  child.kill('SIGINT')
  await over
}

async function asAdmin(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function untilInStep(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (;;) {
    const { rows } = await client.query(
      `select from pg_stat_replication where application_name = 'far' and sync_state = 'sync'`,
    )
    if (rows.length > 0) break
  }
  await client.end()
}

/** Passes on to a port of this machine, everything so much later, each way. */
async function openDelay(to: number, delayMs: number): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const later = (from: Socket, into: Socket) => {
    from.on('data', bytes => setTimeout(() => into.write(bytes), delayMs))
    from.on('close', () => setTimeout(() => into.destroy(), delayMs))
    from.on('error', () => into.destroy())
    from.setNoDelay(true)
    sockets.add(from)
  }
  const server: Server = createServer(near => {
    const far = connect(to, '127.0.0.1')
    later(near, far)
    later(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** PostgreSQL refuses root. */
function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}
