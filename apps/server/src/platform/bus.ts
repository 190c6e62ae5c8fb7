import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { causeOf } from './causes.ts'
import type { Metrics } from './metrics.ts'
import type { Db } from './postgres/db.ts'
import { makeTurns, type Turns } from './turns.ts'

/** Word between server processes: PostgreSQL's LISTEN/NOTIFY, delivered once the transaction that says it commits. */
export interface Bus {
  /** Says something on a topic, as part of the transaction. At most 7,999 bytes of JSON: say ids, not rows. */
  say(db: Db, topic: string, message: object): Promise<void>
  /** The same as an expression of a statement, which says it. */
  saying(topic: string, message: object): RawBuilder<unknown>
  /** Hears a topic in this process, said by any. `lost` is called when words may have been missed (a reconnect). */
  hear(topic: string, handler: (message: unknown) => void, lost?: () => void): () => void
}

const channel = 'drivesim'
/** The name of the listening connection of a process that takes devices, and of one that does not. */
export const takesDevices = 'drivesim-bus'
export const takesNoDevices = 'drivesim-bus-web'
/** PostgreSQL takes no longer payload. */
const longestPayload = 7_999
const firstRetryMs = 100
const longestRetryMs = 5_000
/** How often turns are asked for, and thereby whether the connection is still there: a cut cable says nothing by itself. */
const beatMs = 1_000
/** An answer that takes longer is none. Shorter than the silence after which the database ends the session: first this process knows. */
const answerMs = 10_000
/** A process that hangs, or a machine that is gone, keeps its turns for no longer. */
const longestSilenceMs = 20_000

/**
 * Opens the bus. `turns` go by its connection.
 * @param name what PostgreSQL shows of that
 * @throws when the database cannot be reached at the start
 */
export async function openBus(
  databaseUrl: string,
  log: FastifyBaseLogger,
  { name = takesDevices, metrics }: { name?: string; metrics?: Pick<Metrics, 'busReconnects'> } = {},
): Promise<Bus & { readonly turns: Turns; close(): Promise<void> }> {
  const listeners = makeListeners(log)
  const turns = makeTurns(log)
  const cameBack = () => {
    metrics?.busReconnects.inc()
    listeners.tellLost()
  }
  const connection = await keepListening(
    { databaseUrl, name },
    { log, deliver: listeners.deliver, cameBack, turns },
  )
  return {
    turns,
    async say(db, topic, message) {
      await sql`select ${saying(topic, message, causeOf(db))}`.execute(db)
    },
    saying: (topic, message) => saying(topic, message),
    hear: listeners.add,
    close: connection.close,
  }
}

/** @param cause the id of the request that it comes from */
function saying(topic: string, message: object, cause?: string): RawBuilder<unknown> {
  const payload = JSON.stringify(cause === undefined ? [topic, message] : [topic, message, cause])
  const bytes = Buffer.byteLength(payload)
  if (bytes > longestPayload) throw new RangeError(`bus: ${bytes} bytes on ${topic}, say ids instead`)
  return sql`pg_notify(${channel}, ${payload})`
}

function saidIn(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

interface Listener {
  readonly handler: (message: unknown) => void
  readonly lost: (() => void) | undefined
}

/** Who hears which topic; one that fails keeps nothing from the others. */
function makeListeners(log: FastifyBaseLogger) {
  const byTopic = new Map<string, Set<Listener>>()

  function run(work: () => void, of: { topic?: string; reqId?: unknown } = {}): void {
    try {
      work()
    } catch (error) {
      log.error({ err: error, ...of }, 'bus: a listener failed')
    }
  }

  return {
    add(topic: string, handler: Listener['handler'], lost?: () => void): () => void {
      const listener = { handler, lost }
      const topicListeners = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, topicListeners.add(listener))
      return () => topicListeners.delete(listener)
    },
    deliver(payload: string): void {
      const said = saidIn(payload)
      // Whoever may connect to the database may say something on the channel.
      if (!Array.isArray(said) || typeof said[0] !== 'string') {
        log.warn('bus: heard what is no word of ours')
        return
      }
      const [topic, message, reqId]: readonly [string, ...unknown[]] = [said[0], ...said.slice(1)]
      if (reqId !== undefined) log.debug({ topic, reqId }, 'bus: heard')
      for (const { handler } of byTopic.get(topic) ?? []) run(() => handler(message), { topic, reqId })
    },
    /** Tells all that they may have missed something. */
    tellLost(): void {
      for (const { lost } of [...byTopic.values()].flatMap(topic => [...topic])) run(() => lost?.())
    },
  }
}

interface Session {
  readonly log: FastifyBaseLogger
  deliver(payload: string): void
  /** Called each time that it has come back; words may have been missed. */
  cameBack(): void
  readonly turns: ReturnType<typeof makeTurns>
}

/**
 * Listens over one connection of its own, which comes back by itself.
 * @throws when the database cannot be reached at the start
 */
async function keepListening(
  connection: Parameters<typeof listen>[0],
  { log, deliver, cameBack, turns }: Session,
): Promise<{ close(): Promise<void> }> {
  const closing = new AbortController()
  let client: pg.Client | null = null

  async function open(): Promise<void> {
    client = await listen(connection, deliver, (ended, why) => {
      // One that never came to listen is not ours yet: whoever opened it hears of it.
      if (client !== ended) return
      client = null
      turns.useSession(null)
      if (closing.signal.aborted) return
      log.warn({ err: why }, 'bus: connection lost, reconnecting')
      void reopen()
    })
    turns.useSession(client)
  }

  async function reopen(): Promise<void> {
    for (let delay = firstRetryMs; !closing.signal.aborted; delay = Math.min(delay * 2, longestRetryMs)) {
      try {
        await open()
        cameBack()
        return
      } catch (error) {
        log.warn({ err: error }, `bus: still no connection, next try in ${delay} ms`)
        await wait(delay, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  await open()
  const beat = setInterval(turns.ask, beatMs)
  beat.unref()

  return {
    async close() {
      closing.abort()
      clearInterval(beat)
      const last = client
      client = null
      turns.useSession(null)
      await last?.end()
    },
  }
}

/** A connection that listens. @param lost is called once, when it has ended or is about to, be it before it listened */
async function listen(
  { databaseUrl, name }: { readonly databaseUrl: string; readonly name: string },
  deliver: (payload: string) => void,
  lost: (client: pg.Client, why: unknown) => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: answerMs,
    options: `-c idle_session_timeout=${longestSilenceMs}`,
    application_name: name,
  })
  client.on('notification', ({ payload }) => deliver(payload ?? ''))
  let ended = false
  const lose = (why: unknown) => {
    if (ended) return
    ended = true
    // Ending a connection that is broken already may fail; there is nothing left to end then.
    client.end().catch(() => undefined)
    lost(client, why)
  }
  client.on('error', lose)
  client.on('end', () => lose('ended'))
  await client.connect()
  await client.query(`listen ${channel}`)
  return client
}
