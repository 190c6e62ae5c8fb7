import type { Subject } from '../../../parts/subjectColumns.ts'

/** Fewer sessions say nothing of a student. */
const fewestTimes = 3
/** Points of percent, as shown: to a tenth. */
const farBelowBy = 20

/** Whether a student passes a sub-subject so much less often than their school that somebody should look at it. */
export function isFarBelow({
  times,
  passRate,
  schoolPassRate,
}: Pick<Subject, 'times' | 'passRate' | 'schoolPassRate'>): boolean {
  if (passRate === null || schoolPassRate === null || times < fewestTimes) return false
  return Math.round((schoolPassRate - passRate) * 1000) / 10 >= farBelowBy
}
