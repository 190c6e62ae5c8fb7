import type { EChartsCoreOption } from 'echarts/core'
import { number, percent } from '../format.ts'
import { type ChartKind, type Plot, xValues } from './types.ts'

/** The colours of a chart besides its palette, taken from the theme. */
export interface ChartColours {
  palette: readonly string[]
  text: string
  quiet: string
  line: string
  surface: string
}

/** A value with its unit: `98.5%`, `12 分钟`. */
export function withUnit(value: number, unit: string): string {
  return unit === '%' ? percent(value) : `${number(Math.round(value * 10) / 10)} ${unit}`
}

/** The x of a chart as they stand along its axis. */
export const shownX = (plot: Plot, kind: ChartKind): string[] =>
  kind === 'ranking' ? rankedNames(plot) : xValues(plot)

/** Options of an ECharts chart: zero baseline, unit in the axis title, canvas tooltips (an HTML one breaks the CSP). */
export function chartOptions(plot: Plot, kind: ChartKind, colours: ChartColours): EChartsCoreOption {
  const sideways = kind === 'ranking'
  const x = shownX(plot, kind)
  const category = {
    type: 'category',
    data: x,
    axisLine: { lineStyle: { color: colours.line } },
    axisTick: { show: false },
    axisLabel: {
      color: colours.quiet,
      hideOverlap: !sideways,
      ...(!sideways && { formatter: shortDay(x) }),
      ...(sideways && { width: 120, overflow: 'truncate' }),
    },
  }
  const value = {
    type: 'value',
    min: 0,
    name: sideways ? '' : plot.unit,
    nameTextStyle: { color: colours.quiet, align: 'right' },
    axisLabel: { color: colours.quiet, show: !sideways },
    splitLine: { show: !sideways, lineStyle: { color: colours.line } },
  }
  return {
    animation: false,
    color: [...colours.palette],
    textStyle: { fontFamily: 'inherit' },
    grid: {
      left: sideways ? 132 : 56,
      right: sideways ? 64 : 16,
      top: sideways ? 8 : plot.series.length > 1 ? 56 : 36,
      bottom: sideways ? 8 : 28,
    },
    legend: { show: plot.series.length > 1, top: 0, textStyle: { color: colours.text } },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { color: colours.text, fontSize: 12 },
      axisPointer: { type: kind === 'line' ? 'line' : 'shadow' },
      valueFormatter: (shown: unknown) => (typeof shown === 'number' ? withUnit(shown, plot.unit) : '无数据'),
    },
    xAxis: sideways ? value : category,
    yAxis: sideways ? { ...category, inverse: true } : value,
    series: plot.series.map(series => {
      const known = new Map(series.points.map(point => [point.x, point.value]))
      return {
        name: series.name,
        type: kind === 'line' ? 'line' : 'bar',
        data: x.map(name => known.get(name) ?? null),
        barMaxWidth: sideways ? 16 : 28,
        itemStyle: { borderRadius: sideways ? [0, 3, 3, 0] : [3, 3, 0, 0] },
        ...(kind === 'line' && {
          showSymbol: x.length <= 31,
          symbolSize: 5,
          connectNulls: false,
          itemStyle: {},
        }),
        ...(sideways && {
          label: {
            show: true,
            position: 'right',
            color: colours.text,
            formatter: ({ value: shown }: { value: unknown }) =>
              typeof shown === 'number' ? withUnit(shown, plot.unit) : '',
          },
        }),
      }
    }),
  }
}

/** Days of one year are labelled without it; the tooltip and the table keep the whole date. */
function shortDay(x: readonly string[]): (label: string) => string {
  const years = new Set(x.map(label => /^(\d{4})-\d{2}-\d{2}$/.exec(label)?.[1]))
  return label => (years.size === 1 && !years.has(undefined) ? label.slice(5) : label)
}

function rankedNames(plot: Plot): string[] {
  const points = [...(plot.series[0]?.points ?? [])]
  return points.sort((a, b) => (b.value ?? 0) - (a.value ?? 0)).map(point => point.x)
}
