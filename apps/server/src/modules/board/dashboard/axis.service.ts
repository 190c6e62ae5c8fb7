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
  type PeopleFigure,
  type SumFigure,
  type Trend,
  type TrendPoint,
} from '@drivesim/contract'
import { businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import type { Db } from '../../../platform/postgres/db.ts'
import type { SumMetric } from '../figures/facts.rules.ts'
import { seriesOfPeople, seriesOfSums, sumsByHour } from '../figures/read.service.ts'
import { figureDays, type LastDay, moreMetrics, moreOf, type RangeFigure } from './values.service.ts'

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

/** Into what parts each kind is cut. */
type Grains = Readonly<Record<'sum' | 'people', Grain>>

/** The range's own grains. */
export function grainsOf(range: DayRange, now: Date): Grains {
  const own = (kind: 'sum' | 'people') => grainOf(range, kind, undefined, now.getTime())
  return { sum: own('sum'), people: own('people') }
}

/** What is read along the time axis. */
interface SeriesAsked {
  readonly keys: readonly number[]
  readonly figures: readonly BoardFigure[]
  readonly range: DayRange
  readonly grains: Grains
  readonly now: Date
  /** The sums that stand beside a figure, as `moreMetrics` says unless said otherwise: none where only figures are shown. */
  readonly beside?: (figure: BoardFigure) => readonly SumMetric[]
  /** Whether 首次计入 is read for weeks, too, as it is unless said otherwise: it takes all days of their people. */
  readonly hasFirst?: boolean
}

/** Figures along the time axis, with every part of the range; people share one grain, and so do sums. */
export async function readSeries(db: Db, asked: SeriesAsked): Promise<Series> {
  const { range, now, figures } = asked
  const endsToday = range.beginDate < range.endDate && range.endDate === businessDayOf(now.getTime())
  const found = new Map([
    ...(await readSums(db, figures.filter(isSumFigure), asked, endsToday)),
    ...(await readPeople(db, figures.filter(isPeopleFigure), asked, endsToday)),
  ])
  // In the order in which they were asked for.
  const points = new Map(figures.map(figure => [figure, found.get(figure)?.points ?? []]))
  if (!endsToday) return { points, lastDay: null }
  return { points, lastDay: new Map([...found].map(([figure, { lastDay }]) => [figure, lastDay])) }
}

/** A figure along the time axis, and on the last day of the range, where that is read. */
interface Along {
  readonly points: readonly Point[]
  readonly lastDay: LastDay
}

async function readSums(
  db: Db,
  figures: readonly SumFigure[],
  { keys, range, grains, now, beside = moreMetrics }: SeriesAsked,
  hasLastDay: boolean,
): Promise<ReadonlyMap<BoardFigure, Along>> {
  if (figures.length === 0) return new Map()
  const grain = grains.sum
  const metrics = [...figures, ...figures.flatMap(beside)]
  const days = figureDays(range)
  // Hours are of one day, which is its own last.
  const rows =
    grain === 'hour'
      ? { buckets: await sumsByHour(db, metrics, keys, [days]), lastDay: [] }
      : await seriesOfSums(db, { metrics, keys, range: days, grain, hasLastDay })
  const found = bySum(rows.buckets)
  const buckets = bucketsOf(range, grain, now.getTime())
  const along = (figure: SumFigure): Along => {
    const points = buckets.map(bucket => {
      const sums = found.get(nameOf(bucket, grain)) ?? new Map<SumMetric, number>()
      return { bucket, value: sums.get(figure) ?? 0, first: null, sums }
    })
    const value = rows.lastDay.find(({ metric }) => metric === figure)?.value ?? 0
    return { points, lastDay: { value, less: value } }
  }
  return new Map(figures.map(figure => [figure, along(figure)]))
}

async function readPeople(
  db: Db,
  figures: readonly PeopleFigure[],
  { keys, range, grains, now, hasFirst = true }: SeriesAsked,
  hasLastDay: boolean,
): Promise<ReadonlyMap<BoardFigure, Along>> {
  if (figures.length === 0) return new Map()
  const grain = grains.people
  if (grain === 'hour') throw new Error('people are not counted by hour')
  const asked = { metrics: figures, keys, range: figureDays(range), grain, hasLastDay, hasFirst }
  const rows = await seriesOfPeople(db, asked)
  const isRead = hasFirst || grain !== 'week'
  const found = new Map(rows.buckets.map(row => [`${row.metric} ${row.at}`, row]))
  const buckets = bucketsOf(range, grain, now.getTime())
  const along = (figure: PeopleFigure): Along => {
    const points = buckets.map(bucket => {
      const { people = 0, first = 0 } = found.get(`${figure} ${nameOf(bucket, grain)}`) ?? {}
      return { bucket, value: people, first: isRead ? first : null, sums: new Map<SumMetric, number>() }
    })
    const { people = 0, first = 0 } = rows.lastDay.find(({ metric }) => metric === figure) ?? {}
    return { points, lastDay: { value: people, less: first } }
  }
  return new Map(figures.map(figure => [figure, along(figure)]))
}

/** The series of what a range is compared with, where they cost no more than its figures alone: by months. */
export async function readOthers(
  db: Db,
  asked: Omit<SeriesAsked, 'range' | 'beside' | 'hasFirst'>,
  { previous, hours }: Basis,
): Promise<Series | undefined> {
  const { grains } = asked
  if (previous === null || hours !== null || grains.sum !== 'month' || grains.people !== 'month') return
  return readSeries(db, { ...asked, range: previous, beside: () => [] })
}

/** One figure along the time axis. */
interface OneAsked {
  readonly keys: readonly number[]
  readonly figure: BoardFigure
  readonly range: DayRange
  readonly grain: Grain
  readonly now: Date
  /** As for several. */
  readonly hasFirst?: boolean
}

export async function readPoints(db: Db, asked: OneAsked): Promise<readonly Point[]> {
  return pointsOf(asked.figure, await readOneSeries(db, asked))
}

const readOneSeries = (db: Db, { figure, grain, ...asked }: OneAsked): Promise<Series> =>
  readSeries(db, { ...asked, figures: [figure], grains: { sum: grain, people: grain } })

const pointsOf = (figure: BoardFigure, { points }: Series) => points.get(figure) ?? []

/** What a series does not say about its range: the sums beside its figures, and its people where 首次计入 was not read. */
interface ReadApart {
  readonly beside?: ReadonlyMap<SumMetric, number> | undefined
  readonly people?: ReadonlyMap<BoardFigure, number> | undefined
}

/** The figures of the range that series add up to. */
export const wholesOf = ({ points }: Series, apart: ReadApart = {}): ReadonlyMap<BoardFigure, RangeFigure> =>
  new Map([...points].map(([figure, of]) => [figure, wholeOf(figure, of, apart)]))

/** What the parts of a figure's series add up to: the figure of the range. */
function wholeOf(
  figure: BoardFigure,
  points: readonly Point[],
  { beside = new Map(), people }: ReadApart,
): RangeFigure {
  const sums = new Map(beside)
  for (const point of points) {
    for (const [metric, value] of point.sums) sums.set(metric, (sums.get(metric) ?? 0) + value)
  }
  const added = points.reduce((sum, { value, first }) => sum + (first ?? value), 0)
  const value = people?.get(figure) ?? added
  return { value, more: moreOf(figure, sums) }
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
function pairPoints(points: readonly Point[], others: readonly Point[]): TrendPoint[] {
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

/** A figure's series and what it is compared with. */
interface TrendAsked {
  readonly keys: readonly number[]
  readonly figure: BoardFigure
  readonly grain?: Grain | undefined
  readonly range: DayRange
  readonly basis: Basis
  readonly now: Date
  /** As for a series. */
  readonly hasFirst: boolean
  /** Series that were read already: of the range, and maybe of what it is compared with. */
  readonly known?: { grains: Grains; series: Series; others: Series | undefined }
}

/**
 * A figure's series beside that of what it is compared with. `others` is undefined where there is none, or where its parts do
 * not add up to the figure.
 */
export async function readTrend(
  db: Db,
  { keys, figure, range, basis, now, hasFirst, known, ...asked }: TrendAsked,
): Promise<{ trend: Trend; series: Series; others: Series | undefined }> {
  const kind = isPeopleFigure(figure) ? 'people' : 'sum'
  const grain = grainOf(range, kind, asked.grain, now.getTime())
  const read = (days: DayRange, hasFirst: boolean) =>
    readOneSeries(db, { keys, figure, range: days, grain, now, hasFirst })
  const isKnown = known?.grains[kind] === grain
  const series = isKnown ? known.series : await read(range, hasFirst)
  const { previous, mean } = basis
  const others =
    previous !== null && isComparable(kind, grain, { ...basis, previous }, now)
      ? ((isKnown ? known.others : undefined) ?? (await read(previous, false)))
      : undefined
  const own = pointsOf(figure, series)
  const points = pairPoints(own, others === undefined ? [] : meanOf(own, pointsOf(figure, others), mean))
  const addsUp = kind === 'sum' || grain !== 'week'
  return { trend: { figure, grain, points }, series, others: addsUp ? others : undefined }
}

/** Hours of then may be gone, and people of half a day cannot be compared with those of a whole one. */
function isComparable(
  kind: 'sum' | 'people',
  grain: Grain,
  { previous, hours, mean }: Pick<Basis, 'hours' | 'mean'> & { readonly previous: DayRange },
  now: Date,
): boolean {
  if (mean !== 1 && kind !== 'sum') return false
  if (grain === 'hour') return grainOf(previous, kind, 'hour', now.getTime()) === 'hour'
  return hours === null || kind === 'sum'
}
