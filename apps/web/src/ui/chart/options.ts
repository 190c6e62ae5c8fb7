import type { EChartsCoreOption } from 'echarts/core'
import { compactNumber, money, number, percent } from '../format.ts'
import { type ChartKind, type ChartSeries, type Plot, xValues } from './types.ts'

/** The colours of a chart besides its palette, taken from the theme. */
export interface ChartColours {
  palette: readonly string[]
  text: string
  quiet: string
  line: string
  surface: string
}

/** As on the page; a canvas knows no `inherit`, and would write all of it in its own smallest letters. */
const fontFamily =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'

/** A dashed line, for the legend. */
const dashes = 'path://M0 0h6v2h-6zM9 0h6v2h-6zM18 0h6v2h-6z'

/** A value with its unit: `98.5%`, `12 分钟`, `¥12.50`. */
export function withUnit(value: number, unit: string): string {
  if (unit === '元') return money(Math.round(value * 100))
  return unit === '%' ? percent(value) : `${number(Math.round(value * 10) / 10)} ${unit}`
}

/** The x of a chart as they stand along its axis. */
export const shownX = (plot: Plot, kind: ChartKind): string[] =>
  kind === 'ranking' ? rankedNames(plot) : xValues(plot)

/** How large a chart is drawn. */
interface ChartSize {
  /** How many times as large as on a desk: what is read from far away. */
  scale: number
  /** In pixels. */
  height: number
}

const onDesk: ChartSize = { scale: 1, height: Number.POSITIVE_INFINITY }

/** Options of an ECharts chart: zero baseline, unit in the axis title, canvas tooltips (an HTML one breaks the CSP). */
export function chartOptions(
  plot: Plot,
  kind: ChartKind,
  colours: ChartColours,
  { scale, height } = onDesk,
): EChartsCoreOption {
  const sideways = kind === 'ranking'
  const x = shownX(plot, kind)
  const fontSize = 12 * scale
  const category = {
    type: 'category',
    data: x,
    axisLine: { lineStyle: { color: colours.line } },
    axisTick: { show: false },
    axisLabel: {
      fontSize,
      color: colours.quiet,
      hideOverlap: !sideways,
      ...(!sideways && { formatter: shortDay(x) }),
      ...(sideways && { width: 120 * scale, overflow: 'truncate' }),
    },
  }
  const value = {
    type: 'value',
    min: 0,
    // What is larger, or low, has room for fewer words.
    splitNumber: scale > 1 || height < 200 ? 3 : 5,
    name: sideways ? '' : plot.unit,
    nameTextStyle: { color: colours.quiet, align: 'right', fontSize },
    axisLabel: { color: colours.quiet, show: !sideways, fontSize, formatter: compactNumber },
    splitLine: { show: !sideways, lineStyle: { color: colours.line } },
  }
  const top = sideways ? 8 : plot.series.length > 1 ? (scale > 1 ? 40 : 56) : 36
  return {
    animation: false,
    color: [...colours.palette],
    textStyle: { fontFamily },
    grid: {
      left: (sideways ? 132 : 56) * scale,
      right: (sideways ? 64 : 16) * scale,
      top: top * scale,
      bottom: (sideways ? 8 : 28) * scale,
    },
    legend: {
      show: plot.series.length > 1,
      top: 0,
      itemWidth: 25 * scale,
      itemHeight: 14 * scale,
      itemGap: 12 * scale,
      textStyle: { color: colours.text, fontSize },
      data: plot.series.map(({ name, compared }) => (compared ? { name, icon: dashes } : { name })),
    },
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
    series: plot.series.flatMap((series, index) =>
      drawn(series, { x, kind, unit: plot.unit, colours, scale, colour: colourOf(colours, index) }),
    ),
  }
}

interface Drawing {
  x: readonly string[]
  kind: ChartKind
  unit: string
  colours: ChartColours
  scale: number
  /** Of this series, as the library takes it. */
  colour: string
}

/** A series as the library wants it; a line may take two of them. */
function drawn(series: ChartSeries, drawing: Drawing): object[] {
  if (drawing.kind === 'ranking') return [sidewaysBars(series, drawing)]
  if (drawing.kind === 'line' || series.compared) return lines(series, drawing)
  return [bars(series, drawing)]
}

const colourOf = ({ palette, text }: ChartColours, index: number) => palette[index % palette.length] ?? text

/** The values of a series along the axis; a gap where it says nothing. */
function valuesAlong({ points }: ChartSeries, x: readonly string[]): (number | null)[] {
  const known = new Map(points.map(point => [point.x, point.value]))
  return x.map(name => known.get(name) ?? null)
}

const partsOf = ({ points }: ChartSeries) =>
  new Set(points.filter(({ partial }) => partial).map(point => point.x))

function sidewaysBars(series: ChartSeries, { x, unit, colours }: Drawing) {
  return {
    name: series.name,
    type: 'bar',
    data: valuesAlong(series, x),
    barMaxWidth: 16,
    itemStyle: { borderRadius: [0, 3, 3, 0] },
    label: {
      show: true,
      position: 'right',
      color: colours.text,
      formatter: ({ value: shown }: { value: unknown }) =>
        typeof shown === 'number' ? withUnit(shown, unit) : '',
    },
  }
}

function bars(series: ChartSeries, { x, scale, colour, colours: { surface } }: Drawing) {
  const partial = partsOf(series)
  const hollow = { color: surface, borderColor: colour, borderWidth: 1.5 }
  return {
    name: series.name,
    type: 'bar',
    data: valuesAlong(series, x).map((value, index) =>
      partial.has(x[index] ?? '') ? { value, itemStyle: hollow } : value,
    ),
    barMaxWidth: 28 * scale,
    itemStyle: { borderRadius: [3, 3, 0, 0] },
  }
}

/** A line; what is partial stands beside it, under the same name, or every line would fall at its end. */
function lines(series: ChartSeries, { x, colours, scale }: Drawing) {
  const partial = partsOf(series)
  const values = valuesAlong(series, x)
  const common = {
    name: series.name,
    type: 'line',
    connectNulls: false,
    ...(series.compared && { color: colours.quiet, z: 1 }),
  }
  const fullLine = {
    ...common,
    data: values,
    showSymbol: x.length <= 31 && !series.compared,
    symbol: series.compared ? 'none' : 'circle',
    symbolSize: 5 * scale,
    lineStyle: { width: 2 * scale, ...(series.compared && { type: 'dashed', width: 1.5 * scale }) },
  }
  if (partial.size === 0) return [fullLine]
  const partialPoints = {
    ...common,
    // Pairs: where it has none, the tooltip does not speak of it.
    data: x.flatMap((name, index) => (partial.has(name) ? [[name, values[index] ?? null]] : [])),
    showSymbol: true,
    symbol: 'emptyCircle',
    symbolSize: 8 * scale,
    lineStyle: { width: 0 },
  }
  return [
    {
      ...fullLine,
      data: x.flatMap((name, index) => (partial.has(name) ? [] : [[name, values[index] ?? null]])),
    },
    partialPoints,
  ]
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
