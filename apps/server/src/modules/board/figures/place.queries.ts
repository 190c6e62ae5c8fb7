import type { Paging } from '@drivesim/contract/paging'
import { type RawBuilder, sql } from 'kysely'
import type { Metric } from '../../../generated/schema.ts'
import { arrayOf, ids } from '../../../platform/postgres/columns.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { type Place, placeByMonths, placeOfPage } from '../../../platform/postgres/paging.ts'
import { hasSessions } from '../../tools/archive/service.ts'
import { type DayRange, daysOnly, monthsOf, type SplitRange } from './range.rules.ts'
import { bucketOf, figuresOf } from './read.queries.ts'

/** The days that a page lies in. Its months first, where there are whole ones: of a year's days under many schools there are too many. */
export async function placeByDay(
  db: Db,
  asked: { metric: Metric; keys: readonly number[]; range: DayRange; split: SplitRange },
  paging: Paging,
): Promise<Place<string>> {
  const { metric, keys, range, split } = asked
  const counts = (found: RawBuilder<unknown>, bucket: 'day' | 'month') => sql`
    select ${bucketOf(bucket, sql`business_day(period)`)} as part, sum(value)::bigint as rows from (${found}) found
    where ${metric === 'appUses' ? hasSessions(sql`business_day(period)`) : sql`true`}
    group by 1 having sum(value) <> 0`
  const figures = (part: SplitRange) => figuresOf('metric, period', [metric], arrayOf(ids(keys)), part)
  const days = (part: DayRange) => counts(figures(daysOnly(part)), 'day')
  if (split.whole.first > split.whole.last) return placeOfPage<string>(db, days(range), paging)
  const byMonth = counts(figures(split), 'month')
  const byDay = (months: DayRange) => days(monthsOf(months, range))
  return placeByMonths(db, { byMonth, byDay }, paging)
}

/** The last day of the range that has sessions under the keys which are archived; null where none are. Looked for from its last month on. */
export async function lastArchivedDay(
  db: Db,
  { keys, range: { first, last } }: { keys: readonly number[]; range: DayRange },
): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select business_day(counted.period)::text as day
    from archived_month a
    cross join lateral (
      select period from figure
      where grain = 'd' and metric = 'appUses' and key = any(${arrayOf(ids(keys))}) and value <> 0
        and period >= ${beginningOf(sql`greatest(a.month, ${first}::date)`)}
        and period < ${beginningOf(sql`least((a.month + interval '1 month')::date, ${last}::date + 1)`)}
      order by period desc limit 1
    ) counted
    where a.fact = 'training_session' and a.detached_at is not null
    order by a.month desc limit 1`.execute(db)
  return rows[0]?.day ?? null
}
