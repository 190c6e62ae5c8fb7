import { monthOf } from '@drivesim/contract'
import type { Paging } from '@drivesim/contract/paging'
import { type RawBuilder, sql } from 'kysely'
import type { Metric } from '../../generated/schema.ts'
import { arrayOf, ids } from '../../platform/postgres/columns.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { placeByMonths } from '../../platform/postgres/paging.ts'
import { type DayRange, daysOfWeeks, monthsOf, type SplitRange } from './range.rules.ts'
import { behind, bucketOf, type Grain, type SumRow, together, type WithLastDay } from './read.queries.ts'

// The people of a key are added up from people_first. Periods are asked for one by one: within each, the index keeps those who
// were active before the range together, so that nothing else is read. With several keys the sum counts a person once for
// each key; only those people are looked up, and taken off.

const periods = (step: 'day' | 'week' | 'month', { first, last }: DayRange) =>
  sql`any(array(select generate_series(${first}::date, ${last}::date, ${sql.lit(`1 ${step}`)}::interval)::date))`

/** Rows of people_first in a part of the range, of people who were not active earlier in the range. */
const firsts = (
  grain: 'd' | 'm' | 't',
  metric: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  part: DayRange,
  { first }: DayRange,
) => sql`
  from people_first f
  where f.metric = ${metric} and f.key = ${key} and f.grain = ${sql.lit(grain)}
    and f.period = ${periods(grain === 'd' ? 'day' : 'month', part)} and f.prev < ${first}::date`

/** Which rows of months are read. Where the range begins with a month, it is enough to know the month before. */
const monthGrain = ({ first }: DayRange) => (first === monthOf(first) ? 't' : 'm')

/** People by key, each once in the whole range. */
export async function peopleOfKeys<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  range: DayRange,
  { head, whole, tail, less }: SplitRange,
): Promise<SumRow<M>[]> {
  const [anyMetric, all] = [sql`any(${[...metrics]}::metric[])`, arrayOf(ids(keys))]
  const within = (grain: 'd' | 'm' | 't', part: DayRange, anyKey = sql`any(${all})`) =>
    firsts(grain, anyMetric, anyKey, part, range)
  const anyBehind = sql`any(${behind(less, sql`select ${within('d', less, sql`0`)}`, all)})`
  const { rows } = await sql<SumRow<M>>`
    select metric, key, sum(people)::bigint as value
    from (${together([
      [head, sql`select f.metric, f.key, f.people ${within('d', head)}`],
      [whole, sql`select f.metric, f.key, f.people ${within(monthGrain(range), whole)}`],
      [tail, sql`select f.metric, f.key, f.people ${within('d', tail)}`],
      [less, sql`select f.metric, f.key, -f.people ${within('d', less, anyBehind)}`],
    ])}) found
    group by 1, 2`.execute(db)
  return rows
}

/**
 * `overlapping`, for a `with`: the days of people who count under several of the keys. Such people have days at two schools of
 * the keys, or at two points of a school that is not a key itself.
 */
function overlapping(
  metrics: readonly Metric[],
  keys: readonly number[],
  { first, last }: DayRange,
): RawBuilder<unknown> {
  const days = (others: RawBuilder<unknown>, organs: RawBuilder<unknown>) => sql`
    select d.metric, d.person_id, d.day, d.organ_id from person_day d
    where ${others} and d.metric = any(${[...metrics]}::metric[]) and d.organ_id = ${organs}
      and d.day between ${first}::date and ${last}::date`
  // −1: days at more than two schools, two of which may be among these.
  const schools = sql`array(select school_id from place union all select -1)`
  return sql`
    place as materialized (
      select k.key, k.organ_id, s.school_id, min(k.key) over school <> max(k.key) over school as is_one_of_several
      from figure_key k join organ_school s using (organ_id)
      where k.key = any(${[...keys]}::bigint[]) window school as (partition by s.school_id)
    ), at_two_schools as materialized (
      ${days(sql`d.other_school <> 0 and d.other_school = any(${schools})`, sql`any(array(select organ_id from place))`)}
    ), seen as materialized (
      select d.metric, d.person_id, d.day, p.key from at_two_schools d join place p using (organ_id)
      union all
      -- offset makes the planner go place by place, and never through everybody's days
      select d.metric, d.person_id, d.day, p.key
      from place p cross join lateral (${days(sql`d.other_school <> all(${schools})`, sql`p.organ_id`)} offset 0) d
      where p.is_one_of_several
    ), overlapping as materialized (
      select * from seen
      where (metric, person_id) in (
        select metric, person_id from seen group by 1, 2 having min(key) <> max(key)
      )
    )`
}

