import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { devices, running, type Tokens } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { mosquitto, startBroker } from './broker.ts'
import { fillFleet } from './fillFleet.ts'
import type { Load, LoadResult } from './fleetLoad.ts'
import { call, signIn } from './http.ts'
import { databaseUrl, freePort, type Server, startServer } from './server.ts'
import { type Figure, percentile } from './table.ts'

const fleet = 5_000
const classrooms = 100
/** Messages a second, and what a call may take meanwhile: people share no thread with the embedded broker. Milliseconds. */
const embedded = { rates: [1_000, 5_000, 10_000], apiP99: 50 } as const
const external = { rates: [1_000, 5_000], apiP99: 100 } as const
/** Processor time of server and PostgreSQL for a message, at the highest rate of the embedded broker. Milliseconds. */
const mostOfMessage = 0.12
const password = 'Bench@2026-07'
const apiPauseMs = 50

interface Asked {
  readonly rates: readonly number[]
  readonly apiP99: number
}

/** 5,000 connected simulators that report, and the calls of people meanwhile: within the server, then around a broker. */
export async function benchDevices(seconds: number): Promise<Figure[]> {
  const figures = await withServer({}, ({ server, folder }) =>
    loads(
      'embedded broker',
      { servers: [server], folder, broker: new URL(server.mqttUrl) },
      embedded,
      seconds,
    ),
  )
  if (!existsSync(mosquitto)) {
    console.log('没有安装 Mosquitto，不测外部 broker：apt-get install mosquitto')
    return figures
  }
  const broker = await startBroker()
  try {
    const shared = await withServer({ MQTT_URL: broker.url.href }, async ({ server, folder }) => {
      const second = await startSecond(folder, broker.url)
      try {
        return await loads(
          'Mosquitto, two processes',
          { servers: [server, second], folder, broker: broker.url },
          external,
          seconds,
        )
      } finally {
        await second.stop()
      }
    })
    return [...figures, ...shared]
  } finally {
    await broker.stop()
  }
}

