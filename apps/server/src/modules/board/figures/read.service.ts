import { addDays } from '@drivesim/contract/businessDay'
import type { Paging } from '@drivesim/contract/paging'
import type { Metric } from '../../../generated/schema.ts'
import { inScope, type Scope } from '../../../platform/auth/scope.ts'
import { arrayOf, ids } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { PeopleMetric, SumMetric } from './facts.rules.ts'
import * as people from './people.queries.ts'
import * as peopleList from './peopleList.queries.ts'
import { type DayRange, daysOnly, splitRange, splitWeeks } from './range.rules.ts'
import * as queries from './read.queries.ts'

// What others read of the figures. All of it is answered from rollups; whoever asks several things wants them in one
// REPEATABLE READ transaction.

export type { PersonDay } from './peopleList.queries.ts'
export type { DayRange } from './range.rules.ts'
export type { CoverPart } from './read.queries.ts'

/** Where the figures of a scope stand: a key has the sum of all that lies below it, people counted once. */
export interface Cover {
  /** The fewest keys that cover it; none outside the scope. */
  readonly keys: readonly number[]
  /** The schools in it, and the points without their school; they are its rows by 驾校, their keys included. */
  readonly parts: readonly queries.CoverPart[]
}

/** What of the scope lies below an organisation, itself included; all of it without one. */
export async function coverOf(db: Db, scope: Scope, organId: number | null = null): Promise<Cover> {
  if (organId !== null && !inScope(scope, organId)) return { keys: [], parts: [] }
  const parts = await queries.readParts(db, scope, organId)
  return { keys: (await isAll(db, scope, organId)) ? [0] : parts.map(({ key }) => key), parts }
}

/** The keys of a cover alone. */
export async function keysOf(db: Db, scope: Scope, organId: number | null = null): Promise<Cover['keys']> {
  if (organId !== null && !inScope(scope, organId)) return []
  return (await isAll(db, scope, organId)) ? [0] : queries.readPartKeys(db, scope, organId)
}

const isAll = async (db: Db, scope: Scope, organId: number | null) =>
  scope.organisations === null && (organId === null || (await queries.isPlatformOrgan(db, organId)))

/** What lies in the parts of a cover; `keys` are its own, from `keysOf`. */
interface LargestAsked {
  readonly scope: Scope
  readonly organId: number | null
  readonly keys: Cover['keys']
  readonly metric: SumMetric
  readonly range: DayRange
  readonly most: number
}

/** The parts of a cover in which most of a metric lies, and what the others have. */
export const largestParts = (
  db: Db,
  { scope, organId, keys, metric, range, most }: LargestAsked,
): Promise<queries.Largest> => {
  // Everything has one key, and as many parts as there are schools.
  const parts = keys.includes(0) ? queries.partKeys(scope, organId) : arrayOf(ids(keys))
  return queries.largestParts(db, { keys: parts, metric, split: splitRange(range), most })
}

/** Sums of all keys together, by metric; zeros included. */
export async function sumsOf<M extends SumMetric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  range: DayRange,
): Promise<Map<M, number>> {
  return added(metrics, await queries.sums(db, metrics, keys, splitRange(range)))
}

/** First day of the first month in which any of the metrics has a fact under the keys; null: none has. */
export const firstMonthOf = (
  db: Db,
  metrics: readonly SumMetric[],
  keys: readonly number[],
): Promise<string | null> => queries.firstMonth(db, metrics, keys)

/** Sums key by key; nothing for a key without facts. */
export function sumsByKey<M extends SumMetric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  range: DayRange,
): Promise<queries.SumRow<M>[]> {
  return queries.sumsByKey(db, metrics, keys, splitRange(range))
}

/** What is asked by bucket: metrics of all keys together, on the days of a range. */
interface BucketsAsked<M extends Metric, G = Exclude<queries.Grain, 'hour'>> {
  readonly metrics: readonly M[]
  readonly keys: readonly number[]
  readonly range: DayRange
  readonly grain: G
}

/** Sums of all keys together by hour, day, week or month; a cut bucket has what lies in the range. */
export async function sumsByBucket<M extends SumMetric>(
  db: Db,
  { grain, ...asked }: BucketsAsked<M, queries.Grain>,
): Promise<queries.BucketRow<M>[]> {
  if (grain === 'hour') return sumsByHour(db, asked.metrics, asked.keys, [asked.range])
  const { buckets } = await seriesOfSums(db, { ...asked, grain, hasLastDay: false })
  return buckets
}

/** Sums of all keys together by the hours of some stretches of days, which do not overlap. */
export function sumsByHour<M extends SumMetric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  ranges: readonly DayRange[],
): Promise<queries.BucketRow<M>[]> {
  return queries.sumsByHour(db, metrics, keys, ranges)
}

/** Rows of a range by bucket, and those of its last day, where it was asked for. */
interface Series<Row> {
  readonly buckets: Row[]
  readonly lastDay: Row[]
}

