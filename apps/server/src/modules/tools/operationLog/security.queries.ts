import type { SecurityKind, SecurityRow, securityResults } from '@drivesim/contract'
import type { Paging } from '@drivesim/contract/paging'
import { type SqlBool, sql } from 'kysely'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { deviceOf } from '../../../platform/http/userAgent.ts'
import type { List } from '../../../platform/lists/list.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { countOf, placeOfPage } from '../../../platform/postgres/paging.ts'
import { ofPeople, people, type Reader } from './queries.ts'

/** What is kept of an event; who did it is null where there is no such account. */
export interface NewEvent {
  readonly kind: SecurityKind
  readonly succeeded: boolean
  readonly memberId: number | null
  readonly account: string | null
  readonly label: string
  readonly target: string | null
  readonly detail: string | null
  readonly address: string | null
  readonly userAgent: string | null
}

/** Adds an event, to be counted on where it has a tally. @returns its id */
export async function insertEvent(db: Db, event: NewEvent, tally: string | null = null): Promise<number> {
  const { id } = await db
    .insertInto('security_event')
    .values({
      kind: event.kind,
      succeeded: event.succeeded,
      member_id: event.memberId,
      account: event.account,
      label: event.label,
      target: event.target,
      detail: event.detail,
      address: event.address,
      user_agent: event.userAgent,
      tally,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Lets what is counted for one person, or for nobody, take turns, to the end of the transaction. */
export async function queueTallies(db: Db, { kind, memberId }: NewEvent): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tally ${kind} ${memberId ?? 0}`}, 0))`.execute(
    db,
  )
}

/** Counts on what began within the hour. @returns false where nothing did */
export async function countOn(db: Db, tally: string): Promise<boolean> {
  const counted = await db
    .updateTable('security_event')
    .set({ times: sql`times + 1`, last_at: sql`now()` })
    .where('tally', '=', tally)
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}

/** How many rows of this kind were begun within the hour for one person, or for nobody. */
export async function countTallies(db: Db, { kind, memberId }: NewEvent): Promise<number> {
  const { begun } = await db
    .selectFrom('security_event')
    .select(sql<number>`count(*)`.as('begun'))
    .where(sql<SqlBool>`coalesce(member_id, 0) = ${memberId ?? 0}::bigint`)
    .where('kind', '=', kind)
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .where('tally', 'is not', null)
    .executeTakeFirstOrThrow()
  return begun
}

/** How often something of a person failed within the hour. */
export async function failuresWithinHour(db: Db, memberId: number, label: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    select coalesce(sum(times), 0)::int as failures from security_event
    where kind = 'signIn' and coalesce(member_id, 0) = ${memberId}::bigint and not succeeded and label = ${label}
      and at > now() - interval '1 hour'`.execute(db)
  return rows[0]?.failures ?? 0
}

/** Says how many rows an exported file had. */
export async function setRows(db: Db, id: number, rows: number): Promise<void> {
  await db.updateTable('security_event').set({ rows }).where('id', '=', id).execute()
}

/** Lets the reveals of one person take turns, to the end of the transaction. */
export async function queueReveals(db: Db, memberId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reveals ${memberId}`}, 0))`.execute(db)
}

/** When somebody who had so many reveals within the hour has one again; null: now. */
export async function revealsOpenAt(db: Db, memberId: number, most: number): Promise<Date | null> {
  const { rows } = await sql<{ opensAt: Date }>`
    select at + interval '1 hour' as "opensAt" from security_event
    where coalesce(member_id, 0) = ${memberId}::bigint and kind = 'reveal' and succeeded
      and at > clock_timestamp() - interval '1 hour'
    order by at desc offset ${most - 1} limit 1`.execute(db)
  return rows[0]?.opensAt ?? null
}

/** How often somebody has looked so at others' data today (Shanghai), this time with it. */
export async function revealsToday(db: Db, memberId: number, label: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from security_event
    where coalesce(member_id, 0) = ${memberId}::bigint and kind = 'reveal' and succeeded and label = ${label}
      and at >= ${beginningOf(sql`business_day(now())`)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** People with `system` and the organisation of a member in their scope. */
export async function administratorsOf(db: Db, memberId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from member m, member subject
    where subject.id = ${memberId} and m.enabled
      and exists (
        select from member_role r join role_access a using (role_id) where r.member_id = m.id and a.code = 'system'
      )
      and (
        exists (
          select from member_organisation mo join organisation o on o.id = mo.organ_id
          where mo.member_id = m.id and o.type = 'platform'
        )
        or subject.organ_id in (
          select organisations_below(array(select organ_id from member_organisation where member_id = m.id))
        )
      )
    order by m.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes what happened more than a year ago. */
export async function purgeEvents(db: Db): Promise<void> {
  await sql`select purge_security_events()`.execute(db)
}

interface SecurityFilter {
  paramValue?: string | undefined
  kind?: SecurityKind | undefined
  result?: keyof typeof securityResults | undefined
  beginDate?: string | undefined
  endDate?: string | undefined
}

/** What nobody with an account did is for those who manage everything. */
function filteredEntries(db: Db, reader: Reader, filter: SecurityFilter) {
  const { kind, result, beginDate, endDate } = filter
  return db
    .selectFrom('security_event as e')
    .$if(ofPeople(reader, filter), query =>
      query.where(sql<SqlBool>`coalesce(e.member_id, 0) = any(array(${people(db, reader, filter)}))`),
    )
    .$if(kind !== undefined, query => query.where('e.kind', '=', kind ?? ''))
    .$if(result !== undefined, query => query.where('e.succeeded', '=', result === 'succeeded'))
    .$if(beginDate !== undefined, query => query.where('e.at', '>=', beginningOf(beginDate)))
    .$if(endDate !== undefined, query => query.where('e.at', '<', beginningOf(endDate, 1)))
}

async function rowsOf(found: ReturnType<typeof filteredEntries>): Promise<SecurityRow[]> {
  const rows = await found
    .leftJoin('member as m', 'm.id', 'e.member_id')
    .select([
      'e.id as eventId',
      'e.at',
      sql<SecurityKind>`e.kind`.as('kind'),
      'e.succeeded',
      'e.account as userAccount',
      'm.name as userName',
      'e.label',
      'e.target',
      'e.detail',
      sql<string | null>`host(e.address)`.as('address'),
      'e.user_agent as userAgent',
      'e.times',
      'e.last_at as lastAt',
      'e.rows',
    ])
    .execute()
  return rows.map(({ at, lastAt, succeeded, userAgent, ...row }) => ({
    ...row,
    at: at.toISOString(),
    lastAt: lastAt.toISOString(),
    result: succeeded ? 'succeeded' : 'failed',
    device: deviceOf(userAgent),
  }))
}

/** The latest first, those of one moment by their ids. */
const inOrder = (found: ReturnType<typeof filteredEntries>) =>
  found.orderBy('e.at', 'desc').orderBy('e.id', 'desc')

/** How many there are of each day, whoever they are of. */
const countsByDay = ({ kind, result, beginDate, endDate }: SecurityFilter) => sql`
  select day::text as part, sum(events)::integer as rows from security_event_count
  where ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
    and ${result === undefined ? sql`true` : sql`succeeded = ${result === 'succeeded'}`}
    and day between ${beginDate ?? '-infinity'}::date and ${endDate ?? 'infinity'}::date
  group by day`

/** Of all people the total is kept, and so are the days that a page lies in. */
async function browse(db: Db, reader: Reader, filter: SecurityFilter, paging: Paging) {
  const { total, within } = await placeOfPage<string>(db, countsByDay(filter), paging)
  if (within === null) return { total, rows: [] }
  const { oldest, newest, skipped } = within
  const found = filteredEntries(db, reader, { ...filter, beginDate: oldest, endDate: newest })
  return { total, rows: await rowsOf(inOrder(found).limit(paging.pageSize).offset(skipped)) }
}

/** Of some people they are few enough to be counted. */
async function search(db: Db, reader: Reader, filter: SecurityFilter, { pageNum, pageSize }: Paging) {
  const found = filteredEntries(db, reader, filter)
  const [total, rows] = await Promise.all([
    countOf(found),
    rowsOf(
      inOrder(found)
        .limit(pageSize)
        .offset(pageNum * pageSize),
    ),
  ])
  return { total, rows }
}

/** The events, the latest first. */
export const securityEvents: List<SecurityFilter, SecurityRow, undefined, SignedInCall> = {
  async page({ db, person }, filter, paging) {
    const find = ofPeople(person, filter) ? search : browse
    return { ...(await find(db, person, filter, paging)), sum: undefined }
  },
  part({ db, person }, filter, { last, most }) {
    const found = filteredEntries(db, person, filter).orderBy('e.id', 'desc').limit(most)
    return rowsOf(last === undefined ? found : found.where('e.id', '<', last.eventId))
  },
}
