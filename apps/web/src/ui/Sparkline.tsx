const width = 96
const height = 28

/** The points of a line through the values, from zero at the bottom to the largest at the top. */
function sparkPoints(values: readonly number[]): string {
  const most = Math.max(...values, 1)
  const step = width / Math.max(1, values.length - 1)
  return values
    .map(
      (value, index) =>
        `${(index * step).toFixed(1)},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`,
    )
    .join(' ')
}

/** The course of a figure; it says nothing that the figure beside it does not. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const points = sparkPoints(values)
  return (
    <svg
      className="ui-spark"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon points={`0,${height} ${points} ${width},${height}`} />
      <polyline points={points} />
    </svg>
  )
}
