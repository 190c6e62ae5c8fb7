import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/**
 * The position of a read that follows: whatever an earlier transaction changed is seen by it, so that what a reader
 * misses are rows whose `changed_xid` is this or greater.
 */
export async function readPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as position`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('no snapshot')
  return row.position
}
