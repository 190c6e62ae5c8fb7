import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/**
 * The position of a read that follows: it sees whatever an earlier transaction changed. So a reader misses nothing but rows
 * with this `changed_xid` or a greater one.
 */
export async function readPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as position`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('no snapshot')
  return row.position
}
