import type { Db } from '../../../platform/postgres/db.ts'
import { nextNumber, type Series } from './number.queries.ts'

/**
 * The next number of a series: `HT202611-000001`. As the last act of a transaction, since whoever needs the next one
 * waits for its end; a roll-back leaves no gap. Two of different series in the order of their names.
 * @param month its first day; missing: the month of today
 */
export const drawNumber = (db: Db, series: Series, month: string | null = null): Promise<string> =>
  nextNumber(db, series, month)
