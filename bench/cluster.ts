import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { devices } from '@drivesim/contract'
import pg from 'pg'
import { mosquitto, startBroker } from './broker.ts'
import { countersOf, untilSettled } from './devices.ts'
import { fillFleet } from './fillFleet.ts'
import type { Load, LoadResult } from './fleetLoad.ts'
import { call, signIn } from './http.ts'
import { type Server, startServer } from './server.ts'
import { type Primary, startPrimary, systemPrograms } from './systemPostgres.ts'
import { type Figure, percentile } from './table.ts'

const fleet = 5_000
const classrooms = 100
const password = 'Bench@2026-07'
/** Messages a second that processes share. The higher, which has a bound, is as many as one process takes with something left. */
const rates = { unbound: 2_000, bound: 6_000 }
const seconds = 8
/** With a standby far away, and with many processes. */
const asked: Load = { rate: 2_000, seconds }
/** Of each process that shares them. */
const warming: Load = { rate: 4_000, seconds: 12 }
const rounds = 3
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
      broker: broker.pid,
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
  /** Its process. */
  readonly broker: number
  readonly web: Server
  start(role: 'web' | 'intake'): Promise<Server>
  load(wanted: Load): Promise<LoadResult>
}

interface Measured {
  /** Processor time of our processes and PostgreSQL for a message, PostgreSQL's of it, and the broker's apart; milliseconds. */
  readonly ofMessage: number
  readonly postgres: number
  readonly broker: number
  /** Messages in a batch, and the milliseconds that one took. */
  readonly inBatch: number
  readonly batchMs: number
  readonly lost: number
  readonly result: LoadResult
}

/** A process that has just begun compiles as it goes: each has as many messages before it is measured. */
async function warm(site: Site, servers: readonly Server[]): Promise<void> {
  const intakes = servers.filter(server => server !== site.web).length
  await site.load({ ...warming, seconds: warming.seconds * intakes })
  await untilSettled(servers, site.folder, Number.POSITIVE_INFINITY)
}

async function measure(site: Site, servers: readonly Server[], load: Load): Promise<Measured> {
  const before = await countersOf(servers, site.folder)
  const [numbered, broker] = [await numbersOf(site.primary), secondsOf(site.broker)]
  const result = await site.load(load)
  const after = await untilSettled(servers, site.folder, before.stored + result.sent)
  const ms = (spent: number) => (1000 * spent) / result.sent
  return {
    ofMessage: ms(after.server - before.server + after.postgres - before.postgres),
    postgres: ms(after.postgres - before.postgres),
    broker: ms(secondsOf(site.broker) - broker),
    inBatch: (after.stored - before.stored) / (after.batches - before.batches),
    batchMs: (1000 * (after.inBatches - before.inBatches)) / (after.batches - before.batches),
    // Counted by the processes, and by the numbers that the devices gave their messages.
    lost: Math.max(
      result.sent - (after.stored - before.stored),
      result.sent - ((await numbersOf(site.primary)) - numbered),
    ),
    result,
  }
}

/** Processor time of a process; only Linux tells. */
function secondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The sum of the latest numbers of all devices, which goes up by one with each message that is stored. */
async function numbersOf({ adminUrl }: Primary): Promise<number> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  const { rows } = await client.query<{ sum: number }>(
    `select coalesce(sum(greatest(s.seq, h.seq)), 0)::float8 as sum
     from simulator_state s left join simulator_heard h using (simulator_id)`,
  )
  await client.end()
  return rows[0]?.sum ?? 0
}

