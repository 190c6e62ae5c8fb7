import type { Scope } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { countStates } from '../devices/rows.service.ts'
import * as queries from './queries.ts'

/** The part of 首页 about simulators, for those who hold any of their codes. */
export async function devicesPart(db: Db, scope: Scope) {
  const [counts, attention, today, yesterday, hours] = await Promise.all([
    countStates(db, scope),
    queries.needingAttention(db, scope),
    queries.useOfToday(db, scope),
    queries.useOfYesterdayByNow(db, scope),
    queries.hoursOfToday(db, scope),
  ])
  return { counts, attention, today, yesterday, hours }
}