/** By how much the sum of the keys exceeds the number of people, by metric. */
export async function peopleTwice<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  range: DayRange,
): Promise<Omit<SumRow<M>, 'key'>[]> {
  const { rows } = await sql<Omit<SumRow<M>, 'key'>>`
    with ${overlapping(metrics, keys, range)}
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

/**
 * People of the keys together, by bucket.
 * @param split what is read: days, and whole weeks or months where these are the buckets; it ends where the range does
 * @param lastDay the range's last day where it is wanted by itself as well, else null
 * @param hasFirst whether 首次计入 is read for whole weeks, which takes all days of these weeks
 */
export async function peopleByBucket<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  range: DayRange,
  { head, whole, tail, less }: SplitRange,
  grain: Exclude<Grain, 'hour'>,
  lastDay: string | null,
  hasFirst: boolean,
): Promise<WithLastDay<PeopleBucketRow<M>>[]> {
  const [anyMetric, all] = [sql`any(${[...metrics]}::metric[])`, arrayOf(ids(keys))]
  const rangeFirst = sql`${range.first}::date`
  const rowsIn = (rows: 'd' | 'w' | 't', key: RawBuilder<unknown>) => sql`
    from people_first f
    where f.metric = ${anyMetric} and f.key = ${key} and f.grain = ${sql.lit(rows)}`
  const daysIn = (part: DayRange, key: RawBuilder<unknown>) =>
    sql`${rowsIn('d', key)} and f.period between ${part.first}::date and ${part.last}::date`
  // Counted where the day before (`prev`) lies before the bucket. The inner condition, for the last bucket, is one that the
  // index can use.
  const ofDays = (part: DayRange, factor: 1 | -1 = 1, keys = all) => sql`
    select metric, at, false, ${sql.lit(factor)} * sum(people), ${sql.lit(factor)} * sum(people) filter (where prev < ${rangeFirst})
    from (
      select f.metric, ${bucketOf(grain, sql`f.period`)} as at, f.prev, f.people ${daysIn(part, sql`any(${keys})`)}
        and f.prev < greatest(${bucketOf(grain, sql`${part.last}::date`)}, ${rangeFirst})
    ) days
    where prev < greatest(at, ${rangeFirst}) group by 1, 2`
  // Added up period by period, in the order of the index.
  const added = (people: RawBuilder<unknown>, first: RawBuilder<unknown>, found: RawBuilder<unknown>) =>
    sql`select f.metric, f.period, false, ${people}, ${first} ${found} group by f.metric, f.period`
  const [total, none, any] = [sql`sum(f.people)`, sql`0`, sql`any(${all})`]
  const wholeRows = (rows: 'w' | 't', step: 'week' | 'month') =>
    sql`${rowsIn(rows, any)} and f.period = ${periods(step, whole)}`
  const newInWeeks = sql`
    union all
    select metric, ${bucketOf('week', sql`period`)}, false, 0, first
    from (${added(none, total, firsts('d', anyMetric, any, daysOfWeeks(whole), range))}) days (metric, period, is_last_day, people, first)`
  const ofWeeks = sql`${added(total, none, wholeRows('w', 'week'))} ${hasFirst ? newInWeeks : sql``}`
  const ofMonths =
    monthGrain(range) === 't'
      ? added(total, sql`sum(f.people) filter (where f.prev < ${rangeFirst})`, wholeRows('t', 'month'))
      : sql`
        ${added(total, none, wholeRows('t', 'month'))}
        union all
        ${added(none, total, firsts('m', anyMetric, any, whole, range))}`
  const ofLastDay = (day: string) => sql`
    select f.metric, f.period, true, sum(f.people), sum(f.people) filter (where f.prev < ${rangeFirst})
    ${daysIn({ first: day, last: day }, sql`any(${all})`)} group by f.metric, f.period`
  const counted = [
    together([
      [head, ofDays(head)],
      [whole, grain === 'week' ? ofWeeks : ofMonths],
      [tail, ofDays(tail)],
      [less, ofDays(less, -1, behind(less, sql`select ${daysIn(less, sql`0`)}`, all))],
    ]),
    ...(lastDay === null ? [] : [ofLastDay(lastDay)]),
  ]
  const isSeveral = keys.length > 1
  if (isSeveral) counted.push(twiceIn(bucketOf(grain, sql`day`), sql`true`, sql`false`))
  if (isSeveral && lastDay !== null) counted.push(twiceIn(sql`day`, sql`day = ${lastDay}::date`, sql`true`))
  const { rows } = await sql<WithLastDay<PeopleBucketRow<M>>>`
    ${isSeveral ? sql`with ${overlapping(metrics, keys, range)}, ${recounted}` : sql``}
    select metric, at::text as at, is_last_day as "isLastDay", coalesce(sum(people), 0)::bigint as people,
      coalesce(sum(first), 0)::bigint as first
    from (${sql.join(counted, sql` union all `)}) found (metric, at, is_last_day, people, first)
    group by metric, found.at, is_last_day having sum(people) <> 0 order by metric, found.at, is_last_day`.execute(
    db,
  )
  return rows
}

/** What is taken off by bucket for people under several keys. @param days which of their days count */
const twiceIn = (at: RawBuilder<unknown>, days: RawBuilder<unknown>, isLastDay: RawBuilder<unknown>) => sql`
  select metric, at, ${isLastDay}, 1 - count(distinct key), 0
  from (select metric, ${at} as at, person_id, key from overlapping where ${days}) active
  group by metric, at, person_id
  union all
  select metric, ${at}, ${isLastDay}, 0, -1 from recounted where ${days}`

/** `recounted`, after `overlapping`: a person's first day under each key but the earliest. */
const recounted = sql`
  recounted as (
    select metric, day from (
      select metric, min(day) as day, row_number() over (partition by metric, person_id order by min(day)) as place
      from overlapping group by metric, person_id, key
    ) starts where place > 1
  )`

/** A person of a range, with the day on which they were first counted in it. */
export interface PersonDay {
  readonly personId: number
  readonly day: string
}

/** Those whose first day in the range is this one's, after this one in the order of {@link peoplePage}. */
export async function peopleOfDayAfter(
  db: Db,
  metric: Metric,
  keys: readonly number[],
  range: DayRange,
  { personId, day }: PersonDay,
  most: number,
): Promise<PersonDay[]> {
  const { rows } = await sql<PersonDay>`
    with ${firstDays(metric, keys, range, { oldest: day, newest: day })}
    select distinct person_id as "personId", day from first_days where person_id < ${personId}
    order by person_id desc limit ${most}`.execute(db)
  return rows
}

/** One page of the people of a range, the latest first day first, and how many people there are. */
export async function peoplePage(
  db: Db,
  metric: Metric,
  keys: readonly number[],
  range: DayRange,
  split: SplitRange,
  paging: Paging,
): Promise<{ rows: PersonDay[]; total: number }> {
  const [ofMetric, anyKey] = [sql`${metric}::metric`, sql`any(${arrayOf(ids(keys))})`]
  const isSeveral = keys.length > 1
  const added = (counted: RawBuilder<unknown>, part: DayRange, bucket: 'day' | 'month') => sql`
    ${isSeveral ? sql`with ${overlapping([metric], keys, range)}, ${recounted}` : sql``}
    select part, sum(rows)::bigint as rows
    from (
      ${counted}
      ${isSeveral ? sql`union all select ${bucketOf(bucket, sql`day`)}, -1 from recounted where day between ${part.first}::date and ${part.last}::date` : sql``}
    ) found (part, rows)
    group by 1 having sum(rows) <> 0`
  // Added up period by period, in the order of the index.
  const rowsOf = (grain: 'd' | 'm' | 't', part: DayRange, factor: 1 | -1 = 1) => sql`
    select f.period, ${sql.lit(factor)} * sum(f.people) as people ${firsts(grain, ofMetric, anyKey, part, range)} group by f.period`
  // Months first: a year has too many days under many schools.
  const { head, whole, tail, less } = split
  const byMonth = sql`
    select ${bucketOf('month', sql`period`)}, people
    from (${together([
      [head, rowsOf('d', head)],
      [whole, rowsOf(monthGrain(range), whole)],
      [tail, rowsOf('d', tail)],
      [less, rowsOf('d', less, -1)],
    ])}) parts`
  const byDay = (found: DayRange) => {
    const part = monthsOf(found, range)
    return added(rowsOf('d', part), part, 'day')
  }
  const { total, within } = await placeByMonths(db, added(byMonth, range, 'month'), byDay, paging)
  if (within === null) return { rows: [], total }
  const { rows } = await sql<PersonDay>`
    with ${firstDays(metric, keys, range, within)}
    select distinct person_id as "personId", day from first_days
    order by day desc, person_id desc limit ${paging.pageSize} offset ${within.skipped}`.execute(db)
  return { rows, total }
}

/**
 * `first_days`, for a `with`: people on the days that are their first in the range. At a school the day itself says so
 * (`day_before`), unless the person also has days at another school of the scope; at a point whose school is not a key, earlier
 * days are looked up.
 */
function firstDays(
  metric: Metric,
  keys: readonly number[],
  { first }: DayRange,
  { oldest, newest }: { oldest: string; newest: string },
): RawBuilder<unknown> {
  const ofMetric = sql`${metric}::metric`
  const daysAt = (isWhole: boolean) => sql`
    select d.person_id, d.day from person_day d
    where d.metric = ${ofMetric} and d.day between ${oldest}::date and ${newest}::date
      and d.organ_id = any(array(select organ_id from place where is_whole = ${isWhole}))`
  const isNewHere = sql`d.day_before < ${first}::date`
  // offset makes the planner start from the person, who has few days, and not from the places
  const isNowhereBefore = sql`
    not exists (
      select from (
        select e.organ_id from person_day e
        where e.metric = d.metric and e.person_id = d.person_id and e.day >= ${first}::date and e.day < d.day offset 0
      ) earlier join place using (organ_id)
    )`
  return sql`
    place as materialized (
      select k.organ_id, s.school_id, bool_or(k.key in (0, s.school_id)) as is_whole
      from figure_key k join organ_school s using (organ_id) where k.key = any(${arrayOf(ids(keys))}) group by 1, 2
    ), first_days as (
      -- Subtracted, not filtered: the index by place has no other_school, so a filter would read every row.
      select * from (${daysAt(true)} and ${isNewHere}) new_here
      where (person_id, day) not in (
        ${daysAt(true)} and d.other_school <> 0 and d.other_school = any(array(select school_id from place union all select -1))
          and ${isNewHere} and not ${isNowhereBefore}
      )
      union all
      ${daysAt(false)} and ${isNowhereBefore}
    )`
}
