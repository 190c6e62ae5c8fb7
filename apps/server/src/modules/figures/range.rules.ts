import { addMonths, monthOf } from '@drivesim/contract'
import { addDays, daysBetween } from '@drivesim/contract/businessDay'

/** Business days, both ends included. */
export interface DayRange {
  readonly first: string
  readonly last: string
}

/** What stretches of days reach at most: who was active before is kept no longer. */
const longestRangeDays = 400

/**
 * A range as it is read from the rollups: days up to the first whole month, whole months (by their first days), days
 * after the last. A part without anything ends before it begins.
 */
export interface SplitRange {
  readonly head: DayRange
  readonly months: DayRange
  readonly tail: DayRange
}

/** @throws RangeError for more days than the rollups answer for */
export function splitRange({ first, last }: DayRange): SplitRange {
  const firstMonth = first === monthOf(first) ? first : addMonths(monthOf(first), 1)
  const afterMonths = monthOf(addDays(last, 1))
  if (afterMonths <= firstMonth) return daysOnly({ first, last })
  return {
    head: allowed({ first, last: addDays(firstMonth, -1) }, { first, last }),
    months: { first: firstMonth, last: addMonths(afterMonths, -1) },
    tail: { first: afterMonths, last },
  }
}

/** The days of whole months, given by their first days, as far as they lie in a range. */
export function monthsOf({ first, last }: DayRange, range: DayRange): DayRange {
  const end = addDays(addMonths(last, 1), -1)
  return { first: first > range.first ? first : range.first, last: end < range.last ? end : range.last }
}

/** The range by its days alone. */
export function daysOnly(range: DayRange): SplitRange {
  return { head: allowed(range), months: empty, tail: empty }
}

function allowed(part: DayRange, { first, last } = part): DayRange {
  if (daysBetween(first, last) > longestRangeDays) throw new RangeError(`${first} to ${last}: too long`)
  return part
}

const empty: DayRange = { first: '2000-01-02', last: '2000-01-01' }
