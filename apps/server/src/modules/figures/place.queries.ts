import type { Paging } from '@drivesim/contract/paging'
import { sql } from 'kysely'
import type { Metric } from '../../generated/schema.ts'
import { beginningOf, type Db } from '../../platform/postgres/db.ts'
import { type Place, placeOfPage } from '../../platform/postgres/paging.ts'
import type { DayRange } from './range.rules.ts'

/** The days that a page lies in. */
export function placeByDay(
  db: Db,
  metric: Metric,
  keys: readonly number[],
  { first, last }: DayRange,
  paging: Paging,
): Promise<Place<string>> {
  const counts = sql`
    select business_day(period) as part, sum(value)::bigint as rows from figure
    where metric = ${metric}::metric and key = any(${[...keys]}::bigint[]) and grain = 'd'
      and period >= ${beginningOf(first)} and period < ${beginningOf(last, 1)}
    group by 1 having sum(value) <> 0`
  return placeOfPage<string>(db, counts, paging)
}
