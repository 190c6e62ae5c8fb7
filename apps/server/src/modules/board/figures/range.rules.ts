import { addMonths, mondayOf, monthOf } from '@drivesim/contract'
import { addDays, businessDayOf, daysBetween } from '@drivesim/contract/businessDay'

/** Business days, both ends included. */
export interface DayRange {
  readonly first: string
  readonly last: string
}

/** What stretches of days reach at most: who was active before is kept no longer. */
const longestRangeDays = 400

/**
 * A range as it is read from the rollups: the days before the first whole month or week, the whole ones (by their first days),
 * and the days after the last. Where that reads fewer days, the last month is read whole, and its days behind
 * the range (`less`) are subtracted. An empty part ends before it begins.
 */
export interface SplitRange {
  readonly head: DayRange
  readonly whole: DayRange
  readonly tail: DayRange
  readonly less: DayRange
}

/** @throws RangeError for more days than the rollups answer for */
export function splitRange({ first, last }: DayRange): SplitRange {
  const firstMonth = first === monthOf(first) ? first : addMonths(monthOf(first), 1)
  const afterMonths = monthOf(addDays(last, 1))
  if (afterMonths < firstMonth) return daysOnly({ first, last })
  const tail = { first: afterMonths, last }
  const less = { first: addDays(last, 1), last: addDays(addMonths(afterMonths, 1), -1) }
  const isLess = last >= afterMonths && isLessRead({ first, last }, tail, less)
  if (!isLess && afterMonths === firstMonth) return daysOnly({ first, last })
  return {
    head: checkedRange({ first, last: addDays(firstMonth, -1) }, { first, last }),
    whole: { first: firstMonth, last: isLess ? afterMonths : addMonths(afterMonths, -1) },
    tail: isLess ? empty : tail,
    less: isLess ? less : empty,
  }
}

/** Whether the days behind a range are quicker read than its own; none after today has anything. */
function isLessRead({ first, last }: DayRange, tail: DayRange, less: DayRange): boolean {
  // Of a day further behind nobody knows any more who was active in the range.
  if (daysBetween(first, less.last) > longestRangeDays) return false
  return (
    last >= businessDayOf(Date.now()) ||
    daysBetween(less.first, less.last) < daysBetween(tail.first, tail.last)
  )
}

/** The days of whole months, given by their first days, as far as they lie in a range. */
export function monthsOf({ first, last }: DayRange, range: DayRange): DayRange {
  const end = addDays(addMonths(last, 1), -1)
  return { first: first > range.first ? first : range.first, last: end < range.last ? end : range.last }
}

/** Whole weeks, and the days before and after them. */
export function splitWeeks(range: DayRange): SplitRange {
  const firstWeek = mondayOf(addDays(range.first, 6))
  const afterWeeks = mondayOf(addDays(range.last, 1))
  if (afterWeeks <= firstWeek) return daysOnly(range)
  return {
    head: checkedRange({ first: range.first, last: addDays(firstWeek, -1) }, range),
    whole: { first: firstWeek, last: addDays(afterWeeks, -7) },
    tail: { first: afterWeeks, last: range.last },
    less: empty,
  }
}

/** The days of weeks, given by their Mondays. */
export const daysOfWeeks = ({ first, last }: DayRange): DayRange => ({ first, last: addDays(last, 6) })

/** The range by its days alone. */
export function daysOnly(range: DayRange): SplitRange {
  return { head: checkedRange(range), whole: empty, tail: empty, less: empty }
}

function checkedRange(part: DayRange, { first, last } = part): DayRange {
  if (daysBetween(first, last) > longestRangeDays) throw new RangeError(`${first} to ${last}: too long`)
  return part
}

/** What is read of a split range, the first part its head: parts without days are left out, as long as any has some. */
export function partsRead<T>(parts: readonly (readonly [DayRange, T])[]): T[] {
  const some = parts.filter(([{ first, last }]) => first <= last)
  return (some.length > 0 ? some : parts.slice(0, 1)).map(([, read]) => read)
}

const empty: DayRange = { first: '2000-01-02', last: '2000-01-01' }
