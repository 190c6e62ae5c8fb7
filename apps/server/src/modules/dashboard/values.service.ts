import {
  type Basis,
  type BoardFigure,
  type BoardMore,
  boardFigureKeys,
  boardFigures,
  changeOf,
  type DayRange,
  type FigureValue,
  isPeopleFigure,
  isSumFigure,
} from '@drivesim/contract'
import { dayStart } from '@drivesim/contract/businessDay'
import type { Db } from '../../platform/postgres/db.ts'
import type { SumMetric } from '../figures/facts.rules.ts'
import { peopleOf, sumsByBucket, sumsOf } from '../figures/read.service.ts'

/** The range as the figures have it. */
export const stretch = ({ beginDate, endDate }: DayRange) => ({ first: beginDate, last: endDate })

type MoreMetric = Exclude<BoardMore, 'rechargeNetFen'>

/** What stands beside a figure is read as it is, but for 净额. */
export function moreMetrics(figure: BoardFigure): MoreMetric[] {
  const all: readonly BoardMore[] = boardFigures[figure].more
  return all.flatMap(key => (key === 'rechargeNetFen' ? [] : [key]))
}

/** A figure's `more`, of the sums by metric. */
export function moreOf(figure: BoardFigure, sums: ReadonlyMap<SumMetric, number>): FigureValue['more'] {
  const sum = (metric: SumMetric) => sums.get(metric) ?? 0
  return boardFigures[figure].more.map(key => ({
    key,
    value: key === 'rechargeNetFen' ? sum('rechargeFen') - sum('rechargeRefundFen') : sum(key),
  }))
}

/** Of a range: every figure, and the sums beside them. */
interface Totals {
  figures: ReadonlyMap<BoardFigure, number>
  sums: ReadonlyMap<SumMetric, number>
}

async function totalsOf(
  db: Db,
  keys: readonly number[],
  range: DayRange,
  figures: readonly BoardFigure[],
  withMore: boolean,
): Promise<Totals> {
  const sumFigures = figures.filter(isSumFigure)
  const people = figures.filter(isPeopleFigure)
  const metrics = [...sumFigures, ...(withMore ? figures.flatMap(moreMetrics) : [])]
  const sums = metrics.length === 0 ? new Map() : await sumsOf(db, metrics, keys, stretch(range))
  const persons = people.length === 0 ? new Map() : await peopleOf(db, people, keys, stretch(range))
  return { figures: new Map<BoardFigure, number>([...sums, ...persons]), sums }
}

/** One day up to a full hour; people have no hours. */
async function hoursOf(
  db: Db,
  keys: readonly number[],
  day: string,
  hours: number,
  figures: readonly BoardFigure[],
): Promise<ReadonlyMap<BoardFigure, number>> {
  const metrics = figures.filter(isSumFigure)
  const sums = new Map<BoardFigure, number>(metrics.map(metric => [metric, 0]))
  const end = dayStart(day) + hours * 3_600_000
  for (const { metric, at, value } of await sumsByBucket(
    db,
    metrics,
    keys,
    { first: day, last: day },
    'hour',
  )) {
    if (Date.parse(at) < end) sums.set(metric, (sums.get(metric) ?? 0) + value)
  }
  return sums
}

/** Figures over a range with what they are compared with. */
export async function readValues(
  db: Db,
  keys: readonly number[],
  range: DayRange,
  basis: Basis,
  figures: readonly BoardFigure[] = boardFigureKeys,
): Promise<FigureValue[]> {
  const whole = await totalsOf(db, keys, range, figures, true)
  const ofRange = async (part: DayRange) =>
    part.beginDate === range.beginDate && part.endDate === range.endDate
      ? whole.figures
      : (await totalsOf(db, keys, part, figures, false)).figures
  const side = async (part: DayRange | null) => {
    if (part === null) return null
    return basis.hours === null ? ofRange(part) : hoursOf(db, keys, part.beginDate, basis.hours, figures)
  }
  const today = basis.unfinished ? await ofRange({ beginDate: basis.today, endDate: basis.today }) : null
  const current = await side(basis.current)
  const previous = await side(basis.previous)
  return figures.map(key => {
    const [now, before] = [current?.get(key) ?? null, previous?.get(key) ?? null]
    return {
      key,
      value: whole.figures.get(key) ?? 0,
      today: today === null ? null : (today.get(key) ?? 0),
      current: now,
      previous: before,
      change: now === null || before === null ? null : changeOf(now, before),
      more: moreOf(key, whole.sums),
    }
  })
}
