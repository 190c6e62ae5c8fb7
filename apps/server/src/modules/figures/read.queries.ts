import type { Paging } from '@drivesim/contract/paging'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Metric } from '../../generated/schema.ts'
import { isBelow, type Scope, scoped } from '../../platform/auth/scope.ts'
import { beginningOf, type Db } from '../../platform/postgres/db.ts'
import { placeOfPage } from '../../platform/postgres/paging.ts'
import type { DayRange, SplitRange } from './range.rules.ts'

/** A school, or a service point whose school is not read as a whole: its id is its key. */
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
export async function readParts(db: Db, scope: Scope, organId: number | null): Promise<CoverPart[]> {
  const { rows } = await sql<CoverPart>`
    with own as (
      select o.* from organisation o
      where o.type <> 'platform' and ${scoped(scope, sql.ref('o.id'))}
        and ${organId === null ? sql`true` : isBelow(sql.ref('o.id'), organId)}
    )
    select o.id as key, o.name, s.id as "schoolId", s.name as "schoolName", o.province_code as "provinceCode",
      o.city_code as "cityCode"
    from own o join organisation s on s.id = case when o.type = 'servicePoint' then o.parent_id else o.id end
    where not exists (select from own p where p.id = o.parent_id) order by o.id`.execute(db)
  return rows
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

/** Sums by key, of whole months and single days. */
export async function sums<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  { head, months, tail }: SplitRange,
): Promise<SumRow<M>[]> {
  const within = (grain: 'd' | 'm', { first, last }: DayRange) => sql`
    select metric, key, value from figure
    where metric = any(${[...metrics]}::metric[]) and key = any(${[...keys]}::bigint[]) and grain = ${sql.lit(grain)}
      and period >= ${beginningOf(first)} and period < ${beginningOf(last, 1)}`
  const { rows } = await sql<SumRow<M>>`
    select metric, key, sum(value)::bigint as value
    from (${within('d', head)} union all ${within('m', months)} union all ${within('d', tail)}) found
    group by 1, 2`.execute(db)
  return rows
}

export type Grain = 'hour' | 'day' | 'week' | 'month'

export interface BucketRow<M extends Metric> {
  readonly metric: M
  /** First day of the day, week (Monday) or month; of an hour its beginning, an instant. */
  readonly at: string
  readonly value: number
}