/** `sumsByBucket`, and the last day of the range by itself. */
export async function seriesOfSums<M extends SumMetric>(
  db: Db,
  { metrics, keys, range, grain, hasLastDay }: BucketsAsked<M> & { readonly hasLastDay: boolean },
): Promise<Series<queries.BucketRow<M>>> {
  const [split, lastDay] = [splitFor(range, grain), hasLastDay ? range.last : null]
  return seriesIn(await queries.sumsByBucket(db, { metrics, keys, split, grain, lastDay }))
}

/** How many people were active in the range under any of the keys, each once, by metric; zeros included. */
export async function peopleOf<M extends PeopleMetric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  range: DayRange,
): Promise<Map<M, number>> {
  const counted = added(
    metrics,
    await people.peopleOfKeys(db, { metrics, keys, range, split: splitRange(range) }),
  )
  if (keys.length <= 1) return counted
  const twice = added(metrics, await people.peopleTwice(db, { metrics, keys, range }))
  return new Map(metrics.map(metric => [metric, (counted.get(metric) ?? 0) - (twice.get(metric) ?? 0)]))
}

/** People key by key, zeros included; together they are at least `peopleOf`, by those who were active under several. */
export async function peopleByKey<M extends PeopleMetric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  range: DayRange,
): Promise<queries.SumRow<M>[]> {
  const rows = await people.peopleOfKeys(db, { metrics, keys, range, split: splitRange(range) })
  const found = new Map(rows.map(({ metric, key, value }) => [`${metric} ${key}`, value]))
  return metrics.flatMap(metric =>
    keys.map(key => ({ metric, key, value: found.get(`${metric} ${key}`) ?? 0 })),
  )
}

/** People of all keys together by day, week or month: those of each bucket, and 首次计入, which adds up to `peopleOf`. */
export async function peopleByBucket<M extends PeopleMetric>(
  db: Db,
  asked: BucketsAsked<M>,
): Promise<people.PeopleBucketRow<M>[]> {
  const { buckets } = await seriesOfPeople(db, { ...asked, hasLastDay: false })
  return buckets
}

/** What is asked of a series of people. */
interface PeopleSeriesAsked<M extends PeopleMetric> extends BucketsAsked<M> {
  readonly hasLastDay: boolean
  /** False: 首次计入 is not read for weeks, which is quicker. */
  readonly hasFirst?: boolean
}

/** `peopleByBucket`, and the last day of the range by itself. */
export async function seriesOfPeople<M extends PeopleMetric>(
  db: Db,
  { hasLastDay, hasFirst = true, ...asked }: PeopleSeriesAsked<M>,
): Promise<Series<people.PeopleBucketRow<M>>> {
  const { range, grain } = asked
  const [split, lastDay] = [splitForPeople(range, grain), hasLastDay ? range.last : null]
  return seriesIn(await people.peopleByBucket(db, { ...asked, split, lastDay, hasFirst }))
}

function seriesIn<Row extends { readonly isLastDay: boolean }>(rows: readonly Row[]) {
  const bare = ({ isLastDay: _, ...row }: Row) => row
  return {
    buckets: rows.filter(({ isLastDay }) => !isLastDay).map(bare),
    lastDay: rows.filter(({ isLastDay }) => isLastDay).map(bare),
  }
}

/** The people behind `peopleOf` of one metric. */
interface PersonsAsked extends peopleList.PersonsAsked {
  readonly metric: PeopleMetric
}

/** One page of them: a row each, with the day on which they were first counted in the range, the latest first. */
export const peoplePage = (
  db: Db,
  asked: PersonsAsked,
  paging: Paging,
): Promise<{ rows: peopleList.PersonDay[]; total: number }> =>
  peopleList.peoplePage(db, { ...asked, split: splitRange(asked.range) }, paging)

/** The people of `peoplePage` that come after one of them, as many as are read at a time; none: there are no more. */
export async function peopleAfter(
  db: Db,
  asked: PersonsAsked,
  after: peopleList.PersonDay | undefined,
  most: number,
): Promise<peopleList.PersonDay[]> {
  const { first, last } = asked.range
  const found = after === undefined ? [] : await peopleList.peopleOfDayAfter(db, asked, after, most)
  const until = after === undefined ? last : addDays(after.day, -1)
  if (found.length === most || until < first) return found
  const paging = { pageNum: 0, pageSize: most - found.length }
  const { rows } = await peoplePage(db, { ...asked, range: { first, last: until } }, paging)
  return [...found, ...rows]
}

/** Whole months are read only where the buckets are months. */
const splitFor = (range: DayRange, grain: queries.Grain) =>
  grain === 'month' ? splitRange(range) : daysOnly(range)

/** People are also kept by week. */
const splitForPeople = (range: DayRange, grain: queries.Grain) =>
  grain === 'week' ? splitWeeks(range) : splitFor(range, grain)

function added<M extends Metric>(
  metrics: readonly M[],
  rows: readonly { metric: M; value: number }[],
): Map<M, number> {
  const sums = new Map(metrics.map(metric => [metric, 0]))
  for (const { metric, value } of rows) sums.set(metric, (sums.get(metric) ?? 0) + value)
  return sums
}
