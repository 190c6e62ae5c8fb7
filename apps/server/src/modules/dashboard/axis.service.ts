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
import { dayStart } from '@drivesim/contract/businessDay'
import type { Db } from '../../platform/postgres/db.ts'
import type { SumMetric } from '../figures/facts.rules.ts'
import { peopleByBucket, sumsByBucket } from '../figures/read.service.ts'
import { moreMetrics, stretch } from './values.service.ts'

/** A part of the time axis and what is counted in it. */
export interface Point {
  readonly bucket: Bucket
  readonly value: number
  /** Of people: those who were not counted earlier in the range. */
  readonly first: number | null
  readonly sums: ReadonlyMap<SumMetric, number>
}

/** How the figures call a bucket. */
function nameOf({ x, hour, beginDate }: Bucket, grain: Grain): string {
  if (hour !== null) return new Date(dayStart(beginDate) + hour * 3_600_000).toISOString().replace('.000', '')
  return grain === 'month' ? `${x}-01` : x
}

/** A figure along the time axis, every part of the range present. */
export async function readPoints(
  db: Db,
  keys: readonly number[],
  figure: BoardFigure,
  range: DayRange,
  grain: Grain,
  now: Date,
): Promise<Point[]> {
  const buckets = bucketsOf(range, grain, now.getTime())
  if (isPeopleFigure(figure)) {
    if (grain === 'hour') throw new Error('people are not counted by hour')
    const rows = await peopleByBucket(db, figure, keys, stretch(range), grain)
    const found = new Map(rows.map(row => [row.at, row]))
    return buckets.map(bucket => {
      const { people = 0, first = 0 } = found.get(nameOf(bucket, grain)) ?? {}
      return { bucket, value: people, first, sums: new Map() }
    })
  }
  const found = await sumsAt(db, keys, [figure, ...moreMetrics(figure)], range, grain)
  return buckets.map(bucket => {
    const sums = found.get(nameOf(bucket, grain)) ?? new Map<SumMetric, number>()
    return { bucket, value: sums.get(figure) ?? 0, first: null, sums }
  })
}

/** Sums by bucket, as the figures call it. */
async function sumsAt(
  db: Db,
  keys: readonly number[],
  metrics: readonly SumMetric[],
  range: DayRange,
  grain: Grain,
): Promise<Map<string, Map<SumMetric, number>>> {
  const found = new Map<string, Map<SumMetric, number>>()
  for (const { metric, at, value } of await sumsByBucket(db, metrics, keys, stretch(range), grain)) {
    const sums = found.get(at) ?? new Map<SumMetric, number>()
    found.set(at, sums.set(metric, value))
  }
  return found
}

type Spark = FigureCard['spark']

/** The course of several figures, each by the range's own grain. */
export async function readSparks(
  db: Db,
  keys: readonly number[],
  figures: readonly BoardFigure[],
  range: DayRange,
  now: Date,
): Promise<Map<BoardFigure, Spark>> {
  const sparks = new Map<BoardFigure, Spark>()
  const grain = grainOf(range, 'sum', undefined, now.getTime())
  const sums = figures.filter(isSumFigure)
  const found = await sumsAt(db, keys, sums, range, grain)
  const buckets = bucketsOf(range, grain, now.getTime())
  for (const figure of sums) {
    const valueAt = (bucket: Bucket) => found.get(nameOf(bucket, grain))?.get(figure) ?? 0
    sparks.set(
      figure,
      buckets.map(bucket => shown(bucket, valueAt(bucket))),
    )
  }
  for (const figure of figures.filter(isPeopleFigure)) {
    const cut = grainOf(range, 'people', undefined, now.getTime())
    const points = await readPoints(db, keys, figure, range, cut, now)
    sparks.set(
      figure,
      points.map(({ bucket, value }) => shown(bucket, value)),
    )
  }
  return sparks
}

const shown = ({ x, partial, future }: Bucket, value: number) => ({
  x,
  value: future ? null : value,
  partial,
})

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

/** A figure's course beside that of what it is compared with. */
export async function readTrend(
  db: Db,
  keys: readonly number[],
  asked: { figure: BoardFigure; grain?: Grain | undefined },
  range: DayRange,
  basis: Basis,
  now: Date,
): Promise<{ trend: Trend; points: Point[] }> {
  const { figure } = asked
  const kind = isPeopleFigure(figure) ? 'people' : 'sum'
  const grain = grainOf(range, kind, asked.grain, now.getTime())
  const points = await readPoints(db, keys, figure, range, grain, now)
  const { previous, hours } = basis
  // Hours of then may be gone, and people of half a day cannot be compared with those of a whole one.
  const comparable =
    previous !== null &&
    (grain === 'hour'
      ? grainOf(previous, kind, 'hour', now.getTime()) === 'hour'
      : hours === null || kind === 'sum')
  const others = comparable ? await readPoints(db, keys, figure, previous, grain, now) : []
  return { trend: { figure, grain, points: paired(points, others) }, points }
}
