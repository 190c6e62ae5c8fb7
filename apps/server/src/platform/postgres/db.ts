import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../../generated/schema.ts'
import { types } from './columnTypes.ts'
import { nameStatements } from './speed/nameStatements.ts'

/** The application's view of the database: the pool, or the transaction of a change. */
export type Db = Kysely<DB> | Transaction<DB>

/** SQLSTATE */
const uniqueViolation = '23505'

/**
 * What every session begins with. Plans are generic: lists are asked with the same few shapes, and planning costs more than running
 * them. How long a statement may take is up to who asks (`openDb`).
 */
export const sessionSettings = '-c plan_cache_mode=force_generic_plan -c timezone=UTC -c statement_timeout=0'

export function openPool(
  connectionString: string,
  max = 16,
  onLost: (error: Error) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    options: sessionSettings,
    connectionTimeoutMillis: 10_000,
  })
  nameStatements(pool)
  // A connection that the database ends fails its statement, if it has one, and is replaced; unheard, the event
  // would end the process.
  pool.on('error', onLost)
  pool.on('connect', client => client.on('error', onLost))
  return pool
}

/** How many of a pool's connections are in use and idle, and how many ask for one. */
export const poolUse = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  used: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})

/**
 * Kysely on the pool.
 * @param statementMs what a statement may take, waits for locks included, in milliseconds; then it fails with 57014. 0: as long as it needs
 */
export function openDb(pool: pg.Pool, statementMs = 0): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: limited(pool, statementMs) }) })
}

/** What a statement may take on a connection that had another limit than none. */
const limits = new WeakMap<pg.PoolClient, number>()

/** The pool's connections with a limit of time, which is said where the last user had another. */
function limited(pool: pg.Pool, statementMs: number): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect()
      if ((limits.get(client) ?? 0) === statementMs) return client
      try {
        await client.query(`set statement_timeout = ${statementMs}`)
      } catch (error) {
        client.release(true)
        throw error
      }
      limits.set(client, statementMs)
      return client
    },
    end: () => pool.end(),
  }
}

/** Whether a statement went through rather than meet a unique key; its transaction is then good for nothing but its end. */
export async function unlessTaken(statement: Promise<unknown>): Promise<boolean> {
  try {
    await statement
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === uniqueViolation) return false
    throw error
  }
}

/** SQLSTATE of a transaction that gave way to another: serialization failure, deadlock. */
const gaveWay: readonly (string | undefined)[] = ['40001', '40P01']
const mostAttempts = 3

/** Runs a transaction; where it gave way to another it is run again, twice at most. What it does outside the database is done again too. */
export async function transact<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const again = error instanceof pg.DatabaseError && gaveWay.includes(error.code)
      if (!again || attempt === mostAttempts) throw error
    }
  }
}

/** Whether a row was to use a picture that is not there: never uploaded, or removed since nothing used it. */
export const isPictureGone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23503' && /_picture_fkey$/.test(error.constraint ?? '')

/** The instant at which a business day begins, so many days later. @param day or an expression of a statement that has one */
export const beginningOf = (day: string | RawBuilder<unknown> | undefined, later = 0) =>
  sql<Date>`((${day}::date + ${later}::integer)::timestamp at time zone 'Asia/Shanghai')`

/**
 * Whether the database answers in time, and takes changes: one that is a copy, or was made read-only, does not.
 * @param longestMs after which the connection is given up, so that a frozen database keeps none
 */
export async function isWritable(pool: pg.Pool, longestMs: number): Promise<boolean> {
  const question: pg.QueryConfig & Pick<pg.ClientConfig, 'query_timeout'> = {
    text: `select current_setting('transaction_read_only') = 'off' as writable`,
    query_timeout: longestMs,
  }
  const asked = pool.query<{ writable: boolean }>(question)
  const late = new AbortController()
  try {
    // A connection has to be found first, which takes its own time.
    const answer = await Promise.race([asked, wait(longestMs, undefined, { signal: late.signal })])
    return answer?.rows[0]?.writable ?? false
  } finally {
    late.abort()
  }
}