async function withServer<T>(
  env: Record<string, string>,
  work: (services: { server: Measured; folder: string }) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-devices-'))
  const server = await startMeasured(folder, {
    DEMO: '0',
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'error',
    ...env,
  })
  try {
    await fillFleet(databaseUrl(folder, 'drivesim_owner'), { simulators: fleet, classrooms })
    return await work({ server, folder })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Measured extends Server {
  /** What a full collection leaves of its heap. Bytes. */
  kept(): Promise<number>
}

async function startMeasured(folder: string, env: Record<string, string>): Promise<Measured> {
  const port = String(await freePort())
  const server = await startServer(folder, {
    ...env,
    BENCH_KEPT_PORT: port,
    NODE_OPTIONS: `--import=${new URL('kept.js', import.meta.url)}`,
  })
  const keptAt = async (at: number) => {
    const answer = await fetch(`http://127.0.0.1:${at}`).catch(() => null)
    return answer === null ? 0 : Number(await answer.text())
  }
  return { ...server, kept: async () => (await keptAt(Number(port))) + (await keptAt(Number(port) + 1)) }
}

async function startSecond(folder: string, broker: URL): Promise<Measured> {
  const own = mkdtempSync(join(tmpdir(), 'drivesim-bench-second-'))
  const server = await startMeasured(own, {
    DATABASE_URL: databaseUrl(folder, 'drivesim_app'),
    MIGRATE_DATABASE_URL: databaseUrl(folder, 'drivesim_owner'),
    DEMO: '0',
    LOG_LEVEL: 'error',
    MQTT_URL: broker.href,
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(own, { recursive: true, force: true })
    },
  }
}

interface Installation {
  readonly servers: readonly Measured[]
  readonly folder: string
  readonly broker: URL
}

async function loads(
  where: string,
  installation: Installation,
  { rates, apiP99 }: Asked,
  seconds: number,
): Promise<Figure[]> {
  const { broker } = installation
  const script = fileURLToPath(new URL('fleetLoad.js', import.meta.url))
  const child = fork(script, [broker.hostname, broker.port, String(fleet)])
  try {
    await once(child, 'message')
    console.log(`${where}: ${fleet} devices connected`)
    // A young process grows to its size, and fills what it keeps of each device: what more is kept is looked for after that.
    await load('', installation, child, { rate: Math.max(...rates), seconds: seconds / 2, apiP99 })
    const figures: Figure[] = []
    for (const rate of rates) {
      figures.push(
        ...(await load(`${where}, ${rate} messages/s`, installation, child, { rate, seconds, apiP99 })),
      )
    }
    return figures
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

async function load(
  what: string,
  { servers, folder }: Installation,
  child: ChildProcess,
  { apiP99, ...asked }: Load & { readonly apiP99: number },
): Promise<Figure[]> {
  const [server] = servers
  if (server === undefined) throw new Error('no server')
  const tokens = await signIn(server.url, 'admin', password)
  const keptBefore = await keptOf(servers)
  const before = await countersOf(servers, folder)
  const began = performance.now()
  let isOver = false
  const result = once(child, 'message').then(([result]): LoadResult => {
    isOver = true
    return result
  })
  child.send(asked)
  const api: number[] = []
  while (!isOver) {
    api.push(...(await askAround(server, tokens)))
    await wait(apiPauseMs)
  }
  const { sent, acknowledged, inTime, ackP50, ackP99, cpu } = await result
  const after = await untilSettled(servers, folder, before.stored + sent)
  const took = (performance.now() - began) / 1000
  const lost = sent - (after.stored - before.stored)
  const late = sent - acknowledged
  const p99 = percentile(api, 0.99)
  const resident = await residentOf(servers)
  const kept = await keptOf(servers)
  const share = (name: 'server' | 'postgres') => ((after[name] - before[name]) / took).toFixed(2)
  const ofMessage = (1000 * (after.server - before.server + after.postgres - before.postgres)) / sent
  return [
    {
      what: `${what}, ${asked.seconds} s: lost; acknowledged in time`,
      value: `${lost} lost, ${late} unanswered; ${Math.round(inTime / asked.seconds)} /s (p50 ${ackP50.toFixed(0)} ms, p99 ${ackP99.toFixed(0)} ms); cores: server ${share('server')}, PostgreSQL ${share('postgres')}, devices ${cpu.toFixed(2)}`,
      bound: '0 lost, ≥ 98 %',
      passed: lost === 0 && late === 0 && inTime >= 0.98 * sent,
    },
    {
      what: `${what}: API meanwhile, p99 of ${api.length}`,
      value: `${p99.toFixed(0)} ms (p50 ${percentile(api, 0.5).toFixed(0)} ms)`,
      bound: `< ${apiP99} ms`,
      passed: p99 < apiP99,
    },
    {
      what: `${what}: what a full collection leaves after ${sent} messages, of before`,
      value: `${(kept / keptBefore).toFixed(2)}× (${megabytes(kept)} MB; resident ${megabytes(resident)})`,
      bound: '≤ 1.1×',
      passed: kept <= 1.1 * keptBefore,
    },
    ...(asked.rate === Math.max(...embedded.rates)
      ? [
          {
            what: `${what}: processor time of server and PostgreSQL for a message`,
            value: `${ofMessage.toFixed(3)} ms`,
            bound: `≤ ${mostOfMessage} ms`,
            passed: ofMessage <= mostOfMessage,
          },
        ]
      : []),
  ]
}

/** What a person does: the board, the list, a device. @returns milliseconds of each call */
async function askAround({ url }: Server, tokens: Tokens): Promise<number[]> {
  const today = businessDayOf(Date.now())
  const range = { startDate: today, endDate: today }
  const times: number[] = []
  for (const ask of [
    () => call(url, tokens, devices.list, { pageNum: Math.floor(Math.random() * 500) }),
    () => call(url, tokens, running.totalInfo, range),
    () =>
      call(url, tokens, devices.usingInfo, { simulatorId: 1 + Math.floor(Math.random() * fleet), ...range }),
  ]) {
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
  }
  return times
}

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

export interface Counters {
  /** Reports that a transaction took in. */
  stored: number
  /** In how many batches, and how long those took together. Seconds. */
  batches: number
  inBatches: number
  /** Seconds of processor time. */
  server: number
  postgres: number
}

export async function countersOf(servers: readonly Server[], folder: string): Promise<Counters> {
  const all = await Promise.all(servers.map(metricsOf))
  const sum = (pattern: RegExp) => all.reduce((total, text) => total + metric(text, pattern), 0)
  return {
    stored: sum(/^device_messages_total\{topic="report",outcome="(?:stored|stale)"[^}]*\} (\S+)$/gm),
    batches: sum(/^device_batch_seconds_count(?:\{[^}]*\})? (\S+)$/gm),
    inBatches: sum(/^device_batch_seconds_sum(?:\{[^}]*\})? (\S+)$/gm),
    server: sum(/^process_cpu_seconds_total(?:\{[^}]*\})? (\S+)$/gm),
    postgres: postgresSeconds(folder),
  }
}

/** What the servers have counted once nothing is under way any more: all that were sent, or no more for a while. */
export async function untilSettled(
  servers: readonly Server[],
  folder: string,
  expected: number,
): Promise<Counters> {
  let last = -1
  for (let unchanged = 0; ; ) {
    const counters = await countersOf(servers, folder)
    if (counters.stored >= expected) return counters
    unchanged = counters.stored === last ? unchanged + 1 : 0
    if (unchanged === 3) return counters
    last = counters.stored
    await wait(1500)
  }
}

async function keptOf(servers: readonly Measured[]): Promise<number> {
  const all = await Promise.all(servers.map(server => server.kept()))
  return all.reduce((sum, bytes) => sum + bytes, 0)
}

async function residentOf(servers: readonly Server[]): Promise<number> {
  const all = await Promise.all(servers.map(metricsOf))
  return all.reduce(
    (sum, text) => sum + metric(text, /^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)$/gm),
    0,
  )
}

const metricsOf = async ({ url }: Server) => (await fetch(`${url}/metrics`)).text()

const metric = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0)

/** Processor time of the server's PostgreSQL, its ended children included; only Linux tells. */
function postgresSeconds(folder: string): number {
  const postmaster = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]
  const ticks = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        // The name in brackets may hold spaces; after it: state, parent, and from the 12th on the times.
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')
        if (pid === postmaster) return fields.slice(11, 15)
        return fields[1] === postmaster ? fields.slice(11, 13) : []
      } catch {
        return []
      }
    })
  return ticks.reduce((sum, value) => sum + Number(value), 0) / 100
}
