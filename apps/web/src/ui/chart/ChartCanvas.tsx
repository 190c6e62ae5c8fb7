import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { type ChartColours, chartOptions } from './options.ts'
import type { ChartKind, Plot } from './types.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

interface Props {
  plot: Plot
  kind: ChartKind
  height: number
  colours: ChartColours
}

/** The drawing itself, loaded when the first chart is shown. Made and freed with the effect, so a hidden tab holds none. */
export default function ChartCanvas({ plot, kind, height, colours }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current === null) return
    const chart = init(box.current)
    chart.setOption(chartOptions(plot, kind, colours))
    const sized = new ResizeObserver(() => chart.resize())
    sized.observe(box.current)
    return () => {
      sized.disconnect()
      chart.dispose()
    }
  }, [plot, kind, colours])
  return <div ref={box} style={{ height }} aria-hidden="true" />
}
