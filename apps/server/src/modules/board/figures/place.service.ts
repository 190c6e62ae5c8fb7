import type { Paging } from '@drivesim/contract/paging'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Place } from '../../../platform/postgres/paging.ts'
import type { SumMetric } from './facts.rules.ts'
import { placeByDay } from './place.queries.ts'
import { type DayRange, splitRange } from './range.rules.ts'

export { lastArchivedDay } from './place.queries.ts'

/** Facts that a figure counts, one each. */
interface FactsAsked {
  readonly metric: Extract<
    SumMetric,
    'newStudents' | 'rechargeOrders' | 'courseOrders' | 'incomeRows' | 'appUses'
  >
  readonly keys: readonly number[]
  readonly range: DayRange
}

/** Where a page lies in the list of facts: by their days, the newest first. */
export const placeOfFacts = (db: Db, asked: FactsAsked, paging: Paging): Promise<Place<string>> =>
  placeByDay(db, { ...asked, split: splitRange(asked.range) }, paging)
