/** The course of a figure in time. */
export interface Course {
  /** null where there is nothing to show, which is not the same as zero. */
  values: readonly (number | null)[]
  /** The last of them is of a day or an hour that has not ended. */
  open: boolean
}

interface Point {
  x: number
  y: number
}

/** The size of the drawing, and what its marks need at the edges. */
export const spark = { width: 96, height: 28, margin: 3 } as const

/**
 * Where the values stand, from zero at the bottom to the largest at the top: what can be joined by a line, between gaps, and
 * what has not ended, which stands alone, or every line would fall at its end.
 */
export function sparkPoints({ values, open }: Course): { runs: Point[][]; unended: Point | null } {
  const { width, height, margin } = spark
  const most = Math.max(...values.map(value => value ?? 0)) || 1
  const step = (width - 2 * margin) / Math.max(1, values.length - 1)
  const points = values.map((value, index) =>
    value === null
      ? null
      : { x: margin + index * step, y: height - margin - (value / most) * (height - 2 * margin) },
  )
  const unended = (open && points.pop()) || null
  const runs: Point[][] = []
  points.forEach((point, index) => {
    if (point === null) return
    const run = points[index - 1] == null ? undefined : runs.at(-1)
    if (run === undefined) runs.push([point])
    else run.push(point)
  })
  return { runs, unended }
}
