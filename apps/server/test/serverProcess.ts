import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { urlsAt } from '../src/platform/postgres/embeddedPostgres.ts'
import { runningAt } from '../src/platform/postgres/operatorDatabase.ts'

// The server as it is started: the built files under plain Node, signals and all.

const server = join(import.meta.dirname, '..')
const lastWords = 20_000

/** Where a server of a test lives. */
export interface Site {
  readonly dataDir: string
  readonly port: number
  readonly mqttPort: number
  readonly url: string
  readonly mqttUrl: string
  /** What server and operator are told besides. */
  readonly env?: Record<string, string>
}

export async function makeSite(dataDir = mkdtempSync(join(tmpdir(), 'drivesim-start-'))): Promise<Site> {
  const port = await freePort()
  const mqttPort = await freePort()
  return {
    dataDir,
    port,
    mqttPort,
    url: `http://127.0.0.1:${port}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
  }
}

/** Each worker has ports of its own: two that found the same one free would both give it to a server, which listens seconds later. */
const portsOfWorker = 2_800
const firstPort = 10_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 8) * portsOfWorker

/**
 * A port that nobody listens at, and that the system gives to no connection by itself: while a killed server is away, whoever
 * knocks at its port would now and then knock from that very port, and it could not come back.
 */
export async function freePort(): Promise<number> {
  const port = firstPort + randomInt(portsOfWorker)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  await new Promise(resolve => probe.close(resolve))
  return port
}

export interface Run {
  readonly child: ChildProcess
  /** What it printed last. */
  said(): string
}

const running = new Set<ChildProcess>()

/** What a server and its operator find around them: the machine's programs, clock and temporary folder, and nothing else of ours. */
const surroundings = Object.fromEntries(
  ['PATH', 'TMPDIR', 'TZ', 'LD_PRELOAD', 'CLOCK_AHEAD'].flatMap(name =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  ),
)

/**
 * @param folder apps/server of another version than this one
 * @param through a command that starts another in its place, such as `setpriv` with its options
 */
export function launch(
  { dataDir, port, mqttPort, env: own }: Site,
  env: Record<string, string> = {},
  folder = server,
  through: readonly string[] = [],
): Run {
  const [program = process.execPath, ...args] = [
    ...through,
    process.execPath,
    join(folder, 'dist/src/main.js'),
  ]
  const child = spawn(program, args, {
    env: {
      ...surroundings,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DEMO: '0',
      SECOND_STEP_FOR: 'none',
      // One person asks here as many do.
      CALLS_PER_MINUTE: '9999999',
      ...own,
      ...env,
    },
  })
  running.add(child)
  let text = ''
  const add = (data: Buffer) => {
    text = (text + String(data)).slice(-lastWords)
  }
  child.stdout.on('data', add)
  child.stderr.on('data', add)
  return { child, said: () => text }
}

/** @returns its exit code, null after a signal */
export async function exitCodeOf({ child }: Pick<Run, 'child'>): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise(resolve => child.once('close', resolve))
  }
  return child.exitCode
}

/** Ends whatever a test left running, waits until its PostgreSQL has gone too, and removes its data. */
export async function killAll(...sites: Site[]): Promise<void> {
  for (const child of running) {
    child.kill('SIGKILL')
    await exitCodeOf({ child })
  }
  running.clear()
  for (const { dataDir } of sites) {
    await pollUntil(() => !existsSync(join(dataDir, 'postgres/postmaster.pid')))
    rmSync(dataDir, { recursive: true })
  }
}

/** The database inside a server that runs. */
export function ownerUrlOf({ dataDir }: Site): string {
  const place = runningAt(dataDir)
  if (place === undefined) throw new Error('no database runs')
  return urlsAt(place).ownerUrl
}

/** Runs an operator's command on a server's data. */
export async function operate(
  { dataDir, env: own }: Site,
  name: 'backup' | 'restore' | 'checkData' | 'migrate' | 'rotateKeys' | 'seal' | 'reportRole',
  ...rest: string[]
): Promise<{ code: number | null; said: string }> {
  return new Promise(done => {
    const env = { ...surroundings, DATA_DIR: dataDir, ...own }
    execFile(
      process.execPath,
      [join(server, `dist/src/commands/${name}.js`), ...rest],
      { env },
      (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    )
  })
}

/** Polls until it holds; the test's own time-out is the deadline. */
export async function pollUntil(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await wait(25)
}

export async function isAnswering({ url }: Site): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).ok
  } catch {
    return false
  }
}

/** @throws when it ended instead */
export async function untilReady(site: Site, run: Run): Promise<void> {
  await pollUntil(async () => {
    if (run.child.exitCode !== null) throw new Error(`ended at its start: ${run.said()}`)
    return isAnswering(site)
  })
}
