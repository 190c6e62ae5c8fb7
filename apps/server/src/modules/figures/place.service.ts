import type { Paging } from '@drivesim/contract/paging'
import type { Db } from '../../platform/postgres/db.ts'
import type { Place } from '../../platform/postgres/paging.ts'
import type { SumMetric } from './facts.rules.ts'
import { placeByDay } from './place.queries.ts'
import { type DayRange, splitRange } from './range.rules.ts'

/** Where a page lies in the list of the facts that a figure counts, one each: by their days, the newest first. */
export function placeOfFacts(
  db: Db,
  metric: Extract<SumMetric, 'newStudents' | 'rechargeOrders' | 'courseOrders' | 'incomeRows' | 'appUses'>,
  keys: readonly number[],
  range: DayRange,
  paging: Paging,
): Promise<Place<string>> {
  return placeByDay(db, metric, keys, range, splitRange(range), paging)
}