/** The same messages by one, two and four processes, in turns, since the machine is not always as fast. */
async function benchIntakes(bin: string): Promise<Figure[]> {
  const measured = new Map<string, Measured[]>()
  const of = (many: number, rate: number) => measured.get(`${many} ${rate}`) ?? []
  await onCluster(bin, async site => {
    // This one stays: the last to stop would keep its part of the messages for when it comes back.
    const first = await site.start('intake')
    for (let round = 0; round < rounds; round += 1)
      for (const many of round % 2 === 0 ? counts : counts.toReversed()) {
        const others = await Promise.all(Array.from({ length: many - 1 }, () => site.start('intake')))
        const servers = [site.web, first, ...others]
        await warm(site, servers)
        for (const rate of Object.values(rates)) {
          const one = await measure(site, servers, { rate, seconds })
          measured.set(`${many} ${rate}`, [...of(many, rate), one])
          console.log(
            `${many} intake, ${rate}/s: ${one.ofMessage.toFixed(3)} ms a message, batches of ${one.inBatch.toFixed(0)}, ${one.lost} lost`,
          )
        }
        await Promise.all(others.map(intake => intake.stop()))
      }
    await first.stop()
  })
  return Object.values(rates).flatMap(rate =>
    counts.map(many => figureOf({ many, rate, seen: of(many, rate), ofOne: of(1, rate) })),
  )
}

interface Seen {
  readonly many: number
  readonly rate: number
  readonly seen: readonly Measured[]
  readonly ofOne: readonly Measured[]
}

function figureOf({ many, rate, seen, ofOne }: Seen): Figure {
  const middle = (all: readonly Measured[], value: (one: Measured) => number) =>
    percentile(all.map(value), 0.5)
  const ofMessage = middle(seen, one => one.ofMessage)
  const more = ofMessage / middle(ofOne, one => one.ofMessage)
  const lost = seen.reduce((sum, one) => sum + one.lost, 0)
  const inBatch = middle(seen, one => one.inBatch).toFixed(0)
  const batchMs = middle(seen, one => one.batchMs).toFixed(1)
  const postgres = middle(seen, one => one.postgres).toFixed(3)
  const broker = middle(seen, one => one.broker).toFixed(3)
  const devices = middle(seen, one => one.result.cpu).toFixed(2)
  return {
    what: `${many} ROLE=intake and one web, Mosquitto, ${rate} messages/s: processor time of all and PostgreSQL for a message`,
    value: `${ofMessage.toFixed(3)} ms (PostgreSQL ${postgres}), ${more.toFixed(2)}× of one; ${lost} lost; batches of ${inBatch} in ${batchMs} ms; apart: broker ${broker} ms, devices ${devices} core`,
    bound: rate === rates.bound ? `0 lost, ≤ ${mostMore}×` : '0 lost',
    passed: lost === 0 && (rate !== rates.bound || more <= mostMore),
  }
}

/** What a standby costs that every commit waits for, with words on the bus in the commits and without. */
async function benchStandby(bin: string): Promise<Figure[]> {
  return onCluster(bin, async site => {
    const intake = await site.start('intake')
    const servers = [site.web, intake]
    await warm(site, servers)
    const near = await commits(site.primary.adminUrl)
    const nearLoad = await measure(site, servers, asked)
    await site.primary.addStandby(awayMs)
    const far = await commits(site.primary.adminUrl)
    const farLoad = await measure(site, servers, asked)
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
      ].map(({ where, one: { lost, result, ofMessage, inBatch, batchMs } }) => ({
        what: `one intake, ${asked.rate} messages/s, ${where}: lost; acknowledged by the broker in time`,
        value: `${lost} lost; ${Math.round(result.inTime / asked.seconds)} /s (p50 ${result.ackP50.toFixed(0)}, p99 ${result.ackP99.toFixed(0)} ms); batches of ${inBatch.toFixed(0)} in ${batchMs.toFixed(1)} ms; ${ofMessage.toFixed(3)} ms a message`,
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
    const many = (role: 'web' | 'intake', count: number) =>
      Promise.all(Array.from({ length: count }, () => site.start(role)))
    const webs = [site.web, ...(await many('web', processes.web - 1))]
    const intakes = await many('intake', processes.intake)
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
    await Promise.all([...intakes, ...webs.slice(1)].map(server => server.stop()))
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
