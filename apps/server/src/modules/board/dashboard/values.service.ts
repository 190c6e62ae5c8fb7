import {
  type Basis,
  type BoardFigure,
  type BoardMore,
  boardFigures,
  changeOf,
  type DayRange,
  type FigureValue,
  isPeopleFigure,
  isSumFigure,
} from '@drivesim/contract'
import { addDays, dayStart } from '@drivesim/contract/businessDay'
import type { Db } from '../../../platform/postgres/db.ts'
import type { SumMetric } from '../figures/facts.rules.ts'
import { peopleOf, sumsByHour, sumsOf } from '../figures/read.service.ts'

/** The range as the figures have it. */
export const figureDays = ({ beginDate, endDate }: DayRange) => ({ first: beginDate, last: endDate })

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

/** A figure of a range, and the sums beside it. */
export type RangeFigure = Pick<FigureValue, 'value' | 'more'>

type Values = ReadonlyMap<BoardFigure, number>

async function valuesOf(
  db: Db,
  keys: readonly number[],
  figures: readonly BoardFigure[],
  range: DayRange,
): Promise<Values> {
  const sums = figures.filter(isSumFigure)
  const people = figures.filter(isPeopleFigure)
  return new Map<BoardFigure, number>([
    ...(sums.length === 0 ? [] : await sumsOf(db, sums, keys, figureDays(range))),
    ...(people.length === 0 ? [] : await peopleOf(db, people, keys, figureDays(range))),
  ])
}

/** A figure of the last day of a range, and what the range would be less by without it. */
export interface LastDay {
  readonly value: number
  readonly less: number
}

/** One day up to a full hour; people have no hours. */
async function hoursOf(
  db: Db,
  keys: readonly number[],
  figures: readonly BoardFigure[],
  { day, hours }: { readonly day: string; readonly hours: number },
): Promise<Values> {
  const metrics = figures.filter(isSumFigure)
  const sums = new Map<BoardFigure, number>(metrics.map(metric => [metric, 0]))
  const end = dayStart(day) + hours * 3_600_000
  for (const { metric, at, value } of await sumsByHour(db, metrics, keys, [{ first: day, last: day }])) {
    if (Date.parse(at) < end) sums.set(metric, (sums.get(metric) ?? 0) + value)
  }
  return sums
}

/** What was read of figures already. */
interface Known {
  readonly whole: ReadonlyMap<BoardFigure, RangeFigure>
  /** Where the range ends today and is longer. */
  readonly lastDay: ReadonlyMap<BoardFigure, LastDay> | null
  /** Those of the whole days that they are compared with. */
  readonly before?: ReadonlyMap<BoardFigure, RangeFigure> | undefined
}

interface ValuesAsked {
  readonly keys: readonly number[]
  readonly range: DayRange
  readonly basis: Basis
  readonly known: Known
}

/** Figures over a range, which are known, with what they are compared with. */
export async function readValues(db: Db, asked: ValuesAsked): Promise<FigureValue[]> {
  const { basis, known } = asked
  const today = basis.unfinished ? await valuesOfToday(db, asked) : null
  const current = await valuesOfSide(db, asked, basis.current)
  const previous =
    known.before !== undefined && basis.hours === null
      ? valuesIn(known.before)
      : await valuesOfSide(db, asked, basis.previous)
  // People of four weeks are not those of each together.
  const hasMean = (key: BoardFigure) => basis.mean === 1 || isSumFigure(key)
  return [...known.whole].map(([key, { value, more }]) => {
    const now = current?.get(key) ?? null
    const earlier = hasMean(key) ? (previous?.get(key) ?? null) : null
    const before = earlier === null ? null : earlier / basis.mean
    return {
      key,
      value,
      today: today === null ? null : (today.get(key) ?? 0),
      current: now,
      previous: before === null ? null : Math.round(before),
      change: now === null || before === null ? null : changeOf(now, before),
      more,
    }
  })
}

const valuesIn = (known: ReadonlyMap<BoardFigure, RangeFigure>): Values =>
  new Map([...known].map(([figure, { value }]) => [figure, value]))

async function valuesOfToday(db: Db, asked: ValuesAsked): Promise<Values> {
  const { today } = asked.basis
  const { lastDay } = asked.known
  if (lastDay === null) return valuesOfPart(db, asked, { beginDate: today, endDate: today })
  return new Map([...lastDay].map(([figure, { value }]) => [figure, value]))
}

/** One of the sides that are compared, by its hours where these are. */
async function valuesOfSide(db: Db, asked: ValuesAsked, part: DayRange | null): Promise<Values | null> {
  if (part === null) return null
  const { hours } = asked.basis
  if (hours === null) return valuesOfPart(db, asked, part)
  return hoursOf(db, asked.keys, [...asked.known.whole.keys()], { day: part.beginDate, hours })
}

/** Figures of some days, from what is known where it says so. */
async function valuesOfPart(db: Db, { keys, range, known }: ValuesAsked, part: DayRange): Promise<Values> {
  const { whole, lastDay } = known
  if (part.endDate === range.endDate && part.beginDate === range.beginDate) return valuesIn(whole)
  // Until yesterday.
  if (lastDay !== null && part.beginDate === range.beginDate && part.endDate === addDays(range.endDate, -1))
    return new Map([...whole].map(([key, { value }]) => [key, value - (lastDay.get(key)?.less ?? 0)]))
  return valuesOf(db, keys, [...whole.keys()], part)
}
