import { addDays, daysBetween, weekday } from '@drivesim/contract/businessDay'

/** The month `YYYY-MM` so many months after (before, when negative) another one. */
export function monthAfter(month: string, months: number): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return first.toISOString().slice(0, 7)
}

/** The days of a month in weeks that begin on Monday; null outside the month. */
export function monthWeeks(month: string): (string | null)[][] {
  const first = `${month}-01`
  const days = daysBetween(first, `${monthAfter(month, 1)}-01`)
  const before = (weekday(first) + 6) % 7
  const weeks = Math.ceil((before + days) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const day = week * 7 + column - before
      return day < 0 || day >= days ? null : addDays(first, day)
    }),
  )
}
