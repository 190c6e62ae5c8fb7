import { sql } from 'kysely'
import type { SqlCheck, WrongRows } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'

const nothing: WrongRows = { count: 0, first: '' }

/** How many rows are wrong, and the first of them as JSON. */
export async function wrongRows(db: Db, { wrong, since }: SqlCheck): Promise<WrongRows> {
  if (since !== undefined && !(await isThere(db, since))) return nothing
  const { rows } = await sql<WrongRows>`
    select count(*) over () as count, to_jsonb(w)::text as first from (${wrong}) w limit 1`.execute(db)
  return rows[0] ?? nothing
}

async function isThere(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`select where to_regclass(${table}) is not null`.execute(db)
  return rows.length > 0
}
