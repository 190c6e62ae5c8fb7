import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../../generated/schema.ts'

/** The application's view of the database: the pool, or the transaction of a change. */
export type Db = Kysely<DB> | Transaction<DB>

const int8 = 20
const date = 1082
const int8Array = 1016
/** SQLSTATE */
const uniqueViolation = '23505'

/** An int8 as a number; past 2^53 it would be another number, so it is an error. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`)
  return value
}

const types = new pg.TypeOverrides()
types.setTypeParser(int8, wholeNumber)
// A business day stays the text YYYY-MM-DD: as a Date it would move with the time zone.
types.setTypeParser(date, text => text)
types.setTypeParser(int8Array, text => (text === '{}' ? [] : text.slice(1, -1).split(',').map(wholeNumber)))

/** Opens a pool. Plans are generic: lists are asked with the same few shapes, and planning costs more than running them. */
export function openPool(
  connectionString: string,
  max = 16,
  onLost: (error: Error) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    options: '-c plan_cache_mode=force_generic_plan -c timezone=UTC',
    connectionTimeoutMillis: 10_000,
  })
  nameStatements(pool)
  // A connection that the database ends fails its statement, if it has one, and is replaced; unheard, the event
  // would end the process.
  pool.on('error', onLost)
  pool.on('connect', client => client.on('error', onLost))
  return pool
}

/** Kysely on the pool. */
export function openDb(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Gives every parametrised statement a name made from its text, so that PostgreSQL parses and plans it once
 * per connection. Statements with lists of varying length pass them as one array, or the names would never repeat.
 */
function nameStatements(pool: pg.Pool): void {
  const names = new Map<string, string>()
  pool.on('connect', client => {
    const query = client.query.bind(client)
    const named = (config: unknown, ...rest: unknown[]) => {
      const [values, callback] = rest
      if (typeof config !== 'string' || !Array.isArray(values))
        return Reflect.apply(query, client, [config, ...rest])
      const statement = { name: nameOf(config), text: config, values }
      return Reflect.apply(query, client, callback === undefined ? [statement] : [statement, callback])
    }
    Object.assign(client, { query: named })
  })

  function nameOf(text: string): string {
    const known = names.get(text)
    if (known !== undefined) return known
    const name = createHash('sha1').update(text).digest('base64url')
    if (names.size < 2000) names.set(text, name)
    return name
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

/** The instant at which a business day begins, so many days later. */
export const beginningOf = (day: string | undefined, later = 0) =>
  sql<Date>`((${day}::date + ${later}::integer)::timestamp at time zone 'Asia/Shanghai')`

/** Whether the database answers. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
