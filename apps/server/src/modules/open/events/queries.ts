import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What is told of a record, as JSON, and where it lies. */
export interface WrittenRow {
  readonly organId: number
  readonly data: string
}

/** Writes events for the endpoints that take them there. @param saying what tells senders, where there is something to send */
export async function writeEvents(
  db: Db,
  type: string,
  rows: readonly WrittenRow[],
  saying: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    select case when sum(write_event(${type}, r.organ_id, r.data)) > 0 then ${saying} end
    from unnest(${rows.map(({ organId }) => organId)}::bigint[], ${rows.map(({ data }) => data)}::text[])
      r (organ_id, data)`.execute(db)
}

/** Every type that an endpoint takes which is not stopped. */
export async function takenTypes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select distinct unnest(types) as type from webhook_endpoint where enabled`.execute(db)
  return rows.map(({ type }) => type)
}

/** Removes what happened so many days ago, with what was sent of it, a part at a time. @returns how many */
export async function purgeEvents(db: Db, days: number, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from open_event where id in (
      select id from open_event where at < now() - make_interval(days => ${days}) order by at limit ${most}
    )`.execute(db)
  return Number(numAffectedRows)
}
