import { type Basis, comparisonSentence, type Grain } from '@drivesim/contract/board/dashboard/boardDates'
import { boardFigures } from '@drivesim/contract/board/dashboard/boardFigures'
import type { FigureValue, Trend, TrendPoint } from '@drivesim/contract/board/dashboard/dashboardShapes'
import { type FigureUnit, inWords } from '../../../parts/figureWords.ts'
import type { Plot } from '../../../ui/chart/types.ts'

/** `2026-02-11 – 2026-03-10`; one day alone. */
export const daysInWords = ({ beginDate, endDate }: { beginDate: string; endDate: string }) =>
  beginDate === endDate ? beginDate : `${beginDate} – ${endDate}`

/** What is compared with what, in words. */
export function basisInWords({ current, previous, mean, hours, unfinished }: Basis): string {
  if (current === null || previous === null) return '不对比'
  const part =
    hours === null ? (unfinished ? '，对比时不含今日' : '') : `，截至 ${String(hours).padStart(2, '0')}:00`
  return `${daysInWords(current)} 对比 ${daysInWords(previous)}${mean === 1 ? '' : '的周平均'}${part}`
}

/** How a figure stands against the other period; where nothing can be said, why. */
export function comparedInWords(basis: Basis, { change, previous }: FigureValue): string {
  const sentence = comparisonSentence(basis, change)
  if (sentence !== '') return sentence
  if (basis.current !== null && previous === null) {
    const why = basis.hours === null ? '人数不可相加' : '人数没有分时统计'
    return `${why}，不与${basis.words}对比`
  }
  // The figure beside it is of all days that were asked for; of the days that would be compared nothing is said.
  return basis.current === null ? '不对比' : `${basis.words}无数据，不对比`
}

/** Fen are drawn in yuan. */
const drawn = (unit: FigureUnit, value: number | null) =>
  value === null || unit !== 'fen' ? value : value / 100
const unitOf = (unit: FigureUnit) => (unit === 'fen' ? '元' : unit)

/** A trend as a chart, the other period behind it at the same places. */
export function trendPlot({ figure, points }: Trend, words: string): Plot {
  const { unit, label } = boardFigures[figure]
  // Where the other period is longer its last parts have no place of this one.
  const placed = points.flatMap(point => (point.x === null ? [] : [{ ...point, x: point.x }]))
  const other = placed.map(({ x, other }) => ({ x, value: drawn(unit, other) }))
  return {
    unit: unitOf(unit),
    counts: true,
    series: [
      {
        name: label,
        points: placed.map(({ x, value, partial }) => ({ x, partial, value: drawn(unit, value) })),
      },
      ...(words === '' || other.every(({ value }) => value === null)
        ? []
        : [{ name: words, points: other, compared: true }]),
    ],
  }
}

const eachOf: Readonly<Record<Grain, string>> = { hour: '各小时', day: '各天', week: '各周', month: '各月' }

/** What a trend shows, in a sentence. */
export function trendSummary({ figure, grain, points }: Trend, value: FigureValue, basis: Basis): string {
  const { unit, kind, label } = boardFigures[figure]
  const sentence = comparisonSentence(basis, value.change)
  const total = `${label}共 ${inWords(unit, value.value)}${sentence === '' ? '' : `，${sentence}`}`
  const counted = points.filter((point): point is TrendPoint & { x: string; value: number } =>
    Boolean(point.x !== null && point.value !== null && !point.partial),
  )
  const [first] = counted
  if (first === undefined || counted.length < 2) return `${total}。`
  const most = counted.reduce((largest, point) => (point.value > largest.value ? point : largest), first)
  if (most.value <= 0) return `${total}。`
  const busiest = `最多的是 ${most.x}（${inWords(unit, most.value)}）`
  const note = kind === 'people' ? `；${eachOf[grain]}人数不可相加` : ''
  return `${total}；${busiest}${note}。`
}
