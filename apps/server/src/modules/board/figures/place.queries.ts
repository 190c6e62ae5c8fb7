import type { Paging } from '@drivesim/contract/paging'
import { type RawBuilder, sql } from 'kysely'
import type { Metric } from '../../../generated/schema.ts'
import { arrayOf, ids } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
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
