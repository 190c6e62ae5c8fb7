import { bucketsOf, type Grain } from '@drivesim/contract/board/dashboard/boardDates'
import { endOfMonth } from '@drivesim/contract/money/bills/billing'
import type { Plot } from '../ui/chart/types.ts'
import type { DayRange } from '../ui/form/RangePicker.tsx'

/**
 * The plot of some days with the points marked that are not whole, as the data board has them: the day, week, month or, of
 * today alone, the hour that has not ended, and weeks and months that an end of the range cuts.
 */
export function withPartial(plot: Plot, { from, to }: DayRange, cut: Grain, now: number): Plot {
  const buckets = bucketsOf({ beginDate: from, endDate: to }, cut, now)
  const partial = new Set(buckets.filter(bucket => bucket.partial).map(({ x }) => x))
  return {
    ...plot,
    series: plot.series.map(series => ({
      ...series,
      points: series.points.map(point => ({ ...point, partial: partial.has(point.x) })),
    })),
  }
}

/** The same of whole months, `YYYY-MM`, in order. */
export function withPartialMonths(plot: Plot, months: readonly string[], now: number): Plot {
  const [first] = months
  const last = months.at(-1)
  if (first === undefined || last === undefined) return plot
  return withPartial(plot, { from: `${first}-01`, to: endOfMonth(`${last}-01`) }, 'month', now)
}
