import { setTimeout as wait } from 'node:timers/promises'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Gauges that go by the name of counters; what they add up is there by kind. */
const misnamedMetrics = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** Whoever reads the metrics waits no longer than this for any of them, be the database frozen. */
const readingMs = 2_000

/**
 * What this process counts, in Prometheus' format at /metrics.
 * @param role set as a label, where there are processes of several roles
 */
export function makeMetrics(role?: string) {
  const registry = new Registry()
  if (role !== undefined) registry.setDefaultLabels({ role })
  collectDefaultMetrics({ register: registry })
  for (const name of misnamedMetrics) registry.removeSingleMetric(name)
  const registers = [registry]
  let ofOthers: () => Promise<object[] | null> = async () => null
  return {
    registry,
    /** Tells from now on what another process counts, too. @param read null where it does not answer */
    include(read: () => Promise<object[] | null>): void {
      ofOthers = read
    },
    /** All of it as Prometheus reads it. */
    async exposition(): Promise<string> {
      const others = await ofOthers()
      if (others === null) return registry.metrics()
      return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), others]).metrics()
    },
    requests: new Histogram({
      name: 'http_request_seconds',
      help: 'Time to answer a call',
      labelNames: ['call', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    ...deviceMetrics(registers),
    payNotices: new Counter({
      name: 'pay_notices_total',
      help: 'Notices of payment channels, by what became of them',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
    webhookDeliveries: new Counter({
      name: 'webhook_deliveries_total',
      help: 'Tries to send events to endpoints, by what became of them',
      labelNames: ['outcome'],
      registers,
    }),
    jobRows: new Counter({
      name: 'job_rows_total',
      help: 'Records that jobs came to, by what became of them',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    storeRequests: new Counter({
      name: 'file_store_requests_total',
      help: 'Requests to the S3 store of files, repeated ones counted once, by what became of them',
      labelNames: ['method', 'outcome'],
      registers,
    }),
    ...taskMetrics(registers),
    streams: new Gauge({ name: 'live_streams', help: 'Browsers on the live stream', registers }),
    ...readings(registers),
    busReconnects: new Counter({
      name: 'bus_reconnects_total',
      help: 'Times that the connection for word between processes was lost and came back',
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'job_seconds',
      help: 'Time that this process had a job in hand in one turn, by its kind; a file is one turn, records are several',
      labelNames: ['kind'],
      buckets: [0.03, 0.1, 0.3, 1, 3, 10, 30, 100],
      registers,
    }),
  }
}

/** A gauge that nothing tells of its changes. */
export interface Reading {
  /** Says who knows its value, or its values by label; before, and while they do not answer, it is left out. */
  readFrom(read: () => Values | Promise<Values>): void
}

type Values = number | Readonly<Record<string, number>>

/** @param label what its values are told apart by, if there are several */
function reading(config: { name: string; help: string; registers: Registry[] }, label?: string): Reading {
  let read: (() => Values | Promise<Values>) | null = null
  let asked: Promise<void> | null = null
  const gauge = new Gauge({ ...config, labelNames: label === undefined ? [] : [label], collect })

  /** While one is being answered nobody asks again: a frozen database gets one question and not one each time. */
  async function collect(): Promise<void> {
    asked ??= ask().finally(() => {
      asked = null
    })
    const late = new AbortController()
    await Promise.race([asked, wait(readingMs, undefined, { signal: late.signal }).catch(() => undefined)])
    late.abort()
  }

  async function ask(): Promise<void> {
    clear()
    if (read === null) return
    try {
      show(await read())
    } catch {
      // Left out: that it cannot be known is what it tells, and whatever keeps it from being known has metrics of its own.
    }
  }

  function clear(): void {
    gauge.reset()
    if (label === undefined) gauge.remove()
  }

  function show(values: Values): void {
    if (typeof values === 'number') gauge.set(values)
    else for (const [name, value] of Object.entries(values)) gauge.set({ [label ?? '']: name }, value)
  }

  return {
    readFrom(from) {
      read = from
    },
  }
}

/** What is looked up whenever somebody reads the metrics. */
function readings(registers: Registry[]) {
  return {
    ready: reading({ name: 'server_ready', help: '1 where /health/ready says that it can serve', registers }),
    dbPool: reading(
      {
        name: 'db_pool',
        help: 'Connections to the database that are used or idle, and who waits for one',
        registers,
      },
      'state',
    ),
    deviceQueue: reading({
      name: 'device_queue',
      help: 'Messages of simulators that wait for the batch at hand; in processes that take them',
      registers,
    }),
    intakeConnected: reading({
      name: 'mqtt_intake_connected',
      help: '1 where what simulators send can arrive; in processes that take it',
      registers,
    }),
    outboxWaiting: reading(
      {
        name: 'outbox_waiting',
        help: 'Mails and text messages of the whole installation that have not left',
        registers,
      },
      'channel',
    ),
  }
}

function deviceMetrics(registers: Registry[]) {
  return {
    deviceMessages: new Counter({
      name: 'device_messages_total',
      help: 'Messages from simulators, by what became of them',
      labelNames: ['topic', 'outcome'],
      registers,
    }),
    deviceBatch: new Histogram({
      name: 'device_batch_seconds',
      help: 'Time to commit a batch of device messages',
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
      registers,
    }),
    deviceConnections: new Gauge({
      name: 'device_connections',
      help: 'Simulators connected to the embedded broker',
      registers,
    }),
    deviceSignIns: new Counter({
      name: 'device_sign_ins_total',
      help: 'Sign-ins at the embedded broker or RabbitMQ, by what became of them; throttled ones were refused without asking the database',
      labelNames: ['outcome'],
      registers,
    }),
    keptSessions: new Gauge({
      name: 'device_sessions_kept',
      help: 'Sessions that the embedded broker keeps for simulators, connected or away',
      registers,
    }),
  }
}

/** Of what the server does by itself (docs/scheduled-tasks.md). */
function taskMetrics(registers: Registry[]) {
  return {
    taskInterval: new Gauge({
      name: 'scheduled_task_interval_seconds',
      help: 'Time between two runs of what the server does by itself (docs/scheduled-tasks.md); those that run in this process',
      labelNames: ['task'],
      registers,
    }),
    taskSuccess: new Gauge({
      name: 'scheduled_task_last_success_seconds',
      help: 'When a task last came to its end, in seconds since 1970',
      labelNames: ['task'],
      registers,
    }),
    taskFailures: new Counter({
      name: 'scheduled_task_failures_total',
      help: 'Runs of a task that failed',
      labelNames: ['task'],
      registers,
    }),
    taskSeconds: new Histogram({
      name: 'scheduled_task_seconds',
      help: 'Time that a run of a task took',
      labelNames: ['task'],
      buckets: [0.01, 0.1, 1, 10, 60],
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof makeMetrics>
