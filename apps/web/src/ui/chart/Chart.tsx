import { BarChartOutlined, TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Panel } from '../PageHead.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import { ChartSkeleton } from './ChartSkeleton.tsx'
import { ChartTable } from './ChartTable.tsx'
import { LazyCanvas } from './LazyCanvas.tsx'
import { type CellLinkOf, type ChartKind, hasValues, type LinkOf, type Plot } from './types.ts'
import { useChartColours } from './useChartColours.ts'
import { useChartHeight } from './useChartHeight.ts'
import './chart.css'

interface Props {
  title: string
  kind: ChartKind
  /** What the first column of the table is: `日期`, `模块`. */
  axis: string
  plot: Plot | undefined
  error: Error | null
  onRetry: () => void
  extra?: ReactNode
  /** Pixels, in a window of 1080 lines and less. */
  height?: number
  /** Where the rows behind an x are. */
  linkOf?: LinkOf
  /** The same of one figure of the table, by its x and its series; undefined: it has none. */
  cellLinkOf?: CellLinkOf
  /** What it says, in a sentence below it; empty while that is not known. */
  summary?: string
  /** What to say, and what to do next, where nothing is drawn. */
  empty?: { title: string; hint: string }
  className?: string
}

const nothing = { title: '所选时间内没有数据', hint: '请换一个日期范围' }

/** A chart in its card, with the table behind it, and what to say while it loads, fails or has nothing to show. */
export function Chart(props: Props) {
  const { title, kind, axis, plot, error, onRetry, extra, linkOf, summary } = props
  const height = useChartHeight(props.height ?? 260)
  const [table, setTable] = useState(false)
  const colours = useChartColours()
  const tableOf = (plot: Plot) => (
    <ChartTable
      plot={plot}
      axis={axis}
      height={height}
      title={title}
      linkOf={linkOf}
      cellLinkOf={props.cellLinkOf}
    />
  )
  const toggle = (
    <Button
      type="text"
      size="small"
      icon={table ? <BarChartOutlined /> : <TableOutlined />}
      aria-pressed={table}
      onClick={() => setTable(!table)}
    >
      {table ? '看图' : '看表格'}
    </Button>
  )
  return (
    <Panel
      title={title}
      className={props.className}
      extra={
        <div className="ui-panel-extra">
          {extra}
          {toggle}
        </div>
      }
    >
      <div className="ui-chart" style={{ minHeight: height }}>
        {error !== null ? (
          <ErrorState error={error} onRetry={onRetry} />
        ) : plot === undefined ? (
          <ChartSkeleton kind={kind} height={height} />
        ) : !hasValues(plot, kind) ? (
          <EmptyState {...(props.empty ?? nothing)} />
        ) : table ? (
          tableOf(plot)
        ) : (
          <LazyCanvas
            plot={plot}
            kind={kind}
            height={height}
            colours={colours}
            linkOf={linkOf}
            waiting={<ChartSkeleton kind={kind} height={height} />}
            instead={tableOf(plot)}
          />
        )}
      </div>
      {/* As high before it is known. */}
      {summary !== undefined && <p className="ui-chart-summary ui-quiet">{summary || '\u00a0'}</p>}
    </Panel>
  )
}
