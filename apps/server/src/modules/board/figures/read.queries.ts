import { type RawBuilder, sql } from 'kysely'
import type { Metric } from '../../../generated/schema.ts'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import { arrayOf, ids } from '../../../platform/postgres/columns.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { type DayRange, partsRead, type SplitRange } from './range.rules.ts'

/** A school, or a service point of a school that is not read as a whole: its id is its key. */
export interface CoverPart {
  readonly key: number
  readonly name: string
  /** Itself, or the service point's school. */
  readonly schoolId: number
  readonly schoolName: string
  /** GB/T 2260; null where it has none. */
  readonly provinceCode: string | null
  readonly cityCode: string | null
}

/** Schools in the scope and below an organisation, and points that lie in both without their school. */
const partsOf = (scope: Scope, organId: number | null) => sql`
  with own as (
    select o.id, o.parent_id, o.type, o.name from organisation o
    where o.type <> 'platform' and ${scoped(scope, sql.ref('o.id'))}
      and ${organId === null ? sql`true` : isBelow(sql.ref('o.id'), organId)}
  )
  select o.* from own o where not exists (select from own p where p.id = o.parent_id)`

export async function readParts(db: Db, scope: Scope, organId: number | null): Promise<CoverPart[]> {
  const { rows } = await sql<CoverPart>`
    select o.id as key, o.name, s.id as "schoolId", s.name as "schoolName", s.province_code as "provinceCode",
      s.city_code as "cityCode"
    from (${partsOf(scope, organId)}) o
    join organisation s on s.id = case when o.type = 'servicePoint' then o.parent_id else o.id end order by o.id`.execute(
    db,
  )
  return rows
}

/** The keys of the parts, within a statement. */
export const partKeys = (scope: Scope, organId: number | null) =>
  sql`array(select id from (${partsOf(scope, organId)}) part)`

export async function readPartKeys(db: Db, scope: Scope, organId: number | null): Promise<number[]> {
  const { rows } = await sql<{ keys: number[] }>`
    select array(select id from (${partsOf(scope, organId)}) o order by id) as keys`.execute(db)
  return rows[0]?.keys ?? []
}

/** The parts in which most lies, the largest first, and what the others have; those without anything are left out. */
export interface Largest {
  readonly rows: readonly { key: number; name: string; value: number }[]
  readonly others: number
  readonly valueOfOthers: number
}

export async function largestParts(
  db: Db,
  asked: { keys: RawBuilder<unknown>; metric: Metric; split: SplitRange; most: number },
): Promise<Largest> {
  const { keys, metric, split, most } = asked
  const { rows } = await sql<Largest>`
    with found as materialized (
      select key, sum(value)::bigint as value from (${figuresOf('metric, key', [metric], keys, split)}) figures
      group by 1 having sum(value) <> 0
    ),
    top as materialized (select * from found order by value desc, key limit ${most})
    select (select count(*) from found)::bigint - (select count(*) from top)::bigint as others,
      (coalesce((select sum(value) from found), 0) - coalesce((select sum(value) from top), 0))::bigint as "valueOfOthers",
      (
        select coalesce(json_agg(json_build_object('key', top.key, 'name', o.name, 'value', top.value)
          order by top.value desc, top.key), '[]')
        from top join organisation o on o.id = top.key
      ) as rows`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a select without a table gave no row')
  return row
}

/** Whether an organisation is the platform itself. */
export async function isPlatformOrgan(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('organisation').select('type').where('id', '=', id).executeTakeFirst()
  return row?.type === 'platform'
}

export interface SumRow<M extends Metric> {
  readonly metric: M
  readonly key: number
  readonly value: number
}

/** The figures of a part of a range. */
const figuresIn = (
  metrics: readonly Metric[],
  keys: RawBuilder<unknown>,
  grain: 'h' | 'd' | 'm',
  { first, last }: DayRange,
) => sql`
  from figure
  where metric = any(${[...metrics]}::metric[]) and key = any(${keys}) and grain = ${sql.lit(grain)}
    and period >= ${beginningOf(first)} and period < ${beginningOf(last, 1)}`

type Columns = 'metric' | 'metric, key' | 'metric, period'

/**
 * The figures of a part added up: there and not of all parts together, since an index has them in the order of metrics and
 * periods, and what is put together would be sorted.
 */
const partSums = (by: Columns, found: RawBuilder<unknown>, factor: 1 | -1 = 1) => sql`
  select ${sql.raw(by)}, ${sql.lit(factor)} * sum(value) as value ${found} group by ${sql.raw(by)}`

/** The figures of the parts of a range. */
export const figuresOf = (
  by: Columns,
  metrics: readonly Metric[],
  all: RawBuilder<unknown>,
  { head, whole, tail, less }: SplitRange,
): RawBuilder<unknown> => {
  const keysBehind = behind(less, sql`select ${figuresIn(metrics, sql`array[0]`, 'd', less)}`, all)
  return unionOf([
    [head, partSums(by, figuresIn(metrics, all, 'd', head))],
    [whole, partSums(by, figuresIn(metrics, all, 'm', whole))],
    [tail, partSums(by, figuresIn(metrics, all, 'd', tail))],
    [less, partSums(by, figuresIn(metrics, keysBehind, 'd', less), -1)],
  ])
}

