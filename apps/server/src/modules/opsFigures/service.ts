import type { OpsSummary } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'
import * as queries from './queries.ts'

/** The figures of some days, and the course of those that make a line. */
export async function readSummary(db: Db, scope: Scope, range: queries.Range): Promise<OpsSummary> {
  const [figures, { settled, fixed }, days] = await Promise.all([
    queries.summary(db, scope, range),
    queries.firstTimeFix(db, scope, range),
    queries.summaryDays(db, scope, range),
  ])
  const firstTimeFixRate = settled === 0 ? null : Math.round((10_000 * fixed) / settled)
  return { ...figures, firstTimeFixRate, firstTimeFixed: fixed, settled, days }
}
