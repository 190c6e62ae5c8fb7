import type { Basis } from '@drivesim/contract/board/dashboard/boardDates'
import { boardFigures } from '@drivesim/contract/board/dashboard/boardFigures'
import type { FigureValue, Trend as TrendData } from '@drivesim/contract/board/dashboard/dashboardShapes'
import { type ReactNode, useMemo } from 'react'
import { Chart } from '../../../ui/chart/Chart.tsx'
import type { LinkOf } from '../../../ui/chart/types.ts'
import { trendPlot, trendSummary } from './words.ts'

const axes = { hour: '时段', day: '日期', week: '周', month: '月份' } as const

interface Props {
  title: string
  /** Missing while it is on its way. */
  known: { trend: TrendData; value: FigureValue; basis: Basis } | undefined
  error: Error | null
  onRetry: () => void
  height: number
  extra?: ReactNode
  linkOf?: LinkOf
  className?: string | undefined
}

/** A figure in time, with the other period dashed behind it. */
export function Trend({ title, known, error, onRetry, height, extra, linkOf, className }: Props) {
  const plot = useMemo(() => known && trendPlot(known.trend, known.basis.words), [known])
  const empty = known && { title: '所选时间内没有数据', hint: boardFigures[known.trend.figure].empty }
  return (
    <Chart
      title={title}
      kind="line"
      axis={axes[known?.trend.grain ?? 'day']}
      plot={plot}
      error={error}
      onRetry={onRetry}
      height={height}
      summary={known === undefined ? '' : trendSummary(known.trend, known.value, known.basis)}
      extra={extra}
      {...(linkOf && { linkOf })}
      {...(empty && { empty })}
      {...(className && { className })}
    />
  )
}
