/** What a chart shows: one or more series over the same axis; null where nothing can be said. */
export interface ChartSeries {
  name: string
  points: readonly ChartPoint[]
  /** What the others are compared with: a dashed line, in any kind of chart. */
  compared?: boolean
}

interface ChartPoint {
  x: string
  value: number | null
  /** Of time that is cut or has not ended: drawn hollow, and no line falls to it. */
  partial?: boolean | undefined
}

export interface Plot {
  unit: string
  series: readonly ChartSeries[]
  /** The values are counts: if all are zero, there is nothing to draw. */
  counts?: boolean
}

/** `ranking` is horizontal bars, largest first, with their values written beside them. */
export type ChartKind = 'line' | 'bar' | 'ranking'

/** The address of the rows behind an x of a chart. */
export type LinkOf = (x: string) => string
export type CellLinkOf = (x: string, series: string) => string | undefined

/** Every x of the plot once, in order of appearance. */
export function xValues(plot: Plot): string[] {
  return [...new Set(plot.series.flatMap(series => series.points.map(point => point.x)))]
}

/** Whether there is anything to draw. A rate of zero is information; bars or counts that are all zero are not. */
export function hasValues(plot: Plot, kind: ChartKind): boolean {
  const zeroSays = kind === 'line' && plot.counts !== true
  const drawn = (value: number | null) => value !== null && (zeroSays || value !== 0)
  return plot.series.some(series => series.points.some(point => drawn(point.value)))
}
