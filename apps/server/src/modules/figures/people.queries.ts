import { monthOf } from '@drivesim/contract'
import type { Paging } from '@drivesim/contract/paging'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Metric } from '../../generated/schema.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { placeOfPage, placeOfRows } from '../../platform/postgres/paging.ts'
import { type DayRange, monthsOf, type SplitRange } from './range.rules.ts'
import { arrayOf, behind, bucketOf, type Grain, type SumRow, together } from './read.queries.ts'

// People of a key are added up from people_first. Periods are asked for one by one: each is a place of the index where those
// who were active before the range stand together, and what lies between is never read. Of several keys the sum counts
// twice whoever has days under two of them; those people alone are looked at, and taken off.

const periods = (step: 'day' | 'month', { first, last }: DayRange) =>
  sql`any(array(select generate_series(${first}::date, ${last}::date, ${sql.lit(`1 ${step}`)}::interval)::date))`

/** Rows of people_first of a part of the range that were not active in the range before. */
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

/** By what months are read: where the range begins with one, it does to know in which month people were active before. */
const monthGrain = ({ first }: DayRange) => (first === monthOf(first) ? 't' : 'm')

/** People by key, each once in the whole range. */
export async function peopleOfKeys<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  range: DayRange,
  { head, months, tail, less }: SplitRange,
): Promise<SumRow<M>[]> {
  const [anyMetric, all] = [sql`any(${[...metrics]}::metric[])`, arrayOf(keys)]
  const within = (grain: 'd' | 'm' | 't', part: DayRange, anyKey = sql`any(${all})`) =>
    firsts(grain, anyMetric, anyKey, part, range)
  const anyBehind = sql`any(${behind(less, sql`select ${within('d', less, sql`0`)}`, all)})`
  const { rows } = await sql<SumRow<M>>`
    select metric, key, sum(people)::bigint as value
    from (${together([
      [head, sql`select f.metric, f.key, f.people ${within('d', head)}`],
      [months, sql`select f.metric, f.key, f.people ${within(monthGrain(range), months)}`],
      [tail, sql`select f.metric, f.key, f.people ${within('d', tail)}`],
      [less, sql`select f.metric, f.key, -f.people ${within('d', less, anyBehind)}`],
    ])}) found
    group by 1, 2`.execute(db)
  return rows
}

/** The condition that a person's day is of one of the keys. */
const ofKeys = (keys: readonly number[]): RawBuilder<SqlBool> =>
  keys.includes(0)
    ? sql`true`
    : sql`d.organ_id = any(array(select organ_id from figure_key where key = any(${[...keys]}::bigint[])))`

/**
 * `loose`, for a `with`: the days of those who count under several of the keys. They are among those who have days at several
 * schools, or at points of one school that is not a key itself.
 */
function loose(
  metrics: readonly Metric[],
  keys: readonly number[],
  { first, last }: DayRange,
): RawBuilder<unknown> {
  const days = (elsewhere: RawBuilder<unknown>, organs: RawBuilder<unknown>) => sql`
    select d.metric, d.person_id, d.day, d.organ_id from person_day d
    where ${elsewhere} and d.metric = any(${[...metrics]}::metric[]) and d.organ_id = ${organs}
      and d.day between ${first}::date and ${last}::date`
  return sql`
    place as materialized (
      select k.key, k.organ_id, min(k.key) over school <> max(k.key) over school as beside
      from figure_key k join organ_school s using (organ_id)
      where k.key = any(${[...keys]}::bigint[]) window school as (partition by s.school_id)
    ), seen as materialized (
      select d.metric, d.person_id, d.day, p.key
      from (${days(sql`d.elsewhere`, sql`any(array(select organ_id from place))`)}) d join place p using (organ_id)
      union all
      -- offset: place by place, of which there may be none, never by the days of everybody
      select d.metric, d.person_id, d.day, p.key
      from place p cross join lateral (${days(sql`not d.elsewhere`, sql`p.organ_id`)} offset 0) d where p.beside
    ), loose as materialized (
      select * from seen
      where (metric, person_id) in (
        select metric, person_id from seen group by 1, 2 having min(key) <> max(key)
      )
    )`
}

/** How often people of several keys are counted too often when the keys are added up, by metric. */
export async function peopleTwice<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  range: DayRange,
): Promise<Omit<SumRow<M>, 'key'>[]> {
  const { rows } = await sql<Omit<SumRow<M>, 'key'>>`
    with ${loose(metrics, keys, range)}
    select metric, count(*) - count(distinct person_id) as value
    from (select distinct metric, person_id, key from loose) counted group by 1`.execute(db)
  return rows
}

export interface PeopleBucketRow<M extends Metric> {
  readonly metric: M
  /** First day of the day, week (Monday) or month. */
  readonly at: string
  /** People active in it, as far as it lies in the range; they do not add up. */
  readonly people: number
  /** 首次计入: those of them who were not active earlier in the range; they add up to the people of the range. */
  readonly first: number
}

/**
 * People of the keys together, by bucket.
 * @param split what is read, to the end of the range: days alone, or, where buckets are months, with whole months
 * @param from where that begins
 */
