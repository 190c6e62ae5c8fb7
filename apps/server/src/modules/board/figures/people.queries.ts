import { monthOf } from '@drivesim/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Metric } from '../../../generated/schema.ts'
import { arrayOf, ids } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { type DayRange, daysOfWeeks, type SplitRange } from './range.rules.ts'
import { bucketOf, type Grain, type SumRow, unionOf, type WithLastDay } from './read.queries.ts'

// How many people. `people_first` has, under each key, how many count in a period, by when they did so before; the functions of
// schema/board/peopleRead.sql add its rows up for each grain, with an example of each. Here they are put together in three steps:
// 1. a range is read by its parts (SplitRange): the days before its whole weeks or months, these, and the days after them;
// 2. the keys are added up, which counts a person once for each key;
// 3. with several keys, what that is too many is taken off: those who have days under two of them (`overlapping`).

/** What is asked: people of these metrics under the keys, who were active in the range. */
export interface PeopleAsked<M extends Metric> {
  readonly metrics: readonly M[]
  readonly keys: readonly number[]
  readonly range: DayRange
  /** The range as it is read. */
  readonly split: SplitRange
}

const metricsOf = ({ metrics }: { readonly metrics: readonly Metric[] }) => sql`${[...metrics]}::metric[]`
const keysOf = ({ keys }: { readonly keys: readonly number[] }) => arrayOf(ids(keys))
const daysOf = ({ first, last }: DayRange) => sql`${first}::date, ${last}::date`

/** Rows of people_first in a part of the range, of people who were not active earlier in the range. */
export const newPeople = (asked: PeopleAsked<Metric>, grain: 'd' | 'm' | 't', part: DayRange) =>
  sql`new_people(${metricsOf(asked)}, ${keysOf(asked)}, ${sql.lit(grain)}, ${daysOf(part)}, ${asked.range.first}::date)`

/** Which rows of whole months say who is new in the range. Where it begins with a month, it is enough to know the month before. */
export const newInMonths = ({ range: { first } }: PeopleAsked<Metric>) =>
  first === monthOf(first) ? 't' : 'm'

/**
 * Whether days behind the range, which are subtracted, are read at all. After today there is at most a device's clock that is a
 * little ahead, and what it counts anywhere counts in everything (key 0), too.
 */
export const isReadBehind = (asked: PeopleAsked<Metric>) => {
  const { first, last } = asked.split.less
  return sql`(${first}::date <= business_day(now()) or exists (
    select from people_first f
    where f.metric = any(${metricsOf(asked)}) and f.key = 0 and f.grain = 'd'
      and f.period between ${first}::date and ${last}::date
  ))`
}

/** People by key, each once in the whole range. */
export async function peopleOfKeys<M extends Metric>(db: Db, asked: PeopleAsked<M>): Promise<SumRow<M>[]> {
  const { head, whole, tail, less } = asked.split
  const added = (grain: 'd' | 'm' | 't', part: DayRange) =>
    sql`select metric, key, people from ${newPeople(asked, grain, part)}`
  const { rows } = await sql<SumRow<M>>`
    select metric, key, sum(people)::bigint as value
    from (${unionOf([
      [head, added('d', head)],
      [whole, added(newInMonths(asked), whole)],
      [tail, added('d', tail)],
      [
        less,
        sql`select metric, key, -people from ${newPeople(asked, 'd', less)} where ${isReadBehind(asked)}`,
      ],
    ])}) found (metric, key, people)
    group by 1, 2`.execute(db)
  return rows
}

/** By how much the sum of the keys exceeds the number of people, by metric. */
export async function peopleTwice<M extends Metric>(
  db: Db,
  asked: Omit<PeopleAsked<M>, 'split'>,
): Promise<Omit<SumRow<M>, 'key'>[]> {
  const { rows } = await sql<Omit<SumRow<M>, 'key'>>`
    with ${overlappingDays(asked)}
    select metric, count(*) - count(distinct person_id) as value
    from (select distinct metric, person_id, key from overlapping) counted group by 1`.execute(db)
  return rows
}

export interface PeopleBucketRow<M extends Metric> {
  readonly metric: M
  /** First day of the day, week (Monday) or month. */
  readonly at: string
  /** People active in it, as far as it lies in the range; they do not add up. */
  readonly people: number
  /**
   * 首次计入: those of them who were not active earlier in the range; they add up to the people of the range. 0 for whole
   * weeks where it was not asked for.
   */
  readonly first: number
}

/** People by bucket. `split` has whole weeks or months where these are the buckets, else days alone. */
export interface PeopleBucketsAsked<M extends Metric> extends PeopleAsked<M> {
  readonly grain: Exclude<Grain, 'hour'>
  /** The range's last day where it is wanted by itself as well, else null. */
  readonly lastDay: string | null
  /** Whether 首次计入 is read for whole weeks, which takes all days of these weeks. */
  readonly hasFirst: boolean
}

/** People of the keys together, by bucket. */
export async function peopleByBucket<M extends Metric>(
  db: Db,
  asked: PeopleBucketsAsked<M>,
): Promise<WithLastDay<PeopleBucketRow<M>>[]> {
  const isSeveral = asked.keys.length > 1
  const counted = [ofParts(asked), ...ofLastDay(asked), ...(isSeveral ? takenOff(asked) : [])]
  const { rows } = await sql<WithLastDay<PeopleBucketRow<M>>>`
    ${isSeveral ? sql`with ${overlappingDays(asked)}, ${repeatedFirstDays}` : sql``}
    select metric, at::text as at, is_last_day as "isLastDay", sum(people)::bigint as people, sum(first)::bigint as first
    from (${sql.join(counted, sql` union all `)}) found (metric, at, is_last_day, people, first)
    group by metric, found.at, is_last_day having sum(people) <> 0 order by metric, found.at, is_last_day`.execute(
    db,
  )
  return rows
}

