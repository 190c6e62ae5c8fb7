import { Link } from 'react-router'
import { PartialMark } from '../PartialMark.tsx'
import { withUnit } from './options.ts'
import { type CellLinkOf, type LinkOf, type Plot, xValues } from './types.ts'

interface Props {
  plot: Plot
  axis: string
  height: number
  title: string
  linkOf: LinkOf | undefined
  cellLinkOf: CellLinkOf | undefined
}

/** The keyboard must reach what scrolls; the table itself holds nothing to stop at. */
const scrollable = { tabIndex: 0 }

/** The figures behind a chart. */
export function ChartTable({ plot, axis, height, title, linkOf, cellLinkOf }: Props) {
  const columns = plot.series.map(series => ({
    name: series.name,
    values: new Map(series.points.map(point => [point.x, point.value])),
  }))
  const partial = new Set(
    plot.series.flatMap(({ points }) => points.filter(point => point.partial).map(({ x }) => x)),
  )
  return (
    <section
      {...scrollable}
      className="ui-chart-table"
      style={{ maxHeight: height }}
      aria-label={`${title}数据表`}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{axis}</th>
            {columns.map(column => (
              <th scope="col" key={column.name}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {xValues(plot).map(x => (
            <tr key={x}>
              <th scope="row">
                {linkOf === undefined ? x : <Link to={linkOf(x)}>{x}</Link>}
                {partial.has(x) && <PartialMark />}
              </th>
              {columns.map(column => {
                const value = column.values.get(x)
                const words = value === undefined || value === null ? '—' : withUnit(value, plot.unit)
                const to = cellLinkOf?.(x, column.name)
                return <td key={column.name}>{to === undefined ? words : <Link to={to}>{words}</Link>}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
