import { type BoardFigure, boardFigures, changeWords, formatFen } from '@drivesim/contract'

/** A figure's last whole week, and what the four weeks before it had together. */
export interface Weeks {
  readonly figure: BoardFigure
  /** Null: everything that is looked at. */
  readonly organ: { readonly id: number; readonly name: string } | null
  readonly value: number
  readonly before: number
}

export interface Finding extends Weeks {
  readonly mean: number
  readonly change: number
}

const weeksBefore = 4
const leastChange = 0.3
/** Of a week's mean; of money ¥1,000. Below, chance alone does it. */
const leastMean = 20
const leastMeanFen = 100_000
const mostFindings = 5

/**
 * What lies far from the mean of the weeks before: the largest loss first, then the largest gain. Each place has its say
 * before one has a second.
 */
export function notableFindings(weeks: readonly Weeks[]): Finding[] {
  const found = weeks.flatMap(week => {
    const mean = week.before / weeksBefore
    if (mean < (boardFigures[week.figure].unit === 'fen' ? leastMeanFen : leastMean)) return []
    const change = (week.value - mean) / mean
    return Math.abs(change) < leastChange ? [] : [{ ...week, mean, change }]
  })
  const largestFirst = (one: Finding, other: Finding) => Math.abs(other.change) - Math.abs(one.change)
  const losses = found.filter(({ change }) => change < 0).sort(largestFirst)
  const gains = found.filter(({ change }) => change > 0).sort(largestFirst)
  const ranked = [...losses, ...gains]
  const isFirst = ({ organ }: Finding, at: number) =>
    ranked.findIndex(other => other.organ?.id === organ?.id) === at
  const firsts = ranked.filter(isFirst)
  const others = ranked.filter((finding, at) => !isFirst(finding, at))
  const noted = new Set([...firsts, ...others].slice(0, mostFindings))
  return ranked.filter(finding => noted.has(finding))
}

/** `甲驾校 课程订单上周 12 单，比前四周平均低 45%` */
export function sentenceOf({ figure, organ, value, change }: Finding, whole: string): string {
  const { label, unit } = boardFigures[figure]
  const amount = unit === 'fen' ? formatFen(value) : `${value} ${unit}`
  return `${organ?.name ?? whole} ${label}上周 ${amount}，比前四周平均${changeWords(change)}`
}