/** Steps 1 and 2, by bucket: metric, at, is_last_day, people, first. */
function ofParts(asked: PeopleBucketsAsked<Metric>): RawBuilder<unknown> {
  const { head, whole, tail, less } = asked.split
  return unionOf([
    [head, sql`select metric, at, false, people, newcomers from ${byDays(asked, head)}`],
    [whole, asked.grain === 'week' ? ofWeeks(asked) : ofMonths(asked)],
    [tail, sql`select metric, at, false, people, newcomers from ${byDays(asked, tail)}`],
    [
      less,
      sql`select metric, at, false, -people, -newcomers from ${byDays(asked, less)} where ${isReadBehind(asked)}`,
    ],
  ])
}

const byDays = (asked: PeopleBucketsAsked<Metric>, part: DayRange, bucket = asked.grain) =>
  sql`people_by_days(${metricsOf(asked)}, ${keysOf(asked)}, ${sql.lit(bucket)}, ${daysOf(part)}, ${asked.range.first}::date)`

/** Those of whole weeks, and who of them is new: only their days tell that of any range. */
function ofWeeks(asked: PeopleBucketsAsked<Metric>): RawBuilder<unknown> {
  const { whole } = asked.split
  const people = sql`
    select metric, at, false, people, 0
    from people_by_weeks(${metricsOf(asked)}, ${keysOf(asked)}, ${daysOf(whole)})`
  if (!asked.hasFirst) return people
  return sql`
    ${people}
    union all
    select metric, ${bucketOf('week', sql`period`)}, false, 0, first
    from (${newByPeriod(asked, 'd', daysOfWeeks(whole))}) days (metric, period, first)`
}

/** Those of whole months, and who of them is new: the months tell that of a range that begins with one. */
function ofMonths(asked: PeopleBucketsAsked<Metric>): RawBuilder<unknown> {
  const { whole } = asked.split
  const months = sql`
    people_by_months(${metricsOf(asked)}, ${keysOf(asked)}, ${daysOf(whole)}, ${asked.range.first}::date)`
  if (newInMonths(asked) === 't') return sql`select metric, at, false, people, newcomers from ${months}`
  return sql`
    select metric, at, false, people, 0 from ${months}
    union all
    select metric, period, false, 0, first from (${newByPeriod(asked, 'm', whole)}) months (metric, period, first)`
}

/** Added up period by period, in the order of the index. */
const newByPeriod = (asked: PeopleAsked<Metric>, grain: 'd' | 'm', part: DayRange) => sql`
  select metric, period, sum(people) from ${newPeople(asked, grain, part)} new group by metric, period`

/** The range's last day by itself, where it is wanted. */
function ofLastDay(asked: PeopleBucketsAsked<Metric>): RawBuilder<unknown>[] {
  const { lastDay } = asked
  if (lastDay === null) return []
  const day = { first: lastDay, last: lastDay }
  return [sql`select metric, at, true, people, newcomers from ${byDays(asked, day, 'day')}`]
}

/** Step 3, by bucket: the same columns, to be added. */
function takenOff({ grain, lastDay }: PeopleBucketsAsked<Metric>): RawBuilder<unknown>[] {
  const ofBuckets = twiceIn(bucketOf(grain, sql`day`), sql`true`, sql`false`)
  if (lastDay === null) return [ofBuckets]
  return [ofBuckets, twiceIn(sql`day`, sql`day = ${lastDay}::date`, sql`true`)]
}

/**
 * Whoever is active under n keys in a bucket is n − 1 times too many there, and new once too often for each key but the earliest.
 * Ann of the example counts in the week from 03-02 under 7 and 8: people −1, and 首次计入 −1, of the day on which she is new at 8.
 * @param days which of their days count
 */
const twiceIn = (at: RawBuilder<unknown>, days: RawBuilder<unknown>, isLastDay: RawBuilder<unknown>) => sql`
  select metric, at, ${isLastDay}, 1 - count(distinct key), 0
  from (select metric, ${at} as at, person_id, key from overlapping where ${days}) active
  group by metric, at, person_id
  union all
  select metric, ${at}, ${isLastDay}, 0, -1 from recounted where ${days}`

/** `overlapping`, for a `with`: the days of people who count under several of the keys. */
export const overlappingDays = (asked: Omit<PeopleAsked<Metric>, 'split'>) => sql`
  overlapping as materialized (
    select * from people_overlapping(${metricsOf(asked)}, ${keysOf(asked)}, ${daysOf(asked.range)})
  )`

/**
 * `recounted`, after `overlapping`: a person's first day under each key but the earliest. There they are new once too often.
 * Ann begins at 7 on 03-02 and at 8 on 03-04: hers is 03-04.
 */
export const repeatedFirstDays = sql`
  recounted as (
    select metric, day from (
      select metric, min(day) as day, row_number() over (partition by metric, person_id order by min(day)) as place
      from overlapping group by metric, person_id, key
    ) starts where place > 1
  )`
