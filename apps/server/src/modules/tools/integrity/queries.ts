import { sql } from 'kysely'
import type { SqlCheck, WrongRows } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** How many rows are wrong, and the first of them as JSON. */
export async function wrongRows(db: Db, { wrong }: SqlCheck): Promise<WrongRows> {
  const { rows } = await sql<WrongRows>`
    select count(*) over () as count, to_jsonb(w)::text as first from (${wrong}) w limit 1`.execute(db)
  return rows[0] ?? { count: 0, first: '' }
}