export async function peopleByBucket<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  range: DayRange,
  { head, months, tail, less }: SplitRange,
  grain: Exclude<Grain, 'hour'>,
  from = range.first,
): Promise<PeopleBucketRow<M>[]> {
  const [anyMetric, all] = [sql`any(${[...metrics]}::metric[])`, arrayOf(keys)]
  const daysIn = (part: DayRange, key: RawBuilder<unknown>) => sql`
    from people_first
    where metric = ${anyMetric} and key = ${key} and grain = 'd' and period between ${part.first}::date and ${part.last}::date`
  const ofDays = (part: DayRange, factor: 1 | -1 = 1, keys = all) => sql`
    select metric, at, ${sql.lit(factor)} * sum(people) filter (where prev < greatest(at, ${range.first}::date)) as people,
      ${sql.lit(factor)} * sum(people) filter (where prev < ${range.first}::date) as first
    from (
      select metric, ${bucketOf(grain, sql`period`)} as at, prev, people ${daysIn(part, sql`any(${keys})`)}
    ) days
    group by 1, 2`
  const whole = sql`
    from people_first f
    where f.metric = ${anyMetric} and f.key = any(${all}) and f.grain = 't' and f.period = ${periods('month', months)}`
  const ofMonths =
    monthGrain(range) === 't'
      ? sql`select f.metric, f.period, f.people, case when f.prev < ${range.first}::date then f.people end ${whole}`
      : sql`
        select f.metric, f.period, f.people, 0 ${whole}
        union all
        select f.metric, f.period, 0, f.people ${firsts('m', anyMetric, sql`any(${all})`, months, range)}`
  const counted = together([
    [head, ofDays(head)],
    [months, ofMonths],
    [tail, ofDays(tail)],
    [less, ofDays(less, -1, behind(less, sql`select ${daysIn(less, sql`0`)}`, all))],
  ])
  const isRead = sql`day >= ${from}::date`
  const twice = sql`
    select metric, at, 1 - count(distinct key), 0
    from (select metric, ${bucketOf(grain, sql`day`)} as at, person_id, key from loose where ${isRead}) active
    group by metric, at, person_id
    union all
    select metric, ${bucketOf(grain, sql`day`)}, 0, -1 from again where ${isRead}`
  const { rows } = await sql<PeopleBucketRow<M>>`
    ${keys.length > 1 ? sql`with ${loose(metrics, keys, range)}, ${again}` : sql``}
    select metric, at::text as at, coalesce(sum(people), 0)::bigint as people, coalesce(sum(first), 0)::bigint as first
    from (${counted} ${keys.length > 1 ? sql`union all ${twice}` : sql``}) found (metric, at, people, first)
    group by metric, found.at having sum(people) <> 0 order by metric, found.at`.execute(db)
  return rows
}

/** Beside `loose`: a person's first days under keys other than that where they were first. */
const again = sql`
  again as (
    select metric, day from (
      select metric, min(day) as day, row_number() over (partition by metric, person_id order by min(day)) as place
      from loose group by metric, person_id, key
    ) starts where place > 1
  )`

/** One page of the people of a range, those who were counted last first, with how many there are. */
export async function peoplePage(
  db: Db,
  metric: Metric,
  keys: readonly number[],
  range: DayRange,
  split: SplitRange,
  paging: Paging,
): Promise<{ rows: { personId: number; day: string }[]; total: number }> {
  const { first } = range
  const [ofMetric, anyKey] = [sql`${metric}::metric`, sql`any(${arrayOf(keys)})`]
  const isSeveral = keys.length > 1
  const added = (counted: RawBuilder<unknown>, part: DayRange, bucket: 'day' | 'month') => sql`
    ${isSeveral ? sql`with ${loose([metric], keys, range)}, ${again}` : sql``}
    select part, sum(rows)::bigint as rows
    from (
      ${counted}
      ${isSeveral ? sql`union all select ${bucketOf(bucket, sql`day`)}, -1 from again where day between ${part.first}::date and ${part.last}::date` : sql``}
    ) found (part, rows)
    group by 1 having sum(rows) <> 0`
  const days = (part: DayRange, factor: 1 | -1 = 1) =>
    sql`select f.period, ${sql.lit(factor)} * f.people as people ${firsts('d', ofMetric, anyKey, part, range)}`
  // The months first: of a year's days under many schools there are too many.
  const { head, months, tail, less } = split
  const byMonth = sql`
    select ${bucketOf('month', sql`period`)}, people
    from (${together([
      [head, days(head)],
      [months, sql`select f.period, f.people ${firsts(monthGrain(range), ofMetric, anyKey, months, range)}`],
      [tail, days(tail)],
      [less, days(less, -1)],
    ])}) parts`
  const { total, within: found } = await placeOfPage<string>(db, added(byMonth, range, 'month'), paging)
  if (found === null) return { rows: [], total }
  const part = monthsOf({ first: found.oldest, last: found.newest }, range)
  const { within } = await placeOfRows<string>(db, added(days(part), part, 'day'), {
    skipped: found.skipped,
    most: paging.pageSize,
  })
  if (within === null) return { rows: [], total }
  const { rows } = await sql<{ personId: number; day: string }>`
    select f.person_id as "personId", f.day
    from (
      select distinct d.person_id, d.day from person_day d
      where d.metric = ${metric}::metric and d.day between ${within.oldest}::date and ${within.newest}::date
        and ${ofKeys(keys)}
    ) f
    where not exists (
      select from person_day d where d.metric = ${metric}::metric and d.person_id = f.person_id
        and d.day >= ${first}::date and d.day < f.day and ${ofKeys(keys)}
    )
    order by f.day desc, f.person_id desc limit ${paging.pageSize} offset ${within.skipped}`.execute(db)
  return { rows, total }
}
