import type { SessionRow } from '@drivesim/contract/devices/devices/deviceShapes'
import type { Scores } from '../../../parts/subjectColumns.ts'

const mostErrors = 10

/** The errors made most often in these sessions. */
export function frequentErrors(sessions: readonly Pick<SessionRow, 'errors'>[]) {
  const counts = new Map<string, { subSubject: string; text: string; times: number }>()
  for (const { subSubject, text } of sessions.flatMap(({ errors }) => errors)) {
    const key = `${subSubject} ${text}`
    const known = counts.get(key)
    counts.set(key, { subSubject, text, times: (known?.times ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => b.times - a.times).slice(0, mostErrors)
}

/** The days of training by month, the newest first. */
export function monthsOf(days: Scores['calendar']) {
  const months = new Map<string, { month: string; days: number; times: number; seconds: number }>()
  for (const { date, times, seconds } of days) {
    const month = date.slice(0, 7)
    const known = months.get(month) ?? { month, days: 0, times: 0, seconds: 0 }
    months.set(month, {
      month,
      days: known.days + 1,
      times: known.times + times,
      seconds: known.seconds + seconds,
    })
  }
  return [...months.values()].reverse()
}
