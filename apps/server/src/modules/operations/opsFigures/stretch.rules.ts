import { addMonths } from '@drivesim/contract'
import type { DayRange } from '@drivesim/contract/board/dashboard/boardDates'
import { addDays } from '@drivesim/contract/businessDay'
import { splitRange } from '../../board/figures/range.rules.ts'

/** The months (`2026-11`) and days (`2026-11-23`) that a range of days is added up from. */
export interface Stretch {
  readonly plus: readonly string[]
  /** Days of these months that lie outside the range. */
  readonly minus: readonly string[]
}

/** As few months and days as possible; none where the range ends before it begins. */
export function stretchOf({ beginDate, endDate }: DayRange): Stretch {
  if (endDate < beginDate) return { plus: [], minus: [] }
  const { head, whole, tail, less } = splitRange({ first: beginDate, last: endDate })
  const wholeMonths = listDays(whole, month => addMonths(month, 1)).map(month => month.slice(0, 7))
  return { plus: [...listDays(head), ...wholeMonths, ...listDays(tail)], minus: listDays(less) }
}

/** The same with days alone. */
export const daysOf = ({ beginDate, endDate }: DayRange): Stretch => ({
  plus: listDays({ first: beginDate, last: endDate }),
  minus: [],
})

/** The months and days of several ranges, each once, as dates. */
export function partsOf(stretches: readonly Stretch[]): { months: string[]; days: string[] } {
  const parts = [...new Set(stretches.flatMap(({ plus, minus }) => [...plus, ...minus]))]
  return {
    months: parts.filter(isMonth).map(month => `${month}-01`),
    days: parts.filter(part => !isMonth(part)),
  }
}

const isMonth = (part: string) => part.length === 7

/** The sum of a range. @param of the value of a month or day */
export const sumOf = ({ plus, minus }: Stretch, of: (part: string) => number): number =>
  plus.reduce((sum, part) => sum + of(part), 0) - minus.reduce((sum, part) => sum + of(part), 0)

function listDays(
  { first, last }: { first: string; last: string },
  next = (day: string) => addDays(day, 1),
): string[] {
  const all: string[] = []
  for (let at = first; at <= last; at = next(at)) all.push(at)
  return all
}