/** What is read of the parts of a range; those without days are left out, since to plan them takes as long as to read others. */
export const unionOf = (parts: readonly (readonly [DayRange, RawBuilder<unknown>])[]) =>
  sql.join(partsRead(parts), sql` union all `)

/**
 * The keys that days behind a range are looked for under. After today there is at most a device's clock that is a little
 * ahead, and what it counts anywhere counts in everything (key 0), too.
 */
const behind = (less: DayRange, inEverything: RawBuilder<unknown>, keys: RawBuilder<unknown>) =>
  sql`case when ${less.first}::date <= business_day(now()) or exists (${inEverything}) then ${keys} end`

/** Sums of all keys together; nothing for a metric without facts. */
export async function sums<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  split: SplitRange,
): Promise<Omit<SumRow<M>, 'key'>[]> {
  const { rows } = await sql<Omit<SumRow<M>, 'key'>>`
    select metric, sum(value)::bigint as value from (${figuresOf('metric', metrics, arrayOf(ids(keys)), split)}) found group by 1`.execute(
    db,
  )
  return rows
}

/** First day of the first month in which any of the metrics has a fact; null: none has. */
export async function firstMonth(
  db: Db,
  metrics: readonly Metric[],
  keys: readonly number[],
): Promise<string | null> {
  const { rows } = await sql<{ first: string | null }>`
    select business_day(min(f.period)) as first
    from unnest(${arrayOf(ids(keys))}) k (key) cross join unnest(array[${sql.join(metrics)}]::metric[]) m (metric)
    cross join lateral (
      select period from figure where figure.metric = m.metric and figure.key = k.key and grain = 'm' order by period limit 1
    ) f`.execute(db)
  return rows[0]?.first ?? null
}

/** Sums by key. */
export async function sumsByKey<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  split: SplitRange,
): Promise<SumRow<M>[]> {
  const { rows } = await sql<SumRow<M>>`
    select metric, key, sum(value)::bigint as value from (${figuresOf('metric, key', metrics, arrayOf(ids(keys)), split)}) found group by 1, 2`.execute(
    db,
  )
  return rows
}

export type Grain = 'hour' | 'day' | 'week' | 'month'

export interface BucketRow<M extends Metric> {
  readonly metric: M
  /** First day of the day, week (Monday) or month; of an hour its beginning, an instant. */
  readonly at: string
  readonly value: number
}

/** Rows by bucket, some of which are the range's last day alone. */
export type WithLastDay<Row> = Row & { readonly isLastDay: boolean }

/** Sums by bucket. */
export interface SumBucketsAsked<M extends Metric> {
  readonly metrics: readonly M[]
  readonly keys: readonly number[]
  /** As for people. */
  readonly split: SplitRange
  readonly grain: Exclude<Grain, 'hour'>
  /** A day that is asked for by itself, too; null for none. */
  readonly lastDay: string | null
}

/** Sums by bucket of all keys together; buckets of nothing are left out. */
export async function sumsByBucket<M extends Metric>(
  db: Db,
  { metrics, keys, split, grain, lastDay }: SumBucketsAsked<M>,
): Promise<WithLastDay<BucketRow<M>>[]> {
  const by = 'metric, period'
  const ofLastDay = (day: string) => sql`
    union all
    select metric, period, true, value
    from (${partSums(by, figuresIn(metrics, arrayOf(ids(keys)), 'd', { first: day, last: day }))}) last_day`
  const { rows } = await sql<WithLastDay<BucketRow<M>>>`
    select metric, ${bucketOf(grain, sql`business_day(period)`)}::text as at, is_last_day as "isLastDay",
      sum(value)::bigint as value
    from (
      select metric, period, false, value from (${figuresOf(by, metrics, arrayOf(ids(keys)), split)}) parts
      ${lastDay === null ? sql`` : ofLastDay(lastDay)}
    ) found (metric, period, is_last_day, value)
    group by 1, 2, 3 having sum(value) <> 0 order by 1, 2, 3`.execute(db)
  return rows
}

/** Sums by hour, of some stretches of days. */
export async function sumsByHour<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  ranges: readonly DayRange[],
): Promise<BucketRow<M>[]> {
  const found = ranges.map(range =>
    partSums('metric, period', figuresIn(metrics, arrayOf(ids(keys)), 'h', range)),
  )
  const { rows } = await sql<BucketRow<M>>`
    select metric, to_char(period at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, value::bigint as value
    from (${sql.join(found, sql` union all `)}) found
    where value <> 0 order by 1, 2`.execute(db)
  return rows
}

/** The first day of the bucket that a day lies in, a date. */
export const bucketOf = (grain: 'day' | 'week' | 'month', day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`bucket_of(${sql.lit(grain)}, ${day})`
