import type { Paging } from '@drivesim/contract/paging'
import { type RawBuilder, sql } from 'kysely'
import type { Metric } from '../../../generated/schema.ts'
import { arrayOf, ids } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { placeByMonths } from '../../../platform/postgres/paging.ts'
import {
  isReadBehind,
  newInMonths,
  newPeople,
  overlappingDays,
  type PeopleAsked,
  repeatedFirstDays,
} from './people.queries.ts'
import { type DayRange, monthsOf, type SplitRange } from './range.rules.ts'
import { bucketOf, unionOf } from './read.queries.ts'

// Who they are: the persons of a range, each on their first day in it. The number of new people of each day says where a page
// lies, so that only its days are read.

/** People of one metric under the keys, who were active in the range. */
export interface PersonsAsked {
  readonly metric: Metric
  readonly keys: readonly number[]
  readonly range: DayRange
}

/** A person of a range, with the day on which they were first counted in it. */
export interface PersonDay {
  readonly personId: number
  readonly day: string
}

/** People with the same first day in the range as this one, after it in the order of {@link peoplePage}. */
export async function peopleOfDayAfter(
  db: Db,
  asked: PersonsAsked,
  { personId, day }: PersonDay,
  most: number,
): Promise<PersonDay[]> {
  const { rows } = await sql<PersonDay>`
    select distinct person_id as "personId", day from ${onFirstDays(asked, { oldest: day, newest: day })}
    where person_id < ${personId} order by person_id desc limit ${most}`.execute(db)
  return rows
}

/** One page of the people of a range, the latest first day first, and how many people there are. */
export async function peoplePage(
  db: Db,
  asked: PersonsAsked & { readonly split: SplitRange },
  paging: Paging,
): Promise<{ rows: PersonDay[]; total: number }> {
  const { metric, keys, range, split } = asked
  const people = { metrics: [metric], keys, range, split }
  // Months first: a year has too many days under many schools.
  const byMonth = newBy('month', people, range, newInParts(people))
  const byDay = (found: DayRange) => {
    const days = monthsOf(found, range)
    return newBy('day', people, days, newByPeriod(people, 'd', days))
  }
  const { total, within } = await placeByMonths(db, { byMonth, byDay }, paging)
  if (within === null) return { rows: [], total }
  const { rows } = await sql<PersonDay>`
    select distinct person_id as "personId", day from ${onFirstDays(asked, within)}
    order by day desc, person_id desc limit ${paging.pageSize} offset ${within.skipped}`.execute(db)
  return { rows, total }
}

/** How many are new, added up by day or month: `found` under each key, less those who are new under several. */
const newBy = (
  bucket: 'day' | 'month',
  people: PeopleAsked<Metric>,
  part: DayRange,
  found: RawBuilder<unknown>,
) => {
  const isSeveral = people.keys.length > 1
  const twice = sql`
    union all
    select ${bucketOf(bucket, sql`day`)}, -1 from recounted where day between ${part.first}::date and ${part.last}::date`
  return sql`
    ${isSeveral ? sql`with ${overlappingDays(people)}, ${repeatedFirstDays}` : sql``}
    select part, sum(rows)::bigint as rows
    from (
      select ${bucketOf(bucket, sql`period`)}, people from (${found}) new ${isSeveral ? twice : sql``}
    ) found (part, rows)
    group by 1 having sum(rows) <> 0`
}

/** Of a whole range, by its parts. */
function newInParts(people: PeopleAsked<Metric>): RawBuilder<unknown> {
  const { head, whole, tail, less } = people.split
  return unionOf([
    [head, newByPeriod(people, 'd', head)],
    [whole, newByPeriod(people, newInMonths(people), whole)],
    [tail, newByPeriod(people, 'd', tail)],
    [
      less,
      sql`select period, -people as people from (${newByPeriod(people, 'd', less)}) behind where ${isReadBehind(people)}`,
    ],
  ])
}

/** Added up period by period, in the order of the index. */
const newByPeriod = (people: PeopleAsked<Metric>, grain: 'd' | 'm' | 't', part: DayRange) => sql`
  select period, sum(people) as people from ${newPeople(people, grain, part)} new group by period`

const onFirstDays = (
  { metric, keys, range }: PersonsAsked,
  { oldest, newest }: { oldest: string; newest: string },
) =>
  sql`people_on_first_days(${metric}::metric, ${arrayOf(ids(keys))}, ${range.first}::date, ${oldest}::date, ${newest}::date)`
