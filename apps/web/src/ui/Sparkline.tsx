import { type Course, spark, sparkPoints } from './spark.ts'

const { width, height } = spark

/** A figure over time, as decoration: the figure beside it says everything. */
export function Sparkline({ values, open }: Course) {
  const { runs, unended } = sparkPoints({ values, open })
  if (values.length < 2 || (runs.length === 0 && unended === null)) return null
  return (
    <svg
      className="ui-spark"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="xMaxYMid meet"
      aria-hidden="true"
    >
      {runs.map(run => {
        const [first] = run
        const last = run.at(-1)
        if (first === undefined || last === undefined) return null
        if (first === last) return <circle key={first.x} cx={first.x} cy={first.y} r="1.5" />
        const points = run.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
        return (
          <g key={first.x}>
            <polygon points={`${first.x.toFixed(1)},${height} ${points} ${last.x.toFixed(1)},${height}`} />
            <polyline points={points} />
          </g>
        )
      })}
      {unended !== null && <circle className="ui-spark-unended" cx={unended.x} cy={unended.y} r="2.25" />}
    </svg>
  )
}
