import { sql } from 'kysely'
import type { Db } from './db.ts'

/** What one part may keep the others waiting for. */
const longestMs = 300

/**
 * Reads parts after each other on one connection, each within the limit of time and behind a savepoint, so that one that
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
    .execute(async transaction => {
      await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(transaction)
      const results = []
      for (const part of parts) {
        await sql`savepoint part`.execute(transaction)
        try {
          results.push({ part, value: await read(part, transaction) })
        } catch (error) {
          await sql`rollback to savepoint part`.execute(transaction)
          results.push({ part, error })
        }
      }
      return results
    })
}
