const dayMs = 86_400_000
const shanghaiMs = 8 * 3_600_000

/** Midnight at which a business day `YYYY-MM-DD` begins in Asia/Shanghai (no summer time), in epoch milliseconds. */
export function dayStart(day: string): number {
  // several times as fast as Date.parse, in the inner loop of the history
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  const date = Number(day.slice(8, 10))
  return Date.UTC(year, month - 1, date) - shanghaiMs
}

/** The business day (Asia/Shanghai) of an instant in epoch milliseconds. */
export function dayOf(instant: number): string {
  return new Date(instant + shanghaiMs).toISOString().slice(0, 10)
}

/** The business day some days later, or earlier when negative. */
export function addDays(day: string, days: number): string {
  return dayOf(dayStart(day) + days * dayMs)
}

/** Whole days from one business day to another; negative when backwards. */
export function daysFrom(from: string, to: string): number {
  return Math.round((dayStart(to) - dayStart(from)) / dayMs)
}

/** 0 Sunday … 6 Saturday. */
export function weekday(day: string): number {
  return new Date(dayStart(day) + shanghaiMs).getUTCDay()
}
