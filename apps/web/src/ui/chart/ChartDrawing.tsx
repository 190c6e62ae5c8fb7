import { useMemo } from 'react'
import type { Theme } from '../../theme/mode.ts'
import type { Paper } from './ChartCanvas.tsx'
import { LazyCanvas } from './LazyCanvas.tsx'
import type { ChartKind, Plot } from './types.ts'
import { chartColours } from './useChartColours.ts'
import './chart.css'

interface Props {
  plot: Plot
  kind: ChartKind
  /** Whatever theme is on. */
  theme: Theme
  /** How many times as large as on a desk its words and lines are. */
  scale?: number
  paper?: Paper
}

/** A chart without its card: it fills its container, or has the size given for paper. */
export function ChartDrawing({ theme, ...drawing }: Props) {
  const colours = useMemo(() => chartColours(theme), [theme])
  return (
    <div className="ui-chart-drawing">
      <LazyCanvas {...drawing} height="100%" colours={colours} linkOf={undefined} />
    </div>
  )
}