/** Sums by bucket of all keys together; buckets of nothing are left out. */
export async function sumsByBucket<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  { first, last }: DayRange,
  grain: Grain,
): Promise<BucketRow<M>[]> {
  const at =
    grain === 'hour'
      ? sql`to_char(period at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
      : bucketOf(grain, sql`business_day(period)`)
  const { rows } = await sql<BucketRow<M>>`
    select metric, ${at}::text as at, sum(value)::bigint as value from figure
    where metric = any(${[...metrics]}::metric[]) and key = any(${[...keys]}::bigint[])
      and grain = ${sql.lit(grain === 'hour' ? 'h' : 'd')}
      and period >= ${beginningOf(first)} and period < ${beginningOf(last, 1)}
    group by 1, 2 having sum(value) <> 0 order by 1, 2`.execute(db)
  return rows
}

/** The first day of the bucket that a day lies in, a date. */
const bucketOf = (grain: 'day' | 'week' | 'month', day: RawBuilder<unknown>) =>
  grain === 'day' ? sql`${day}` : sql`date_trunc(${sql.lit(grain)}, ${day}::timestamp)::date`

/** People by key: three ranges of people_first for each metric and key, each person once in the whole range. */
export async function peopleOfKeys<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  { first }: DayRange,
  { head, months, tail }: SplitRange,
): Promise<SumRow<M>[]> {
  const within = (grain: 'd' | 'm', { first: from, last }: DayRange) => sql`
    (select coalesce(sum(f.people), 0) from people_first f
      where f.metric = m and f.key = k and f.grain = ${sql.lit(grain)}
        and f.period between ${from}::date and ${last}::date and f.prev < ${first}::date)`
  const { rows } = await sql<SumRow<M>>`
    select m as metric, k as key, (${within('d', head)} + ${within('m', months)} + ${within('d', tail)})::bigint as value
    from unnest(${[...metrics]}::metric[]) m cross join unnest(${[...keys]}::bigint[]) k`.execute(db)
  return rows
}

/** The condition that a person's day is of one of the keys. */
const ofKeys = (keys: readonly number[]): RawBuilder<SqlBool> =>
  keys.includes(0)
    ? sql`true`
    : sql`d.organ_id = any(array(select organ_id from figure_key where key = any(${[...keys]}::bigint[])))`

/** People of several keys together, each once. */
export async function peopleOfAll<M extends Metric>(
  db: Db,
  metrics: readonly M[],
  keys: readonly number[],
  { first, last }: DayRange,
): Promise<Omit<SumRow<M>, 'key'>[]> {
  const { rows } = await sql<Omit<SumRow<M>, 'key'>>`
    select d.metric, count(distinct d.person_id) as value from person_day d
    where d.metric = any(${[...metrics]}::metric[]) and d.day between ${first}::date and ${last}::date and ${ofKeys(keys)}
    group by 1`.execute(db)
  return rows
}

export interface PeopleBucketRow {
  /** First day of the day, week (Monday) or month. */
  readonly at: string
  /** People active in it, as far as it lies in the range; they do not add up. */
  readonly people: number
  /** 首次计入: those of them who were not active earlier in the range; they add up to the people of the range. */
  readonly first: number
}

/** People of one key by bucket. @param split days alone, or, where buckets are months, with whole months */
export async function peopleOfKeyByBucket(
  db: Db,
  metric: Metric,
  key: number,
  { first }: DayRange,
  { head, months, tail }: SplitRange,
  grain: Exclude<Grain, 'hour'>,
): Promise<PeopleBucketRow[]> {
  const within = (of: 'd' | 'm', { first: from, last }: DayRange) => sql`
    select ${bucketOf(grain, sql`period`)} as at, prev, people from people_first
    where metric = ${metric}::metric and key = ${key} and grain = ${sql.lit(of)}
      and period between ${from}::date and ${last}::date`
  const { rows } = await sql<PeopleBucketRow>`
    select at::text as at, coalesce(sum(people) filter (where prev < greatest(at, ${first}::date)), 0)::bigint as people,
      coalesce(sum(people) filter (where prev < ${first}::date), 0)::bigint as first
    from (${within('d', head)} union all ${within('m', months)} union all ${within('d', tail)}) found
    group by 1 having sum(people) <> 0 order by 1`.execute(db)
  return rows
}

/** People of several keys together, by bucket. */
export async function peopleOfAllByBucket(
  db: Db,
  metric: Metric,
  keys: readonly number[],
  { first, last }: DayRange,
  grain: Exclude<Grain, 'hour'>,
): Promise<PeopleBucketRow[]> {
  const { rows } = await sql<PeopleBucketRow>`
    select ${bucketOf(grain, sql`day`)}::text as at, count(distinct person_id) as people,
      count(*) filter (where day = first_day) as first
    from (
      select person_id, day, min(day) over (partition by person_id) as first_day
      from (
        select distinct d.person_id, d.day from person_day d
        where d.metric = ${metric}::metric and d.day between ${first}::date and ${last}::date and ${ofKeys(keys)}
      ) active
    ) counted
    group by 1 order by 1`.execute(db)
  return rows
}

/** One page of the people of a range, those who were counted last first, with how many there are. */
export async function peoplePage(
  db: Db,
  metric: Metric,
  keys: readonly number[],
  range: DayRange,
  paging: Paging,
): Promise<{ rows: { personId: number; day: string }[]; total: number }> {
  const { first, last } = range
  const [key] = keys
  const counts =
    keys.length === 1
      ? sql`select period as part, sum(people)::bigint as rows from people_first
          where metric = ${metric}::metric and key = ${key} and grain = 'd'
            and period between ${first}::date and ${last}::date and prev < ${first}::date
          group by 1 having sum(people) <> 0`
      : sql`select day as part, count(*) as rows from (
          select min(d.day) as day from person_day d
          where d.metric = ${metric}::metric and d.day between ${first}::date and ${last}::date and ${ofKeys(keys)}
          group by d.person_id
        ) f group by 1`
  const { total, within } = await placeOfPage<string>(db, counts, paging)
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
