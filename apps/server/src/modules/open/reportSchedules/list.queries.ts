import type { RhythmName, ScheduleState } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

interface Filter {
  paramValue?: string | undefined
  state?: ScheduleState | undefined
}

export interface ScheduleRow {
  scheduleId: number
  name: string
  call: string
  ownerName: string
  organName: string
  every: RhythmName
  day: number | null
  hour: number
  receivers: number
  byMail: boolean
  state: ScheduleState
  nextAt: Date | null
  lastAt: Date | null
}

const inScope = (db: Db, scope: Scope) =>
  db
    .selectFrom('report_schedule as s')
    .innerJoin('member as m', 'm.id', 's.owner_id')
    .where(scoped(scope, sql.ref('m.organ_id')))

/** The schedules of members of the scope, the newest first. */
export const schedules = listByIds<Filter, ScheduleRow>({
  found: ({ db, scope }, { paramValue, state }) =>
    inScope(db, scope)
      .select('s.id')
      .where(matchesSearch(paramValue, ['s.name', 'm.name']))
      .where(equals('s.state', state)),
  rows: ({ db, scope }, ids) =>
    inScope(db, scope)
      .innerJoin('organisation as o', 'o.id', 'm.organ_id')
      .select([
        's.id as scheduleId',
        's.name',
        's.call',
        'm.name as ownerName',
        'o.name as organName',
        sql<RhythmName>`s.every`.as('every'),
        's.day',
        's.hour',
        sql<number>`(select count(*) from report_receiver r where r.schedule_id = s.id)`.as('receivers'),
        's.mails as byMail',
        sql<ScheduleState>`s.state`.as('state'),
        's.next_at as nextAt',
        sql<Date | null>`(select max(due_at) from report_run r where r.schedule_id = s.id)`.as('lastAt'),
      ])
      .where(isOneOf('s.id', ids))
      .execute(),
  idOf: row => row.scheduleId,
})

/** A schedule of a member of the scope. */
export function findInScope(db: Db, scope: Scope, id: number) {
  return inScope(db, scope)
    .select(['s.id', 's.owner_id as ownerId', 's.name', sql<ScheduleState>`s.state`.as('state')])
    .where('s.id', '=', id)
    .executeTakeFirst()
}

/** The same, locked until the change is committed. */
export function lockInScope(db: Db, scope: Scope, id: number) {
  return inScope(db, scope)
    .select(['s.id', 's.owner_id as ownerId', 's.name', sql<ScheduleState>`s.state`.as('state')])
    .where('s.id', '=', id)
    .forUpdate('s')
    .executeTakeFirst()
}

interface Asked {
  /** Any one of these codes; empty: none is needed. */
  readonly codes: readonly string[]
  readonly search?: string | undefined
  /** These alone. */
  readonly ids?: readonly number[]
}

const mostReceiversShown = 50

/** Enabled members of the scope, and the person themselves. `able`: whether they have one of the codes. */
export async function membersInScope(
  db: Db,
  { scope, person }: { scope: Scope; person: { readonly id: number } },
  { codes, search, ids }: Asked,
) {
  const able =
    codes.length === 0
      ? sql<boolean>`true`
      : sql<boolean>`exists (
          select from member_role mr join role_access a using (role_id)
          where mr.member_id = m.id and a.code = any(${[...codes]}::text[]))`
  return db
    .selectFrom('member as m')
    .innerJoin('organisation as o', 'o.id', 'm.organ_id')
    .select(['m.id as memberId', 'm.name as memberName', 'o.name as organName', able.as('able')])
    .where(sql<boolean>`(m.id = ${person.id} or ${scoped(scope, sql.ref('m.organ_id'))})`)
    .where('m.enabled', '=', true)
    .where(matchesSearch(search, ['m.name', 'm.account']))
    .$if(ids !== undefined, query => query.where(isOneOf('m.id', ids ?? [])))
    .$if(ids === undefined, query => query.where(able).limit(mostReceiversShown))
    .orderBy(sql`m.id = ${person.id}`, 'desc')
    .orderBy('m.name')
    .orderBy('m.id')
    .execute()
}
