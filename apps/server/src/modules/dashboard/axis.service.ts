import {
  type Basis,
  type BoardFigure,
  type Bucket,
  bucketsOf,
  type DayRange,
  type FigureCard,
  type Grain,
  grainOf,
  isPeopleFigure,
  isSumFigure,
  type Trend,
  type TrendPoint,
} from '@drivesim/contract'
import { businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import type { Db } from '../../platform/postgres/db.ts'
import type { SumMetric } from '../figures/facts.rules.ts'
import { seriesOfPeople, seriesOfSums, sumsByHour } from '../figures/read.service.ts'
import { type LastDay, moreMetrics, moreOf, stretch, type Whole } from './values.service.ts'

/** A part of the time axis and what is counted in it. */
export interface Point {
  readonly bucket: Bucket
  readonly value: number
  /** Of people: those who were not counted earlier in the range; null where it is not read. */
  readonly first: number | null
  readonly sums: ReadonlyMap<SumMetric, number>
}

/** How the figures call a bucket. */
function nameOf({ x, hour, beginDate }: Bucket, grain: Grain): string {
  if (hour !== null) return new Date(dayStart(beginDate) + hour * 3_600_000).toISOString().replace('.000', '')
  return grain === 'month' ? `${x}-01` : x
}

/** Figures along the time axis; where the range ends today, today also by itself. */
interface Series {
  readonly points: ReadonlyMap<BoardFigure, readonly Point[]>
  /** Null where the range does not end today, or is today alone. */
  readonly lastDay: ReadonlyMap<BoardFigure, LastDay> | null
}

/** What of a series is read besides its values. */
interface Extras {
  /** The sums that stand beside a figure: none where only figures are shown. */
  readonly beside?: (figure: BoardFigure) => readonly SumMetric[]
  /** Whether 首次计入 is read for weeks, too: it takes all days of their people. */
  readonly hasFirst?: boolean
}

/** Figures along the time axis, with every part of the range; people share one grain, and so do sums. */
export async function readSeries(
  db: Db,
  keys: readonly number[],
  figures: readonly BoardFigure[],
  range: DayRange,
  grain: Grains,
  now: Date,
  { beside = moreMetrics, hasFirst = true }: Extras = {},
): Promise<Series> {
  const endsToday = range.beginDate < range.endDate && range.endDate === businessDayOf(now.getTime())
  const byFigure = new Map<BoardFigure, Point[]>()
  const lastDay = new Map<BoardFigure, LastDay>()
  const sumFigures = figures.filter(isSumFigure)
  if (sumFigures.length > 0) {
    const metrics = [...sumFigures, ...sumFigures.flatMap(beside)]
    const rows = await sumsAt(db, keys, metrics, range, grain.sum, endsToday)
    const found = bySum(rows.buckets)
    const buckets = bucketsOf(range, grain.sum, now.getTime())
    for (const figure of sumFigures) {
      const points = buckets.map(bucket => {
        const sums = found.get(nameOf(bucket, grain.sum)) ?? new Map<SumMetric, number>()
        return { bucket, value: sums.get(figure) ?? 0, first: null, sums }
      })
      byFigure.set(figure, points)
      const value = rows.lastDay.find(({ metric }) => metric === figure)?.value ?? 0
      lastDay.set(figure, { value, less: value })
    }
  }
  const peopleFigures = figures.filter(isPeopleFigure)
  if (peopleFigures.length > 0) {
    if (grain.people === 'hour') throw new Error('people are not counted by hour')
    const days = stretch(range)
    const rows = await seriesOfPeople(db, peopleFigures, keys, days, grain.people, endsToday, hasFirst)
    const isRead = hasFirst || grain.people !== 'week'
    const found = new Map(rows.buckets.map(row => [`${row.metric} ${row.at}`, row]))
    const buckets = bucketsOf(range, grain.people, now.getTime())
    for (const figure of peopleFigures) {
      const points = buckets.map(bucket => {
        const { people = 0, first = 0 } = found.get(`${figure} ${nameOf(bucket, grain.people)}`) ?? {}
        return { bucket, value: people, first: isRead ? first : null, sums: new Map<SumMetric, number>() }
      })
      byFigure.set(figure, points)
      const { people = 0, first = 0 } = rows.lastDay.find(({ metric }) => metric === figure) ?? {}
      lastDay.set(figure, { value: people, less: first })
    }
  }
  // In the order in which they were asked for.
  const points = new Map(figures.map(figure => [figure, byFigure.get(figure) ?? []]))
  return { points, lastDay: endsToday ? lastDay : null }
}

/** Into what parts each kind is cut. */
type Grains = Readonly<Record<'sum' | 'people', Grain>>

/** The range's own grains. */
export function grainsOf(range: DayRange, now: Date): Grains {
  const own = (kind: 'sum' | 'people') => grainOf(range, kind, undefined, now.getTime())
  return { sum: own('sum'), people: own('people') }
}

/** The series of what a range is compared with, where they cost no more than its figures alone: by months. */
export async function readOthers(
  db: Db,
  keys: readonly number[],
  figures: readonly BoardFigure[],
  { previous, hours }: Basis,
  grains: Grains,
  now: Date,
): Promise<Series | undefined> {
  if (previous === null || hours !== null || grains.sum !== 'month' || grains.people !== 'month') return
  return readSeries(db, keys, figures, previous, grains, now, { beside: () => [] })
}

/** One figure along the time axis. */
export async function readPoints(
  db: Db,
  keys: readonly number[],
  figure: BoardFigure,
  range: DayRange,
  grain: Grain,
  now: Date,
): Promise<readonly Point[]> {
  return pointsOf(figure, await readOneSeries(db, keys, figure, range, grain, now))
}

const readOneSeries = (
  db: Db,
  keys: readonly number[],
  figure: BoardFigure,
  range: DayRange,
  grain: Grain,
  now: Date,
  hasFirst = true,
): Promise<Series> => readSeries(db, keys, [figure], range, { sum: grain, people: grain }, now, { hasFirst })

const pointsOf = (figure: BoardFigure, { points }: Series) => points.get(figure) ?? []

/** What a series does not say about its range: the sums beside its figures, and its people where 首次计入 was not read. */
interface ReadApart {
  readonly beside?: ReadonlyMap<SumMetric, number> | undefined
  readonly people?: ReadonlyMap<BoardFigure, number> | undefined
}

/** The figures of the range that series add up to. */
export const wholesOf = ({ points }: Series, apart: ReadApart = {}): ReadonlyMap<BoardFigure, Whole> =>
  new Map([...points].map(([figure, of]) => [figure, wholeOf(figure, of, apart)]))

/** What the parts of a figure's series add up to: the figure of the range. */
function wholeOf(
  figure: BoardFigure,
  points: readonly Point[],
  { beside = new Map(), people }: ReadApart,
): Whole {
  const sums = new Map(beside)
  for (const point of points) {
    for (const [metric, value] of point.sums) sums.set(metric, (sums.get(metric) ?? 0) + value)
  }
  const added = points.reduce((sum, { value, first }) => sum + (first ?? value), 0)
  const value = people?.get(figure) ?? added
  return { value, more: moreOf(figure, sums) }
}

async function sumsAt(
  db: Db,
  keys: readonly number[],
  metrics: readonly SumMetric[],
  range: DayRange,
  grain: Grain,
  hasLastDay: boolean,
) {
  if (grain === 'hour') return { buckets: await sumsByHour(db, metrics, keys, [stretch(range)]), lastDay: [] }
  return seriesOfSums(db, metrics, keys, stretch(range), grain, hasLastDay)
}

/** Sums by bucket, as the figures call it. */
function bySum(
  rows: readonly { metric: SumMetric; at: string; value: number }[],
): ReadonlyMap<string, ReadonlyMap<SumMetric, number>> {
  const found = new Map<string, Map<SumMetric, number>>()
  for (const { metric, at, value } of rows) {
    const sums = found.get(at) ?? new Map<SumMetric, number>()
    found.set(at, sums.set(metric, value))
  }
  return found
}

/** A series as a card draws it. */
export const sparkOf = (points: readonly Point[]): FigureCard['spark'] =>
  points.map(({ bucket, value }) => shown(bucket, value))

const shown = ({ x, partial, future }: Bucket, value: number) => ({
  x,
  value: future ? null : value,
  partial,
})

/** Other periods, one after the other, as the mean of their buckets at the same places; none where they are cut otherwise. */
function meanOf(points: readonly Point[], others: readonly Point[], mean: number): readonly Point[] {
  if (mean === 1) return others
  if (others.length !== points.length * mean) return []
  return others.slice(0, points.length).map((other, place) => {
    const same = others.filter((_, at) => at % points.length === place)
    return { ...other, value: Math.round(same.reduce((sum, { value }) => sum + value, 0) / mean) }
  })
}

/** The other period's buckets at the same places; whichever is longer goes on alone. */
function paired(points: readonly Point[], others: readonly Point[]): TrendPoint[] {
  return Array.from({ length: Math.max(points.length, others.length) }, (_, place) => {
    const point = points[place]
    const other = others[place]
    return {
      ...(point === undefined ? { x: null, value: null, partial: false } : shown(point.bucket, point.value)),
      otherX: other?.bucket.x ?? null,
      other: other?.value ?? null,
    }
  })
}

/**
 * A figure's series beside that of what it is compared with. `others` is undefined where there is none, or where its parts do
 * not add up to the figure.
 * @param hasFirst as in `Extras`
 * @param known series that were read already: of the range, and maybe of what it is compared with
 */
export async function readTrend(
  db: Db,
  keys: readonly number[],
  asked: { figure: BoardFigure; grain?: Grain | undefined },
  range: DayRange,
  basis: Basis,
  now: Date,
  hasFirst: boolean,
  known?: { grains: Grains; series: Series; others: Series | undefined },
): Promise<{ trend: Trend; series: Series; others: Series | undefined }> {
  const { figure } = asked
  const kind = isPeopleFigure(figure) ? 'people' : 'sum'
  const grain = grainOf(range, kind, asked.grain, now.getTime())
  const read = (days: DayRange, hasFirst: boolean) =>
    readOneSeries(db, keys, figure, days, grain, now, hasFirst)
  const isKnown = known?.grains[kind] === grain
  const series = isKnown ? known.series : await read(range, hasFirst)
  const { previous, hours, mean } = basis
  // Hours of then may be gone, and people of half a day cannot be compared with those of a whole one.
  const comparable =
    previous !== null &&
    (mean === 1 || kind === 'sum') &&
    (grain === 'hour'
      ? grainOf(previous, kind, 'hour', now.getTime()) === 'hour'
      : hours === null || kind === 'sum')
  const others = comparable
    ? ((isKnown ? known.others : undefined) ?? (await read(previous, false)))
    : undefined
  const own = pointsOf(figure, series)
  const points = paired(own, others === undefined ? [] : meanOf(own, pointsOf(figure, others), mean))
  const addsUp = kind === 'sum' || grain !== 'week'
  return { trend: { figure, grain, points }, series, others: addsUp ? others : undefined }
}
