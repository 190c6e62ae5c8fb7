/**
 * Business days: the days of Asia/Shanghai, written `YYYY-MM-DD`, wherever the code runs. China keeps no summer time,
 * so that its offset from UTC never changes.
 */
const offset = 8 * 3_600_000

/** How long a day is, in milliseconds. */
export const dayMilliseconds = 86_400_000

/** A moment: ISO 8601 text with its zone, or epoch milliseconds. */
export type Instant = string | number

/** The moment in epoch milliseconds. */
export function milliseconds(at: Instant): number {
  return typeof at === 'number' ? at : Date.parse(at)
}

/** What a clock in Shanghai shows at that moment: `YYYY-MM-DD HH:mm:ss`. */
export function localTime(at: Instant): string {
  return new Date(milliseconds(at) + offset).toISOString().slice(0, 19).replace('T', ' ')
}

/** The moment at which it shows that, seconds or not, in epoch milliseconds; NaN where it shows no such thing. */
export const momentOf = (local: string): number => Date.parse(`${local.replace(' ', 'T')}Z`) - offset

/** The business day that a moment belongs to. */
export function businessDayOf(at: Instant): string {
  return localTime(at).slice(0, 10)
}

/** The day that was last asked for: the demonstration's history asks for the same one again and again. */
let known = { day: '1970-01-01', start: -offset }

/** The midnight at which a business day begins, in epoch milliseconds. */
export function dayStart(day: string): number {
  if (known.day !== day) known = { day, start: midnight(day) }
  return known.start
}

/** Several times as fast as Date.parse. */
function midnight(day: string): number {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  const date = Number(day.slice(8, 10))
  return Date.UTC(year, month - 1, date) - offset
}

/** The business day so many days after another one; before it, when negative. */
export function addDays(day: string, days: number): string {
  return businessDayOf(dayStart(day) + days * dayMilliseconds)
}

/** Whole days from one business day to another; 0 on the same day, negative when backwards. */
export function daysBetween(from: string, to: string): number {
  return (dayStart(to) - dayStart(from)) / dayMilliseconds
}

/** The day of the week: 0 Sunday … 6 Saturday. */
export function weekday(day: string): number {
  return new Date(dayStart(day) + offset).getUTCDay()
}
