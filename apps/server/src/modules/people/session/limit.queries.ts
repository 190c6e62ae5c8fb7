import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Counts a call for tokens from a source. @returns whether it was one of those that the source has in a minute */
export async function countCall(db: Db, source: string, most: number): Promise<boolean> {
  const isOver = sql`t.since <= clock_timestamp() - interval '1 minute'`
  const { rows } = await sql`
    insert into token_call as t (source, since, calls) values (${source}, clock_timestamp(), 1)
    on conflict (source) do update set
      since = case when ${isOver} then clock_timestamp() else t.since end,
      calls = case when ${isOver} then 1 else t.calls + 1 end
    where t.calls < ${most} or ${isOver}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Seconds until a source that had its calls has new ones. */
export async function secondsLeft(db: Db, source: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from since + interval '1 minute' - clock_timestamp())))::int as seconds
    from token_call where source = ${source}`.execute(db)
  return rows[0]?.seconds ?? 1
}

/** Forgets minutes that are over. */
export async function purgeCalls(db: Db): Promise<void> {
  await sql`delete from token_call where since < now() - interval '1 minute'`.execute(db)
}
