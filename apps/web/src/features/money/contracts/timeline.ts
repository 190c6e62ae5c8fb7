import { addDays, daysBetween } from '@drivesim/contract/businessDay'
import type { ContractRow } from '@drivesim/contract/money/contracts/contractShapes'
import { addMonths } from './period.ts'

/** Business days, the first and the last of them included. */
export interface Span {
  readonly from: string
  readonly to: string
}

/** Of a window's length, in percent. */
export interface Place {
  readonly left: number
  readonly width: number
}

/** The months that are shown on either side of today. */
const monthsAround = 12
/** Months between two marks of the axis. */
const markedMonths = 6

/** A year back and a year ahead, from the first of a month to the last of one. */
export function windowAround(today: string): Span {
  const month = `${today.slice(0, 7)}-01`
  return { from: addMonths(month, -monthsAround), to: addDays(addMonths(month, monthsAround), -1) }
}

/** The first days of months that the axis names. */
export function marksOf({ from, to }: Span): string[] {
  const marks: string[] = []
  for (let day = from; day <= to; day = addMonths(day, markedMonths)) marks.push(day)
  return marks
}

/**
 * Days on which a school had no contract, or will have none: between two contracts, and after the last until today.
 * @param contracts in their order
 */
export function gapsOf(
  contracts: readonly Pick<ContractRow, 'startsOn' | 'endsOn'>[],
  today: string,
): Span[] {
  return contracts.flatMap(({ endsOn }, index) => {
    const next = contracts[index + 1]?.startsOn ?? addDays(today, 1)
    const gap = { from: addDays(endsOn, 1), to: addDays(next, -1) }
    return gap.from <= gap.to ? [gap] : []
  })
}

/** Where a span lies in a window; null where it does not. */
export function placeIn(window: Span, { from, to }: Span): Place | null {
  const begins = from < window.from ? window.from : from
  const ends = to > window.to ? window.to : to
  if (begins > ends) return null
  const all = daysOf(window)
  const percent = (days: number) => (days / all) * 100
  return {
    left: percent(daysBetween(window.from, begins)),
    width: percent(daysOf({ from: begins, to: ends })),
  }
}

/** How many days a span has. */
export function daysOf({ from, to }: Span): number {
  return daysBetween(from, to) + 1
}
