const dayMilliseconds = 86_400_000

/** The month `YYYY-MM` so many months after (before, when negative) another one. */
export function monthAfter(month: string, months: number): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return first.toISOString().slice(0, 7)
}

/** The days of a month in weeks that begin on Monday; null outside the month. */
export function monthWeeks(month: string): (string | null)[][] {
  const first = Date.parse(`${month}-01`)
  const days = (Date.parse(`${monthAfter(month, 1)}-01`) - first) / dayMilliseconds
  const before = (new Date(first).getUTCDay() + 6) % 7
  const weeks = Math.ceil((before + days) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = week * 7 + weekday - before
      if (day < 0 || day >= days) return null
      return new Date(first + day * dayMilliseconds).toISOString().slice(0, 10)
    }),
  )
}
