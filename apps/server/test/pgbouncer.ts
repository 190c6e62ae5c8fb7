import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort, pollUntil } from './serverProcess.ts'

const program = '/usr/sbin/pgbouncer'

/** Whether Debian's pgbouncer is installed. */
export const hasPgbouncer = existsSync(program)

/**
 * A pooler in front of a database on a socket, to which it is one user for all; gone when the test ends.
 * @param settings lines of pgbouncer.ini
 * @param ofDatabase more of the line that names the database
 * @returns its address
 */
export async function startPgbouncer(
  databaseUrl: string,
  settings: readonly string[],
  ofDatabase = '',
): Promise<string> {
  const database = new URL(databaseUrl)
  const socket = database.searchParams.get('host') ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-pgbouncer-'))
  // It refuses to be root, and only PostgreSQL's own user may enter the folder of the socket.
  const { uid, gid } = statSync(socket)
  chmodSync(folder, 0o755)
  const port = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `pooled = host=${socket} dbname=${database.pathname.slice(1)} user=${database.username} ${ofDatabase}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    ...settings,
  ]
  writeFileSync(config, lines.join('\n'))
  const child = spawn(program, [config], { uid, gid, stdio: 'ignore' })
  const ended = new Promise(done => child.once('exit', done))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  })
  await pollUntil(
    () =>
      new Promise(resolve => {
        const probe = connect(port, '127.0.0.1', () => resolve(true))
        probe.on('connect', () => probe.destroy())
        probe.on('error', () => resolve(false))
      }),
  )
  return `postgresql://${database.username}@127.0.0.1:${port}/pooled`
}
