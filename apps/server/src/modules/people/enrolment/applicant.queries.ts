import {
  type ApplicantRow,
  type ApplicantSortField,
  type ApplicationState,
  maskPhone,
} from '@drivesim/contract'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Applicant } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'
import type { Search } from './queries.ts'

export type Filter = Search & { state?: ApplicationState | undefined }

/** Ids of the filtered applications, without their order. */
export function filteredIds(db: Db, scope: Scope, { state, schoolId, paramValue }: Filter) {
  return db
    .selectFrom('applicant as a')
    .innerJoin('enrolment_config as c', 'c.id', 'a.config_id')
    .select('a.id')
    .where(scoped(scope, sql.ref('c.school_id')))
    .where(equals('c.school_id', schoolId))
    .where(equals('a.state', state))
    .where(matchesSearch(paramValue, ['a.name'], 'a.phone'))
}

interface Sorting {
  sortField?: ApplicantSortField | undefined
  sortOrder?: 'ascend' | 'descend' | undefined
}

const sortColumns: Record<ApplicantSortField, RawBuilder<unknown>> = {
  name: sql`name`,
  configTitle: sql`title`,
  appliedAt: sql`applied_at`,
}

/** Who has waited longest is to be answered first; of what is decided the newest is looked for. */
const waitingFirst = sql`
  state <> 'waiting', case when state = 'waiting' then applied_at end, case when state = 'waiting' then id end,
  applied_at desc, id desc`

/** The applications; unless asked otherwise those who wait first, then the newest. */
export const applicants = listByIds<Filter & Sorting, ApplicantRow>({
  found: ({ db, scope }, filter) =>
    filteredIds(db, scope, filter).select(['a.name', 'c.title', 'a.state', 'a.applied_at']),
  rows: ({ db }, ids) => rowsOf(db, ids),
  idOf: row => row.id,
  order: ({ sortField, sortOrder }) => {
    if (sortField === undefined) return waitingFirst
    return sql`${sortColumns[sortField]} ${sortOrder === 'descend' ? sql`desc` : sql`asc`}, id`
  },
})

/** Who applied, of these applications in the scope. */
export function applicantNames(db: Db, scope: Scope, ids: readonly number[]) {
  return filteredIds(db, scope, {}).select('a.name').where(isOneOf('a.id', ids)).execute()
}

/** How many applications of the scope wait to be confirmed, and since when the first of them. */
export function countWaiting(db: Db, scope: Scope) {
  return db
    .selectFrom('applicant as a')
    .innerJoin('enrolment_config as c', 'c.id', 'a.config_id')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(a.applied_at)`.as('oldestAt')])
    .where(scoped(scope, sql.ref('c.school_id')))
    .where('a.state', '=', 'waiting')
    .executeTakeFirstOrThrow()
}

/** Applications as lists show them, in no order. */
export async function rowsOf(db: Db, ids: readonly number[]): Promise<ApplicantRow[]> {
  const rows = await db
    .selectFrom('applicant as a')
    .innerJoin('enrolment_config as c', 'c.id', 'a.config_id')
    .innerJoin('organisation as o', 'o.id', 'c.school_id')
    .leftJoin('coach as h', 'h.id', 'a.coach_id')
    .leftJoin('privacy_notice as n', 'n.version', 'a.notice_version')
    .select([
      'a.id',
      'a.name',
      'a.phone',
      'a.config_id as configId',
      'c.title as configTitle',
      'c.school_id as schoolId',
      'o.name as schoolName',
      'a.coach_id as coachId',
      'h.name as coachName',
      'c.gear_type as gearType',
      'a.applied_at as appliedAt',
      sql<ApplicationState>`a.state`.as('state'),
      'a.reason',
      'a.student_id as userId',
      'n.version as noticeVersion',
    ])
    .where(isOneOf('a.id', ids))
    .execute()
  return rows.map(({ appliedAt, phone, ...row }) => ({
    ...row,
    phone: maskPhone(phone),
    appliedAt: appliedAt.toISOString(),
  }))
}

/** An application in the scope as lists show it. */
export async function findApplicant(db: Db, scope: Scope, id: number): Promise<ApplicantRow | undefined> {
  const found = await filteredIds(db, scope, {}).where('a.id', '=', id).executeTakeFirst()
  return found && (await rowsOf(db, [found.id]))[0]
}

/** An application in the scope, locked until the change is committed. */
export function lockApplicant(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('applicant as a')
    .innerJoin('enrolment_config as c', 'c.id', 'a.config_id')
    .select(['a.id', 'a.name', 'a.phone', 'c.school_id as schoolId', 'c.gear_type as gearType'])
    .select('a.notice_version as noticeVersion')
    .select(sql<ApplicationState>`a.state`.as('state'))
    .where('a.id', '=', id)
    .where(scoped(scope, sql.ref('c.school_id')))
    .forUpdate('a')
    .executeTakeFirst()
}

export async function updateApplicant(db: Db, id: number, row: Updateable<Applicant>): Promise<void> {
  await db.updateTable('applicant').set(row).where('id', '=', id).execute()
}
