import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** A shorter break is over before a device that comes back counts as silent. */
const breakSeconds = 30

/** Says that devices reach this server and that it can store what they say; after a break, since now. */
export async function sayHearing(db: Db): Promise<void> {
  const broke = sql`h.heard_at < clock_timestamp() - make_interval(secs => ${breakSeconds})`
  await sql`
    insert into hearing as h (heard_at, since, broke_at) values (clock_timestamp(), 'epoch', 'epoch')
    on conflict (id) do update set heard_at = clock_timestamp(),
      -- a clock that was put back leaves nothing in the future
      since = case when ${broke} then clock_timestamp() else least(h.since, clock_timestamp()) end,
      broke_at = case when ${broke} then h.heard_at else h.broke_at end`.execute(db)
}

/** @returns whether devices are heard now, since when without a break, and when that break began; epoch milliseconds */
export async function readHearing(db: Db): Promise<{ isNow: boolean; since: number; brokeAt: number }> {
  const { rows } = await sql<{ isNow: boolean; since: Date; brokeAt: Date }>`
    select heard_at >= clock_timestamp() - make_interval(secs => ${breakSeconds}) as "isNow", since, broke_at as "brokeAt"
    from hearing`.execute(db)
  const [row] = rows
  if (row === undefined) return { isNow: true, since: 0, brokeAt: 0 }
  return { isNow: row.isNow, since: row.since.getTime(), brokeAt: row.brokeAt.getTime() }
}
