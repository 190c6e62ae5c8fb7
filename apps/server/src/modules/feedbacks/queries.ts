import type { DataOf, feedbacks } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { type Scope, scoped } from '../../platform/scope.ts'

interface Which {
  schoolId: number | undefined
  page: number
  pageSize: number
}

type SignUp = DataOf<typeof feedbacks.signUps>['dataList'][number]

/** One page of the scope's sign-ups, newest first, and how many there are. */
export async function signUpPage(
  db: Db,
  scope: Scope,
  { schoolId, page, pageSize }: Which,
): Promise<{ rows: SignUp[]; total: number }> {
  const signUps = db
    .selectFrom('sign_up as s')
    .where(scoped(scope, sql.ref('s.school_id')))
    .$if(schoolId !== undefined, query => query.where('s.school_id', '=', schoolId ?? 0))
  const [rows, { total }] = await Promise.all([
    signUps
      .innerJoin('organisation as o', 'o.id', 's.school_id')
      .select([
        's.id',
        's.name',
        's.phone',
        'o.name as schoolName',
        's.gear_type as gearType',
        's.created_at as createdAt',
      ])
      .orderBy('s.id', 'desc')
      .limit(pageSize)
      .offset(page * pageSize)
      .execute(),
    signUps.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map(row => ({ ...row, createdAt: row.createdAt.toISOString() })), total }
}

type Feedback = DataOf<typeof feedbacks.list>['dataList'][number]

/** One page of the scope's feedback, newest first, and how much there is. */
export async function feedbackPage(
  db: Db,
  scope: Scope,
  { schoolId, page, pageSize }: Which,
): Promise<{ rows: Feedback[]; total: number }> {
  const feedback = db
    .selectFrom('feedback as f')
    .where(scoped(scope, sql.ref('f.school_id')))
    .$if(schoolId !== undefined, query => query.where('f.school_id', '=', schoolId ?? 0))
  const [rows, { total }] = await Promise.all([
    feedback
      .innerJoin('organisation as o', 'o.id', 'f.school_id')
      .innerJoin('student as s', 's.id', 'f.student_id')
      .select([
        'f.id',
        's.name as userName',
        'o.name as schoolName',
        'f.content',
        'f.created_at as createdAt',
      ])
      .orderBy('f.id', 'desc')
      .limit(pageSize)
      .offset(page * pageSize)
      .execute(),
    feedback.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map(row => ({ ...row, createdAt: row.createdAt.toISOString() })), total }
}

/** @returns whether there was one in the scope */
export async function deleteFeedback(db: Db, scope: Scope, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('feedback as f')
    .where('f.id', '=', id)
    .where(scoped(scope, sql.ref('f.school_id')))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
