import type { DataOf, students } from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { errorTrend, subjectScores, trainingDays } from './queries.ts'

export { lastArchivedDay, lastSessions } from './queries.ts'

/** How a student does, by what happened in the scope: sub-subjects and errors beside the school's, and days of training. */
export async function scoresOf(
  db: Db,
  scope: Scope,
  of: { studentId: number; schoolId: number },
): Promise<DataOf<typeof students.info>['scores']> {
  const [subjects, trend, calendar] = await Promise.all([
    subjectScores(db, scope, of),
    errorTrend(db, scope, of),
    trainingDays(db, scope, of.studentId),
  ])
  return { subjects, trend, calendar }
}
