import type { ConsentBasis, ConsentForm, PrivacyNotice } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Every version, the newest first. */
export async function notices(db: Db, scope: Scope): Promise<PrivacyNotice[]> {
  const rows = await db
    .selectFrom('privacy_notice as n')
    .innerJoin('member as m', 'm.id', 'n.published_by')
    .leftJoin(consented(scope).as('given'), 'given.version', 'n.version')
    .select(['n.version as noticeVersion', 'n.text', 'n.sha256', 'n.published_at as publishedAt'])
    .select(['m.name as publishedBy', sql<number>`coalesce(given.students, 0)::int`.as('consented')])
    .orderBy('n.version', 'desc')
    .execute()
  return rows.map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt.toISOString() }))
}

/** Of how many students of the scope the newest consent is to which version, and was not withdrawn: one pass for all versions. */
const consented = (scope: Scope) => sql<{ version: number; students: number }>`(
  select c.notice_version as version, count(*) as students
  from consent c join student s on s.id = c.student_id
  where c.withdrawn_at is null and ${scoped(scope, sql.ref('s.school_id'))}
    and not exists (select from consent later where later.student_id = c.student_id and later.id > c.id)
  group by c.notice_version)`

/**
 * Students of the scope who learn and of whom no consent is entered, and since when the first of them does. Who learns stands in the
 * words of its index: a parameter would not find that.
 */
export async function countMissing(db: Db, scope: Scope): Promise<{ count: number; oldestAt: Date | null }> {
  return db
    .selectFrom('student as s')
    .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`min(s.registered_at)`.as('oldestAt')])
    .where(sql<boolean>`s.state = 'studying' and s.erased_at is null`)
    .where(scoped(scope, sql.ref('s.school_id')))
    .where(sql<boolean>`not exists (select from consent c where c.student_id = s.id)`)
    .executeTakeFirstOrThrow()
}

/** The newest version; undefined: none is published. */
export const newest = (db: Db) =>
  db
    .selectFrom('privacy_notice')
    .select(['version as noticeVersion', 'text'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** @returns false where somebody else published that version meanwhile */
export async function insertNotice(
  db: Db,
  notice: { version: number; text: string; sha256: string; publishedBy: number },
): Promise<boolean> {
  const { publishedBy, ...row } = notice
  const inserted = await db
    .insertInto('privacy_notice')
    .values({ ...row, published_by: publishedBy })
    .onConflict(on => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Whether nobody is added without consent. */
export async function isNeeded(db: Db): Promise<boolean> {
  const { needed } = await db
    .selectFrom('security_policy')
    .select('consent_needed as needed')
    .executeTakeFirstOrThrow()
  return needed
}

export const isPublished = async (db: Db, version: number): Promise<boolean> =>
  (await db.selectFrom('privacy_notice').select('id').where('version', '=', version).executeTakeFirst()) !==
  undefined

/** Enters the same consent of each of these students. @returns their ids, in no order */
export async function insertConsents(
  db: Db,
  given: ConsentForm,
  { studentIds, recordedBy }: { studentIds: readonly number[]; recordedBy: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into consent (student_id, notice_version, basis, separate, guardian_consents, method, recorded_by)
    select student_id, ${given.noticeVersion}::integer, ${given.consentBasis}::text, ${given.idNumberSeparate}::boolean,
      ${given.guardianConsents}::boolean, ${given.consentMethod}::text, ${recordedBy}::bigint
    from unnest(${[...studentIds]}::bigint[]) student_id
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Withdraws whatever a student agreed to. @returns how much that was */
export async function withdrawAll(db: Db, studentId: number, withdrawnBy: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('consent')
    .set({ withdrawn_at: sql<Date>`now()`, withdrawn_by: withdrawnBy })
    .where('student_id', '=', studentId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What a student agreed to last; undefined: to nothing, or they have withdrawn it. */
export async function lastOf(db: Db, studentId: number) {
  const last = await db
    .selectFrom('consent')
    .select(['notice_version as version', 'separate', 'guardian_consents as guardian'])
    .select([sql<ConsentBasis>`basis`.as('basis'), 'withdrawn_at as withdrawnAt'])
    .where('student_id', '=', studentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.withdrawnAt === null ? last : undefined
}
