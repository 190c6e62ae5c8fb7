import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { devices } from '@drivesim/contract'
import pg from 'pg'
import { countersOf, mosquitto, startBroker, untilSettled } from './devices.ts'
import { fillFleet } from './fillFleet.ts'
import type { Load, LoadResult } from './fleetLoad.ts'
import { call, signIn } from './http.ts'
import { type Server, startServer } from './server.ts'
import { type Primary, startPrimary, systemPrograms } from './systemPostgres.ts'
import { type Figure, percentile } from './table.ts'

const fleet = 5_000
const classrooms = 100
const password = 'Bench@2026-07'
/** As many as one process takes with something left: nobody starts a second one for fewer. */
const shared: Load = { rate: 6_000, seconds: 15 }
/** Of a standby far away, and of many processes. */
const asked: Load = { rate: 2_000, seconds: 15 }
const rounds = 3
const idleMs = 5_000
const counts = [1, 2, 4]
const mostMore = 1.1
/** Of the standby that commits wait for, each way. */
const awayMs = 5
const writers = [1, 8, 16]
const writingSeconds = 4
const processes = { web: 4, intake: 8, connections: 130 }

/** Several processes of one installation: what more of them cost, what a standby far away costs, how many connections they have. */
export async function benchCluster(): Promise<Figure[]> {
  const bin = systemPrograms()
  if (bin === undefined || !existsSync(mosquitto)) {
    console.log('没有安装 PostgreSQL 或 Mosquitto，不测多个进程：apt-get install postgresql mosquitto')
    return []
  }
  return [...(await benchIntakes(bin)), ...(await benchStandby(bin)), ...(await benchConnections(bin))]
}

