import type {
  ConsentBasis,
  ConsentMethod,
  ConsentRow,
  ConsentState,
  EnrolmentState,
} from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

interface Filter {
  paramValue?: string | undefined
  state?: ConsentState | undefined
  enrolment?: EnrolmentState | undefined
  noticeVersion?: number | undefined
}

/** The newest consent of the student `s`, of which something is asked. */
const newest = (asked: ReturnType<typeof sql>) => sql<SqlBool>`exists (
  select from consent c where c.student_id = s.id and ${asked}
    and not exists (select from consent later where later.student_id = s.id and later.id > c.id))`

function isAt(state: ConsentState | undefined) {
  if (state === undefined) return sql<SqlBool>`true`
  if (state === 'given') return newest(sql`c.withdrawn_at is null`)
  if (state === 'withdrawn') return newest(sql`c.withdrawn_at is not null`)
  return sql<SqlBool>`s.erased_at is null and not exists (select from consent c where c.student_id = s.id)`
}

/** A student with their newest consent, and whether they were erased. */
export type FoundConsent = Omit<ConsentRow, 'notRecorded'> & { readonly erased: boolean }

/** The students of the scope, the newest first. */
export const studentConsents = listByIds<Filter, FoundConsent>({
  found: ({ db, scope }, { paramValue, state, enrolment, noticeVersion }) =>
    db
      .selectFrom('student as s')
      .select('s.id')
      .where(scoped(scope, sql.ref('s.school_id')))
      .where(matchesSearch(paramValue, ['s.name'], 's.phone'))
      .where(equals('s.state', enrolment))
      .where(isAt(state))
      .where(
        noticeVersion === undefined
          ? sql<SqlBool>`true`
          : newest(sql`c.notice_version = ${noticeVersion}::bigint`),
      ),
  rows: async ({ db, scope }, ids) => {
    const rows = await db
      .selectFrom('student as s')
      .innerJoin('organisation as o', 'o.id', 's.school_id')
      .leftJoin('consent as c', join =>
        join.on(
          'c.id',
          '=',
          sql<number>`(select n.id from consent n where n.student_id = s.id order by n.id desc limit 1)`,
        ),
      )
      .leftJoin('member as m', 'm.id', 'c.recorded_by')
      .where(scoped(scope, sql.ref('s.school_id')))
      .where(isOneOf('s.id', ids))
      .select([
        's.id as studentId',
        's.name as studentName',
        'o.name as schoolName',
        sql<EnrolmentState>`s.state`.as('enrolment'),
        sql<ConsentState>`case when c.id is null then 'missing' when c.withdrawn_at is null then 'given' else 'withdrawn' end`.as(
          'state',
        ),
        'c.notice_version as noticeVersion',
        sql<ConsentBasis | null>`c.basis`.as('consentBasis'),
        'c.separate as idNumberSeparate',
        'c.guardian_consents as guardianConsents',
        sql<ConsentMethod | null>`c.method`.as('consentMethod'),
        'c.recorded_at as recordedAt',
        'm.name as recordedBy',
        'c.withdrawn_at as withdrawnAt',
        sql<boolean>`s.erased_at is not null`.as('erased'),
      ])
      .execute()
    return rows.map(({ recordedAt, withdrawnAt, ...row }) => ({
      ...row,
      recordedAt: recordedAt?.toISOString() ?? null,
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    }))
  },
  idOf: row => row.studentId,
})
