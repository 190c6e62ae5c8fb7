import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const deadlineMs = 120_000

export interface Server {
  url: string
  mqttUrl: string
  /** From the command to the first good answer of /health/ready. Seconds. */
  secondsToReady: number
  stop(): Promise<void>
}

/** Starts `npm start` in a process group of its own, on free ports. */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<Server> {
  const [port, mqttPort] = [await freePort(), await freePort()]
  const began = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      MQTT_URL: '',
      // Programs sign in here, with a password alone.
      SECOND_STEP_FOR: 'none',
      // One person asks here as many do.
      CALLS_PER_MINUTE: '9999999',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    if (performance.now() - began > deadlineMs) throw new Error('the server was not ready in time')
    await wait(20)
  }
  return {
    url,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    secondsToReady: (performance.now() - began) / 1000,
    stop: () => interrupt(child),
  }
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/health/ready`).catch(() => undefined)
  return response?.ok ?? false
}

/** As Ctrl-C does: to the whole group. */
async function interrupt(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGINT')
  await ended
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** The embedded PostgreSQL of a server that runs on this folder, under one of its roles. */
export function databaseUrl(dataDir: string, role: 'drivesim_owner' | 'drivesim_app'): string {
  // Line 5 of the lock file is the folder of the socket.
  const socket = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4]
  if (!socket) throw new Error('the server runs no PostgreSQL of its own')
  return `postgresql://${role}@localhost/drivesim?host=${encodeURIComponent(socket)}`
}
