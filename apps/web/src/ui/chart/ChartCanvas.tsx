import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { afterFrame } from '../afterFrame.ts'
import { type ChartColours, chartOptions, shownX } from './options.ts'
import type { ChartKind, LinkOf, Plot } from './types.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

/** Of a chart on A4, within margins and the frame of its panel, in pixels. */
const paperWidth = 680

/** A chart for paper is drawn off screen: its size is given, in pixels, and it says when it is drawn. */
export interface Paper {
  width: number
  height: number
  onDrawn: () => void
}

interface Props {
  plot: Plot
  kind: ChartKind
  height: number | string
  colours: ChartColours
  linkOf: LinkOf | undefined
  /** How many times as large as on a desk its words and lines are. */
  scale?: number
  paper?: Paper | undefined
}

/** The drawing itself, loaded when the first chart is shown. Made and freed with the effect, so a hidden tab holds none. */
export default function ChartCanvas({ plot, kind, height, colours, linkOf, scale = 1, paper }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const linked = linkOf !== undefined
  // Drawing measures and takes long: the page stands on the screen before.
  const [due, setDue] = useState(false)
  useEffect(() => afterFrame(() => setDue(true)), [])
  const follow = useEffectEvent((x: string | undefined) => {
    if (linkOf !== undefined && x !== undefined) void navigate(linkOf(x))
  })
  useEffect(() => {
    if (!due || box.current === null) return
    const chart = init(box.current, null, paper && { ...paper, devicePixelRatio: 2 })
    if (paper !== undefined) chart.on('finished', () => paper.onDrawn())
    chart.setOption(chartOptions(plot, kind, colours, { scale, height: chart.getHeight() }))
    if (linked) {
      // The whole band of an x answers, not only its bar.
      const sideways = kind === 'ranking'
      const drawn = chart.getZr()
      const at = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => {
        const point = [offsetX, offsetY]
        if (!chart.containPixel('grid', point)) return undefined
        const axis = sideways ? { yAxisIndex: 0 } : { xAxisIndex: 0 }
        const place = Number(chart.convertFromPixel(axis, sideways ? offsetY : offsetX))
        return shownX(plot, kind)[place]
      }
      drawn.on('click', event => follow(at(event)))
      drawn.on('mousemove', event => drawn.setCursorStyle(at(event) === undefined ? 'default' : 'pointer'))
    }
    if (paper !== undefined) return () => chart.dispose()
    const sized = new ResizeObserver(() => chart.resize())
    sized.observe(box.current)
    // At once: nothing is drawn any more while a page is printed.
    const sizeTo = (width: number | 'auto') => {
      chart.resize({ width })
      chart.getZr().flush()
    }
    const toPaper = () => sizeTo(paperWidth)
    const toScreen = () => sizeTo('auto')
    addEventListener('beforeprint', toPaper)
    addEventListener('afterprint', toScreen)
    return () => {
      removeEventListener('beforeprint', toPaper)
      removeEventListener('afterprint', toScreen)
      sized.disconnect()
      chart.dispose()
    }
  }, [due, plot, kind, colours, linked, scale, paper])
  return <div ref={box} style={{ height }} aria-hidden="true" />
}