/** A database with a fleet, a broker, devices that are connected, and processes as they are asked for. */
async function onCluster<T>(bin: string, work: (site: Site) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-cluster-'))
  const primary = await startPrimary(folder, bin)
  const broker = await startBroker()
  let made = 0
  const start = (role: 'web' | 'intake') => {
    made += 1
    const own = join(folder, `${role}${made}`)
    mkdirSync(own)
    return startServer(own, {
      DATABASE_URL: primary.appUrl,
      MIGRATE_DATABASE_URL: primary.ownerUrl,
      MQTT_URL: broker.url.href,
      ROLE: role,
      DEMO: '0',
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'error',
      JWT_SECRET: 'of-one-installation-of-several-processes',
      DATA_KEY: '00'.repeat(32),
    })
  }
  const web = await start('web')
  await fillFleet(primary.ownerUrl, { simulators: fleet, classrooms })
  const script = fileURLToPath(new URL('fleetLoad.js', import.meta.url))
  const child = fork(script, [broker.url.hostname, broker.url.port, String(fleet)])
  await once(child, 'message')
  try {
    return await work({
      folder,
      primary,
      web,
      start,
      async load(wanted) {
        const result = once(child, 'message')
        child.send(wanted)
        const [told]: LoadResult[] = await result
        if (told === undefined) throw new Error('the load said nothing')
        return told
      },
    })
  } finally {
    child.kill()
    await web.stop()
    await broker.stop()
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Site {
  readonly folder: string
  readonly primary: Primary
  readonly web: Server
  start(role: 'web' | 'intake'): Promise<Server>
  load(wanted: Load): Promise<LoadResult>
}

interface Measured {
  /** Processor time of our processes and PostgreSQL for a message; milliseconds. */
  readonly ofMessage: number
  readonly lost: number
  readonly result: LoadResult
}

async function measure(site: Site, servers: readonly Server[], wanted: Load): Promise<Measured> {
  // A process that has just begun compiles as it goes.
  await site.load({ ...wanted, seconds: wanted.seconds / 2 })
  await untilSettled(servers, site.folder, Number.POSITIVE_INFINITY)
  const before = await countersOf(servers, site.folder)
  const result = await site.load(wanted)
  const after = await untilSettled(servers, site.folder, before.stored + result.sent)
  return {
    ofMessage: (1000 * (after.server - before.server + after.postgres - before.postgres)) / result.sent,
    lost: result.sent - (after.stored - before.stored),
    result,
  }
}

/** The same messages by one, two and four processes, in turns, since the machine is not always as fast. */
async function benchIntakes(bin: string): Promise<Figure[]> {
  const measured = new Map<number, Measured[]>(counts.map(many => [many, []]))
  await onCluster(bin, async site => {
    // This one stays: the last to stop would keep its part of the messages for when it comes back.
    const first = await site.start('intake')
    await wait(idleMs)
    const idle = await countersOf([site.web, first], site.folder)
    await wait(idleMs)
    const later = await countersOf([site.web, first], site.folder)
    console.log(
      `web and intake idle: ${((1000 * (later.server - idle.server)) / idleMs).toFixed(3)} of a core, PostgreSQL ${((1000 * (later.postgres - idle.postgres)) / idleMs).toFixed(3)}`,
    )
    for (let round = 0; round < rounds; round += 1)
      for (const many of counts) {
        const others: Server[] = []
        while (others.length < many - 1) others.push(await site.start('intake'))
        const one = await measure(site, [site.web, first, ...others], shared)
        console.log(`${many} intake: ${one.ofMessage.toFixed(3)} ms a message, ${one.lost} lost`)
        measured.get(many)?.push(one)
        for (const intake of others) await intake.stop()
      }
    await first.stop()
  })
  const middle = (many: number) =>
    percentile(
      (measured.get(many) ?? []).map(({ ofMessage }) => ofMessage),
      0.5,
    )
  return counts.map(many => {
    const all = measured.get(many) ?? []
    const lost = all.reduce((sum, one) => sum + one.lost, 0)
    const more = middle(many) / middle(1)
    const p99 = percentile(
      all.map(({ result }) => result.ackP99),
      0.5,
    )
    const devices = percentile(
      all.map(({ result }) => result.cpu),
      0.5,
    )
    return {
      what: `${many} ROLE=intake and one web, Mosquitto, ${shared.rate} messages/s: processor time of all and PostgreSQL for a message`,
      value: `${middle(many).toFixed(3)} ms, ${more.toFixed(2)}× of one; ${lost} lost; p99 ${p99.toFixed(0)} ms; devices ${devices.toFixed(2)} of a core apart`,
      bound: `0 lost, ≤ ${mostMore}×`,
      passed: lost === 0 && more <= mostMore,
    }
  })
}

/** What a standby costs that every commit waits for, with words on the bus in the commits and without. */
async function benchStandby(bin: string): Promise<Figure[]> {
  return onCluster(bin, async site => {
    const intake = await site.start('intake')
    const near = await commits(site.primary.adminUrl)
    const nearLoad = await measure(site, [site.web, intake], asked)
    await site.primary.addStandby(awayMs)
    const far = await commits(site.primary.adminUrl)
    const farLoad = await measure(site, [site.web, intake], asked)
    await intake.stop()
    const show = (one: Commits) =>
      `${Math.round(one.perSecond)}/s (p50 ${one.p50.toFixed(1)}, p99 ${one.p99.toFixed(1)} ms)`
    const where = `a synchronous standby ${awayMs} ms away (a proxy that delays each way)`
    return [
      ...writers.flatMap(many =>
        [false, true].map(says => ({
          what: `${many} writers, ${says ? 'NOTIFY in each commit' : 'without NOTIFY'}: commits alone → with ${where}`,
          value: `${show(near(many, says))} → ${show(far(many, says))}`,
          bound: '',
          passed: undefined,
        })),
      ),
      ...[
        { where: 'no standby', one: nearLoad },
        { where, one: farLoad },
      ].map(({ where, one: { lost, result, ofMessage } }) => ({
        what: `one intake, ${asked.rate} messages/s, ${where}: lost; acknowledged in time`,
        value: `${lost} lost; ${Math.round(result.inTime / asked.seconds)} /s (p50 ${result.ackP50.toFixed(0)}, p99 ${result.ackP99.toFixed(0)} ms); ${ofMessage.toFixed(3)} ms a message`,
        bound: '0 lost, ≥ 98 %',
        passed: lost === 0 && result.inTime >= 0.98 * result.sent,
      })),
    ]
  })
}

interface Commits {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** Transactions of one small write, by so many writers at once. */
async function commits(url: string): Promise<(many: number, says: boolean) => Commits> {
  const clients = await Promise.all(
    Array.from({ length: Math.max(...writers) }, async () => {
      const client = new pg.Client(url)
      await client.connect()
      return client
    }),
  )
  await clients[0]?.query(
    'create table if not exists bench_commit (id bigint generated always as identity, at timestamptz)',
  )
  const measured = new Map<string, Commits>()
  for (const many of writers)
    for (const says of [false, true]) {
      const times: number[] = []
      const end = performance.now() + writingSeconds * 1000
      const write = async (client: pg.Client) => {
        while (performance.now() < end) {
          const began = performance.now()
          await client.query(
            says
              ? `with made as (insert into bench_commit (at) values (now()) returning id) select pg_notify('drivesim', '["bench",' || id || ']') from made`
              : 'insert into bench_commit (at) values (now())',
          )
          times.push(performance.now() - began)
        }
      }
      await Promise.all(clients.slice(0, many).map(write))
      measured.set(`${many} ${says}`, {
        perSecond: times.length / writingSeconds,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
      })
    }
  await Promise.all(clients.map(client => client.end()))
  return (many, says) => {
    const found = measured.get(`${many} ${says}`)
    if (found === undefined) throw new Error('not measured')
    return found
  }
}

/** Twelve processes at work, and what PostgreSQL says of their connections. */
async function benchConnections(bin: string): Promise<Figure[]> {
  return onCluster(bin, async site => {
    const webs = [site.web]
    while (webs.length < processes.web) webs.push(await site.start('web'))
    const intakes: Server[] = []
    while (intakes.length < processes.intake) intakes.push(await site.start('intake'))
    const tokens = await signIn(site.web.url, 'admin', password)
    const watching = new pg.Client(site.primary.adminUrl)
    await watching.connect()
    let most = 0
    let isOver = false
    const asking = Array.from({ length: 64 }, async (_, n) => {
      const { url } = webs[n % webs.length] ?? site.web
      while (!isOver) await call(url, tokens, devices.list, { pageNum: 1 + (n % 100) })
    })
    const watch = (async () => {
      while (!isOver) {
        const { rows } = await watching.query<{ many: number }>(
          `select count(*)::int as many from pg_stat_activity where usename in ('drivesim_app', 'drivesim_owner')`,
        )
        most = Math.max(most, rows[0]?.many ?? 0)
        await wait(100)
      }
    })()
    await site.load(asked)
    isOver = true
    await Promise.all([...asking, watch])
    await watching.end()
    for (const server of [...intakes, ...webs.slice(1)]) await server.stop()
    return [
      {
        what: `${processes.web} web and ${processes.intake} intake processes, ${asked.rate} messages/s and 64 lists asked at once: connections to PostgreSQL at most`,
        value: String(most),
        bound: `≤ ${processes.connections}`,
        passed: most <= processes.connections,
      },
    ]
  })
}
