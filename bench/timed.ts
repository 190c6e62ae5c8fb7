import type { DB } from '@drivesim/server/dist/src/generated/schema.js'
import { openPool } from '@drivesim/server/dist/src/platform/postgres/db.js'
import { Kysely, PostgresDialect } from 'kysely'

export interface TimedDatabase {
  readonly db: Kysely<DB>
  /** What is asked, with the milliseconds of its statements alone. */
  time<T>(ask: () => Promise<T>): Promise<[number, T]>
}

/** A database on one connection. Its statements are timed, from sending until the rows are there. */
export function openTimed(url: string): TimedDatabase {
  let ms = 0
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: openPool(url, 1) }),
    log: event => {
      ms += event.queryDurationMillis
    },
  })
  return {
    db,
    async time(ask) {
      ms = 0
      const answer = await ask()
      return [ms, answer]
    },
  }
}
