import {
  CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { DB } from '../../generated/schema.ts'
import type { Db } from './db.ts'

/** What one statement may keep the others waiting for. */
const statementMs = 300
/** What one part may, however many statements it has: not the 300 ms of one, which five take on a machine that is overloaded. */
const partMs = 600
/** A statement's limit may be so much off what is left of its part: to set it is a statement of its own. */
const leewayMs = 10

/**
 * Reads parts after each other on one connection, each within its limits of time and behind a savepoint, so that one that
 * fails or is too slow costs nothing but itself. @returns for each part what it read, or its error
 */
export function readApart<Part, Read>(
  db: Db,
  parts: readonly Part[],
  read: (part: Part, db: Db) => Promise<Read>,
): Promise<({ part: Part; value: Read } | { part: Part; error: unknown })[]> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(transaction =>
      transaction.getExecutor().provideConnection(async connection => {
        const say = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
        const timed = new TimedConnection(connection)
        const timedDb = openOn(timed)
        const results = []
        for (const part of parts) {
          await say('savepoint part')
          timed.begin()
          try {
            results.push({ part, value: await read(part, timedDb) })
          } catch (error) {
            await say('rollback to savepoint part')
            timed.undo()
            results.push({ part, error })
          }
        }
        return results
      }),
    )
}

/** A connection. Its statements together may take {@link partMs} from each `begin` on. */
class TimedConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  #until = 0
  #limit = 0
  #limitBefore = 0

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  begin(): void {
    this.#until = performance.now() + partMs
    this.#limitBefore = this.#limit
  }

  /** What was set since `begin` was rolled back. */
  undo(): void {
    this.#limit = this.#limitBefore
  }

  async executeQuery<Row>(query: CompiledQuery) {
    const left = Math.min(statementMs, Math.ceil(this.#until - performance.now()))
    if (left <= 0) throw new Error(`not read within ${partMs} ms`)
    if (Math.abs(left - this.#limit) > leewayMs) {
      const set = CompiledQuery.raw(`select set_config('statement_timeout', $1, true)`, [String(left)])
      await this.#connection.executeQuery(set)
      this.#limit = left
    }
    return this.#connection.executeQuery<Row>(query)
  }

  streamQuery(): never {
    throw new Error('a part is read at once')
  }
}

/** Kysely on one connection, which is within a transaction already. */
function openOn(connection: DatabaseConnection): Kysely<DB> {
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OneConnection(connection),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

class OneConnection extends DummyDriver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    super()
    this.#connection = connection
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  override async beginTransaction(): Promise<void> {
    throw new Error('a part has no transaction of its own')
  }
}
