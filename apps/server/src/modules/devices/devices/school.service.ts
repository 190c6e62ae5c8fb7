import type { Scope } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { requireSchool } from '../../schools/organisations/service.ts'
import * as queries from './school.queries.ts'
import { type Days, latestDays, ofSchool, readUse } from './use.queries.ts'

/** The days that 驾校详情 looks at; as many before are what it compares with. */
const days = 30

/** A school in the scope, and the days. @throws Refusal notFound */
async function daysOf(db: Db, scope: Scope, schoolId: number): Promise<Days> {
  await requireSchool(db, scope, schoolId)
  return latestDays(db, days)
}

/** Use of a school's simulators together. @throws Refusal notFound */
export async function schoolUse(db: Db, scope: Scope, schoolId: number) {
  return readUse(db, scope, ofSchool(schoolId), await daysOf(db, scope, schoolId))
}

/** The same by simulator. @throws Refusal notFound */
export async function useBySimulator(db: Db, scope: Scope, schoolId: number) {
  return queries.useBySimulator(schoolId, await daysOf(db, scope, schoolId))
}
