import { type FeedbackRow, maskPhone, type Paging, type SignUpRow } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { countOf, type Part } from '../../platform/postgres/paging.ts'

export interface Filter {
  schoolId?: number | undefined
}

function signUps(db: Db, scope: Scope, { schoolId }: Filter) {
  return db
    .selectFrom('sign_up as s')
    .where(scoped(scope, sql.ref('s.school_id')))
    .$if(schoolId !== undefined, query => query.where('s.school_id', '=', schoolId ?? 0))
}

function signUpRows(db: Db, scope: Scope, filter: Filter) {
  return signUps(db, scope, filter)
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
}

/** One page of the scope's sign-ups, newest first, and how many there are. */
export async function signUpPage(
  db: Db,
  scope: Scope,
  filter: Filter,
  { pageNum, pageSize }: Paging,
): Promise<{ rows: SignUpRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    signUpRows(db, scope, filter)
      .limit(pageSize)
      .offset(pageNum * pageSize)
      .execute(),
    countOf(signUps(db, scope, filter)),
  ])
  return { rows: rows.map(masked), total }
}

/** The next sign-ups of a file. */
export async function signUpsBefore(db: Db, scope: Scope, filter: Filter, { before, most }: Part) {
  const rows = await signUpRows(db, scope, filter).where('s.id', '<', before).limit(most).execute()
  return rows.map(masked)
}

/** A sign-up in the scope with its whole phone, to be shown to whoever may have it. */
export function findSignUp(db: Db, scope: Scope, id: number) {
  return signUps(db, scope, {}).select(['s.name', 's.phone']).where('s.id', '=', id).executeTakeFirst()
}

const masked = <Row extends { phone: string; createdAt: Date }>(row: Row) => ({
  ...timed(row),
  phone: maskPhone(row.phone),
})

function feedback(db: Db, scope: Scope, { schoolId }: Filter) {
  return db
    .selectFrom('feedback as f')
    .where(scoped(scope, sql.ref('f.school_id')))
    .$if(schoolId !== undefined, query => query.where('f.school_id', '=', schoolId ?? 0))
}

function feedbackRows(db: Db, scope: Scope, filter: Filter) {
  return feedback(db, scope, filter)
    .innerJoin('organisation as o', 'o.id', 'f.school_id')
    .innerJoin('student as s', 's.id', 'f.student_id')
    .select(['f.id', 's.name as userName', 'o.name as schoolName', 'f.content', 'f.created_at as createdAt'])
    .orderBy('f.id', 'desc')
}

/** One page of the scope's feedback, newest first, and how much there is. */
export async function feedbackPage(
  db: Db,
  scope: Scope,
  filter: Filter,
  { pageNum, pageSize }: Paging,
): Promise<{ rows: FeedbackRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    feedbackRows(db, scope, filter)
      .limit(pageSize)
      .offset(pageNum * pageSize)
      .execute(),
    countOf(feedback(db, scope, filter)),
  ])
  return { rows: rows.map(timed), total }
}

/** The next feedback of a file. */
export async function feedbackBefore(db: Db, scope: Scope, filter: Filter, { before, most }: Part) {
  const rows = await feedbackRows(db, scope, filter).where('f.id', '<', before).limit(most).execute()
  return rows.map(timed)
}

const timed = <Row extends { createdAt: Date }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

/** @returns whether there was one in the scope */
export async function deleteFeedback(db: Db, scope: Scope, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('feedback as f')
    .where('f.id', '=', id)
    .where(scoped(scope, sql.ref('f.school_id')))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
